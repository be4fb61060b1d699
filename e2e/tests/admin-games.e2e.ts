import type { AdminRound, CurrentRound } from '@karat/contract/roulette';
import type { Browser, Page } from '@playwright/test';
import { admin } from '../admin.ts';
import { expect, expectAccessible, expectNoHorizontalScroll, test } from '../fixtures.ts';

// Screens and URLs say "game", as the specification does; code and API say "round".
const ACCEPT_JSON = { headers: { accept: 'application/json' } };
/** Timeout for a whole round on a busy machine. */
const ROUND_TIMEOUT = { timeout: 60_000 };

test.describe.configure({ timeout: 240_000 });

/** Opens a page as staff, in a separate browser context. */
async function openAsStaff(browser: Browser, path: string): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  expect((await page.request.post('/auth/login', { data: admin })).status()).toBe(200);
  await page.goto(path);
  return page;
}

/** Waits for a round that stays open for at least 6 seconds and places the bets. Returns the round's id. */
async function bet(page: Page, bets: readonly { playerBet: string; amount: number }[]): Promise<number> {
  let roundId = 0;
  await expect
    .poll(
      async () => {
        const reply = await page.request.get('/roulette/getCurrentRound', ACCEPT_JSON);
        const { data } = (await reply.json()) as { data: CurrentRound | null };
        const remainingMs = data?.state === 'BETTING' ? Date.parse(data.closesAt) - Date.parse(data.now) : 0;
        roundId = data?.id ?? 0;
        return remainingMs > 6_000;
      },
      { ...ROUND_TIMEOUT, intervals: [100] },
    )
    .toBe(true);
  for (const each of bets) {
    const placed = await page.request.post('/roulette/placeBet', { data: { ...each, roundId } });
    expect(placed.status()).toBe(200);
  }
  return roundId;
}

async function fetchRound(page: Page, id: number): Promise<AdminRound> {
  const reply = await page.request.get(`/admin/getRouletteRoundById/${id}`, ACCEPT_JSON);
  return ((await reply.json()) as { data: AdminRound }).data;
}

const detailValue = (page: Page, label: string) =>
  page.getByRole('region', { name: 'About the game' }).locator('div', { hasText: label }).last().locator('dd');
const roundRow = (page: Page, id: number) =>
  page
    .getByRole('table', { name: 'Rounds' })
    .getByRole('row')
    .filter({ hasText: `#${id}` });
const formatDiamonds = (diamonds: number): string => diamonds.toLocaleString('de-DE');

test('staff follow a round from its first bet to its payout', async ({ page, signUp, browser }) => {
  const { username } = await signUp();
  const staff = await openAsStaff(browser, '/admin/games');
  await expect(staff.getByRole('heading', { level: 1, name: 'Games' })).toBeVisible();
  const id = await bet(page, [{ playerBet: 'red', amount: 700 }]);
  // Others may bet in the same round.
  await expect(async () => {
    const { amount } = await fetchRound(staff, id);
    expect(amount).toBeGreaterThanOrEqual(700);
    await expect(roundRow(staff, id)).toContainText(formatDiamonds(amount), { timeout: 1_000 });
  }).toPass();
  await roundRow(staff, id).getByRole('link').click();

  await expect(staff).toHaveURL(`/admin/game/${id}`);
  const playerRow = staff
    .getByRole('table', { name: 'Bets of the game' })
    .getByRole('row')
    .filter({ hasText: username });
  await expect(playerRow).toContainText('Red');
  await expect(detailValue(staff, 'Winning number')).toHaveText(/^(–|\d+)$/);
  await expect(detailValue(staff, 'Payments completed')).toHaveText('Evet', ROUND_TIMEOUT);
  await expect(detailValue(staff, 'Being played')).toHaveText('Hayır');

  const round = await fetchRound(staff, id);
  await expect(detailValue(staff, 'Winning number')).toHaveText(String(round.winnerNumber));
  await expect(detailValue(staff, 'Profit')).toContainText(formatDiamonds(round.amount - round.winAmount));
  await expect(playerRow.getByRole('cell').last()).toContainText(round.winnerColor === 'red' ? '1.400' : '0');
  await expectAccessible(staff);
  await staff.getByRole('link', { name: 'Proof of the round' }).click();
  await expect(staff).toHaveURL(`/fair/round/${id}`);
});

test('the admin API does not reveal the number before the draw', async ({ page, signUp, browser }) => {
  await signUp();
  const staff = await openAsStaff(browser, '/admin/games');
  await expect(async () => {
    const round = await fetchRound(staff, await bet(page, [{ playerBet: 'black', amount: 10 }]));
    expect(round.state).toBe('BETTING');
    expect([round.winnerNumber, round.winnerColor, round.seed]).toEqual([null, null, null]);
  }).toPass(ROUND_TIMEOUT);
});

