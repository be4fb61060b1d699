import type { Page } from '@playwright/test';
import { admin } from '../admin.ts';
import { expect, expectAccessible, expectNoHorizontalScroll, newAccount, test } from '../fixtures.ts';

async function signInAsAdmin(page: Page): Promise<void> {
  expect((await page.request.post('/auth/login', { data: admin })).status()).toBe(200);
}

/** A picture of the site: external ones may not load where tests run. */
async function fetchPicture(page: Page): Promise<string> {
  const reply = await page.request.get('/admin/getAllItems?limit=1', { headers: { accept: 'application/json' } });
  return ((await reply.json()) as { data: { items: { image: string }[] } }).data.items[0]!.image;
}

const freshName = (what: string) => `${what} ${newAccount().username.slice(-9)}`;

const rates = (page: Page) => page.getByRole('spinbutton', { name: /^Drop rate/ });

async function fillRates(page: Page, values: readonly string[]): Promise<void> {
  for (const [index, value] of values.entries()) await rates(page).nth(index).fill(value);
}

test('the admin panel redirects visitors and players, and staff stay after a reload', async ({ page, signUp }) => {
  await page.goto('/admin/cases');
  await expect(page).toHaveURL(/\/$/);
  await signUp();
  await page.goto('/admin/cases');
  await expect(page).toHaveURL(/\/$/);
  await signInAsAdmin(page);
  await page.evaluate(() => localStorage.clear());
  await page.goto('/admin');
  await expect(page.getByRole('heading', { level: 1, name: 'Ticketlar' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Ticketlar' })).toBeVisible();
});

test('an item that was just added goes into a case immediately; its rates must total 100', async ({ page }) => {
  await signInAsAdmin(page);
  const [skinName, caseName, picture] = [freshName('Comet'), freshName('Thirds'), await fetchPicture(page)];

  await page.goto('/admin/items');
  await page.getByRole('button', { name: 'Add item' }).click();
  const itemModal = page.getByRole('dialog', { name: 'Add item' });
  await itemModal.getByLabel('Item name').fill('AK-47');
  await itemModal.getByLabel('Skin name').fill(skinName);
  await itemModal.getByLabel('Image URL').fill(picture);
  await itemModal.getByText('Factory New', { exact: true }).click();
  await itemModal.getByText('Covert', { exact: true }).click();
  await itemModal.getByText('Rifle', { exact: true }).click();
  await itemModal.getByLabel('Price').fill('1000');
  await itemModal.getByRole('button', { name: 'Add item' }).click();
  await expect(page.getByText('Item added successfully')).toBeVisible();

  await page.goto('/admin/cases');
  await page.getByRole('link', { name: 'Add new Case' }).click();
  const editor = page.getByRole('dialog', { name: 'New case' });
  await editor.getByLabel('Name').fill(caseName);
  await editor.getByLabel('Price').fill('200000');
  await editor.getByLabel('Image URL').fill(picture);
  await editor.getByRole('searchbox', { name: 'Search items' }).fill(skinName);
  await editor.getByRole('button', { name: new RegExp(`Add .*${skinName}`) }).click();
  await editor.getByRole('searchbox', { name: 'Search items' }).fill('Glock');
  const offered = editor.getByRole('button', { name: /^Add Glock/ });
  await offered.first().click();
  await offered.first().click();

  await fillRates(page, ['33.33', '33.33', '33.33']);
  await editor.getByRole('button', { name: 'Create case' }).click();
  await expect(editor.getByText('Total drop rate must be exactly 100%. Currently: 99.99%')).toBeVisible();
  await expectAccessible(page);
  await fillRates(page, ['33.33', '33.33', '33.34']);
  await editor.getByRole('button', { name: 'Create case' }).click();
  await expect(page.getByText('Case created!')).toBeVisible();
  await expect(page.getByRole('heading', { name: caseName })).toBeVisible();

  await page.goto(`/case/${encodeURIComponent(caseName)}`);
  await expect(page.getByRole('heading', { level: 1, name: `Case: ${caseName}` })).toBeVisible();
  await expect(page.getByText(`AK-47 | ${skinName}`).first()).toBeAttached();

  await page.goto('/admin/cases');
  await page.getByRole('link', { name: `Edit ${caseName}` }).click();
  const changed = page.getByRole('dialog', { name: `Edit case: ${caseName}` });
  await changed.getByLabel('Price').fill('210000');
  await changed.getByRole('button', { name: 'Save case' }).click();
  await expect(page.getByText('Case updated successfully!')).toBeVisible();
  await page.goto(`/case/${encodeURIComponent(caseName)}`);
  await expect(page.getByText('210.000').first()).toBeVisible();
});

test('refuses an edit with too low a house edge, and saves one with enough', async ({ page }) => {
  await signInAsAdmin(page);
  await page.goto('/admin/cases');
  await page.getByRole('link', { name: 'Edit Uncut Gem' }).click();
  const editor = page.getByRole('dialog', { name: 'Edit case: Uncut Gem' });
  const price = editor.getByLabel('Price');
  const before = Number(await price.inputValue());
  await price.fill('100');
  await editor.getByRole('button', { name: 'Save case' }).click();
  await expect(
    editor.getByText('House edge is negative! Increase the case price or reduce item values.'),
  ).toBeVisible();
  await price.fill(String(Math.round(before * 0.9)));
  await editor.getByRole('button', { name: 'Save case' }).click();
  await expect(editor.getByText('House edge is too low!')).toBeVisible();
  await price.fill(String(before));
  await editor.getByRole('button', { name: 'Save case' }).click();
  await expect(page.getByText('Case updated successfully!')).toBeVisible();
  await expect(editor).toBeHidden();
});

test('staff adjust a balance, and the player sees it at once', { tag: '@core' }, async ({ page, browser, baseURL }) => {
  const playerContext = await browser.newContext(baseURL === undefined ? {} : { baseURL });
  const player = await playerContext.newPage();
  await player.request.post('/auth/signup', { data: newAccount() });
  const me = (await (await player.request.get('/auth/me', { headers: { accept: 'application/json' } })).json()) as {
    data: { id: number };
  };
  await player.goto('/cases');
  await expect(player.getByRole('banner').getByText('100.000', { exact: true })).toBeVisible();
  await expect(player.getByText(/\d+ online/)).toBeVisible();

  await signInAsAdmin(page);
  await page.goto('/admin/adjustments');
  await page.getByLabel('Player id').fill(String(me.data.id));
  await page.getByLabel('Amount').fill('-500');
  await page.getByLabel('Reason').fill('A test of the desk');
  await page.getByRole('button', { name: 'Review' }).click();
  await expectAccessible(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Adjust balance' }).click();
  await expect(page.getByText(`Player ${me.data.id} now has 99.500 diamonds.`)).toBeVisible();
  await expect(player.getByRole('banner').getByText('99.500', { exact: true })).toBeVisible();
  await playerContext.close();
});

test('openings of players are listed', async ({ page, signUp }) => {
  const { username } = await signUp();
  const opened = await page.request.get('/case/openCase/Flint', { headers: { accept: 'application/json' } });
  expect(opened.status()).toBe(200);
  await signInAsAdmin(page);
  await page.goto('/admin/cases');
  await page.getByRole('link', { name: 'Opened cases' }).click();
  await expect(page).toHaveURL(/view=opened$/);
  await expect(page.getByRole('row').filter({ hasText: username })).toContainText('Flint');
});

for (const width of [360, 1280]) {
  test(`every tab and its modals fit at ${width} pixels`, async ({ page }) => {
    test.slow();
    await signInAsAdmin(page);
    await page.setViewportSize({ width, height: 780 });
    for (const path of ['/admin', '/admin/items', '/admin/cases', '/admin/cases?view=opened', '/admin/users']) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await page.waitForLoadState('networkidle');
      await expectNoHorizontalScroll(page);
      await expectAccessible(page);
    }
    await page.goto('/admin/items');
    await page.getByRole('button', { name: /^Edit/ }).first().click();
    await expect(page.getByRole('dialog', { name: 'Edit item' })).toBeVisible();
    await expectAccessible(page);
    await page.goto('/admin/cases');
    await page.getByRole('link', { name: /^Edit/ }).first().click();
    await expect(page.getByRole('dialog', { name: /^Edit case/ })).toBeVisible();
    await expect(rates(page).first()).toBeVisible();
    await expectNoHorizontalScroll(page);
    await expectAccessible(page);
  });
}
