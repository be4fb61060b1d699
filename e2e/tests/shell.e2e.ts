import type { Page } from '@playwright/test';
import { expect, expectAccessible, test } from '../fixtures.ts';

test('the bell shows what is new, marks it read in one request, and closes the user menu', async ({ page, signUp }) => {
  const { username } = await signUp();
  await page.goto('/');
  const marks: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/auth/markAsRead')) marks.push(request.postData() ?? '');
  });
  await page.getByRole('button', { name: username }).click();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /notifications/i }).click();
  await expect(page.getByText('Welcome to Karat')).toBeVisible();
  await expectAccessible(page);
  await expect.poll(() => marks.length).toBe(1);
  expect(JSON.parse(marks[0]!).notificationIds).toHaveLength(1);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /notifications/i }).click();
  await expect(page.getByText('Welcome to Karat')).toBeVisible();
  expect(marks).toHaveLength(1);
});

test('modals keep the focus inside and give it back', async ({ page }) => {
  await page.goto('/');
  const opener = page.getByRole('button', { name: 'Login' });
  await opener.click();
  const modal = page.getByRole('dialog');
  await expect(modal).toBeVisible();
  for (let press = 0; press < 15; press++) {
    await page.keyboard.press('Tab');
    expect(await modal.evaluate((dialog) => dialog.contains(document.activeElement))).toBe(true);
  }
  await page.keyboard.press('Escape');
  await expect(modal).toBeHidden();
  await expect(opener).toBeFocused();
  await opener.click();
  await expect(modal.getByLabel('Username')).toBeFocused();
  // The modal reacts to outside clicks only after it has opened.
  await expect(async () => {
    await page.mouse.click(5, 400);
    await expect(modal).toBeHidden({ timeout: 1_000 });
  }).toPass();
});

test('the chat is open on a desktop, closes to its edge tab, and is a sheet on a phone', async ({ page }) => {
  await page.goto('/');
  const chat = page.getByRole('complementary', { name: /chat/i });
  await expect(chat).toBeVisible();
  const tab = page.getByRole('button', { name: /^Open chat/ });
  await expect(tab).toHaveCount(0);
  await chat.getByRole('button', { name: 'Collapse chat' }).click();
  await expect(chat).toHaveCount(0);
  await expect(tab).toBeVisible();
  // At the right edge of the window, and on large screens only.
  const { x, width } = (await tab.boundingBox())!;
  expect(x + width).toBeGreaterThanOrEqual(1280 - 16);
  await page.setViewportSize({ width: 1000, height: 780 });
  await expect(tab).toBeHidden();
  await page.setViewportSize({ width: 1280, height: 860 });
  await tab.click();
  await expect(chat).toBeVisible();
  await page.setViewportSize({ width: 360, height: 780 });
  await expect(chat).toBeHidden();
  await expect(tab).toHaveCount(0);
  await page.getByRole('navigation').getByRole('button', { name: 'Chat' }).click();
  await expect(page.getByRole('dialog', { name: /chat/i })).toBeVisible();
  await expectAccessible(page);
});

test('the menu sheet on a phone contains the whole side menu', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 780 });
  await page.goto('/');
  await page.getByRole('button', { name: 'Menu' }).click();
  const sheet = page.getByRole('dialog');
  for (const name of ['Duellos', 'Market', 'Missions', 'Cases', 'Support', 'F.A.Q', 'Roulette', 'Leaderboard']) {
    await expect(sheet.getByRole('link', { name })).toBeVisible();
  }
  await expectAccessible(page);
  await sheet.getByRole('link', { name: 'F.A.Q' }).click();
  await expect(page).toHaveURL(/\/faq$/);
  await expect(sheet).toBeHidden();
});

test('a chosen language changes the page and survives a reload', async ({ page }) => {
  await page.goto('/faq');
  await page.getByRole('contentinfo').getByText('Türkçe', { exact: true }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'tr');
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('lang', 'tr');
  await expect(page.getByRole('link', { name: 'Görevler' }).first()).toBeVisible();
  await expectAccessible(page);
});

test('shows a lost connection until it is back', async ({ page, context, browserErrors, signUp }) => {
  await signUp();
  await page.goto('/');
  await expect(page.getByText(/\d+ online/)).toBeVisible();
  const notices = page.getByRole('status').filter({ hasText: /connection|offline/i });
  await context.setOffline(true);
  // One for the page, and one for the chat.
  await expect(notices).toHaveCount(2, { timeout: 40_000 });
  await context.setOffline(false);
  await expect(notices).toHaveCount(0, { timeout: 20_000 });
  // The browser logs every failed reconnection.
  browserErrors.splice(0);
});

test('a skip link leads past the menu by keyboard', async ({ page, browserName }) => {
  expect(browserName).toBe('chromium');
  await page.goto('/');
  // Keys pressed before the page is rendered are lost.
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: /skip/i })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.locator('main')).toBeFocused();
});

test('pages load without layout shift', { tag: '@core' }, async ({ page }) => {
  await page.addInitScript(() => {
    const shifts = globalThis as unknown as { shifted: number };
    shifts.shifted = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.shifted += (entry as unknown as { value: number }).value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  for (const path of ['/', '/faq', '/cases', '/profile']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.waitForLoadState('networkidle');
    const shifted = await page.evaluate(() => (globalThis as unknown as { shifted: number }).shifted);
    expect(shifted, path).toBeLessThanOrEqual(0.05);
  }
});

const mainMenu = (page: Page) => page.getByRole('navigation', { name: 'Main menu' });
const readScrollY = (page: Page) => page.evaluate(() => Math.round(window.scrollY));

async function scrollDown(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.mouse.move(600, 400);
  await expect.poll(() => page.mouse.wheel(0, 600).then(() => readScrollY(page))).toBeGreaterThan(300);
}

test('another page starts at the top; reload and Back keep the scroll position', async ({ page }) => {
  await page.goto('/cases');
  await page.getByRole('link', { name: /^Bedrock/ }).waitFor();
  await scrollDown(page);
  await page.goto('/faq');
  await page.getByRole('heading', { level: 1 }).waitFor();
  expect(await readScrollY(page)).toBe(0);
  await scrollDown(page);
  await page.reload();
  await expect.poll(() => readScrollY(page)).toBeGreaterThan(300);
  await mainMenu(page).getByRole('link', { name: 'Missions' }).click();
  await expect(page).toHaveURL(/\/missions$/);
  await expect.poll(() => readScrollY(page)).toBe(0);
  await page.goBack();
  await expect.poll(() => readScrollY(page)).toBeGreaterThan(300);
});

test('shows a loading state while the code of a page loads', async ({ page }) => {
  await page.goto('/faq');
  const heading = page.getByRole('heading', { level: 1 });
  await heading.waitFor();
  let finishLoading: () => void = () => undefined;
  const loaded = new Promise<void>((resolve) => {
    finishLoading = resolve;
  });
  await page.route(/missions-page/, async (route) => {
    await loaded;
    await route.continue();
  });
  await mainMenu(page).getByRole('link', { name: 'Missions' }).click();
  const wait = page.getByRole('status').filter({ hasText: 'Loading...' });
  await expect(wait.first()).toBeVisible();
  await expectAccessible(page);
  finishLoading();
  await expect(page).toHaveURL(/\/missions$/);
  await expect(wait).toHaveCount(0);
});
