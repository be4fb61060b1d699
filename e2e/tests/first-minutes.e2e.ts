import type { Page } from '@playwright/test';
import { measureShift, SHIFT_MAX } from '../layout-shift.ts';
import { createRoom, team } from '../rooms.ts';
import { expect, expectAccessible, expectNoHorizontalScroll, newAccount, phone, test } from '../fixtures.ts';

const PRESSES_MAX = 4;
/** The acceptance of the first minutes: from pressing Sign up until the first opened case is shown. */
const FIRST_CASE_MAX_MS = 20_000;

/** Counts presses: clicks of the pointer, and the keys that press a button. Typing is not counted. */
async function countPresses(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const counted = globalThis as unknown as { presses: number };
    counted.presses = 0;
    // Enter on a button and a submitted form are clicks too.
    document.addEventListener('click', (event) => event.isTrusted && counted.presses++, { capture: true });
  });
  return () => page.evaluate(() => (globalThis as unknown as { presses: number }).presses);
}

for (const [name, viewport] of [
  ['a desktop', { width: 1280, height: 800 }],
  ['a phone', phone.viewport],
] as const) {
  test(`a new player opens the first case with four presses on ${name}`, { tag: '@core' }, async ({ page }) => {
    await page.setViewportSize(viewport);
    const readPresses = await countPresses(page);
    const account = newAccount();
    await page.goto('/');
    await page.getByRole('main').getByRole('button', { name: 'Create account' }).click();
    const modal = page.getByRole('dialog');
    await modal.getByLabel('E-mail').fill(account.email);
    await modal.getByLabel('Username').fill(account.username);
    await modal.getByLabel('Password', { exact: true }).fill(account.password);
    await modal.getByLabel('Confirm password').fill(account.password);

    const startedAtMs = Date.now();
    await modal.locator('form').getByRole('button', { name: 'Sign up' }).click();
    const card = page.getByRole('region', { name: '100.000 diamonds are yours' });
    await card.getByRole('link', { name: /^Open a case/ }).click();
    await expect(page.getByRole('heading', { level: 1, name: /^Case: / })).toBeVisible();
    await page
      .getByRole('button', { name: /^Open\b/ })
      .first()
      .click();
    await expect(page.getByText(/^You won .+\.$/)).toBeAttached();
    const tookMs = Date.now() - startedAtMs;
    expect(await readPresses()).toBeLessThanOrEqual(PRESSES_MAX);
    expect(tookMs).toBeLessThanOrEqual(FIRST_CASE_MAX_MS);

    await page.getByRole('navigation').getByRole('link', { name: 'Duellos' }).first().click();
    await expect(card.getByRole('listitem').first()).toContainText(/Open a case.*Your item: .+\./);
    await expect(page.getByText('Start here')).toHaveCount(0);
  });
}

test('the welcome card completes itself, and can be closed for good', async ({ page, signUp }) => {
  await signUp();
  await page.goto('/');
  const card = page.getByRole('region', { name: '100.000 diamonds are yours' });
  await expect(card.getByRole('listitem')).toHaveCount(3);
  await expectAccessible(page);
  await card.getByRole('link', { name: /^Bet on a round/ }).click();
  const wheel = page.getByRole('region', { name: 'Roulette', exact: true });
  await wheel.getByRole('textbox', { name: 'Bet amount' }).fill('10');
  // Bets are open for ten seconds of each round.
  const red = wheel.getByRole('button', { name: /^(Red)?Bet on red/ });
  await expect(red).not.toHaveAttribute('aria-disabled', 'true', { timeout: 40_000 });
  await red.click();
  await expect(card.getByRole('img', { name: 'Done' })).toHaveCount(1, { timeout: 40_000 });
  await expect(card.getByText('Your first bet is placed.')).toBeVisible();
  await card.getByRole('button', { name: 'Close the welcome card' }).click();
  await expect(card).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Open rooms' })).toBeVisible();
  await expect(card).toHaveCount(0);
});

test('one press starts a match against a sandbox player', { tag: '@core' }, async ({ page, signUp }) => {
  await signUp();
  await page.goto('/');
  await page.getByRole('main').getByRole('button', { name: 'Play a sandbox player', exact: true }).click();
  await expect(page).toHaveURL(/\/room\/\d+$/);
  await expect(team(page, 'Team 2').getByText(/^sandbox$/i)).toBeVisible();
  await expect(page.getByRole('status').getByText(/^Match (is starting|in progress)$/)).toBeVisible();
});

for (const width of [360, 768, 1280, 1920]) {
  test(`the start page does not move while it loads at ${width} pixels`, async ({ page, addPlayer }) => {
    const player = await addPlayer();
    // From here on the page knows that there may be a session, as after signing in.
    await player.page.goto('/faq');
    await expect(player.page.getByRole('button', { name: `Account menu of ${player.account.username}` })).toBeVisible();
    for (const visitor of [page, player.page]) {
      await visitor.setViewportSize({ width, height: 800 });
      const readShift = await measureShift(visitor);
      await visitor.goto('/');
      await expect(visitor.getByRole('heading', { name: 'Open rooms' })).toBeVisible();
      await visitor.waitForLoadState('networkidle');
      // Sections further down load when a player comes near.
      const wheel = visitor.getByRole('region', { name: 'Roulette', exact: true });
      await wheel.scrollIntoViewIfNeeded();
      await expect(wheel.getByText('Open the table')).toBeVisible();
      await visitor.getByRole('contentinfo').scrollIntoViewIfNeeded();
      await expect(visitor.getByRole('heading', { name: 'Won today' })).toBeVisible();
      await visitor.waitForLoadState('networkidle');
      expect(await readShift()).toBeLessThanOrEqual(SHIFT_MAX);
      await expectNoHorizontalScroll(visitor);
      if (width === 360) await expectAccessible(visitor);
    }
  });
}

test('the start page does not move when rooms open and close', async ({ page, addPlayer }) => {
  // With the lower edge of the list in view, and what follows it.
  await page.setViewportSize({ width: 1920, height: 1080 });
  const readShift = await measureShift(page);
  await page.goto('/');
  const rooms = page.getByRole('region', { name: 'Open rooms' });
  for (let count = 0; count < 3; count++) {
    const owner = await addPlayer();
    const path = await createRoom(owner.page, { place: 'Tokyo', fee: '0' });
    await expect(rooms.locator(`a[href="${path}"]`)).toBeVisible();
    await owner.page.getByRole('button', { name: 'Leave', exact: true }).click();
    await expect(rooms.locator(`a[href="${path}"]`)).toHaveCount(0);
  }
  await expect(page.getByRole('heading', { name: 'Cases', exact: true })).toBeInViewport();
  expect(await readShift()).toBeLessThanOrEqual(SHIFT_MAX);
});
