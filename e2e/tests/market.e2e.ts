import { fillPath } from '@karat/contract/endpoint';
import { pages } from '@karat/contract/pages';
import type { Page } from '@playwright/test';
import { holdRequests } from '../hold-requests.ts';
import { savePrice, submitItem } from '../selling.ts';
import { expect, expectAccessible, expectNoHorizontalScroll, phone, test } from '../fixtures.ts';

type Won = { id: number; market_hash_name: string; parentItem: number; price: number };

const json = { accept: 'application/json' };

/** Opens five cases by API. Each journey uses another case, so that no other journey trades its skins. */
async function winFive(page: Page, caseName: string): Promise<Won[]> {
  const reply = await page.request.get(`/case/openCase/${encodeURIComponent(caseName)}?count=5`, { headers: json });
  expect(reply.status()).toBe(200);
  return ((await reply.json()) as { rewards: Won[] }).rewards;
}

async function listItem(page: Page, won: Won, price: number): Promise<number> {
  const reply = await page.request.post('/user/listItemOnMarket', { headers: json, data: { itemId: won.id, price } });
  expect(reply.status()).toBe(200);
  return ((await reply.json()) as { data: { listingId: number } }).data.listingId;
}

const nameOf = (won: Won): string => won.market_hash_name.replace(/\s*\([^()]*\)$/, '');
const itemPage = (won: Won): string => fillPath(pages.marketItem, { itemId: won.parentItem });
const balance = (page: Page) => page.getByRole('banner').getByText(/^[\d.]+$/);
const readBalance = async (page: Page) => Number((await balance(page).innerText()).replaceAll('.', ''));
const formatDiamonds = (amount: number) => amount.toLocaleString('de-DE');

test(
  'an item is listed, found by its filters and bought; the seller is notified and paid minus the fee',
  { tag: '@core' },
  async ({ page, signUp, addPlayer }) => {
    const seller = await signUp();
    const [won] = await winFive(page, 'Flint');
    await page.goto('/market');
    await expect(page.getByRole('heading', { level: 1, name: /^Market Place/ })).toBeVisible();
    await page.getByRole('button', { name: '+ Sell Your Item' }).click();
    const modal = page.getByRole('dialog', { name: 'Sell Your Item' });
    await modal
      .getByRole('button', { name: nameOf(won!) })
      .first()
      .click();
    await modal.getByLabel('Price', { exact: true }).fill('777');
    await expect(modal.getByText('739', { exact: true })).toBeVisible();
    await submitItem(page, modal);
    await expect(page.getByText(/^Item .+ listed for sale at \$777\.$/)).toBeVisible();
    await expect(modal.getByText('This item is not tradable')).toBeVisible();
    await modal.getByRole('button', { name: 'Close' }).click();
    const before = await readBalance(page);

    const { page: buyer } = await addPlayer();
    await buyer.goto('/market');
    await buyer.getByRole('textbox', { name: 'Search the market' }).fill(nameOf(won!));
    await buyer.getByRole('textbox', { name: 'Price to' }).fill('777');
    await expect(buyer).toHaveURL(/search=.+max=777$/);
    await buyer
      .getByRole('main')
      .getByRole('link')
      .filter({ hasText: nameOf(won!) })
      .filter({ hasText: '777' })
      .click();
    await buyer.getByRole('button', { name: `Buy for 777 from ${seller.username}` }).click();
    const question = buyer.getByRole('dialog', { name: 'Buy this skin?' });
    await expect(question.getByText('99.223', { exact: true })).toBeVisible();
    await question.getByRole('button', { name: 'Buy for 777' }).click();
    await expect(buyer.getByText(/ bought for 777\./)).toBeVisible();
    await expect(balance(buyer)).toHaveText('99.223');
    await buyer.getByRole('link', { name: 'View in inventory' }).click();
    await expect(buyer.getByText('(1 item found)')).toBeVisible();

    // The fee is five percent, rounded down.
    await expect(balance(page)).toHaveText(formatDiamonds(before + 777 - Math.floor(777 / 20)));
    await page.getByRole('button', { name: /^Notifications/ }).click();
    await expect(page.getByText('Sold on the market')).toBeVisible();
    await page.keyboard.press('Escape');
    await page.goto('/listings?view=closed');
    await expect(page.getByRole('listitem').filter({ hasText: nameOf(won!) })).toContainText('Sold');
  },
);

