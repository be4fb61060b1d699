import { expect, test } from '../fixtures.ts';

/** Pages that request data before their scripts have loaded, with the paths of the calls. */
const PAGES = {
  '/': ['/room/getActiveRooms', '/case/getAllCases', '/case/getLatestDrops', '/user/getWelcome'],
  '/cases': ['/case/getAllCases', '/case/getLatestDrops'],
  '/case/Bedrock': ['/user/getCaseByName/Bedrock', '/case/getLatestDrops'],
  '/market': ['/user/getMarketItems'],
};

for (const [path, calls] of Object.entries(PAGES)) {
  test(`${path} requests its data before its scripts have loaded, and each call once @core`, async ({ page }) => {
    const requested: string[] = [];
    let isLive = false;
    // The socket connects when the page is rendered; later requests catch up on missed events.
    page.on('websocket', () => (isLive = true));
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (!isLive && request.resourceType() === 'fetch') requested.push(pathname);
    });
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    await page.route('**/assets/main-*.js', async (route) => {
      await released;
      await route.continue();
    });
    await page.goto(path, { waitUntil: 'commit' });
    await expect.poll(() => requested.toSorted()).toEqual(['/auth/me', ...calls].toSorted());
    release();
    await expect.poll(() => isLive).toBe(true);
    expect(requested.filter((each) => ['/auth/me', ...calls].includes(each))).toHaveLength(calls.length + 1);
  });
}
