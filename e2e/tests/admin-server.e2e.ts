import { admin } from '../admin.ts';
import { expect, expectAccessible, expectNoHorizontalScroll, test } from '../fixtures.ts';

test('staff read the output of a game server and send commands', async ({ page, browserErrors }) => {
  expect((await page.request.post('/auth/login', { data: admin })).status()).toBe(200);
  await page.goto('/admin/games');
  await page.getByRole('navigation', { name: 'More admin pages' }).getByRole('link', { name: 'Game server' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Game server' })).toBeVisible();
  await page.getByText('Istanbul', { exact: true }).click();
  await expect(page).toHaveURL(/\?server=\d+$/);
  await expect(page.getByText('Karat sandbox istanbul')).toBeVisible();

  const box = page.getByRole('textbox', { name: 'Command' });
  const log = page.getByRole('log', { name: 'Commands and responses' });
  await box.fill('status');
  await box.press('Enter');
  await expect(page.getByText('Rcon command successfully executed')).toBeVisible();
  await expect(log).toContainText('hostname : Karat sandbox istanbul');

  await box.fill('quit');
  await box.press('Enter');
  await expect(log).toContainText('This command cannot be sent from here.');

  await box.fill('kick nobody');
  await box.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Send this command?' });
  await expect(dialog).toContainText('kick nobody');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Send anyway' }).click();
  await expect(dialog).toBeHidden();
  await expect(log).toContainText('> kick nobody');
  await box.press('ArrowUp');
  await expect(box).toHaveValue('kick nobody');

  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 780 });
    await expectAccessible(page);
    await expectNoHorizontalScroll(page);
  }
  // The browser logs both refused commands.
  expect(browserErrors.splice(0)).toEqual([
    expect.stringMatching(/409 \(Conflict\).*\/rcon\/cmd$/),
    expect.stringMatching(/409 \(Conflict\).*\/rcon\/cmd$/),
  ]);
});
