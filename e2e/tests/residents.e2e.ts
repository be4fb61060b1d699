import type { Residents } from '@karat/contract/residents';
import type { Page } from '@playwright/test';
import { admin } from '../admin.ts';
import { expect, expectAccessible, expectNoHorizontalScroll, test } from '../fixtures.ts';

async function readResidents(page: Page, origin: string): Promise<Residents> {
  const reply = await page.request.get(`${origin}/sandbox/getResidents`);
  return ((await reply.json()) as { data: Residents }).data;
}

/** How many of these names the page's content shows. */
async function countShown(page: Page, names: readonly string[]): Promise<number> {
  const text = await page.getByRole('main').innerText();
  return names.filter((name) => text.includes(name)).length;
}

test('residents play on a new demo, are not ranked, and staff turn them off', async ({ page, launch }) => {
  const site = await launch({ RESIDENTS: 'on' });
  const { isOn, residents } = await readResidents(page, site.origin);
  const names = residents.map(({ username }) => username);
  expect([isOn, names.length]).toEqual([true, 12]);

  await page.goto(site.origin);
  await expect.poll(() => countShown(page, names)).toBeGreaterThanOrEqual(2);
  await expect(page.getByRole('region', { name: 'Live drops' }).getByRole('listitem').nth(1)).toBeVisible();
  await expect(page.getByRole('log', { name: 'Chat messages' }).getByRole('listitem').nth(1)).toBeVisible();
  const rooms = await page.request.get(`${site.origin}/room/getActiveRooms`);
  expect(((await rooms.json()) as { data: unknown[] }).data.length).toBeGreaterThanOrEqual(2);

  await page.goto(`${site.origin}/market`);
  await expect(page.getByRole('main').locator('a[href^="/market/"]').nth(1)).toBeVisible();
  await page.goto(`${site.origin}/roulette`);
  await expect.poll(() => countShown(page, names)).toBeGreaterThanOrEqual(1);
  await page.goto(`${site.origin}/leaderboard`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(await countShown(page, names)).toBe(0);

  expect((await page.request.post(`${site.origin}/auth/login`, { data: admin })).status()).toBe(200);
  await page.goto(`${site.origin}/admin/server`);
  const toggle = page.getByRole('switch', { name: 'Residents play' });
  await expect(toggle).toBeChecked();
  await toggle.focus();
  await page.keyboard.press('Space');
  await expect(toggle).not.toBeChecked();
  expect((await readResidents(page, site.origin)).isOn).toBe(false);
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 780 });
    await expectAccessible(page);
    await expectNoHorizontalScroll(page);
  }
  expect(await site.audit()).toContain('The books are right');
  await page.goto('about:blank');
});