test('a round updates the totals of the day in the tiles, the chart and the API', async ({ page, signUp, browser }) => {
  await signUp();
  const staff = await openAsStaff(browser, '/admin/games');
  const total = staff.getByText('Total bets', { exact: true }).first().locator('xpath=..');
  const slider = staff.getByRole('slider', { name: 'Chart day' });
  const before = await slider.getAttribute('aria-valuetext');
  await bet(page, [
    { playerBet: 'red', amount: 1_000 },
    { playerBet: 'black', amount: 1_000 },
  ]);
  await expect(slider).not.toHaveAttribute('aria-valuetext', before!, ROUND_TIMEOUT);
  await expect(async () => {
    const today = new Date().toISOString().slice(0, 10);
    const reply = await staff.request.get(`/admin/getRoundTotalsByDate/${today}`, ACCEPT_JSON);
    const { dailyBetAmount } = (await reply.json()) as { dailyBetAmount: { amount: number; winAmount: number }[] };
    await expect(total).toContainText(formatDiamonds(dailyBetAmount[0]!.amount), { timeout: 1_000 });
  }).toPass(ROUND_TIMEOUT);

  await slider.focus();
  await staff.keyboard.press('ArrowLeft');
  await expect(staff).toHaveURL(/date=\d{4}-\d\d-\d\d$/);
  // The label, the number, and the number again for screen readers.
  await expect(total).toHaveText('Total bets00 diamonds');
  await staff.getByRole('button', { name: 'Today' }).click();
  await expect(staff).toHaveURL(/\/admin\/games$/);
  await staff.getByText('Show as table').click();
  await expect(staff.getByRole('table', { name: /^Each day from/ }).getByRole('row')).toHaveCount(31);
  await expectAccessible(staff);
});

test('a player finds the round among the last games, in the history and in the ledger', async ({ page, signUp }) => {
  await signUp();
  await page.goto('/profile');
  await expect(page.getByText('No games yet.')).toBeVisible();
  const id = await bet(page, [
    { playerBet: 'red', amount: 300 },
    { playerBet: 'black', amount: 100 },
    { playerBet: 'green', amount: 50 },
  ]);
  const ledger = page.getByRole('table', { name: 'Balance history' });
  await expect(ledger.getByText('Roulette bet')).toHaveCount(3);
  await expect(ledger.getByRole('link', { name: `#${id}` })).toHaveCount(3);

  const games = page.getByRole('table', { name: 'Last games' });
  const row = games.getByRole('row').filter({ hasText: `Roulette #${id}` });
  await expect(row).toContainText(/450 → (600|200|700)/, ROUND_TIMEOUT);
  await expect(row.locator('time')).toHaveText(/^\d\d [A-Z][a-z]+ \d{4}, \d\d:\d\d:\d\d$/);
  await expect(row).toContainText(/Won|Lost/);
  await expect(ledger.getByText('Roulette win')).toHaveCount(1);
  await expectAccessible(page);

  await page.getByRole('link', { name: 'Oyun geçmişim' }).click();
  await expect(page.getByText('1 game', { exact: true })).toBeVisible();
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 780 });
    await expectNoHorizontalScroll(page);
    await expectAccessible(page);
  }
  await page.getByRole('link', { name: `Roulette #${id}` }).click();
  await expect(page).toHaveURL(`/fair/round/${id}`);
});

test('shows an error for failed requests, and a link to the list for an unknown round', async ({ browser }) => {
  const staff = await openAsStaff(browser, '/admin/oyun/999999999');
  await expect(staff.getByText('Failed to fetch game info')).toBeVisible();
  await expectAccessible(staff);
  await staff.getByRole('link', { name: 'Back to games' }).click();
  await expect(staff).toHaveURL(/\/admin\/games$/);

  await staff.route('**/admin/getRouletteRoundById/**', (route) => route.fulfill({ status: 400, json: {} }));
  await staff.goto('/admin/game/1');
  await expect(staff.getByText('Failed to fetch game info')).toBeVisible();
  await expect(staff.getByRole('button', { name: 'Try again' })).toBeVisible();
  await staff.route('**/admin/get*Round*', (route) => route.fulfill({ status: 400, json: {} }));
  await staff.goto('/admin/games');
  await expect(staff.getByText('An error occurred while fetching data.').first()).toBeVisible();
});

for (const width of [360, 1280]) {
  test(`the game list and the game page do not overflow at ${width} pixels`, async ({ page, signUp, browser }) => {
    await signUp();
    const id = await bet(page, [{ playerBet: 'green', amount: 25 }]);
    const staff = await openAsStaff(browser, '/admin/games');
    await staff.setViewportSize({ width, height: 780 });
    await expect(staff.getByRole('table', { name: 'Rounds' })).toBeVisible();
    await expect(staff.getByRole('slider')).toBeVisible();
    await expectNoHorizontalScroll(staff);
    await expectAccessible(staff);
    await staff.goto(`/admin/oyun/${id}`);
    await expect(staff.getByRole('table', { name: 'Bets of the game' })).toBeVisible();
    await expectNoHorizontalScroll(staff);
    await expectAccessible(staff);
  });
}
