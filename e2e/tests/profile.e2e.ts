import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect, expectAccessible, expectNoHorizontalScroll, test } from '../fixtures.ts';

const ACCEPT_JSON = { headers: { accept: 'application/json' } };

/** Opens a case by API; returns the item. */
async function openCase(page: Page): Promise<{ id: number; price: number; market_hash_name: string }> {
  const reply = await page.request.get('/case/openCase/Flint', ACCEPT_JSON);
  expect(reply.status()).toBe(200);
  return ((await reply.json()) as { reward: { id: number; price: number; market_hash_name: string } }).reward;
}

async function sell(page: Page, id: number): Promise<void> {
  const reply = await page.request.get(`/user/quickSellItem/${id}`, ACCEPT_JSON);
  expect(reply.status()).toBe(200);
}

const ledger = (page: Page) => page.getByRole('table', { name: 'Balance history' });
/** The cells of a row: date, type, subject, amount, balance. */
const cells = (page: Page, line: number) =>
  ledger(page)
    .getByRole('row')
    .nth(line + 1)
    .getByRole('cell');
const formatDiamonds = (amount: number): string => amount.toLocaleString('de-DE');
const START_BALANCE = 100_000;

test('an open page shows an opening and a sale with the right balances', async ({ page, signUp }) => {
  await signUp();
  await page.goto('/profile');
  await expect(ledger(page).getByRole('row')).toHaveCount(2);
  await expect(cells(page, 0).nth(1)).toHaveText('Welcome gift');
  await expect(page.getByText('Your best drop will appear here.')).toBeVisible();

  const won = await openCase(page);
  await expect(cells(page, 0).nth(2)).toHaveText('Flint');
  const remainingBalance = Number((await cells(page, 0).nth(4).innerText()).replaceAll('.', ''));
  await expect(cells(page, 0).nth(3)).toHaveText(`−${formatDiamonds(START_BALANCE - remainingBalance)}`);

  await sell(page, won.id);
  await expect(cells(page, 0).nth(1)).toHaveText('Item sold');
  await expect(cells(page, 0).nth(2)).toHaveText(won.market_hash_name);
  await expect(cells(page, 0).nth(3)).toHaveText(`+${formatDiamonds(won.price)}`);
  await expect(cells(page, 0).nth(4)).toContainText(formatDiamonds(remainingBalance + won.price));
  await expect(cells(page, 1).nth(1)).toHaveText('Case opened');
  await expect(cells(page, 0).nth(0)).toHaveText(/^\d\d [A-Z][a-z]+ \d{4}, \d\d:\d\d:\d\d$/);

  const best = page.locator(`a[href="/fair/roll/${won.id}"]`);
  await expect(best.getByRole('heading', { level: 3 })).toBeVisible();
  await best.click();
  await expect(page).toHaveURL(/\/fair\/roll\/[\w-]{22}$/);
});

test('the CSV file ends with the current balance, and follows the filters', async ({ page, signUp }) => {
  await signUp();
  await sell(page, (await openCase(page)).id);
  await openCase(page);
  await page.goto('/profile');

  const download = async (): Promise<string[][]> => {
    const waiting = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Download CSV' }).click();
    const file = await waiting;
    expect(file.suggestedFilename()).toBe('karat-balance-history.csv');
    const text = await readFile(await file.path(), 'utf8');
    const lines = text
      .replace(/^\uFEFF/, '')
      .trimEnd()
      .split('\r\n');
    expect(lines[0]).toBe('id,createdAt,transactionType,subject,amount,oldBalance,newBalance');
    return lines.slice(1).map((line) => line.split(','));
  };
  const all = await download();
  expect(all.map((line) => line[2])).toEqual(['WELCOME', 'CASE_OPEN', 'QUICK_SELL', 'CASE_OPEN']);
  const balance = Number(all.at(-1)!.at(-1));
  await expect(page.getByRole('banner').getByText(formatDiamonds(balance), { exact: true }).first()).toBeVisible();

  await page.getByRole('button', { name: 'Type: All' }).click();
  await page.getByRole('menuitemradio', { name: 'Item sold' }).click();
  await expect(page).toHaveURL(/\/profile\?type=QUICK_SELL$/);
  await expect(page.getByText('1 transaction', { exact: true })).toBeVisible();
  expect((await download()).map((line) => line[2])).toEqual(['QUICK_SELL']);

  await page.getByLabel('To (UTC)').fill('2020-01-01');
  await expect(page.getByText('No transactions match.')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('To (UTC)')).toHaveValue('2020-01-01');
  await page.getByRole('button', { name: 'Reset filters' }).click();
  await expect(page.getByText('4 transactions', { exact: true })).toBeVisible();
});

test('paging scrolls to the balance history, and the balance links to it', async ({ page, signUp }) => {
  await signUp();
  for (let count = 0; count < 11; count += 1) await openCase(page);
  await page.goto('/profile');
  await page.getByRole('link', { name: 'Page 2' }).click();
  await expect(page).toHaveURL('/profile?page=2#balance-history');
  await expect(ledger(page).getByRole('row')).toHaveCount(3);
  await expect(page.getByRole('heading', { name: /^Balance history/ })).toBeInViewport();
  await expect(cells(page, 1).nth(1)).toHaveText('Welcome gift');

  await page.goto('/cases');
  await page
    .getByRole('banner')
    .getByRole('button', { name: /balance/i })
    .first()
    .click();
  await page.getByRole('dialog').getByRole('button', { name: 'Your offers' }).click();
  await page.getByRole('link', { name: 'See your balance history' }).click();
  await expect(page).toHaveURL('/profile#balance-history');
  await expect(page.getByRole('heading', { name: /^Balance history/ })).toBeInViewport();
  await expect(page.getByRole('dialog')).toBeHidden();
});

test('the profile fits on a phone and on a desktop, new or full', async ({ page, signUp }) => {
  await signUp();
  const checkAt = async (width: number) => {
    await page.setViewportSize({ width, height: 860 });
    await page.goto('/profile');
    await expect(ledger(page)).toBeVisible();
    await expectNoHorizontalScroll(page);
    await expectAccessible(page);
  };
  await checkAt(360);
  await sell(page, (await openCase(page)).id);
  for (const width of [360, 768, 1280]) await checkAt(width);
});

test('visitors cannot read transactions and statistics', async ({ page, request }) => {
  for (const path of ['/user/getTransactions', '/user/downloadTransactions', '/user/getStatistics']) {
    expect((await request.get(path, ACCEPT_JSON)).status()).toBe(401);
  }
  await page.goto('/profile');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(ledger(page)).toBeHidden();
});
