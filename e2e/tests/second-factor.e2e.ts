import type { Page } from '@playwright/test';
import { expect, expectAccessible, expectNoHorizontalScroll, phone, test } from '../fixtures.ts';
import { totpCode } from '../totp.ts';

const dialog = (page: Page) => page.getByRole('dialog');

/** Sets up an app on the security page; returns its secret and the recovery codes. */
async function setUp(page: Page, password: string): Promise<{ secret: string; recoveryCodes: string[] }> {
  await page.goto('/security');
  await page.getByRole('button', { name: 'Set up' }).click();
  await dialog(page).getByLabel('Password', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
  await expect(dialog(page).getByRole('img', { name: /QR code/ })).toBeVisible();
  await expectAccessible(page);
  await expectNoHorizontalScroll(page);
  const secret = (
    await dialog(page)
      .getByText(/^(?:[A-Z2-7]{4} ?){8}$/)
      .innerText()
  ).replaceAll(' ', '');
  await dialog(page).getByLabel('Code from the app').fill(totpCode(secret));
  await page.keyboard.press('Enter');
  await expect(dialog(page).getByRole('listitem')).toHaveCount(10);
  await expectAccessible(page);
  const recoveryCodes = await dialog(page).getByRole('listitem').allInnerTexts();
  await dialog(page).getByRole('button', { name: 'I have stored them' }).click();
  await expect(page.getByText(/On since .* 10 recovery codes left/)).toBeVisible();
  return { secret, recoveryCodes };
}

async function enterPassword(page: Page, { username, password }: { username: string; password: string }) {
  await page.context().clearCookies();
  await page.evaluate(() => localStorage.clear());
  await page.goto('/');
  await page.getByRole('banner').getByRole('button', { name: 'Login' }).click();
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
  await expect(dialog(page).getByRole('heading', { name: 'Enter the code' })).toBeVisible();
}

async function enterCode(page: Page, code: string): Promise<void> {
  await dialog(page).getByLabel('Code from your authenticator app').fill(code);
  await page.keyboard.press('Enter');
}

/** Refused sign-ins are part of these journeys. */
function withoutRefusals(browserErrors: string[]): void {
  const others = browserErrors.filter((each) => !/status of 40[01]/.test(each));
  browserErrors.splice(0, Infinity, ...others);
}

test('a player sets up an app and signs in with its code', async ({ page, signUp, browserErrors }) => {
  const account = await signUp();
  const { secret } = await setUp(page, account.password);
  await enterPassword(page, account);
  await expectAccessible(page);
  await enterCode(page, '000000');
  await expect(dialog(page).getByText('The code is wrong.')).toBeVisible();
  await enterCode(page, totpCode(secret, 1));
  await expect(page.getByText('Giriş basarılı! Hoşgeldiniz.')).toBeVisible();
  await expect(page.getByRole('button', { name: account.username })).toBeVisible();
  withoutRefusals(browserErrors);
});

test.describe('on a phone', () => {
  test.use(phone);

  test('a player without the app signs in by a recovery code and turns it off', async ({
    page,
    signUp,
    browserErrors,
  }) => {
    const account = await signUp();
    const { recoveryCodes } = await setUp(page, account.password);
    await enterPassword(page, account);
    await expectAccessible(page);
    await enterCode(page, recoveryCodes[0]!);
    await expect(page.getByText('Giriş basarılı! Hoşgeldiniz.')).toBeVisible();
    await page.goto('/security');
    await expect(page.getByText(/9 recovery codes left/)).toBeVisible();
    await page.getByRole('button', { name: 'Turn off' }).click();
    await expectAccessible(page);
    await dialog(page)
      .getByLabel(/recovery code/)
      .fill(recoveryCodes[1]!);
    await dialog(page).getByRole('button', { name: 'Turn off' }).click();
    await expect(page.getByRole('button', { name: 'Set up' })).toBeVisible();
    withoutRefusals(browserErrors);
  });
});
