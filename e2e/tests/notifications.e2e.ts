import type { Page } from '@playwright/test';
import { expect, expectAccessible, test } from '../fixtures.ts';

async function sellOne(page: Page): Promise<void> {
  const headers = { accept: 'application/json' };
  const opened = await page.request.get('/case/openCase/Flint', { headers });
  const { reward } = (await opened.json()) as { reward: { id: number } };
  const sold = await page.request.get(`/user/quickSellItem/${reward.id}`, { headers });
  expect(sold.status()).toBe(200);
}

test(
  'a sale is notified at once, marked read in one request, and links to the inventory',
  { tag: '@core' },
  async ({ page, signUp }) => {
    await signUp();
    await page.goto('/faq');
    const marks: { notificationIds: number[] }[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/auth/markAsRead')) marks.push(request.postDataJSON() as (typeof marks)[number]);
    });
    await expect(page).toHaveTitle(/^\(1\) /);
    await sellOne(page);
    await expect(page).toHaveTitle(/^\(\d\) /);
    await page.getByRole('button', { name: 'Notifications, some unread' }).click();
    const panel = page.getByRole('dialog', { name: 'Notifications' });
    const sale = panel.getByRole('link', { name: /Item sold/ });
    await expect(sale.first()).toContainText(/ sold for [\d.]+/);
    await expectAccessible(page);
    await expect.poll(() => marks.length).toBe(1);
    await expect(page).toHaveTitle(/^[^(]/);

    await sellOne(page);
    await expect(panel.getByRole('link', { name: /Item sold/ })).toHaveCount(2);
    await expect.poll(() => marks.length).toBe(2);
    expect(new Set(marks.flatMap(({ notificationIds }) => notificationIds)).size).toBe(
      marks.flatMap(({ notificationIds }) => notificationIds).length,
    );
    await sale.first().click();
    await expect(page).toHaveURL(/\/inventory$/);
    await expect(panel).toBeHidden();
  },
);

/** Chooses a language at the bottom of the page. */
async function chooseLanguage(page: Page, name: string): Promise<void> {
  await page.getByRole('contentinfo').getByText(name, { exact: true }).click();
}

test('a switch of the language switches the bell, in every open tab and for later notifications', async ({
  page,
  context,
  signUp,
}) => {
  await signUp();
  const other = await context.newPage();
  for (const tab of [page, other]) {
    await tab.goto('/faq');
    await expect(tab).toHaveTitle(/^\(1\) /);
  }
  await chooseLanguage(page, 'Türkçe');
  for (const tab of [page, other]) {
    await tab.getByRole('button', { name: /^Bildirimler/ }).click();
    await expect(tab.getByRole('dialog', { name: 'Bildirimler' })).toContainText('Karat’a hoş geldiniz');
  }
  await sellOne(page);
  for (const tab of [page, other]) {
    await expect(
      tab.getByRole('dialog', { name: 'Bildirimler' }).getByRole('link', { name: /Eşya satıldı/ }),
    ).toBeVisible();
    await tab.keyboard.press('Escape');
  }
  await chooseLanguage(other, 'English');
  for (const tab of [page, other]) {
    await tab.getByRole('button', { name: /^Notifications/ }).click();
    const panel = tab.getByRole('dialog', { name: 'Notifications' });
    await expect(panel).toContainText('Item sold');
    await expect(panel).toContainText('Welcome to Karat');
  }
  await page.reload();
  await page.getByRole('button', { name: /^Notifications/ }).click();
  await expect(page.getByRole('dialog', { name: 'Notifications' })).toContainText('Item sold');
});
