import { request } from '@playwright/test';
import { admin } from '../admin.ts';
import { createRoom, team } from '../rooms.ts';
import { expect, test } from '../fixtures.ts';

test.describe('with motion', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } });

  test('the dot of the bell pulses, and its list scrolls above 24rem', async ({ page, signUp, baseURL }) => {
    await signUp();
    const { id } = (await (await page.request.get('/auth/me')).json()).data;
    const staff = await request.newContext({ baseURL: baseURL! });
    expect((await staff.post('/auth/login', { data: admin })).status()).toBe(200);
    for (let at = 1; at <= 12; at++) {
      const data = { userId: id, amount: at, reason: `Notification ${at}` };
      expect((await staff.post('/admin/adjustBalance', { data })).status()).toBe(200);
    }
    await staff.dispose();
    await page.goto('/faq');
    const dot = page.getByTestId('unread-dot');
    await expect(dot).toBeVisible();
    const pulse = await dot.evaluate((element) => {
      const [animation] = element.getAnimations({ subtree: true });
      const { delay, iterations, duration } = animation!.effect!.getComputedTiming();
      const opacities = (animation!.effect as KeyframeEffect).getKeyframes().map(({ opacity }) => opacity);
      return { state: animation!.playState, delay, iterations, duration, isChanging: new Set(opacities).size > 1 };
    });
    expect(pulse).toEqual({ state: 'running', delay: 0, iterations: Infinity, duration: 2_000, isChanging: true });
    await page.getByRole('button', { name: /^Notifications/ }).click();
    const list = page.getByRole('dialog', { name: 'Notifications' }).getByRole('group', { name: 'Notifications' });
    await expect(list).toHaveCSS('max-height', '384px');
    await expect(list).toHaveCSS('overflow-y', 'auto');
    await expect(list.getByRole('listitem')).toHaveCount(13);
    // The panel opens with an animation.
    await expect.poll(async () => (await list.boundingBox())!.height).toBe(384);
    await list.hover();
    await page.mouse.wheel(0, 5_000);
    await expect(list.getByRole('listitem').last()).toBeInViewport({ ratio: 0.9 });
  });
});

test('the admin menu is on the left, and each of its eight tabs opens its page', async ({ page }) => {
  expect((await page.request.post('/auth/login', { data: admin })).status()).toBe(200);
  await page.setViewportSize({ width: 1280, height: 860 });
  await page.goto('/admin');
  const tabs = page.getByRole('navigation', { name: 'Admin pages', exact: true }).getByRole('link');
  const names = ['Support tickets', 'Transactions', 'Items', 'Cases', 'Users', 'Games', 'Logs', 'Missions'];
  await expect(tabs).toHaveText(names);
  const heading = page.getByRole('heading', { level: 1 });
  const [menu, title] = [await tabs.first().boundingBox(), await heading.boundingBox()];
  expect(menu!.x + menu!.width).toBeLessThanOrEqual(title!.x);
  for (const name of names) {
    await tabs.filter({ hasText: name }).click();
    await expect(tabs.filter({ hasText: name })).toHaveAttribute('aria-current', 'page');
    await expect(heading).toHaveText(name === 'Support tickets' ? /^Ticketlar/ : new RegExp(`^${name}`));
  }
});

test('a double click on Sign in with Steam navigates once', async ({ page }) => {
  const requests: string[] = [];
  await page.route('**/auth/steamlogin*', async (route) => {
    const { pathname, search } = new URL(route.request().url());
    requests.push(search === '?last' ? pathname + search : pathname);
    // With 204 the browser stays on the page, as while it waits for a slow response.
    await route.fulfill({ status: 204 });
  });
  await page.goto('/faq');
  const button = page.getByRole('button', { name: 'Sign in with Steam' });
  await button.dblclick();
  await expect(button).toHaveAttribute('aria-disabled', 'true');
  await button.click({ force: true });
  await expect.poll(() => requests.length).toBeGreaterThan(0);
  // The browser sends requests in order: a second navigation would come before this one.
  await page.evaluate(() => fetch('/auth/steamlogin?last'));
  expect(requests).toEqual(['/auth/steamlogin', '/auth/steamlogin?last']);
});

test('in a room team 1 is on the left, team 2 on the right, and the chat is 340 to 400 px high', async ({
  page,
  signUp,
}) => {
  await signUp();
  await createRoom(page, { place: 'Istanbul', fee: '0' });
  const [left, right] = [await team(page, 'Team 1').boundingBox(), await team(page, 'Team 2').boundingBox()];
  expect(left!.x + left!.width).toBeLessThan(right!.x);
  expect(Math.abs(left!.y - right!.y)).toBeLessThan(2);
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 860 });
    const { height } = (await page.getByRole('region', { name: 'Room Chat' }).boundingBox())!;
    expect(height).toBeGreaterThanOrEqual(340);
    expect(height).toBeLessThanOrEqual(400);
  }
});
