import { admin } from '../admin.ts';
import { expect, expectAccessible, expectNoHorizontalScroll, phone, test } from '../fixtures.ts';
import { totpCode } from '../totp.ts';

test.use(phone);

test('staff set up an app before their pages open', async ({ page, launch }) => {
  const site = await launch({ STAFF_SECOND_FACTOR: 'on' });
  await page.goto(site.origin);
  await page.request.post(`${site.origin}/auth/login`, { data: admin });
  await page.goto(`${site.origin}/admin`);
  await expect(page.getByRole('heading', { name: 'Two-step sign-in is needed' })).toBeVisible();
  await expectAccessible(page);
  await expectNoHorizontalScroll(page);
  expect((await page.request.get(`${site.origin}/admin/getAllUsers`)).status()).toBe(403);

  await page.getByRole('link', { name: 'Open the security page' }).click();
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Set up' }).click();
  await dialog.getByLabel('Password', { exact: true }).fill(admin.password);
  await page.keyboard.press('Enter');
  const secret = await dialog.getByText(/^(?:[A-Z2-7]{4} ?){8}$/).innerText();
  await dialog.getByLabel('Code from the app').fill(totpCode(secret.replaceAll(' ', '')));
  await page.keyboard.press('Enter');
  await dialog.getByRole('button', { name: 'I have stored them' }).click();

  await page.goto(`${site.origin}/admin`);
  await expect(page.getByRole('heading', { name: 'Two-step sign-in is needed' })).toBeHidden();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect((await page.request.get(`${site.origin}/admin/getAllUsers`)).status()).toBe(200);
  // The site stops after the journey, and open pages would report that.
  await page.goto('about:blank');
});
