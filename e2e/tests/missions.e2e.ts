import type { Browser, Page } from '@playwright/test';
import { admin } from '../admin.ts';
import { expect, expectAccessible, expectNoHorizontalScroll, newAccount, test } from '../fixtures.ts';

/** The animation takes 7750 ms, and starts late on a busy machine. */
const REVEALED = { timeout: 20_000 };

const balance = (page: Page) => page.getByRole('banner').getByText(/^[\d.]+$/);
const card = (page: Page, title: string) =>
  page.getByRole('article').filter({ has: page.getByRole('heading', { level: 3, name: title, exact: true }) });
const bell = (page: Page) => page.getByRole('button', { name: /^Notifications/ });
const openButton = (page: Page) => page.getByRole('button', { name: /^Open/ });

async function openFast(page: Page): Promise<void> {
  await page.goto('/case/Bedrock');
  await page.getByRole('button', { name: 'Fast open' }).click();
  await openButton(page).click();
  await expect(page.getByText(/^You won /)).toBeAttached(REVEALED);
}

/** Opens the missions tab as staff, in a separate browser context. */
async function openMissionsTabAsStaff(browser: Browser): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  expect((await page.request.post('/auth/login', { data: admin })).status()).toBe(200);
  await page.goto('/admin/missions');
  await expect(page.getByRole('heading', { level: 1, name: 'Missions' })).toBeVisible();
  return page;
}

test('an opening in one tab updates the missions in another, and a reward is paid once', async ({ page, signUp }) => {
  await signUp();
  const list = await page.context().newPage();
  await list.goto('/missions');
  await expect(card(list, 'First Cut').getByText('0 / 1', { exact: true })).toBeVisible();
  await expect(list.getByRole('button', { name: /Claim Reward/ })).toHaveCount(0);

  await openFast(page);
  await expect(balance(list)).toHaveText('99.550');
  await expect(card(list, 'First Cut').getByRole('progressbar')).toHaveAttribute('aria-valuenow', '100');
  await expect(card(list, 'Daily Haul').getByText('1 / 30', { exact: true })).toBeVisible();
  await expect(card(list, 'Daily Stake').getByText('450 / 30.000', { exact: true })).toBeVisible();
  await expect(list.getByText('1 reward to claim', { exact: true })).toBeVisible();
  await expectAccessible(list);

  await bell(list).click();
  await expect(list.getByText('Mission completed')).toBeVisible();
  await list.keyboard.press('Escape');

  await card(list, 'First Cut')
    .getByRole('button', { name: /Claim Reward/ })
    .dblclick();
  await expect(list.getByText('Reward claimed: 500 diamonds.')).toHaveCount(1);
  await expect(card(list, 'First Cut').getByText('Claimed', { exact: true })).toBeVisible();
  for (const each of [page, list]) await expect(balance(each)).toHaveText('100.050');
  await expectAccessible(list);

  const reply = await page.request.get('/user/getAllMissions');
  const { data } = (await reply.json()) as { data: { id: number; title: string; isClaimed: boolean }[] };
  const first = data.find(({ title }) => title === 'First Cut')!;
  expect(first.isClaimed).toBe(true);
  const secondClaim = await page.request.post(`/user/claimMission/${first.id}`);
  expect(secondClaim.status()).toBe(409);
  await list.reload();
  await expect(card(list, 'First Cut').getByText('Claimed', { exact: true })).toBeVisible();
  await expect(balance(list)).toHaveText('100.050');
});

const DONE = 'Mission completed: First Cut. Reward: 500 diamonds.';

for (const [width, menu] of [
  [1280, 'link'],
  [360, 'button'],
] as const) {
  test(`at ${width} pixels a completed mission is announced once, and claimed where it is announced`, async ({
    page,
    signUp,
  }) => {
    await page.setViewportSize({ width, height: 780 });
    await signUp();
    const entry = (name: RegExp) => page.getByRole(menu, { name });
    await openFast(page);
    await expect(page.getByText(DONE)).toBeVisible();
    await expect(entry(/^(Missions|Menu) \(1 reward to claim\)$/)).toBeVisible();
    await expect(balance(page)).toHaveText('99.550');
    const claim = page.getByRole('button', { name: 'Claim', exact: true });
    // A focused toast stays. On a busy machine the check takes longer than a toast is shown.
    await claim.focus();
    await expectAccessible(page);
    await claim.click();
    await expect(page.getByText('Reward claimed: 500 diamonds.')).toBeVisible();
    await expect(balance(page)).toHaveText('100.050');
    await expect(page.getByText(DONE)).toHaveCount(0);
    await expect(entry(/^(Missions|Menu)$/)).toBeVisible();
    // A later page does not announce it again.
    await page.goto('/missions');
    await expect(card(page, 'First Cut').getByText('Claimed', { exact: true })).toBeVisible();
    await expect(card(page, 'First Sale').getByRole('link', { name: 'Go' })).toHaveAttribute('href', '/inventory');
    await expect(page.getByText(DONE)).toHaveCount(0);
  });
}

