import type { Page } from '@playwright/test';
import { admin } from '../admin.ts';
import { holdRequests } from '../hold-requests.ts';
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
const sellButton = (page: Page) => page.getByRole('button', { name: /^Quick Sell/ });
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
    await expect(sellButton(page)).toBeFocused();
    await expect(stage(page).getByRole('link', { name: 'Proof of this roll' })).toHaveAttribute(
      'href',
      `/fair/roll/${won.id}`,
    );
    await expect(feed.getByText(username, { exact: true })).toBeVisible(REVEALED);
    await sellButton(page).click();
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
  await expect(stage(page)).toHaveAttribute('data-phase', /lifting|spinning|settling|revealed/);
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
});

test('each drop on a phone shows its whole picture and its name', async ({ page, signUp }) => {
  await signUp();
  await page.request.get('/case/openCase/Flint', { headers: { accept: 'application/json' } });
  await page.setViewportSize({ width: 360, height: 780 });
  await page.goto('/cases');
  const drop = page.getByRole('region', { name: 'Live drops' }).getByRole('listitem').first();
  await expect(drop.getByRole('link').first()).toBeVisible(REVEALED);
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

for (const [width, height] of [
  [360, 740],
  [1280, 800],
] as const) {
  test(`every button of an opening is inside the window at ${width} × ${height}`, async ({ page, signUp }) => {
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await signUp();
    await page.setViewportSize({ width, height });
    await page.goto('/case/Bedrock');
    const seen = { ratio: 1 };
    const heightAtRest = (await stage(page).boundingBox())!.height;
    await expect(openButton(page)).toBeInViewport(seen);
    for (const name of ['Sound', 'Fast open']) await expect(page.getByRole('button', { name })).toBeInViewport(seen);
    await openButton(page).click();
    await expect(stage(page)).toHaveAttribute('data-phase', 'spinning');
    await expect(page.getByRole('button', { name: 'Opening...' })).toBeInViewport(seen);
    expect((await stage(page).boundingBox())!.height).toBe(heightAtRest);
    await page.getByRole('button', { name: 'Skip' }).click();

    await expect(sellButton(page)).toBeInViewport({ ...seen, ...REVEALED });
    await expect(page.getByRole('button', { name: /^Open again/ })).toBeInViewport(seen);
    await expect(page.getByRole('link', { name: 'View in inventory' })).toBeInViewport(seen);
    await expect(stage(page).getByRole('button', { name: 'Share' })).toBeInViewport(seen);
    await expect(stage(page)).toBeInViewport({ ratio: 0.98 });
    expect((await stage(page).boundingBox())!.height).toBe(heightAtRest);
    await expectAccessible(page);
    await expectNoHorizontalScroll(page);

    await page.getByRole('button', { name: 'Back to the case' }).click();
    await page.getByText('5×', { exact: true }).click();
    await expect(openButton(page)).toBeInViewport(seen);
    await openButton(page).click();
    await page.getByRole('button', { name: 'Skip' }).click();
    const sellAll = page.getByRole('button', { name: /^Sell all · / });
    await expect(sellAll).toBeInViewport({ ...seen, ...REVEALED });
    await expect(page.getByRole('button', { name: /^Open again/ })).toBeInViewport(seen);
    await expect(sellButton(page)).toHaveCount(5);
    for (const sell of await sellButton(page).all()) await expect(sell).toBeInViewport(seen);
    await expectNoHorizontalScroll(page);
  });
}

test('with reduced motion the result fades in without a strip that moves', async ({ page, signUp }) => {
  await signUp();
  await page.goto('/case/Bedrock');
  await openButton(page).click();
  await expect(sellButton(page)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Skip' })).toHaveCount(0);
});

test('a case can be opened and the item sold by keyboard alone', { tag: '@core' }, async ({ page, signUp }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await signUp();
  await page.goto('/case/Bedrock');
  await page.getByRole('link', { name: 'Go back to cases' }).focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Fast open' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('radio', { name: '1 at once' })).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('radio', { name: '2 at once' })).toBeChecked();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Tab');
  await expect(openButton(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(stage(page)).toHaveAttribute('data-phase', 'spinning');
  await page.keyboard.press('Escape');
  await expect(sellButton(page)).toBeFocused(REVEALED);
  // Pressing the same key again must not sell anything.
  await page.keyboard.press('Enter');
  await expect(sellButton(page)).toBeEnabled();
  await expect(async () => {
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'Item Sold!' })).toBeVisible({ timeout: 500 });
  }).toPass();
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
  // It costs the whole balance.
  const question = page.getByRole('dialog', { name: 'Spend more than half of your balance?' });
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Open for 100.000' }).click();
  await expect(sellButton(page)).toBeVisible(REVEALED);
  await page.getByRole('button', { name: /^Add balance · [\d.]+ short$/ }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.reload();
  await expect(page.getByText(/^This costs [\d.]+\. You have [\d.]+\.$/)).toBeVisible();
  await expect(page.getByRole('link', { name: 'Sell items' })).toBeVisible();
});

test('a visitor is asked to sign in', async ({ page }) => {
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
  await expect(sellButton(page)).toBeVisible(REVEALED);
});

test('a visitor finds where to start and narrows the list by price', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/cases');
  await expect(page.getByRole('link', { name: /Start here/ })).toHaveAttribute('href', '/case/Flint');
  await expectNoHorizontalScroll(page);
  await expectAccessible(page);
  await page.getByRole('link', { name: /^Up to 999/ }).click();
  await expect(page).toHaveURL(/\/cases\?maxPrice=999$/);
  await expect(page.getByRole('heading', { level: 2, name: 'Verdigris' })).toBeVisible();
  await expect(page.getByRole('heading', { level: 2, name: 'The Vault' })).toHaveCount(0);
});

test('a case opens also if the button is pressed before the session is known', async ({ page, signUp }) => {
  await signUp();
  const release = await holdRequests(page, '**/auth/me*');
  await page.goto('/case/Bedrock');
  await openButton(page).click();
  await expect(openButton(page)).toHaveAttribute('aria-disabled', 'true');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  release();
  await expect(sellButton(page)).toBeVisible(REVEALED);
});
