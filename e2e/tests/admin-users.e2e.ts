import type { Browser, BrowserContextOptions, Page } from '@playwright/test';
import { admin } from '../admin.ts';
import {
  expect,
  expectAccessible,
  expectNoHorizontalScroll,
  newAccount,
  type NewAccount,
  phone,
  test,
} from '../fixtures.ts';

const ACCEPT_JSON = { headers: { accept: 'application/json' } };

/** Signs up a player in a separate context. Its browser errors are ignored, because the page logs failed requests after sign-out. */
async function signUpPlayer(
  browser: Browser,
  options?: BrowserContextOptions,
): Promise<{ page: Page; account: NewAccount }> {
  const page = await (await browser.newContext(options)).newPage();
  const account = newAccount();
  expect((await page.request.post('/auth/signup', { data: account })).status()).toBe(200);
  return { page, account };
}

async function signInAsStaff(page: Page, path: string): Promise<void> {
  expect((await page.request.post('/auth/login', { data: admin })).status()).toBe(200);
  await page.goto(path);
}

const detailValue = (page: Page, label: string) =>
  page.locator('dt', { hasText: new RegExp(`^${label}$`) }).locator('xpath=../dd');

/** Opens a case and lists the item on the market; returns the listing's id. */
/** From a case whose skins no journey of the market trades. */
async function listNewItem(page: Page): Promise<number> {
  const opened = await page.request.get('/case/openCase/Hive', ACCEPT_JSON);
  const { reward } = (await opened.json()) as { reward: { id: number } };
  const listed = await page.request.post('/user/listItemOnMarket', { data: { itemId: reward.id, price: 999_999 } });
  return ((await listed.json()) as { data: { listingId: number } }).data.listingId;
}

