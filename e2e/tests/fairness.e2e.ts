import type { Roll } from '@karat/contract/fairness';
import type { Page } from '@playwright/test';
import { expect, expectAccessible, expectNoHorizontalScroll, test } from '../fixtures.ts';

const CASE_NAME = 'Flint';
const ENTROPY = '0123456789abcdef0123456789abcdef';

/** Opens the cheapest case by API; returns the ids of the items, which are also those of the rolls. */
async function openCases(page: Page, count: number): Promise<number[]> {
  const reply = await page.request.get(`/case/openCase/${CASE_NAME}?count=${count}`, {
    headers: { 'X-Client-Entropy': ENTROPY, Accept: 'application/json' },
  });
  expect(reply.status()).toBe(200);
  const { reward, rewards = [reward] } = (await reply.json()) as { reward: { id: number }; rewards?: { id: number }[] };
  return rewards.map(({ id }) => id);
}

async function rotate(page: Page, clientSeed: string): Promise<void> {
  const reply = await page.request.post('/fair/rotateSeed', { data: { clientSeed } });
  expect(reply.status()).toBe(200);
}

const ticks = (page: Page, state: string) => page.locator(`[data-tick][data-state=${state}]`);

test(
  'a player rotates the seeds in the modal, sees that the commitment holds, and verifies the roll',
  { tag: '@core' },
  async ({ page, signUp }) => {
    await signUp();
    const [id] = await openCases(page, 1);
    await page.goto(`/fair/roll/${id}`);
    await expect(ticks(page, 'waiting')).toHaveCount(2);
    await expectAccessible(page);

    await page.getByRole('button', { name: 'Rotate to verify' }).click();
    const modal = page.getByRole('dialog', { name: 'Provably fair' });
    await expect(modal.getByRole('button', { name: 'Rotate to verify' })).toBeVisible();
    await modal.getByLabel('Client seed').fill('my-own_seed');
    await modal.getByRole('button', { name: 'Rotate seeds' }).click();
    await expect(modal.getByText('This cannot be undone')).toBeVisible();
    await modal.getByRole('button', { name: 'Reveal and rotate' }).click();
    await expect(modal.getByText('It matches the hash that was shown.')).toBeVisible();
    await expect(modal.getByText('The new active seed matches the announced hash.')).toBeVisible();
    await modal.getByRole('button', { name: /^Verify / }).click();
    await expect(modal.locator('[data-tick][data-state=right]')).toHaveCount(5);
    await expectAccessible(page);

    await modal.getByRole('link', { name: /^Proof for / }).click();
    await expect(modal).toBeHidden();
    await expect(page).toHaveURL(/\/fair\/roll\/[\w-]{22}$/);
    await expect(ticks(page, 'right')).toHaveCount(5);
  },
);

test('visitors find a revealed roll under its URL and verify it without the server', async ({
  page,
  browser,
  baseURL,
  signUp,
}) => {
  await signUp();
  const [id] = await openCases(page, 1);
  await rotate(page, 'next');
  await page.goto(`/fair/roll/${id}`);
  await expect(page).toHaveURL(/\/fair\/roll\/[\w-]{22}$/);
  const path = new URL(page.url()).pathname;
  const visitor = await browser.newContext({
    ...(baseURL !== undefined && { baseURL }),
    viewport: { width: 360, height: 780 },
  });
  const visitorPage = await visitor.newPage();
  // Others cannot find it by its number, and by its URL only after the animation has ended.
  await visitorPage.goto(`/fair/roll/${id}`);
  await expect(visitorPage.getByRole('heading', { name: 'This roll does not exist.' })).toBeVisible();
  const fetchStatus = async () => (await visitor.request.get(path.replace('/roll/', '/getRoll/'))).status();
  await expect.poll(fetchStatus, { timeout: 30_000 }).toBe(200);
  await visitorPage.goto(path);
  await expect(ticks(visitorPage, 'right')).toHaveCount(5);
  await expectNoHorizontalScroll(visitorPage);
  await expectAccessible(visitorPage);

  const link = visitorPage.getByRole('link', { name: 'Download as JSON' });
  const [download] = await Promise.all([visitorPage.waitForEvent('download'), link.click()]);
  expect(download.suggestedFilename()).toBe(`karat-roll-${id}.json`);
  const chunks: Buffer[] = [];
  for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer);
  const roll = JSON.parse(Buffer.concat(chunks).toString()) as Roll;
  expect(roll).toMatchObject({ id, entropy: ENTROPY, caseName: CASE_NAME });

  await visitorPage.goto('/fair');
  await visitorPage.context().setOffline(true);
  await visitorPage.getByLabel('A roll as JSON').fill(JSON.stringify(roll));
  await expect(ticks(visitorPage, 'right')).toHaveCount(5);
  await visitorPage.getByLabel('Nonce').fill(String(roll.nonce + 1));
  await visitorPage.getByRole('button', { name: 'Verify' }).click();
  await expect(ticks(visitorPage, 'wrong')).toHaveCount(1);
  await expect(visitorPage.getByText('The client seed, entropy, nonce or ticket looks wrong.')).toBeVisible();
  await visitor.close();
});

test('the odds of a case are recounted in the browser from all its rolls', async ({ page, signUp }) => {
  await signUp();
  await openCases(page, 5);
  await rotate(page, 'next');
  await page.goto(`/case/${CASE_NAME}/odds`);
  await expect(page.getByRole('table')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Recompute in my browser' }).click();
  await expect(page.getByText(/counted in your browser\. The counts match this page/)).toBeVisible();
  await expect(page.locator('[data-state=wrong]')).toHaveCount(0);
  await page.setViewportSize({ width: 360, height: 780 });
  await expectNoHorizontalScroll(page);
  await expectAccessible(page);
});

test('visitors can read the fairness page, and its books balance', async ({ page }) => {
  await page.goto('/fair');
  await expect(page.getByText('The books balance.')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Your seeds and rolls' }).click();
  const modal = page.getByRole('dialog', { name: 'Provably fair' });
  await expect(modal.getByRole('button', { name: 'Login' })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 360, height: 780 });
  await expectNoHorizontalScroll(page);
});

test('shows an error page for an unknown roll', async ({ page }) => {
  await page.goto('/fair/roll/not-a-number');
  await expect(page.getByRole('heading', { name: 'This roll does not exist.' })).toBeVisible();
});
