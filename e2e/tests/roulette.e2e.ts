import type { CurrentRound, Round } from '@karat/contract/roulette';
import type { Page } from '@playwright/test';
import { expect, expectAccessible, expectNoHorizontalScroll, newAccount, phone, test } from '../fixtures.ts';
import { holdRequests } from '../hold-requests.ts';

const json = { headers: { Accept: 'application/json' } };

async function fetchCurrentRound(page: Page): Promise<CurrentRound> {
  const reply = await page.request.get('/roulette/getCurrentRound', json);
  return ((await reply.json()) as { data: CurrentRound }).data;
}

/** Waits for a round that meets the condition. */
async function waitForRound(page: Page, condition: (round: CurrentRound) => boolean): Promise<CurrentRound> {
  let round = await fetchCurrentRound(page);
  await expect
    .poll(
      async () => {
        round = await fetchCurrentRound(page);
        return condition(round);
      },
      { timeout: 60_000, intervals: [100] },
    )
    .toBe(true);
  return round;
}

/** A round with enough time left to bet in, even on a busy machine. */
const waitForFreshRound = (page: Page) =>
  waitForRound(
    page,
    ({ state, closesAt, now }) => state === 'BETTING' && Date.parse(closesAt) - Date.parse(now) > 7_000,
  );

const waitForDraw = (page: Page, { id }: CurrentRound) =>
  waitForRound(page, (round) => round.id === id && round.drawnAt !== null);

/** Waits until the round is settled. */
async function waitForPayout(page: Page, { id }: CurrentRound): Promise<Round> {
  let ended: Round | undefined;
  await expect
    .poll(
      async () => {
        const reply = await page.request.get('/roulette/getRounds?limit=100', json);
        ended = ((await reply.json()) as { data: Round[] }).data.find((round) => round.id === id);
        return ended?.state;
      },
      { timeout: 60_000, intervals: [200] },
    )
    .toBe('SETTLED');
  return ended!;
}

const wheel = (page: Page) => page.getByRole('region', { name: 'Wheel' });
const column = (page: Page, color: string) => page.getByRole('region', { name: color, exact: true });
const betButton = (page: Page, color: string) => page.getByRole('button', { name: new RegExp(`^Bet on ${color}`) });
const amountField = (page: Page) => page.getByRole('textbox', { name: 'Bet amount' });
const balance = (page: Page) => page.getByRole('banner').getByText(/^[\d.]+$/);
const formatDiamonds = (diamonds: number) => diamonds.toLocaleString('de-DE');

/** The tile under the marker, and the distance of its centre from the marker. */
const readTileUnderMarker = (page: Page) =>
  wheel(page).evaluate((frame) => {
    const { left, width } = frame.getBoundingClientRect();
    const mark = left + width / 2;
    const tiles = [...frame.querySelectorAll<HTMLElement>('[data-number]')];
    const distance = (tile: HTMLElement) => {
      const box = tile.getBoundingClientRect();
      return box.left + box.width / 2 - mark;
    };
    const index = tiles.reduce(
      (best, tile, index) => (Math.abs(distance(tile)) < Math.abs(distance(tiles[best]!)) ? index : best),
      0,
    );
    return { index, number: Number(tiles[index]!.dataset['number']), offPx: Math.abs(distance(tiles[index]!)) };
  });

/** Checks that the wheel has stopped at the centre of a number. */
async function expectStoppedAt(page: Page, number: number): Promise<void> {
  await expect
    .poll(async () => {
      const found = await readTileUnderMarker(page);
      return { number: found.number, isCentred: found.offPx < 1 };
    })
    .toEqual({ number, isCentred: true });
}

test(
  'two players see each other bet, and are paid when the wheel stops',
  { tag: '@core' },
  async ({ page, browser, baseURL, signUp }) => {
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    const first = await signUp();
    const context = await browser.newContext({ baseURL: baseURL!, reducedMotion: 'reduce' });
    const other = await context.newPage();
    const second = newAccount();
    await other.request.post('/auth/signup', { data: second });
    await Promise.all([page.goto('/roulette'), other.goto('/roulette')]);
    await amountField(page).fill('300');
    await amountField(other).fill('200');

    const round = await waitForFreshRound(page);
    await Promise.all([betButton(page, 'red').click(), betButton(other, 'black').click()]);
    await expect(column(page, 'Red').getByRole('listitem').first()).toContainText('You');
    await expect(column(page, 'Red').getByRole('listitem').first()).toContainText('300');
    await expect(column(page, 'Black').getByText(second.username)).toBeVisible();
    await expect(column(other, 'Red').getByText(first.username)).toBeVisible();
    await expect(balance(page)).toHaveText('99.700');
    await expect(balance(other)).toHaveText('99.800');

    const { id, winnerNumber, winnerColor } = await waitForPayout(page, round);
    await expectStoppedAt(page, winnerNumber!);
    await expectStoppedAt(other, winnerNumber!);
    const proof = page.getByRole('link', { name: `Round ${id}: ${winnerColor} ${winnerNumber}` });
    await expect(proof).toHaveAttribute('href', `/fair/round/${id}`);
    const won = (color: string, paid: number) => (winnerColor === color ? paid : 0);
    await expect(balance(page)).toHaveText(formatDiamonds(99_700 + won('red', 600)));
    await expect(balance(other)).toHaveText(formatDiamonds(99_800 + won('black', 400)));
    await context.close();
  },
);

