import type { CurrentRound, Round } from '@karat/contract/roulette';
import type { Page } from '@playwright/test';
import { expect, expectAccessible, expectNoSidewaysScroll, newPerson, test } from '../site.ts';

const json = { headers: { Accept: 'application/json' } };

async function currentRound(page: Page): Promise<CurrentRound> {
  const reply = await page.request.get('/roulette/getCurrentRound', json);
  return ((await reply.json()) as { data: CurrentRound }).data;
}

/** Waits for a round that is as the test wants it. */
async function roundThat(page: Page, isRight: (round: CurrentRound) => boolean): Promise<CurrentRound> {
  let round = await currentRound(page);
  await expect
    .poll(
      async () => {
        round = await currentRound(page);
        return isRight(round);
      },
      { timeout: 60_000, intervals: [100] },
    )
    .toBe(true);
  return round;
}

/** A round with enough time left to bet in, even on a busy machine. */
const freshRound = (page: Page) =>
  roundThat(page, ({ state, closesAt, now }) => state === 'BETTING' && Date.parse(closesAt) - Date.parse(now) > 7_000);

const drawn = (page: Page, { id }: CurrentRound) =>
  roundThat(page, (round) => round.id === id && round.drawnAt !== null);

/** The round once it is over, however long ago. */
async function settled(page: Page, { id }: CurrentRound): Promise<Round> {
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
const betOn = (page: Page, color: string) => page.getByRole('button', { name: new RegExp(`^Bet on ${color}`) });
const amount = (page: Page) => page.getByRole('textbox', { name: 'Bet amount' });
const balance = (page: Page) => page.getByRole('banner').getByText(/^[\d.]+$/);
const grouped = (diamonds: number) => diamonds.toLocaleString('de-DE');

/** The tile under the mark, and how far from the mark its middle is. */
const underMark = (page: Page) =>
  wheel(page).evaluate((frame) => {
    const { left, width } = frame.getBoundingClientRect();
    const mark = left + width / 2;
    const tiles = [...frame.querySelectorAll<HTMLElement>('[data-number]')];
    const distance = (tile: HTMLElement) => {
      const box = tile.getBoundingClientRect();
      return box.left + box.width / 2 - mark;
    };
    const index = tiles.reduce(
      (best, tile, at) => (Math.abs(distance(tile)) < Math.abs(distance(tiles[best]!)) ? at : best),
      0,
    );
    return { index, number: Number(tiles[index]!.dataset['number']), offPx: Math.abs(distance(tiles[index]!)) };
  });

/** The wheel stands in the middle of a number. */
async function expectStandsOn(page: Page, number: number): Promise<void> {
  await expect
    .poll(async () => {
      const found = await underMark(page);
      return { number: found.number, isCentred: found.offPx < 1 };
    })
    .toEqual({ number, isCentred: true });
}

test(
  'two players see each other bet, and are paid when the wheel stands',
  { tag: '@core' },
  async ({ page, browser, baseURL, signUp }) => {
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    const first = await signUp();
    const context = await browser.newContext({ baseURL: baseURL!, reducedMotion: 'reduce' });
    const other = await context.newPage();
    const second = newPerson();
    await other.request.post('/auth/signup', { data: second });
    await Promise.all([page.goto('/roulette'), other.goto('/roulette')]);
    await amount(page).fill('300');
    await amount(other).fill('200');

    const round = await freshRound(page);
    await Promise.all([betOn(page, 'red').click(), betOn(other, 'black').click()]);
    await expect(column(page, 'Red').getByRole('listitem').first()).toContainText('You');
    await expect(column(page, 'Red').getByRole('listitem').first()).toContainText('300');
    await expect(column(page, 'Black').getByText(second.username)).toBeVisible();
    await expect(column(other, 'Red').getByText(first.username)).toBeVisible();
    await expect(balance(page)).toHaveText('99.700');
    await expect(balance(other)).toHaveText('99.800');

    const { id, winnerNumber, winnerColor } = await settled(page, round);
    await expectStandsOn(page, winnerNumber!);
    await expectStandsOn(other, winnerNumber!);
    const proof = page.getByRole('link', { name: `Round ${id}: ${winnerColor} ${winnerNumber}` });
    await expect(proof).toHaveAttribute('href', `/fair/round/${id}`);
    const won = (color: string, paid: number) => (winnerColor === color ? paid : 0);
    await expect(balance(page)).toHaveText(grouped(99_700 + won('red', 600)));
    await expect(balance(other)).toHaveText(grouped(99_800 + won('black', 400)));
    await context.close();
  },
);

/** Where a page has its wheel, and between which moments of the spin it was looked at. */
const glimpse = (page: Page) =>
  wheel(page).evaluate(async (frame) => {
    const ask = async () => {
      const reply = await fetch('/roulette/getCurrentRound', { headers: { Accept: 'application/json' } });
      return ((await reply.json()) as { data: CurrentRound }).data;
    };
    const sinceDrawMs = ({ now, drawnAt }: CurrentRound) => Date.parse(now) - Date.parse(drawnAt ?? now);
    const before = await ask();
    const [animation] = frame.querySelector('[data-stands]')!.getAnimations();
    const way = (animation?.effect as KeyframeEffect | undefined)?.getKeyframes().map(({ transform }) => transform);
    const atMs = Number(animation?.currentTime);
    const after = await ask();
    return { round: before.id, way, atMs, toMs: sinceDrawMs(after) };
  });

test('a reload joins the wheel where it is by then, on the same way to the same number', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.goto('/roulette');
  // A machine so slow that the spin is over before the page is back tries with the next one.
  await expect(async () => {
    const round = await drawn(page, await freshRound(page));
    const first = await glimpse(page);
    await page.reload();
    const again = await glimpse(page);
    expect([first.round, again.round]).toEqual([round.id, round.id]);
    expect(first.way).toHaveLength(3);
    expect(again.way).toEqual(first.way);
    // It goes on from where it is by then: not from its start, and never ahead of the draw.
    expect(again.atMs).toBeGreaterThan(first.atMs);
    for (const { atMs, toMs } of [first, again]) expect(atMs).toBeLessThan(toMs + 500);
    await expectStandsOn(page, round.winnerNumber!);
  }).toPass({ timeout: 100_000 });
});