async function confirmWithReason(page: Page, button: string, reason: string): Promise<void> {
  await page.getByRole('button', { name: button, exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Reason').fill(reason);
  await dialog.getByRole('button', { name: button, exact: true }).click();
  await expect(dialog).toBeHidden();
}

test('staff find a user and see the bets, the payments and who is online', async ({ page, browser }) => {
  const player = await signUpPlayer(browser);
  const { username, email } = player.account;
  await listNewItem(player.page);
  await player.page.goto('/cases');

  await signInAsStaff(page, '/admin/users');
  await expect(page.getByRole('heading', { level: 1, name: 'Users' })).toBeVisible();
  await expect(page.getByRole('table', { name: 'Users, newest first' }).getByRole('row').nth(10)).toBeVisible();
  const online = page.getByRole('region', { name: /^Online users/ });
  await expect(online.getByRole('link', { name: username })).toBeVisible();
  await expectAccessible(page);
  await player.page.goto('about:blank');
  await expect(online.getByRole('link', { name: username })).toBeHidden();

  await page.getByRole('link', { name: 'By balance' }).click();
  await expect(page).toHaveURL('/admin/users?sort=balance');
  await expect(page.getByRole('table', { name: 'Users by balance' })).toBeVisible();

  await page.getByRole('textbox', { name: 'Name, e-mail, user id or Steam id' }).fill(email.slice(0, -3).toUpperCase());
  await page.keyboard.press('Enter');
  await page.getByRole('table', { name: 'Users found' }).getByRole('link', { name: username }).click();
  await expect(page).toHaveURL(/\/admin\/user\/\d+$/);
  await expect(page.getByRole('heading', { level: 1, name: username })).toBeVisible();
  await expect(detailValue(page, 'Role')).toHaveText('Kullanici');
  await expect(detailValue(page, 'E-mail')).toContainText(email);
  const bet = page.getByRole('table', { name: 'Bets' }).getByRole('row').nth(1);
  await expect(bet).toContainText('Hive');
  await expect(bet).toContainText(/\d\d:\d\d:\d\d \d\d\/\d\d\/\d{4}/);
  await expectAccessible(page);

  await page.goto(page.url().replace('/user/', '/kullanici/'));
  await page.getByRole('table', { name: 'Transactions' }).getByRole('link', { name: /^#/ }).first().click();
  await expect(page).toHaveURL(/\/admin\/transaction\/\d+$/);
  await page.getByRole('link', { name: username }).click();
  await expect(page.getByRole('heading', { level: 1, name: username })).toBeVisible();
});

test('a ban signs the user out and removes the listings, and lifting it allows sign-in', async ({ page, browser }) => {
  const player = await signUpPlayer(browser);
  const { username, password } = player.account;
  const listingId = await listNewItem(player.page);
  await player.page.goto('/inventory');
  await expect(player.page.getByRole('heading', { level: 1 })).toBeVisible();

  await signInAsStaff(page, `/admin/users?find=${username}`);
  await page.getByRole('table', { name: 'Users found' }).getByRole('link', { name: username }).click();
  await page.getByRole('button', { name: 'Ban', exact: true }).click();
  await expect(page.getByRole('dialog', { name: `Ban ${username}?` })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await confirmWithReason(page, 'Ban', 'Two accounts.');
  await expect(page.getByText(/^Banned at .* by boss$/)).toBeVisible();
  await expect(page.getByRole('paragraph').filter({ hasText: 'Two accounts.' })).toBeVisible();
  await expect(detailValue(page, 'State')).toHaveText('Banned');
  await expect(detailValue(page, 'Signed-in devices')).toHaveText('0');
  await expectAccessible(page);

  await expect(player.page.getByRole('button', { name: 'Sign in with Steam' })).toBeVisible();
  const refused = await player.page.request.post('/auth/login', { data: { username, password } });
  expect([refused.status(), ((await refused.json()) as { code: string }).code]).toEqual([403, 'banned']);
  await page.goto(`/admin/listings?username=${username}`);
  await expect(page.getByRole('listitem').filter({ hasText: '999.999' })).toContainText('Removed');
  const purchase = await page.request.post(`/user/buyMarketItem/${listingId}`);
  expect(((await purchase.json()) as { code: string }).code).toBe('listing_gone');

  await page.goBack();
  await confirmWithReason(page, 'Lift the ban', 'A mistake.');
  await expect(detailValue(page, 'State')).toHaveText('Active');
  expect((await player.page.request.post('/auth/login', { data: { username, password } })).status()).toBe(200);
  await page.goto('/admin/logs');
  const logEntry = page.getByText(new RegExp(`account\\.ban ${username}#\\d+ "Two accounts\\."`));
  await expect(logEntry).toBeVisible();
});

test('on a phone staff mute a user, adjust the balance and sign the user out', async ({ page, browser }) => {
  await page.setViewportSize(phone.viewport);
  const player = await signUpPlayer(browser);
  const { username } = player.account;
  await player.page.goto('/cases');
  await signInAsStaff(page, '/admin/users');
  await expect(page.getByRole('table', { name: 'Users, newest first' })).toBeVisible();
  await expectNoHorizontalScroll(page);
  await expectAccessible(page);

  await page.goto(`/admin/users?find=${username}`);
  await page.getByRole('table', { name: 'Users found' }).getByRole('link', { name: username }).click();
  await expect(detailValue(page, 'Balance')).toContainText('100.000');
  await expectNoHorizontalScroll(page);
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Mute…' }).click();
  await page.getByRole('dialog').getByLabel('Reason').fill('Insults.');
  await page.getByRole('dialog').getByRole('button', { name: 'Mute', exact: true }).click();
  await expect(detailValue(page, 'Muted until')).toBeVisible();

  await page.getByLabel('Amount', { exact: true }).fill('500');
  await page.getByLabel('Reason').fill('For a good idea.');
  await page.getByRole('button', { name: 'Review' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Adjust balance' }).click();
  await expect(detailValue(page, 'Balance')).toContainText('100.500');
  await expect(page.getByRole('table', { name: 'Transactions' })).toContainText('For a good idea.');

  await confirmWithReason(page, 'Sign out everywhere', 'A lost phone.');
  await expect(player.page.getByRole('button', { name: 'Sign in with Steam' })).toBeVisible();
  await expect(detailValue(page, 'Signed-in devices')).toHaveText('0');
  await expect(page.getByRole('button', { name: 'Sign out everywhere' })).toBeHidden();
});
