import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { expect, expectAccessible, expectNoHorizontalScroll, newAccount, phone, test } from '../fixtures.ts';

const DIST = path.resolve(import.meta.dirname, '../../web/dist');

const waitForWorker = (page: Page): Promise<string | undefined> =>
  page.evaluate(async () => (await navigator.serviceWorker.ready).active?.scriptURL);

/** The paths of everything that service workers have stored, by the name of the cache. */
const storedPaths = (page: Page): Promise<Record<string, string[]>> =>
  page.evaluate(async () => {
    const paths: Record<string, string[]> = {};
    for (const name of await caches.keys()) {
      const requests = await (await caches.open(name)).keys();
      paths[name] = requests.map(({ url }) => new URL(url).pathname);
    }
    return paths;
  });

test('without the server a page explains that, in the language of the player, and continues when it is back', async ({
  browser,
  launch,
}) => {
  const site = await launch();
  // Without the fixture's page: losing the server is logged as an error there.
  const context = await browser.newContext({ baseURL: site.origin, ...phone, locale: 'en-GB' });
  const page = await context.newPage();
  await page.goto('/faq');
  await waitForWorker(page);
  await page.goto('/cases');
  await site.kill();
  await page.goto('/leaderboard');
  await expect(page.getByRole('heading', { name: 'You are offline' })).toBeVisible();
  await expect(page).toHaveTitle('You are offline – Karat');
  await expectAccessible(page);
  await expectNoHorizontalScroll(page);
  expect(
    await page.evaluate(() => document.fonts.ready.then((fonts) => [...fonts].map(({ status }) => status))),
  ).toEqual(expect.arrayContaining(['loaded']));
  await page.evaluate(() => localStorage.setItem('language', 'tr'));
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: 'Çevrimdışısınız' })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'tr');
  await site.startAgain();
  await page.getByRole('button', { name: 'Tekrar dene' }).click();
  await expect(page).toHaveURL(/\/leaderboard$/);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

test('the worker stores the offline page and its fonts, and nothing of a player', async ({ page }) => {
  expect((await page.request.post('/auth/signup', { data: newAccount() })).status()).toBe(200);
  await page.goto('/');
  await waitForWorker(page);
  for (const url of ['/profile', '/inventory', '/roulette', '/support']) {
    await page.goto(url);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  }
  const stored = Object.values(await storedPaths(page));
  expect(stored).toHaveLength(1);
  expect(stored[0]!.toSorted()).toEqual([
    expect.stringMatching(/^\/assets\/inter-latin-[\w-]+\.woff2$/),
    expect.stringMatching(/^\/assets\/saira-latin-[\w-]+\.woff2$/),
    '/offline.html',
  ]);
});

const BLANK = '<!doctype html><title>Blank</title><link rel="icon" href="data:,">';

/** Serves the built worker and its files under another version than the build gave them. */
async function serveBuild() {
  const built = await readFile(path.join(DIST, 'sw.js'), 'utf8');
  const [version] = /(?<=version:["'`])[0-9a-f]{16}/.exec(built) ?? [];
  let served = version!;
  const server = createServer((request, response) => {
    const url = request.url!;
    if (url === '/sw.js') {
      response.writeHead(200, { 'content-type': 'text/javascript', 'cache-control': 'no-cache' });
      return void response.end(built.replaceAll(version!, served));
    }
    if (url === '/blank') return void response.writeHead(200, { 'content-type': 'text/html' }).end(BLANK);
    readFile(path.join(DIST, url)).then(
      (body) => response.writeHead(200).end(body),
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://localhost:${port}`,
    version: version!,
    release: (next: string) => void (served = next),
    async close(): Promise<void> {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

test('the worker of a new build replaces the old one while a tab is open', async ({ page }) => {
  const site = await serveBuild();
  try {
    await page.goto(`${site.origin}/blank`);
    await page.evaluate(async () => void (await navigator.serviceWorker.register('/sw.js')));
    await waitForWorker(page);
    await expect.poll(async () => Object.keys(await storedPaths(page))).toEqual([`karat-shell-${site.version}`]);
    site.release('0123456789abcdef');
    await page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()));
    await expect.poll(async () => Object.keys(await storedPaths(page))).toEqual(['karat-shell-0123456789abcdef']);
  } finally {
    await site.close();
  }
});

test('the site can be installed: its manifest names icons that exist', async ({ request }) => {
  const manifest = (await (await request.get('/manifest.webmanifest')).json()) as {
    readonly display: string;
    readonly icons: readonly { readonly src: string; readonly type: string; readonly purpose?: string }[];
  };
  expect(manifest.display).toBe('standalone');
  expect(manifest.icons.some(({ purpose }) => purpose === 'maskable')).toBe(true);
  for (const { src, type } of [...manifest.icons, { src: '/icons/badge-96.png', type: 'image/png' }]) {
    const icon = await request.get(src);
    expect([src, icon.status(), icon.headers()['content-type']]).toEqual([src, 200, type]);
  }
});