test('does not reveal a completed mission while the animation runs', async ({ page, signUp }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await signUp();
  await page.goto('/case/Bedrock');
  // Wait for the welcome notification, so that opening the list marks it as read.
  await expect(page.getByRole('button', { name: 'Notifications, some unread' })).toBeVisible();
  await bell(page).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Notifications', exact: true })).toBeVisible();

  const answer = page.waitForResponse((response) => response.url().includes('/case/openCase/'));
  await openButton(page).click();
  await answer;
  await expect(page.getByRole('region', { name: 'Opening' })).toHaveAttribute('data-phase', 'spinning');
  await page.waitForTimeout(1_500);
  await expect(page.getByRole('button', { name: 'Notifications', exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Notifications, some unread' })).toBeVisible(REVEALED);
  await expect(page.getByRole('region', { name: 'Opening' })).toHaveAttribute('data-phase', 'revealed');
});

test('a visitor sees the missions and rewards on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 780 });
  await page.goto('/missions');
  await expect(card(page, 'Daily Haul').getByText('0 / 30', { exact: true })).toBeVisible();
  await expectNoHorizontalScroll(page);
  await expectAccessible(page);
  await page.getByRole('region', { name: 'Your rewards' }).getByRole('button', { name: 'Sign up' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
});

test('an open tab follows immediately when staff add, change and disable a mission', async ({
  page,
  browser,
  signUp,
}) => {
  await signUp();
  await page.goto('/missions');
  await expect(card(page, 'First Cut')).toBeVisible();
  const title = `Duty ${newAccount().username.slice(-9)}`;

  const staff = await openMissionsTabAsStaff(browser);
  await staff.getByRole('button', { name: 'Add new mission' }).click();
  const form = staff.getByRole('dialog', { name: 'New mission' });
  const submit = form.getByRole('button', { name: 'Add mission' });
  await submit.click();
  for (const sentence of [
    'Mission title is required',
    'Mission type is required',
    'Mission description is required',
    'Image URL is required',
    'Target must be a number',
    'Reward must be a number',
  ]) {
    await expect(form.getByText(sentence, { exact: true })).toBeVisible();
  }
  await expectAccessible(staff);
  await form.getByLabel('Title').fill(title);
  await form.getByLabel('Description').fill('Open Bedrock once today.');
  await form.getByLabel('Image URL').fill('not an address');
  await form.getByLabel('Target', { exact: true }).last().fill('0');
  await form.getByLabel('Reward').fill('-1');
  await expect(form.getByText('Enter a valid image URL', { exact: true })).toBeVisible();
  await expect(form.getByText('Target must be greater than 0', { exact: true })).toBeVisible();
  await expect(form.getByText('Reward must be greater than 0', { exact: true })).toBeVisible();
  await form.getByLabel('Image URL').fill('https://example.com/page');
  await expect(form.getByText('Must be an image URL', { exact: true })).toBeVisible();
  await form.getByTitle('Trophy').click();
  await form.getByText('Open a specific case', { exact: true }).click();
  await form.getByRole('button', { name: 'Bedrock', exact: true }).click();
  await form.getByText('Every day', { exact: true }).click();
  await form.getByLabel('Target', { exact: true }).last().fill('1');
  await form.getByLabel('Reward').fill('30');
  await submit.click();
  await expect(staff.getByText('Mission added successfully')).toBeVisible();
  await expect(form).toBeHidden();
  await expect(staff.getByText('Open Bedrock 1 time · daily')).toBeVisible();

  await expect(card(page, title).getByText('0 / 1', { exact: true })).toBeVisible();
  await expect(card(page, title).locator('img')).toHaveAttribute('src', /\/img\/mission\/trophy-128\.webp$/);

  await staff.getByRole('link', { name: `Edit ${title}` }).click();
  const editor = staff.getByRole('dialog', { name: `Edit mission: ${title}` });
  await editor.getByLabel('Reward').fill('45');
  await staff.keyboard.press('Escape');
  await expect(editor.getByText('Leave without saving?')).toBeVisible();
  await editor.getByRole('button', { name: 'Keep editing' }).click();
  await editor.getByRole('button', { name: 'Save mission' }).click();
  await expect(staff.getByText('MIssion updated successfully!')).toBeVisible();
  await expect(card(page, title).getByText('45', { exact: true })).toBeVisible();

  await staff.getByRole('switch', { name: `${title} is active` }).click();
  await expect(staff.getByRole('switch', { name: `${title} is active` })).not.toBeChecked();
  await expect(card(page, title)).toHaveCount(0);
  await staff.setViewportSize({ width: 360, height: 780 });
  await expectNoHorizontalScroll(staff);
  await expectAccessible(staff);
  await staff.context().close();
});
