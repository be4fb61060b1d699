import type { Page } from '@playwright/test';
import { admin } from '../admin.ts';
import { expect, expectAccessible, expectNoHorizontalScroll, test } from '../fixtures.ts';

type Won = { id: number; market_hash_name: string; price: number };

/** The item that the server returns for the click in `openCase`. */
async function captureReward(page: Page, openCase: () => Promise<void>): Promise<Won> {
  const reply = page.waitForResponse((response) => response.url().includes('/case/openCase/'));
  await openCase();
  return ((await (await reply).json()) as { reward: Won }).reward;
}

const openButton = (page: Page) => page.getByRole('button', { name: /^Open/ });
const stage = (page: Page) => page.getByRole('region', { name: 'Opening' });
const balance = (page: Page) => page.getByRole('banner').getByText(/^[\d.]+$/);
/** The animation takes 7750 ms, and starts late on a busy machine. */
const REVEALED = { timeout: 20_000 };

test(
  'a player finds a case, opens it, sees what was won only at the end, and sells it',
  { tag: '@core' },
  async ({ page, signUp }) => {
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    const { username } = await signUp();
    await page.goto('/cases');
    await page.getByRole('textbox', { name: 'Search cases' }).fill('bedr');
    await expect(page).toHaveURL(/search=bedr/);
    await page.getByRole('link', { name: /^Bedrock/ }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Case: Bedrock' })).toBeVisible();
    await expect(balance(page)).toHaveText('100.000');

    const won = await captureReward(page, () => openButton(page).click());
    await expect(page.getByRole('button', { name: 'Opening...' })).toBeVisible();
    await expect(stage(page)).toHaveAttribute('data-phase', 'spinning');
    // The price is deducted at once; the item is not shown yet.
    await expect(balance(page)).toHaveText('99.550');
    await expect(page.getByText(`You won ${won.market_hash_name}.`)).toBeHidden();
    const feed = page.getByRole('region', { name: 'Live drops' });
    await expect(feed.getByText(username, { exact: true })).toBeHidden();

    await expect(page.getByText(`You won ${won.market_hash_name}.`)).toBeAttached(REVEALED);
    await expect(stage(page)).toBeFocused();
    await expect(stage(page).getByRole('link', { name: 'Proof of this roll' })).toHaveAttribute(
      'href',
      `/fair/roll/${won.id}`,
    );
    await expect(feed.getByText(username, { exact: true })).toBeVisible(REVEALED);
    await stage(page)
      .getByRole('button', { name: /Quick Sell/ })
      .click();
    const paid = won.price.toLocaleString('de-DE');
    await expect(page.getByText(`${won.market_hash_name} sold for ${paid}`)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Item Sold!' })).toBeDisabled();
    await expect(balance(page)).toHaveText((99_550 + won.price).toLocaleString('de-DE'));
  },
);

test('a reload after 2.5 s continues to the same item', async ({ page, signUp }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await signUp();
  await page.goto('/case/Bedrock');
  const won = await captureReward(page, () => openButton(page).click());
  await expect(stage(page)).toHaveAttribute('data-phase', 'spinning');
  await page.waitForTimeout(2_500);
  await page.reload();
  // On a slow machine the animation may already be over.
  await expect(stage(page)).toHaveAttribute('data-phase', /spinning|settling|won/);
  const cell = page.locator('[data-won]');
  await expect(cell).toContainText(won.market_hash_name.split(' | ')[0]!.replace('★ ', ''));
  await expect(page.getByText(`You won ${won.market_hash_name}.`)).toBeAttached(REVEALED);
  // The won cell is centred in its frame.
  const [frame, box] = [await stage(page).boundingBox(), await cell.boundingBox()];
  expect(Math.abs(frame!.x + frame!.width / 2 - (box!.x + box!.width / 2))).toBeLessThan(2);
  await expect(balance(page)).toHaveText('99.550');
});

test('every state of an opening fits on a phone and is accessible', async ({ page, signUp }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await signUp();
  await page.setViewportSize({ width: 360, height: 780 });
  await page.goto('/case/Bedrock');
  await page.getByText('5×', { exact: true }).click();
  await expectNoHorizontalScroll(page);
  await expectAccessible(page);
  await openButton(page).click();
  await expect(stage(page)).toHaveAttribute('data-phase', 'spinning');
  await expectNoHorizontalScroll(page);
  await page.keyboard.press('Escape');
  await expect(stage(page).getByRole('button', { name: /Quick Sell/ })).toHaveCount(5, REVEALED);
  await expectNoHorizontalScroll(page);
  await expectAccessible(page);

  // Each drop shows its whole picture and its name.
  const drop = page.getByRole('region', { name: 'Live drops' }).getByRole('listitem').first();
  await drop.scrollIntoViewIfNeeded();
  const [card, art] = [await drop.boundingBox(), await drop.locator('img, svg').first().boundingBox()];
  expect(art!.y).toBeGreaterThanOrEqual(card!.y);
  expect(art!.y + art!.height).toBeLessThanOrEqual(card!.y + card!.height);
  expect(art!.width).toBeGreaterThanOrEqual(64);
  const title = await drop.getByRole('link').first().getAttribute('title');
  const skin = title!.split(' · ')[0]!.split(' | ')[1]!;
  await expect(drop.getByText(skin, { exact: true })).toBeVisible();
});

for (const [width, height] of [
  [360, 740],
  [1024, 768],
  [1280, 800],
] as const) {
  test(`keeps stage and buttons in view at ${width} × ${height}, and shows five results with their sum`, async ({
    page,
    signUp,
  }) => {
    await signUp();
    await page.setViewportSize({ width, height });
    await page.goto('/case/Bedrock');
    await page.getByText('5×', { exact: true }).click();
    const before = (await stage(page).boundingBox())!.height;
    const cost = (await openButton(page).innerText()).match(/[\d.]+/)![0];
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
    await expect(stage(page)).not.toBeInViewport();
    // A click by script does not scroll the stage into view, like the keyboard or the bar on a phone.
    await openButton(page).evaluate((button: HTMLElement) => button.click());
    await expect(stage(page)).toBeInViewport({ ratio: 0.9 });
    await expect(stage(page).getByText('5 items')).toBeVisible(REVEALED);
    await expect(stage(page)).toBeInViewport({ ratio: 0.9 });
    expect((await stage(page).boundingBox())!.height).toBe(before);
    await expect(stage(page).getByText(cost, { exact: true })).toBeVisible();
    await expect(openButton(page)).toBeInViewport({ ratio: 1 });
    await expect(page.getByRole('button', { name: /^Sell all · / })).toBeInViewport({ ratio: 1 });
  });
}

test('a case can be opened and the item sold by keyboard alone', { tag: '@core' }, async ({ page, signUp }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await signUp();
  await page.goto('/case/Bedrock');
  await page.getByRole('link', { name: 'Go back to cases' }).focus();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('radio', { name: '1 at once' })).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('radio', { name: '2 at once' })).toBeChecked();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(openButton(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(stage(page)).toHaveAttribute('data-phase', 'spinning');
  await page.keyboard.press('Escape');
  await expect(stage(page)).toBeFocused(REVEALED);
  // Pressing the same key again must not sell anything.
  await page.keyboard.press('Enter');
  await expect(stage(page).getByRole('button', { name: /Quick Sell/ })).toHaveCount(2);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Item Sold!' })).toHaveCount(1);
  await expect(stage(page)).toBeFocused();
});

test('sells five items together after a confirmation with the sum', async ({ page, signUp }) => {
  await signUp();
  await page.goto('/case/Bedrock');
  await page.getByText('5×', { exact: true }).click();
  await page.getByRole('button', { name: 'Fast open' }).click();
  await openButton(page).click();
  await expect(page.getByRole('link', { name: 'View in inventory' })).toBeVisible(REVEALED);
  await page.getByRole('button', { name: /^Sell all · / }).click();
  const question = page.getByRole('dialog', { name: 'Sell 5 items?' });
  await expectAccessible(page);
  await question.getByRole('button', { name: /^Sell for / }).click();
  await expect(stage(page).getByRole('button', { name: 'Item Sold!' })).toHaveCount(5);
  await expect(stage(page)).toBeFocused();
});

test('with too few diamonds the button leads to the deposit dialog', async ({ page, signUp }) => {
  await signUp();
  await page.goto('/case/The%20Vault');
  await page.getByRole('button', { name: 'Fast open' }).click();
  await openButton(page).click();
  await expect(stage(page).getByRole('button', { name: /Quick Sell/ })).toBeVisible(REVEALED);
  await page.getByRole('button', { name: /^Add balance · [\d.]+ short$/ }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.reload();
  await expect(page.getByText(/^This costs [\d.]+\. You have [\d.]+\.$/)).toBeVisible();
  await expect(page.getByRole('link', { name: 'Sell items' })).toBeVisible();
});

test('a visitor is asked to sign in', { tag: '@core' }, async ({ page }) => {
  await page.goto('/case/Bedrock');
  await openButton(page).click();
  await expect(page.getByText('You have to be sign in order to open case')).toBeVisible();
  await expect(page.getByRole('dialog')).toBeVisible();
});

test('a case of one item with an awkward name opens, links and reloads', async ({
  page,
  playwright,
  signUp,
  baseURL,
}) => {
  const staff = await playwright.request.newContext({ baseURL: baseURL! });
  await staff.post('/auth/login', { data: admin });
  const { data } = await (await staff.get('/admin/getAllItems?limit=1')).json();
  const [item] = data.items as { id: number; quick_sell_price: number }[];
  const caseName = `%50 / şık ${Date.now()}`;
  const added = await staff.post('/admin/addNewCase', {
    data: {
      caseName,
      casePrice: Math.ceil(item!.quick_sell_price * 1.1) + 1,
      caseImgUrl: `${baseURL}/img/mission/case-256.webp`,
      items: [{ id: item!.id, drop_rate: 100 }],
    },
  });
  expect(added.status()).toBe(200);
  await staff.dispose();

  await signUp();
  await page.goto(`/cases?search=${encodeURIComponent(caseName)}`);
  await page.getByRole('link', { name: new RegExp(caseName) }).click();
  await expect(page.getByRole('heading', { level: 1, name: `Case: ${caseName}` })).toBeVisible();
  await page.reload();
  await openButton(page).click();
  await expect(stage(page).getByRole('button', { name: /Quick Sell/ })).toBeVisible(REVEALED);
});