test('another width of the window in mid-spin changes nothing about where the wheel lands', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.goto('/roulette');
  const round = await drawn(page, await freshRound(page));
  for (const width of [360, 1280, 800]) await page.setViewportSize({ width, height: 800 });
  await settled(page, round);
  await expectStandsOn(page, round.winnerNumber!);
  for (const width of [360, 1600]) {
    await page.setViewportSize({ width, height: 800 });
    await expectStandsOn(page, round.winnerNumber!);
  }
});

test('a bet that comes after the close is refused in words, and costs nothing', async ({
  page,
  signUp,
  complaints,
}) => {
  await signUp();
  await page.goto('/roulette');
  await amount(page).fill('500');
  const round = await freshRound(page);
  // Pressed in time, but held up on its way until the bets are closed.
  await page.route('**/roulette/placeBet', async (route) => {
    await roundThat(page, ({ id, state }) => id > round.id || state !== 'BETTING');
    await route.continue();
  });
  await betOn(page, 'green').click();
  await expect(betOn(page, 'green')).toHaveAttribute('aria-busy', 'true');
  await expect(page.getByText('Betting is closed for this round.')).toBeVisible();
  await expect(betOn(page, 'green')).toHaveAttribute('aria-disabled', 'true');
  await expect(balance(page)).toHaveText('100.000');
  await expect(column(page, 'Green').getByText('You', { exact: true })).toBeHidden();
  // The browser itself reports the status of the refusal.
  complaints.splice(0);
});

test('a keyboard alone bets, in the order in which the page is read', async ({ page, signUp }) => {
  await signUp();
  await page.goto('/roulette');
  await amount(page).focus();
  await page.keyboard.type('40');
  await page.keyboard.press('Enter');
  // Nothing was bet here yet, so there is no last amount to go back to.
  for (const name of ['Clear', '+10', '+100', '+1.000', '½: half the amount', '×2: twice the amount', 'Max: 100.000']) {
    await page.keyboard.press('Tab');
    await expect(page.getByRole('button', { name, exact: true })).toBeFocused();
  }
  await page.keyboard.press('Tab');
  await expect(betOn(page, 'red')).toBeFocused();
  await page.keyboard.press('Tab');
  await freshRound(page);
  await expect(betOn(page, 'green')).toBeEnabled();
  await page.keyboard.press('Enter');
  await expect(column(page, 'Green').getByText('You', { exact: true })).toBeVisible();
  await expect(balance(page)).toHaveText('99.960');
});

for (const width of [360, 1280]) {
  test(`at ${width} pixels every state of a round can be read by everybody`, async ({ page, signUp }) => {
    await signUp();
    await page.setViewportSize({ width, height: 780 });
    await page.goto('/roulette');
    await amount(page).fill('25');
    const round = await freshRound(page);
    await betOn(page, 'black').click();
    await expect(column(page, 'Black').getByText('You', { exact: true })).toBeVisible();
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
    await drawn(page, round);
    await expectNoSidewaysScroll(page);
    await expect(wheel(page)).toHaveAttribute('data-phase', 'result');
    await expectAccessible(page);
    // Nothing stays behind what sticks to the lower edge: the end of the page comes free of it.
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
    await page.getByRole('contentinfo').getByRole('link', { name: 'About' }).click();
    await expect(page).toHaveURL(/\/faq/);
  });
}

test('a visitor is asked to sign in before the first bet', { tag: '@core' }, async ({ page }) => {
  await page.goto('/roulette');
  await freshRound(page);
  await betOn(page, 'red').click();
  await expect(page.getByRole('dialog')).toBeVisible();
});

for (const height of [664, 700, 780]) {
  test(`on a phone with ${height} pixels to show all three colours stand above the amount`, async ({ page }) => {
    await page.setViewportSize({ width: 360, height });
    await page.goto('/roulette');
    await betOn(page, 'black').waitFor();
    const black = (await betOn(page, 'black').boundingBox())!;
    const bar = (await page.getByRole('region', { name: 'Your bet' }).boundingBox())!;
    expect(black.y + black.height).toBeLessThanOrEqual(bar.y);
  });
}

test('in a low window the bars leave the height to the page, and nothing sticks to its edge but the menu', async ({
  page,
}) => {
  await page.setViewportSize({ width: 640, height: 360 });
  await page.goto('/roulette');
  await betOn(page, 'black').waitFor();
  await expect(page.getByRole('region', { name: 'Your bet' })).toHaveCSS('position', 'static');
  await page.mouse.move(300, 200);
  await page.mouse.wheel(0, 400);
  await expect(page.getByRole('banner').getByRole('link', { name: 'Karat' })).not.toBeInViewport();
  const menu = (await page.getByRole('navigation', { name: 'Quick menu' }).boundingBox())!;
  expect(menu.height).toBeLessThan(50);
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
});
