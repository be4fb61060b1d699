import type { Page } from '@playwright/test';
import { expect, expectAccessible, expectNoHorizontalScroll, test } from '../fixtures.ts';

/** Opens five cases by API, without an animation. */
async function winFive(page: Page): Promise<void> {
  const reply = await page.request.get('/case/openCase/Flint?count=5', { headers: { accept: 'application/json' } });
  expect(reply.status()).toBe(200);
}

const cards = (page: Page) => page.getByRole('article');
// Cheapest first: selling an expensive item asks for confirmation.
const ADDRESS = '/inventory?sort=lowest';

test(
  'a player sells one item, then all the others with one confirmation, and another tab follows',
  { tag: '@core' },
  async ({ page, context, signUp }) => {
    await signUp();
    await winFive(page);
    const other = await context.newPage();
    await other.goto(ADDRESS);
    await page.goto(ADDRESS);
    await expect(page.getByText('(5 item found)')).toBeVisible();
    await expect(other.getByText('(5 item found)')).toBeVisible();

    await cards(page).first().getByRole('button', { name: 'Quick Sell' }).click();
    await expect(page.getByRole('button', { name: 'Item Sold!' })).toBeDisabled();
    await expect(page.getByText(/ sold for [\d.]+$/)).toBeVisible();
    await expect(page.getByText('(4 item found)')).toBeVisible();
    await expect(other.getByText('(4 item found)')).toBeVisible();

    await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
    const bar = page.getByRole('region', { name: 'Selected items' });
    await expect(bar).toContainText('4 items');
    await bar.getByRole('button', { name: 'Sell selected' }).click();
    const question = page.getByRole('dialog', { name: 'Sell 4 items?' });
    await expectAccessible(page);
    await question.getByRole('button', { name: /^Sell for/ }).click();
    await expect(page.getByText(/^4 items sold for/)).toBeVisible();
    await expect(page.getByText('(0 item found)')).toBeVisible();
    await expect(other.getByText('Your inventory is empty.')).toBeVisible();
  },
);

test('filters and sort order are in the URL, and Back removes them', async ({ page, signUp }) => {
  await signUp();
  await winFive(page);
  await page.goto('/inventory');
  await expect(cards(page).first()).toBeVisible();
  await page.getByRole('button', { name: /^Type/ }).click();
  await page.getByRole('menuitemradio', { name: 'Knife' }).click();
  await expect(page).toHaveURL(/\?type=Knife$/);
  await page.getByRole('button', { name: /^Sort by/ }).click();
  await page.getByRole('menuitemradio', { name: 'Highest Price' }).click();
  await expect(page).toHaveURL(/type=Knife&sort=highest$/);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Type: Knife' })).toBeVisible();
  await page.goBack();
  await page.goBack();
  await expect(page.getByRole('button', { name: 'Type: All' })).toBeVisible();
  await expect(page.getByText('(5 item found)')).toBeVisible();
  await page.getByRole('textbox', { name: 'Search your items' }).fill('no such skin');
  await expect(page.getByText('No items match.')).toBeVisible();
  await page.getByRole('button', { name: 'Reset filters' }).click();
  await expect(page.getByText('(5 item found)')).toBeVisible();
});

test('each item links to its proof', async ({ page, signUp }) => {
  await signUp();
  await winFive(page);
  await page.goto('/inventory');
  await cards(page)
    .first()
    .getByRole('link', { name: /^Proof/ })
    .click();
  await expect(page).toHaveURL(/\/fair\/roll\/[\w-]{22}$/);
});

test('the inventory fits on a phone and on a desktop, with and without a selection', async ({ page, signUp }) => {
  await signUp();
  await winFive(page);
  for (const width of [360, 1280]) {
    // Tall enough for everything: axe reports targets that are half under a bar as too small.
    await page.setViewportSize({ width, height: 1_700 });
    await page.goto('/inventory');
    await page.getByRole('checkbox').nth(1).check();
    await expect(page.getByRole('region', { name: 'Selected items' })).toBeVisible();
    await expectNoHorizontalScroll(page);
    await expectAccessible(page);
  }
});
