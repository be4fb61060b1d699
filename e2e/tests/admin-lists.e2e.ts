import { admin } from '../admin.ts';
import { expect, expectAccessible, expectNoHorizontalScroll, phone, test } from '../fixtures.ts';

for (const [device, viewport] of [
  ['a desktop', { width: 1280, height: 800 }],
  ['a phone', phone.viewport],
] as const) {
  test(`staff filter openings and rooms and download them on ${device}`, async ({ page, signUp }) => {
    await page.setViewportSize(viewport);
    const { username } = await signUp();
    const ACCEPT_JSON = { headers: { accept: 'application/json' } };
    for (let opened = 0; opened < 2; opened += 1) await page.request.get('/case/openCase/Bedrock', ACCEPT_JSON);
    expect((await page.request.post('/auth/login', { data: admin })).status()).toBe(200);

    await page.goto('/admin/cases?view=opened');
    await page.getByRole('textbox', { name: 'Name of a player' }).fill(username);
    await expect(page).toHaveURL(new RegExp(`username=${username}`));
    await expect(page.getByRole('table', { name: 'Opened cases' }).getByRole('row')).toHaveCount(3);
    await expectAccessible(page);
    await expectNoHorizontalScroll(page);
    const href = await page.getByRole('link', { name: 'Download CSV' }).getAttribute('href');
    const file = await (await page.request.get(href!)).text();
    expect(file.trimEnd().split('\r\n')).toHaveLength(3);

    await page.goto('/admin/games');
    await page.getByRole('link', { name: 'Rooms', exact: true }).click();
    await page.getByRole('textbox', { name: 'Name of a player' }).fill(username);
    await expect(page.getByText('No rooms match.')).toBeVisible();
    await expectAccessible(page);
    await expectNoHorizontalScroll(page);
  });
}