test('the grid follows the market: offers new listings, updates prices, marks removed listings', async ({
  page,
  signUp,
  addPlayer,
}) => {
  const { page: seller } = await addPlayer();
  const [won] = await winFive(seller, 'Bedrock');
  const id = await listItem(seller, won!, 612);
  await signUp();
  await page.goto(`/market?search=${encodeURIComponent(nameOf(won!))}`);
  const card = page.getByRole('listitem').filter({ hasText: won!.market_hash_name.match(/\(([^()]*)\)$/)![1]! });
  await expect(card.first()).toContainText('612');
  await seller.request.post(`/user/changeListingPrice/${id}`, { headers: json, data: { price: 598 } });
  await expect(card.first()).toContainText('598');
  await seller.request.post(`/user/cancelListing/${id}`, { headers: json });
  await expect(card.first()).toContainText('No longer for sale');
  await page.getByRole('button', { name: /change.*: show$/ }).click();
  await expect(page.getByText('No longer for sale')).toBeHidden();
});

test('asks again if the price changed while buying, and shows that a listing is gone', async ({
  page,
  signUp,
  addPlayer,
  browserErrors,
}) => {
  const { page: seller, account } = await addPlayer();
  const [won, other] = await winFive(seller, 'Şafak');
  const id = await listItem(seller, won!, 500);
  const second = await listItem(seller, other!, 900);
  await signUp();
  await page.goto(itemPage(won!));
  await page.getByRole('button', { name: `Buy for 500 from ${account.username}` }).click();
  const question = page.getByRole('dialog', { name: 'Buy this skin?' });
  await expect(question).toBeVisible();
  await seller.request.post(`/user/changeListingPrice/${id}`, { headers: json, data: { price: 640 } });
  await question.getByRole('button', { name: 'Buy for 500' }).click();
  await expect(question.getByText('The price has changed from 500 to 640. Buy it anyway?')).toBeVisible();
  await expect(balance(page)).toHaveText('100.000');
  await question.getByRole('button', { name: 'Buy for 640' }).click();
  await expect(question).toBeHidden();
  await expect(balance(page)).toHaveText('99.360');

  await page.goto(itemPage(other!));
  await page.getByRole('button', { name: `Buy for 900 from ${account.username}` }).click();
  await seller.request.post(`/user/cancelListing/${second}`, { headers: json });
  await expect(question.getByText('This listing is no longer on the market.')).toBeVisible();
  await question.getByRole('button', { name: 'Back to listings' }).click();
  await expect(page.getByRole('button', { name: `Buy for 900 from ${account.username}` })).toBeHidden();
  // The browser logs the refused call.
  browserErrors.splice(0);
});

test('a press on Sell before the session is known waits for it', async ({ page, signUp }) => {
  await signUp();
  const release = await holdRequests(page, '**/auth/me*');
  await page.goto('/market');
  const button = page.getByRole('button', { name: '+ Sell Your Item' });
  await button.click();
  await expect(button).toHaveAttribute('aria-busy', 'true');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  release();
  await expect(page.getByRole('dialog', { name: 'Sell Your Item' })).toBeVisible();
});

test('a buy order is filled when the skin is listed, and can be cancelled', async ({ page, signUp, addPlayer }) => {
  const { page: seller } = await addPlayer();
  const [won, other] = await winFive(seller, 'Verdigris');
  await signUp();
  await page.goto(itemPage(won!));
  const panel = page.getByRole('region', { name: 'Place a buy order' });
  await panel.getByRole('button', { name: 'Place order' }).click();
  await expect(panel.getByText('Please enter a valid price.')).toBeVisible();
  await panel.getByLabel('Maximum price').fill('720');
  await panel.getByRole('button', { name: 'Place order' }).click();
  await expect(page.getByText('Buy order placed.')).toBeVisible();
  const ownOrder = page.getByRole('region', { name: 'Your buy order' });
  await expect(ownOrder).toContainText('up to 720');

  await listItem(seller, won!, 650);
  // The buyer pays the seller's price, not the order's.
  await expect(balance(page)).toHaveText('99.350');
  await expect(ownOrder).toBeHidden();
  await page.goto('/listings?tab=orders&view=closed');
  await expect(page.getByRole('listitem').filter({ hasText: 'Filled' })).toContainText('650');

  await page.goto(itemPage(other!));
  await page.getByLabel('Maximum price').fill('5');
  await page.getByRole('button', { name: 'Place order' }).click();
  await expect(ownOrder).toBeVisible();
  await page.goto('/listings?tab=orders');
  await page.getByRole('button', { name: /^Cancel: / }).click();
  await page
    .getByRole('dialog', { name: 'Cancel this buy order?' })
    .getByRole('button', { name: 'Cancel order' })
    .click();
  await expect(page.getByText('You have no open buy orders.')).toBeVisible();
});

