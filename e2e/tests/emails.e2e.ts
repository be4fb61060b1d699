import type { Page } from '@playwright/test';
import { expect, expectAccessible, expectNoHorizontalScroll, phone, test } from '../fixtures.ts';

/** Opens the newest e-mail with this subject to the address, as HTML. The sandbox shows e-mails instead of sending them. */
async function openEmail(page: Page, { to, subject }: { to: string; subject: string }): Promise<void> {
  const email = page.getByRole('link', { name: subject }).filter({ hasText: to }).first();
  await expect(async () => {
    await page.goto('/sandbox/mail');
    await expect(email).toBeVisible({ timeout: 500 });
  }).toPass();
  await email.click();
  await page.getByRole('link', { name: 'Show as HTML' }).click();
}

for (const [device, options] of [
  ['a desktop', {}],
  ['a phone', phone],
] as const) {
  test.describe(`on ${device}`, () => {
    test.use(options);

    test('a player confirms the address', async ({ page, signUp }) => {
      const account = await signUp();
      await openEmail(page, { to: account.email, subject: 'Confirm your e-mail address' });
      await expectAccessible(page);
      await page.getByRole('link', { name: 'Confirm the address' }).click();
      await expectNoHorizontalScroll(page);
      await page.getByRole('button', { name: 'Confirm the address' }).click();
      await expect(page.getByText('Your e-mail address is confirmed.')).toBeVisible();
      await expect(page.getByText('Confirmed', { exact: true })).toBeVisible();
      await expectAccessible(page);
    });

    test('a player who lost the password sets a new one by e-mail', async ({ page, signUp }) => {
      const account = await signUp();
      await page.context().clearCookies();
      await page.goto('/');
      await page.getByRole('banner').getByRole('button', { name: 'Login' }).click();
      await page.getByRole('link', { name: 'Forgot your password?' }).click();
      await page.getByLabel('E-mail').fill(account.email);
      await page.keyboard.press('Enter');
      await expect(page.getByRole('heading', { name: 'Check your e-mails' })).toBeVisible();
      await expectAccessible(page);
      await openEmail(page, { to: account.email, subject: 'Reset your Karat password' });
      await page.getByRole('link', { name: 'Choose a new password' }).click();
      await page.getByLabel('New password', { exact: true }).fill('yeni-elmas-9');
      await page.getByLabel('Confirm new password').fill('yeni-elmas-9');
      await expectAccessible(page);
      await page.keyboard.press('Enter');
      const modal = page.getByRole('dialog');
      await modal.getByLabel('Username').fill(account.username);
      await modal.getByLabel('Password', { exact: true }).fill('yeni-elmas-9');
      await page.keyboard.press('Enter');
      await expect(page.getByText('Giriş basarılı! Hoşgeldiniz.')).toBeVisible();
    });
  });
}