test('a bet before the session is known waits for it, with the amount of the press', async ({ page, signUp }) => {
  await signUp();
  await page.setViewportSize(phone.viewport);
  const release = await holdRequests(page, '**/auth/me*');
  await page.goto('/roulette');
  await waitForFreshRound(page);
  await amountField(page).fill('300');
  await betButton(page, 'red').click();
  await amountField(page).fill('3000');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  release();
  await expect(balance(page)).toHaveText('99.700');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

/** The state of the wheel's animation, and the time since the draw. */
const readAnimation = (page: Page) =>
  wheel(page).evaluate(async (frame) => {
    const ask = async () => {
      const reply = await fetch('/roulette/getCurrentRound', { headers: { Accept: 'application/json' } });
      return ((await reply.json()) as { data: CurrentRound }).data;
    };
    const sinceDrawMs = ({ now, drawnAt }: CurrentRound) => Date.parse(now) - Date.parse(drawnAt ?? now);
    const before = await ask();
    const [animation] = frame.querySelector('[data-tile]')!.getAnimations();
    const keyframes = (animation?.effect as KeyframeEffect | undefined)
      ?.getKeyframes()
      .map(({ transform }) => transform);
    const atMs = Number(animation?.currentTime);
    const after = await ask();
    return { round: before.id, keyframes, atMs, toMs: sinceDrawMs(after) };
  });

test('a reload continues the same spin to the same number', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.goto('/roulette');
  // On a slow machine the spin may end before the reload: then try with the next round.
  await expect(async () => {
    const round = await waitForDraw(page, await waitForFreshRound(page));
    const first = await readAnimation(page);
    await page.reload();
    const secondReading = await readAnimation(page);
    expect([first.round, secondReading.round]).toEqual([round.id, round.id]);
    expect(first.keyframes).toHaveLength(3);
    expect(secondReading.keyframes).toEqual(first.keyframes);
    // The spin continues at its current time: not from the start, and never ahead of the draw.
    expect(secondReading.atMs).toBeGreaterThan(first.atMs);
    for (const { atMs, toMs } of [first, secondReading]) expect(atMs).toBeLessThan(toMs + 500);
    await expectStoppedAt(page, round.winnerNumber!);
  }).toPass({ timeout: 100_000 });
});

test('resizing the window during a spin does not change where the wheel stops', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.goto('/roulette');
  const round = await waitForDraw(page, await waitForFreshRound(page));
  for (const width of [360, 1280, 800]) await page.setViewportSize({ width, height: 800 });
  await waitForPayout(page, round);
  await expectStoppedAt(page, round.winnerNumber!);
  for (const width of [360, 1600]) {
    await page.setViewportSize({ width, height: 800 });
    await expectStoppedAt(page, round.winnerNumber!);
  }
});

test('refuses a bet after the round closed, at no cost', async ({ page, signUp, browserErrors }) => {
  await signUp();
  await page.goto('/roulette');
  await amountField(page).fill('500');
  const round = await waitForFreshRound(page);
  // Sent in time, but delayed until the round is closed.
  await page.route('**/roulette/placeBet', async (route) => {
    await waitForRound(page, ({ id, state }) => id > round.id || state !== 'BETTING');
    await route.continue();
  });
  await betButton(page, 'green').click();
  await expect(betButton(page, 'green')).toHaveAttribute('aria-busy', 'true');
  await expect(page.getByText('Betting is closed for this round.')).toBeVisible();
  await expect(betButton(page, 'green')).toHaveAttribute('aria-disabled', 'true');
  await expect(balance(page)).toHaveText('100.000');
  await expect(column(page, 'Green').getByText('You', { exact: true })).toBeHidden();
  // The browser logs the refusal.
  browserErrors.splice(0);
});

test('a bet can be placed by keyboard alone, in reading order', async ({ page, signUp }) => {
  await signUp();
  await page.goto('/roulette');
  await amountField(page).focus();
  await page.keyboard.type('40');
  await page.keyboard.press('Enter');
  // Without an earlier bet there is no button for the last amount.
  for (const name of ['Clear', '+10', '+100', '+1.000', '½: half the amount', '×2: twice the amount', 'Max: 100.000']) {
    await page.keyboard.press('Tab');
    await expect(page.getByRole('button', { name, exact: true })).toBeFocused();
  }
  await page.keyboard.press('Tab');
  await expect(betButton(page, 'red')).toBeFocused();
  // Players of other journeys may have bet on red, and their names are links.
  do await page.keyboard.press('Tab');
  while ((await column(page, 'Red').locator(':focus').count()) > 0);
  await expect(betButton(page, 'green')).toBeFocused();
  await waitForFreshRound(page);
  await expect(betButton(page, 'green')).toBeEnabled();
  await page.keyboard.press('Enter');
  await expect(column(page, 'Green').getByText('You', { exact: true })).toBeVisible();
  await expect(balance(page)).toHaveText('99.960');
});

