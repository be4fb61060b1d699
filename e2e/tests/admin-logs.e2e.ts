import type { Page } from '@playwright/test';
import { admin } from '../admin.ts';
import { expect, expectAccessible, expectNoHorizontalScroll, newAccount, test } from '../fixtures.ts';

async function signInAsAdmin(page: Page): Promise<void> {
  expect((await page.request.post('/auth/login', { data: admin })).status()).toBe(200);
}

/** Makes an adjustment with a unique reason; returns the reason. */
async function makeAdjustment(page: Page): Promise<string> {
  const found = await page.request.get('/admin/getUserByUsername?username=demo');
  const { data } = (await found.json()) as { data: { id: number } };
  const reason = `A test of the log ${newAccount().username.slice(-9)}`;
  const done = await page.request.post('/admin/adjustBalance', { data: { userId: data.id, amount: 25, reason } });
  expect(done.status()).toBe(200);
  return reason;
}

const lines = (page: Page) => page.getByRole('list', { name: 'Log entries, newest first' }).getByRole('listitem');

test('staff actions appear in the log of today, and a search finds them', async ({ page }) => {
  await signInAsAdmin(page);
  await page.goto('/admin/logs');
  await expect(page.getByRole('heading', { level: 1, name: 'Logs' })).toBeVisible();
  const reason = await makeAdjustment(page);
  await page.getByRole('button', { name: 'Refresh' }).click();
  const line = lines(page).filter({ hasText: reason });
  await expect(line).toHaveText(/^\d\d:\d\d:\d\dboss#\d+ wallet\.adjust /);

  const search = page.getByRole('textbox', { name: 'Search the log' });
  await search.fill(reason.toUpperCase());
  await expect(page).toHaveURL(/search=A\+TEST\+OF\+THE\+LOG/);
  await expect(lines(page)).toHaveCount(1);
  await page.reload();
  await expect(lines(page)).toHaveCount(1);
  await expect(page.getByText('1 entry')).toBeVisible();
  await search.fill('100 % of _nothing_');
  await expect(page.getByText('No entries match.')).toBeVisible();
});

test('an answered ticket is in the log, without its text', async ({ page, signUp }) => {
  const { username } = await signUp();
  const message = 'A sentence that nobody but support may read.';
  const response = await page.request.post('/auth/createTicket', { data: { title: 'Between us', message } });
  const { ticket } = (await response.json()) as { ticket: { id: number } };
  await signInAsAdmin(page);
  await page.request.post(`/auth/sendTicketMessage/${ticket.id}`, { data: { message: 'We keep it to ourselves.' } });
  await page.goto(`/admin/logs?search=ticket:${ticket.id}`);
  await expect(lines(page).filter({ hasText: 'ticket.answer' })).toHaveCount(1);
  await expect(lines(page).filter({ hasText: 'ticket.open' })).toContainText(username);
  for (const secret of ['nobody but support', 'keep it to ourselves']) {
    await page.goto(`/admin/logs?search=${encodeURIComponent(secret)}`);
    await expect(page.getByText('No entries match.')).toBeVisible();
  }
});

test('shows previous days, with the date in the URL', async ({ page }) => {
  await signInAsAdmin(page);
  await page.goto('/admin/logs');
  await expect(page.getByRole('button', { name: 'Next day' })).toBeDisabled();
  await page.getByRole('button', { name: 'Previous day' }).click();
  await expect(page).toHaveURL(/date=\d{4}-\d\d-\d\d$/);
  await expect(page.getByText('No entries on this day.')).toBeVisible();
  await page.getByLabel('Day (UTC)').fill('2024-02-29');
  await expect(page).toHaveURL(/date=2024-02-29$/);
  await page.goBack();
  await expect(page.getByLabel('Day (UTC)')).not.toHaveValue('2024-02-29');
  await page.getByRole('button', { name: 'Today' }).click();
  await expect(page).toHaveURL(/\/admin\/logs$/);
  await expect(lines(page).first()).toBeVisible();
});

test('shows an error if the log cannot be loaded', async ({ page, browserErrors }) => {
  await signInAsAdmin(page);
  await page.route('**/admin/getLogs/**', (route) => route.fulfill({ status: 400, json: {} }));
  await page.goto('/admin/logs');
  await expect(page.getByText('Failed to load logs.')).toBeVisible();
  await expectAccessible(page);
  // The browser logs the expected errors.
  browserErrors.splice(0);
});

for (const width of [360, 1280]) {
  test(`the log fits at ${width} pixels`, async ({ page }) => {
    await signInAsAdmin(page);
    await makeAdjustment(page);
    await page.setViewportSize({ width, height: 780 });
    await page.goto('/admin/logs');
    await expect(lines(page).first()).toBeVisible();
    await expectNoHorizontalScroll(page);
    await expectAccessible(page);
  });
}
