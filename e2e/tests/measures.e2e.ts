import { createRoom, team } from '../rooms.ts';
import { expect, test } from '../site.ts';

test.describe('with motion', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } });

  test('the dot of the bell pulses, and its list scrolls above 24rem', async ({ page, signUp }) => {
    await signUp();
    await page.goto('/faq');
    const dot = page.getByTestId('unread-dot');
    await expect(dot).toBeVisible();
    const pulse = await dot.evaluate((element) => {
      const { animationName, animationIterationCount } = getComputedStyle(element, '::before');
      return { animationName, animationIterationCount };
    });
    expect(pulse).toEqual({ animationName: 'beacon', animationIterationCount: 'infinite' });
    await page.getByRole('button', { name: /^Notifications/ }).click();
    const list = page.getByRole('dialog', { name: 'Notifications' }).getByRole('group', { name: 'Notifications' });
    await expect(list).toHaveCSS('max-height', '384px');
    await expect(list).toHaveCSS('overflow-y', 'auto');
  });
});

test('a double click on Sign in with Steam goes there once', async ({ page }) => {
  const trips: string[] = [];
  await page.route('**/auth/steamlogin*', async (route) => {
    const { pathname, search } = new URL(route.request().url());
    trips.push(search === '?last' ? pathname + search : pathname);
    // Nothing to show: the browser stays where it is, as it does until a slow answer comes.
    await route.fulfill({ status: 204 });
  });
  await page.goto('/faq');
  const button = page.getByRole('button', { name: 'Sign in with Steam' });
  await button.dblclick();
  await expect(button).toHaveAttribute('aria-disabled', 'true');
  await button.click({ force: true });
  await expect.poll(() => trips.length).toBeGreaterThan(0);
  // The browser sends what it is asked for in order: a second trip would have been before this one.
  await page.evaluate(() => fetch('/auth/steamlogin?last'));
  expect(trips).toEqual(['/auth/steamlogin', '/auth/steamlogin?last']);
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