for (const width of [360, 1280]) {
  test(`every state of a round fits and is accessible at ${width} pixels`, async ({ page, signUp }) => {
    await signUp();
    await page.setViewportSize({ width, height: 780 });
    await page.goto('/roulette');
    await expect(page.getByText(/at most 100 bets per round/).filter({ visible: true })).toHaveCount(1);
    await amountField(page).fill('25');
    const round = await waitForFreshRound(page);
    await betButton(page, 'black').click();
    await expect(column(page, 'Black').getByText('You', { exact: true })).toBeVisible();
    await expectNoHorizontalScroll(page);
    await expectAccessible(page);
    await waitForDraw(page, round);
    await expectNoHorizontalScroll(page);
    await expect(wheel(page)).toHaveAttribute('data-phase', 'result');
    await expectAccessible(page);
    // The bar at the lower edge does not cover the end of the page.
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
    await page.getByRole('contentinfo').getByRole('link', { name: 'About' }).click();
    await expect(page).toHaveURL(/\/faq/);
  });
}

test('a visitor is asked to sign in before the first bet', async ({ page }) => {
  await page.goto('/roulette');
  await waitForFreshRound(page);
  await betButton(page, 'red').click();
  await expect(page.getByRole('dialog')).toBeVisible();
});

for (const viewport of [
  { width: 1280, height: 800 },
  { width: 1024, height: 768 },
]) {
  test(`with the chat open, wheel, amount, columns and menu fit ${viewport.width} by ${viewport.height}`, async ({
    page,
    signUp,
  }) => {
    await page.setViewportSize(viewport);
    await signUp();
    await page.goto('/roulette');
    await expect(page.getByRole('complementary', { name: 'Global chat' })).toBeVisible();
    await amountField(page).fill('2000');
    for (const [color, paid] of [
      ['red', '4.000'],
      ['green', '28.000'],
      ['black', '4.000'],
    ] as const) {
      await expect(betButton(page, color)).toHaveText(new RegExp(`Pays\\s*${paid}$`));
    }
    const menu = page.getByRole('navigation', { name: 'Main menu' });
    for (const part of [
      ...['Red', 'Green', 'Black'].map((name) => column(page, name)),
      menu.getByRole('link', { name: 'Leaderboard' }),
    ]) {
      const box = (await part.boundingBox())!;
      expect(box.y + box.height).toBeLessThanOrEqual(viewport.height);
      expect(await part.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
    }
  });
}

test('a lost stake is stated beside the balance and below the wheel', async ({ page, signUp }) => {
  await signUp();
  await page.goto('/roulette');
  await amountField(page).fill('2000');
  // Green wins one round in fifteen; then the next one decides.
  await expect(async () => {
    const round = await waitForFreshRound(page);
    await betButton(page, 'green').click();
    await expect(page.getByText('Your bets')).toBeVisible();
    const { winnerColor } = await waitForPayout(page, round);
    expect(winnerColor).not.toBe('green');
    await expect(page.getByRole('banner').getByText('−2.000')).toBeVisible();
    await expect(page.getByRole('main').getByText('−2.000')).toBeVisible();
  }).toPass({ timeout: 100_000 });
});

for (const height of [664, 700, 780]) {
  test(`on a phone with a height of ${height} pixels all three colours are above the amount`, async ({ page }) => {
    await page.setViewportSize({ width: 360, height });
    await page.goto('/roulette');
    await betButton(page, 'black').waitFor();
    const black = (await betButton(page, 'black').boundingBox())!;
    const bar = (await page.getByRole('region', { name: 'Your bet' }).boundingBox())!;
    expect(black.y + black.height).toBeLessThanOrEqual(bar.y);
  });
}

test('in a low window only the menu is fixed', async ({ page }) => {
  await page.setViewportSize({ width: 640, height: 360 });
  await page.goto('/roulette');
  await betButton(page, 'black').waitFor();
  await expect(page.getByRole('region', { name: 'Your bet' })).toHaveCSS('position', 'static');
  await page.mouse.move(300, 200);
  await page.mouse.wheel(0, 400);
  await expect(page.getByRole('banner').getByRole('link', { name: 'Karat' })).not.toBeInViewport();
  const menu = (await page.getByRole('navigation', { name: 'Quick menu' }).boundingBox())!;
  expect(menu.height).toBeLessThan(50);
  await expectNoHorizontalScroll(page);
  await expectAccessible(page);
});
