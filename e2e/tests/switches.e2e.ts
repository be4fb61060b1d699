import type { Page } from '@playwright/test';
import { admin } from '../admin.ts';
import { expect, expectAccessible, expectNoHorizontalScroll, test } from '../fixtures.ts';
import { measureShift, SHIFT_MAX } from '../layout-shift.ts';

async function fillChange(page: Page, button: string, values: Readonly<Record<string, string>>): Promise<void> {
  const modal = page.getByRole('dialog');
  for (const [label, value] of Object.entries(values)) await modal.getByLabel(label).fill(value);
  await modal.getByRole('button', { name: button, exact: true }).click();
  await expect(modal).toBeHidden();
}

test('staff announce, switch roulette off and close the site, and open pages follow', async ({
  page,
  browser,
  launch,
}) => {
  const site = await launch();
  const staff = await (await browser.newContext()).newPage();
  expect((await staff.request.post(`${site.origin}/auth/login`, { data: admin })).status()).toBe(200);
  await staff.goto(`${site.origin}/admin/switches`);
  for (const width of [360, 1280]) {
    await staff.setViewportSize({ width, height: 780 });
    await expect(staff.getByRole('switch', { name: 'Switch: Roulette' })).toBeVisible();
    await expectAccessible(staff);
    await expectNoHorizontalScroll(staff);
  }

  await page.goto(`${site.origin}/roulette`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await staff.getByRole('button', { name: 'New announcement' }).click();
  await fillChange(staff, 'Announce', {
    'Text in Turkish': 'Bu gece turnuva var.',
    'Text in English': 'A tournament tonight.',
    Reason: 'The cup',
  });
  await expect(page.getByText('A tournament tonight.')).toBeVisible();

  const readShift = await measureShift(page);
  await page.reload();
  await expect(page.getByText('A tournament tonight.')).toBeVisible();
  expect(await readShift()).toBeLessThan(SHIFT_MAX);
  await page.getByRole('button', { name: 'Close the announcement' }).click();
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByText('A tournament tonight.')).toBeHidden();

  const roulette = staff.getByRole('switch', { name: 'Switch: Roulette' });
  await roulette.focus();
  await staff.keyboard.press('Space');
  await fillChange(staff, 'Switch off', {
    Reason: 'The wheel squeaks',
    'Message in Turkish': 'Çark bakımda.',
    'Message in English': 'The wheel is being repaired.',
  });
  await expect(page.getByText('The wheel is being repaired.')).toBeVisible();
  await expectAccessible(page);

  await staff.getByRole('switch', { name: 'Switch: The whole site' }).click();
  await fillChange(staff, 'Switch off', { Reason: 'A new version' });
  await expect(page.getByRole('heading', { level: 1, name: 'We’ll be back soon' })).toBeVisible();
  await page.setViewportSize({ width: 360, height: 780 });
  await expectAccessible(page);
  await expectNoHorizontalScroll(page);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'We’ll be back soon' })).toBeVisible();
  await expect(staff.getByText('Maintenance is on: only staff can use the site.')).toBeVisible();

  await staff.getByRole('switch', { name: 'Switch: The whole site' }).click();
  await fillChange(staff, 'Switch on', { Reason: 'Done' });
  await expect(page.getByRole('heading', { level: 1, name: 'Roulette' })).toBeVisible();
  await expect(page.getByText('The wheel is being repaired.')).toBeVisible();
  await staff.context().close();
  await page.goto('about:blank');
});
