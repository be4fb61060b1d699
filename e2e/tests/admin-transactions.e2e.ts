import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Item } from '@karat/contract/items';
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { admin } from '../admin.ts';
import { expect, expectAccessible, expectNoHorizontalScroll, phone, test } from '../fixtures.ts';

const ACCEPT_JSON = { headers: { accept: 'application/json' } };

/** Opens a page as staff, in a separate browser context. */
async function openAsStaff(context: BrowserContext, path: string): Promise<Page> {
  const page = await context.newPage();
  expect((await page.request.post('/auth/login', { data: admin })).status()).toBe(200);
  await page.goto(path);
  return page;
}

const detailValue = (page: Page, label: string) =>
  page.locator('dt', { hasText: new RegExp(`^${label}$`) }).locator('xpath=../dd');

/** Opens a case and lists the item on the market; returns its name. */
async function sellNewItem(page: Page): Promise<string> {
  const opened = await page.request.get('/case/openCase/Bedrock', ACCEPT_JSON);
  const { reward } = (await opened.json()) as { reward: { id: number; market_hash_name: string } };
  const listed = await page.request.post('/user/listItemOnMarket', { data: { itemId: reward.id, price: 1_234 } });
  expect(listed.status()).toBe(200);
  return reward.market_hash_name;
}

