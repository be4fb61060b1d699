import type { Page } from '@playwright/test';
import { expect, expectAccessible, expectNoHorizontalScroll, phone, test } from '../fixtures.ts';

/** A device of the browser that confirms every request, as if with a fingerprint. */
async function addDevice(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  const options = {
    protocol: 'ctap2',
    transport: 'internal',
    hasResidentKey: true,
    hasUserVerification: true,
  } as const;
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: { ...options, isUserVerified: true, automaticPresenceSimulation: true },
  });
}

const dialog = (page: Page) => page.getByRole('dialog');

async function addPasskey(page: Page, password: string): Promise<void> {
  await page.goto('/security');
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await dialog(page).getByLabel('Name of the device').fill('My phone');
  await dialog(page).getByLabel('Password', { exact: true }).fill(password);
  await expectAccessible(page);
  await dialog(page).getByRole('button', { name: 'Add a passkey' }).click();
  await expect(page.getByText('Passkey added.')).toBeVisible();
  await expect(page.getByText('My phone')).toBeVisible();
}

async function signOut(page: Page): Promise<void> {
  await page.context().clearCookies();
  await page.evaluate(() => localStorage.clear());
  await page.goto('/');
}

for (const [name, viewport] of [
  ['a desktop', {}],
  ['a phone', phone],
] as const) {
  test.describe(`on ${name}`, () => {
    test.use(viewport);

    test('a player adds a passkey, signs in with it and removes it', async ({ page, signUp }) => {
      const account = await signUp();
      await addDevice(page);
      await addPasskey(page, account.password);
      await expectNoHorizontalScroll(page);
      await signOut(page);
      await page.getByRole('banner').getByRole('button', { name: 'Login' }).click();
      await expectAccessible(page);
      await dialog(page).getByRole('button', { name: 'Sign in with a passkey' }).click();
      await expect(page.getByText('Giriş basarılı! Hoşgeldiniz.')).toBeVisible();
      await page.goto('/security');
      await expect(page.getByText(/last used on/)).toBeVisible();
      await expectAccessible(page);
      await page.getByRole('button', { name: 'Remove My phone' }).click();
      await dialog(page).getByRole('button', { name: 'Remove' }).click();
      await expect(page.getByText('No passkeys yet.')).toBeVisible();
    });
  });
}

test('a session without a second factor gives it by the passkey before it removes one', async ({
  page,
  signUp,
  browserErrors,
}) => {
  const account = await signUp();
  await addDevice(page);
  await addPasskey(page, account.password);
  await page.getByRole('button', { name: 'Remove My phone' }).click();
  await dialog(page).getByRole('button', { name: 'Remove' }).click();
  await expect(dialog(page).getByRole('heading', { name: 'Enter a code again' })).toBeVisible();
  await expectAccessible(page);
  await dialog(page).getByRole('button', { name: 'Use a passkey' }).click();
  await expect(page.getByText('No passkeys yet.')).toBeVisible();
  const others = browserErrors.filter((each) => !/status of 403/.test(each));
  browserErrors.splice(0, Infinity, ...others);
});
