import { admin } from '../admin.ts';
import { expect, expectAccessible, newAccount, test } from '../fixtures.ts';

test('a visitor signs up, changes the password, signs out and comes back', { tag: '@core' }, async ({ page }) => {
  const account = newAccount();
  await page.goto('/');
  await page.getByRole('banner').getByRole('button', { name: 'Login' }).click();
  const modal = page.getByRole('dialog');
  await modal.getByRole('button', { name: 'Sign up' }).click();
  await expectAccessible(page);
  await modal.getByLabel('E-mail').fill(account.email);
  await modal.getByLabel('Username').fill(account.username);
  await modal.getByLabel('Password', { exact: true }).fill(account.password);
  await modal.getByLabel('Confirm password').fill(account.password);
  await modal.locator('form').getByRole('button', { name: 'Sign up' }).click();
  await expect(page.getByText('Kayıt başarılı!')).toBeVisible();
  await expect(modal).toBeHidden();
  expect(await page.evaluate(() => localStorage.getItem('jwt_token'))).toMatch(/^[\w-]{43}$/);

  await page.getByRole('button', { name: account.username }).click();
  await page.getByRole('menuitem', { name: 'Profil' }).click();
  await expect(page.getByRole('heading', { level: 1, name: account.username })).toBeVisible();
  await page.getByRole('link', { name: 'Güvenlik' }).click();
  await page.getByLabel('Old password').fill(account.password);
  await page.getByLabel('New password', { exact: true }).fill('yeni-elmas-9');
  await page.getByLabel('Confirm new password').fill('yeni-elmas-9');
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText('Istek başarılı!')).toBeVisible();

  await page.getByRole('button', { name: account.username }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await expect(page.getByRole('banner').getByRole('button', { name: 'Login' })).toBeVisible();
  expect(
    await page.evaluate(() =>
      ['jwt_token', 'username', 'steamId', 'avatar', 'jwt'].map((key) => localStorage.getItem(key)),
    ),
  ).toEqual(Array.from({ length: 5 }, () => null));
  expect((await page.context().cookies()).find(({ name }) => name === 'username')).toBeUndefined();

  await page.getByRole('banner').getByRole('button', { name: 'Login' }).click();
  await page.getByLabel('Username').fill(account.username);
  await page.getByLabel('Password', { exact: true }).fill('yeni-elmas-9');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Giriş basarılı! Hoşgeldiniz.')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('button', { name: account.username })).toBeVisible();
});

test('shows the error of the site for a taken name', async ({ page, browser, browserErrors, baseURL }) => {
  const account = newAccount();
  const otherPlayer = await browser.newContext({ baseURL: baseURL! });
  await otherPlayer.request.post('/auth/signup', { data: account });
  await otherPlayer.close();
  await page.goto('/');
  await page.getByRole('banner').getByRole('button', { name: 'Login' }).click();
  const modal = page.getByRole('dialog');
  await modal.getByRole('button', { name: 'Sign up' }).click();
  await modal.getByLabel('E-mail').fill(`other-${account.email}`);
  await modal.getByLabel('Username').fill(account.username.toUpperCase());
  await modal.getByLabel('Password', { exact: true }).fill(account.password);
  await modal.getByLabel('Confirm password').fill(account.password);
  await modal.locator('form').getByRole('button', { name: 'Sign up' }).click();
  await expect(page.getByText('Kullanıcı adı veya email zaten kullanımda.')).toBeVisible();
  // The browser logs the expected 409.
  browserErrors.splice(0);
});

test(
  'a visitor signs in through the sandbox, and returns to the page they came from',
  { tag: '@core' },
  async ({ page }) => {
    await page.goto('/faq');
    await page.getByRole('banner').getByRole('button', { name: 'Sign in with Steam' }).click();
    await expect(page).toHaveURL(/\/sandbox\/openid\/login/);
    await expectAccessible(page);
    const name = `Gezgin ${Date.now().toString(36)}`;
    await page.getByRole('textbox').fill(name);
    await page.getByRole('textbox').press('Enter');
    await expect(page).toHaveURL(/\/faq$/);
    await expect(page.getByRole('button', { name: name.replace(' ', '_') })).toBeVisible();
    const me = await (await page.request.get('/auth/me')).json();
    expect(me.data.steamId).toMatch(/^7656119\d{10}$/);
    expect(me.data.email).toBeNull();
  },
);

test('a cancelled sign-in creates no account', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('banner').getByRole('button', { name: 'Sign in with Steam' }).click();
  await page.getByRole('link', { name: /cancel/i }).click();
  await expect(page).toHaveURL(/\/$/);
  await expect(page.getByRole('banner').getByRole('button', { name: 'Login' })).toBeVisible();
  expect(await (await page.request.get('/auth/me?optional=1')).json()).toEqual({ data: null });
});

test('signing out in one tab signs every tab out', async ({ page, context, signUp }) => {
  const { username } = await signUp();
  await page.goto('/');
  const other = await context.newPage();
  await other.goto('/faq');
  await expect(other.getByRole('button', { name: username })).toBeVisible();
  await page.getByRole('button', { name: username }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await expect(other.getByRole('banner').getByRole('button', { name: 'Login' })).toBeVisible();
});

test('a device that is signed out from another shows it at once', async ({ page, browser, signUp, baseURL }) => {
  const account = await signUp();
  const phone = await browser.newContext({ baseURL: baseURL! });
  const phonePage = await phone.newPage();
  await phonePage.request.post('/auth/login', { data: account });
  await phonePage.goto('/');
  await expect(phonePage.getByRole('button', { name: account.username })).toBeVisible();
  await page.goto('/security');
  await page
    .getByRole('button', { name: /sign out/i })
    .first()
    .click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /sign out/i })
    .click();
  // The page stays, with the sign-in form over it.
  await expect(phonePage.getByRole('dialog', { name: 'Login' })).toBeVisible();
  await phone.close();
});

test(
  'only staff see the admin panel; others are redirected to the start page',
  { tag: '@core' },
  async ({ page, signUp }) => {
    await signUp();
    await page.goto('/admin');
    await expect(page).toHaveURL(/\/$/);
    await page.request.post('/auth/login', { data: admin });
    await page.evaluate(() => localStorage.clear());
    await page.goto('/admin');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.reload();
    await expect(page).toHaveURL(/\/admin$/);
  },
);

test('a password account links a persona, and its profile button leads to it', async ({ page, signUp }) => {
  await signUp();
  await page.goto('/security');
  await page.getByRole('button', { name: 'Link Steam' }).click();
  const name = `Bağ ${Date.now().toString(36)}`;
  await page.getByRole('textbox').fill(name);
  await page.getByRole('textbox').press('Enter');
  await expect(page).toHaveURL(/\/security$/);
  await expect(page.getByText(/Linked: 765611999\d{8}/)).toBeVisible();
  await page.getByRole('link', { name: 'Profilim' }).click();
  const profile = await page.getByRole('link', { name: /Steam Profile/ }).getAttribute('href');
  await page.goto(profile!);
  await expect(page.getByRole('heading', { name })).toBeVisible();
});
