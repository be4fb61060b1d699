import type { Page } from '@playwright/test';
import { admin } from '../admin.ts';
import { expect, expectAccessible, expectNoHorizontalScroll, phone, test } from '../fixtures.ts';

type Me = { readonly data: { readonly id: number } };

const signIn = async (page: Page, account: { username: string; password: string }) => {
  const { username, password } = account;
  expect((await page.request.post('/auth/login', { data: { username, password } })).status()).toBe(200);
};

const fetchUserId = async (page: Page): Promise<number> => {
  const me = await page.request.get('/auth/me', { headers: { accept: 'application/json' } });
  return ((await me.json()) as Me).data.id;
};

/** A UTC day in the format of admin pages. */
const adminDay = (moment: number) => new Date(moment).toISOString().slice(0, 10).split('-').toReversed().join('/');

const requests = (page: Page) => page.getByRole('list', { name: 'Adjustments' }).getByRole('listitem');

test('a large adjustment waits for the approval of a second person, in every open tab', async ({
  launch,
  addPlayer,
}) => {
  test.slow();
  const site = await launch({ ADJUSTMENT_APPROVAL_ABOVE: '1000' });
  const at = { baseURL: site.origin };
  const [asker, second, player] = [await addPlayer(at), await addPlayer(at), await addPlayer(at)];
  await site.makeAdmin(second.account.username);
  await signIn(second.page, second.account);
  await signIn(asker.page, admin);
  const playerId = await fetchUserId(player.page);
  await player.page.goto('/cases');
  await expect(player.page.getByRole('banner').getByText('100.000', { exact: true })).toBeVisible();
  await second.page.goto('/admin/adjustments');
  await expect(second.page.getByText('Nothing is waiting for approval.')).toBeVisible();

  await asker.page.goto('/admin/adjustments');
  await asker.page.getByLabel('Player id').fill(String(playerId));
  await asker.page.getByLabel('Amount').fill('5000');
  await asker.page.getByLabel('Reason').fill('Prize of the summer cup');
  await asker.page.getByRole('button', { name: 'Review' }).click();
  await asker.page.getByRole('dialog').getByRole('button', { name: 'Adjust balance' }).click();
  await expect(asker.page.getByText('Waiting for a second person. Nothing has changed yet.')).toBeVisible();
  await expect(requests(asker.page)).toContainText('Your own request: another person must decide.');

  await expect(requests(second.page)).toContainText('Prize of the summer cup');
  await expectAccessible(second.page);
  await second.page.getByRole('button', { name: 'Approve change #1' }).click();
  const dialog = second.page.getByRole('dialog');
  await dialog.getByLabel('Reason').fill('Seen the bracket');
  await expectAccessible(second.page);
  await dialog.getByRole('button', { name: 'Approve' }).click();
  await expect(second.page.getByText('Change #1 approved.')).toBeVisible();
  await expect(player.page.getByRole('banner').getByText('105.000', { exact: true })).toBeVisible();
  await expect(requests(asker.page)).toContainText('Seen the bracket');

  const mission = { title: 'Summer cup', type: 'sell_items', description: 'Sell one item.', target: 1, reward: 5_000 };
  const data = { ...mission, missionImg: `${site.origin}/img/mission/tag-256.webp` };
  const response = await asker.page.request.post('/admin/addNewMission', { data });
  expect(await response.json()).toMatchObject({ message: 'Waiting for a second person.', data: { state: 'waiting' } });
  await expect(requests(second.page).first()).toContainText('Summer cup');
  await expectAccessible(second.page);
  await second.page.getByRole('button', { name: 'Approve change #2' }).click();
  await dialog.getByLabel('Reason').fill('Planned for the cup');
  await expectAccessible(second.page);
  await dialog.getByRole('button', { name: 'Approve' }).click();
  await expect(second.page.getByText('Change #2 approved.')).toBeVisible();
  await player.page.goto('/missions');
  await expect(player.page.getByText('Summer cup')).toBeVisible();
  expect(await site.audit()).toContain('A2');
});

test('staff read the report, choose a range, and download it', async ({ page, signUp }) => {
  await signUp();
  await page.request.get('/case/openCase/Flint', { headers: { accept: 'application/json' } });
  await signIn(page, admin);
  await page.goto('/admin');
  await page.getByRole('navigation', { name: 'More admin pages' }).getByRole('link', { name: 'Reports' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Reports' })).toBeVisible();
  await expect(page).toHaveTitle(/Reports/);
  const chart = page.getByRole('slider', { name: 'Day' });
  const [today, yesterday] = [0, 1].map((ago) => adminDay(Date.now() - ago * 86_400_000));
  const chartBox = page.getByRole('region', { name: 'House profit by day' });
  await expect(chart).toHaveAttribute('aria-valuetext', new RegExp(`^${today}: House profit -?[\\d.]+, Cases`));
  const legend = (words: string | undefined) => chartBox.locator('p', { hasText: new RegExp(`^${words}$`) });
  await expect(legend('All days')).toBeVisible();
  const height = (await chartBox.boundingBox())?.height;
  await chart.press('ArrowLeft');
  await expect(chart).toHaveAttribute('aria-valuetext', new RegExp(`^${yesterday}: House profit 0, Cases 0`));
  await expect(legend(yesterday)).toBeVisible();
  await expect(legend('All days')).toHaveCount(0);
  expect((await chartBox.boundingBox())?.height).toBe(height);
  await page.getByText('Show as table').click();
  await expect(page.getByRole('row')).toHaveCount(32);
  await page.getByRole('link', { name: '7 days' }).click();
  await expect(page).toHaveURL(/days=7$/);
  await expect(page.getByRole('row')).toHaveCount(9);
  await expect(page.getByText(/actions?, chain intact/)).toBeVisible();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download CSV' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^karat-report-\d{4}-\d\d-\d\d-\d{4}-\d\d-\d\d\.csv$/);
  await page.reload();
  await expect(page.getByRole('link', { name: '7 days' })).toHaveAttribute('aria-current', 'true');
});

for (const viewport of [phone.viewport, { width: 1280, height: 860 }]) {
  test(`report and adjustments fit at ${viewport.width} pixels`, async ({ page }) => {
    await page.setViewportSize(viewport);
    await signIn(page, admin);
    await page.goto('/admin/reports');
    await expect(page.getByRole('region', { name: 'Figures' })).toBeVisible();
    await expect(page.getByText(/actions?, chain intact/)).toBeVisible();
    await expect(
      page.getByRole('region', { name: 'Actual vs. expected payouts' }).getByRole('listitem').first(),
    ).toBeVisible();
    await expectAccessible(page);
    await expectNoHorizontalScroll(page);
    await page.goto('/admin/adjustments');
    await expect(page.getByRole('heading', { level: 1, name: 'Adjustments' })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Adjust balance' })).toBeVisible();
    await expectAccessible(page);
    await expectNoHorizontalScroll(page);
  });
}
