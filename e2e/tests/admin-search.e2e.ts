import { admin } from '../admin.ts';
import { expect, expectAccessible, expectNoHorizontalScroll, phone, test } from '../fixtures.ts';

for (const [device, viewport] of [
  ['a desktop', { width: 1280, height: 800 }],
  ['a phone', phone.viewport],
] as const) {
  test(`staff find a player by a part of the name and a roll by its reference on ${device}`, async ({
    page,
    signUp,
  }) => {
    await page.setViewportSize(viewport);
    const { username } = await signUp();
    const opened = await page.request.get('/case/openCase/Bedrock', { headers: { accept: 'application/json' } });
    const { reward } = (await opened.json()) as { reward: { id: number } };
    expect((await page.request.post('/auth/login', { data: admin })).status()).toBe(200);
    await page.goto('/admin/users');
    const box = page.getByRole('textbox', { name: 'Player, e-mail, id or open:61' });
    const results = page.getByRole('list', { name: 'Search results' });

    await box.fill(username.slice(2));
    await expect(results.getByRole('link')).toHaveCount(1);
    await expectAccessible(page);
    await expectNoHorizontalScroll(page);
    await results.getByRole('link', { name: username }).click();
    await expect(page.getByRole('heading', { level: 1, name: username })).toBeVisible();
    await expect(results).toBeHidden();

    await box.fill(`open:${reward.id}`);
    await expect(results.getByRole('link', { name: `Opening #${reward.id}` })).toBeVisible();
    await box.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: `#${reward.id}` })).toBeVisible();
  });
}