test('staff find the transactions of a player, and open one under both URLs', async ({ page, signUp, browser }) => {
  const { username } = await signUp();
  expect((await page.request.get('/case/openCase/Bedrock', ACCEPT_JSON)).status()).toBe(200);
  const staff = await openAsStaff(await browser.newContext(), '/admin/transactions');
  await expect(staff.getByRole('heading', { level: 1, name: 'Transactions' })).toBeVisible();
  await staff.getByRole('textbox', { name: 'Exact username' }).fill(username.toUpperCase());
  const table = staff.getByRole('table', { name: 'Transactions, newest first' });
  await expect(table.getByRole('row')).toHaveCount(3);
  await expect(table.getByRole('row').nth(1)).toContainText('Case opened');
  await expect(table.getByRole('row').nth(2)).toContainText('Welcome gift');
  await expectAccessible(staff);

  await table
    .getByRole('row')
    .nth(1)
    .getByRole('link', { name: /^#\d+$/ })
    .click();
  await expect(staff).toHaveURL(/\/admin\/transaction\/\d+$/);
  await expect(detailValue(staff, 'Transaction type')).toHaveText('Case opened CASE_OPEN');
  await expect(detailValue(staff, 'Old balance')).toContainText('100.000');
  await expect(detailValue(staff, 'Details')).toHaveText('Bedrock');
  await expectAccessible(staff);
  await staff.goto(staff.url().replace('/transaction/', '/islem/'));
  await expect(detailValue(staff, 'User id')).toHaveText(/^\d+$/);

  await staff.goto('/admin/transaction/999999999');
  await expect(staff.getByText('Failed to fetch transaction info')).toBeVisible();
  await staff.getByRole('link', { name: 'Back to transactions' }).click();
  await expect(staff).toHaveURL('/admin/transactions');
});

test('staff remove a listing, and its owner gets the item back with the reason', async ({ page, signUp, browser }) => {
  const { username } = await signUp();
  const name = await sellNewItem(page);
  const staff = await openAsStaff(await browser.newContext(phone), '/admin/transactions');
  await staff.getByRole('navigation', { name: 'More admin pages' }).getByRole('link', { name: 'Listings' }).click();
  await staff.getByRole('textbox', { name: 'Exact username of the seller' }).fill(username);
  const row = staff.getByRole('list', { name: 'Listings, newest first' }).getByRole('listitem');
  await expect(row).toHaveCount(1);
  await expect(row).toContainText('1.234');
  await expectNoHorizontalScroll(staff);
  await row.getByRole('button', { name: `Remove ${name} by ${username}` }).click();
  await staff.getByRole('dialog').getByLabel('Reason').fill('A price to trick people.');
  await expectAccessible(staff);
  await staff.getByRole('dialog').getByRole('button', { name: 'Remove listing' }).click();
  await expect(row).toContainText('Removed');
  await expect(row).toContainText('Reason: A price to trick people.');
  await expectAccessible(staff);

  const reply = await page.request.get('/user/getUserInventory', ACCEPT_JSON);
  expect(((await reply.json()) as { data: { state: string }[] }).data.map(({ state }) => state)).toEqual(['OWNED']);
  await page.goto('/');
  await page.getByRole('button', { name: /^Notifications/ }).click();
  await expect(page.getByRole('dialog', { name: 'Notifications' })).toContainText('A price to trick people.');
});

type Feed = { server: Server; url: string; prices: Record<string, number> | undefined };

/** A price feed that answers 503 until prices are set. */
async function openFeed(): Promise<Feed> {
  const feed: Omit<Feed, 'url'> = {
    server: createServer((_, response) => {
      response.writeHead(feed.prices === undefined ? 503 : 200);
      response.end(JSON.stringify({ prices: feed.prices }));
    }),
    prices: undefined,
  };
  await new Promise<void>((resolve) => feed.server.listen(0, '127.0.0.1', resolve));
  return Object.assign(feed, { url: `http://127.0.0.1:${(feed.server.address() as AddressInfo).port}/` });
}

async function fetchAllItems(page: Page): Promise<Item[]> {
  const items: Item[] = [];
  for (let pageNumber = 1; ; pageNumber += 1) {
    const reply = await page.request.get(`/admin/getAllItems?limit=100&page=${pageNumber}`, ACCEPT_JSON);
    const { data } = (await reply.json()) as { data: { items: Item[] } };
    if (data.items.length === 0) return items;
    items.push(...data.items);
  }
}

async function openStaffPage(browser: Browser, baseURL: string): Promise<Page> {
  const options = { baseURL, reducedMotion: 'reduce', locale: 'en-GB' } as const;
  return openAsStaff(await browser.newContext(options), '/admin/items');
}

test('a price jump waits for the decision of staff', async ({ browser, launch }) => {
  const feed = await openFeed();
  const site = await launch({ PRICE_FEED_URL: feed.url });
  const staff = await openStaffPage(browser, site.origin);
  await staff.getByRole('navigation', { name: 'More admin pages' }).getByRole('link', { name: 'Prices' }).click();
  await expect(staff.getByText('The feed answered with status 503.')).toBeVisible();
  await expect(staff.getByText('Prices are out of date.')).toBeVisible();
  await expectAccessible(staff);

  const items = await fetchAllItems(staff);
  const [first, second] = items.filter(({ price }) => price > 10_000);
  feed.prices = Object.fromEntries(items.map(({ market_hash_name: name, price }) => [name, price]));
  feed.prices[first!.market_hash_name] = first!.price * 3;
  feed.prices[second!.market_hash_name] = second!.price + 1;
  await staff.getByRole('button', { name: 'Update now' }).click();
  await expect(detailValue(staff, 'Changed')).toHaveText('1 item');
  await expect(staff.getByText('Prices are out of date.')).toBeHidden();
  const row = staff.getByRole('list', { name: /^Price jumps/ }).getByRole('listitem');
  await expect(row).toHaveCount(1);
  await expect(row).toContainText('+200');
  await expectAccessible(staff);
  await row.getByRole('button', { name: `Accept the new price of ${first!.market_hash_name}` }).click();
  await expect(staff.getByText('No prices are waiting for you.')).toBeVisible();
  const prices = new Map((await fetchAllItems(staff)).map(({ id, price }) => [id, price]));
  expect([prices.get(first!.id), prices.get(second!.id)]).toEqual([first!.price * 3, second!.price + 1]);
  await staff.context().close();
  feed.server.close();
});