test('a player lists an item from the inventory, changes its price and cancels the listing', async ({
  page,
  signUp,
}) => {
  await signUp();
  const [won] = await winFive(page, 'Power Cut');
  await page.goto('/inventory');
  await page
    .getByRole('article')
    .filter({ hasText: nameOf(won!) })
    .first()
    .getByRole('button', { name: /^Sell .+ on the market$/ })
    .click();
  const modal = page.getByRole('dialog', { name: 'Sell Your Item' });
  await modal.getByLabel('Price', { exact: true }).fill('1.200');
  await submitItem(page, modal);
  await expect(page.getByText(/listed for sale at \$1\.200\.$/)).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'View listing' }).click();
  await page.getByRole('button', { name: /^Change price: / }).click();
  const question = page.getByRole('dialog', { name: 'Change price' });
  await question.getByLabel('New price').fill('1000');
  await expect(question.getByText('950', { exact: true })).toBeVisible();
  await savePrice(page, question);
  await expect(page.getByRole('main').getByText('1.000', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: /^Cancel: / }).click();
  await page.getByRole('button', { name: 'Cancel listing' }).click();
  await expect(page.getByText('You have nothing on the market.')).toBeVisible();
  await page.goto('/inventory');
  await expect(page.getByText('On the market')).toBeHidden();
});

test('the sell modal is the specification’s: one item open, a price above 0, closed by backdrop and by x', async ({
  page,
  signUp,
}) => {
  await signUp();
  const [won] = await winFive(page, 'Flint');
  await listItem(page, won!, 100_000);
  await page.goto('/market');
  const open = page.getByRole('button', { name: '+ Sell Your Item' });
  await open.click();
  const modal = page.getByRole('dialog', { name: 'Sell Your Item' });
  await expect(modal.getByRole('heading', { name: 'Your Inventory Items' })).toBeVisible();
  await expect(modal.getByRole('heading', { name: 'Non-Tradable Items' })).toBeVisible();
  await expect(modal.getByText('This item is not tradable')).toHaveCount(1);
  const rows = modal.locator('button[aria-expanded]');
  await expect(rows).toHaveCount(4);
  await rows.nth(0).click();
  await rows.nth(1).click();
  await expect(modal.getByRole('button', { name: 'Submit Item' })).toHaveCount(1);
  await expect(rows.nth(0)).toHaveAttribute('aria-expanded', 'false');
  await modal.getByRole('button', { name: 'Submit Item' }).click();
  await expect(page.getByText('Please enter a valid price.')).toBeVisible();
  await expectAccessible(page);
  await page.mouse.click(8, 300);
  await expect(modal).toBeHidden();
  await expect(open).toBeFocused();
  await open.click();
  await modal.getByRole('button', { name: 'Close' }).click();
  await expect(modal).toBeHidden();
});

test('every page of the market fits on a phone and on a desktop', async ({ page, signUp, addPlayer }) => {
  const { page: seller } = await addPlayer();
  const [won] = await winFive(seller, 'Flint');
  await listItem(seller, won!, 5_000);
  await signUp();
  const [mine] = await winFive(page, 'Flint');
  await listItem(page, mine!, 4_000);
  for (const viewport of [phone.viewport, { width: 1280, height: 860 }]) {
    await page.setViewportSize(viewport);
    for (const path of ['/market', itemPage(won!), '/listings', '/listings?tab=orders']) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.getByRole('status').filter({ hasText: 'Loading' })).toHaveCount(0);
      await expectNoHorizontalScroll(page);
      await expectAccessible(page);
    }
    await page.goto(itemPage(won!));
    await page
      .getByRole('button', { name: /^Buy for .+ from / })
      .first()
      .click();
    await expect(page.getByRole('dialog', { name: 'Buy this skin?' })).toBeVisible();
    await expectAccessible(page);
  }
});

test('on a phone the filters are a sheet, and all of them are in the URL', async ({ page }) => {
  await page.setViewportSize(phone.viewport);
  await page.goto('/market?sort=lowest');
  await page.getByRole('button', { name: 'Filters', exact: true }).click();
  const sheet = page.getByRole('dialog', { name: 'Filters' });
  await sheet.getByText('Knife', { exact: true }).click();
  await expect(page).toHaveURL(/sort=lowest&type=Knife$/);
  await expectAccessible(page);
  await expectNoHorizontalScroll(page);
  await sheet.getByRole('button', { name: /^Show / }).click();
  await expect(sheet).toBeHidden();
  await expect(page.getByRole('button', { name: 'Filters (1)' })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/\?sort=lowest$/);
});

test('shows an error page with a link back for an unknown skin', async ({ page, browserErrors }) => {
  await page.goto('/market/999999999');
  await expect(page.getByText('This skin does not exist.')).toBeVisible();
  await page.getByRole('link', { name: 'Back to the market' }).click();
  await expect(page).toHaveURL(/\/market$/);
  // The browser logs the failed call.
  browserErrors.splice(0);
});
