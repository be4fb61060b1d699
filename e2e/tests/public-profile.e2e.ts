import type { APIRequestContext, Page } from '@playwright/test';
import { END_TIMEOUT, fetchRoom, JOURNEY_MS, post } from '../rooms.ts';
import { expect, expectAccessible, expectNoHorizontalScroll, phone, test } from '../fixtures.ts';

const ACCEPT_JSON = { headers: { accept: 'application/json' } };
const CLIPBOARD = { permissions: ['clipboard-read', 'clipboard-write'] };

const readClipboard = (page: Page): Promise<string> => page.evaluate(() => navigator.clipboard.readText());

/** Opens a case by API and waits until everyone may see the drop. */
async function openCase(request: APIRequestContext): Promise<{ name: string; handle: string }> {
  const opened = await request.get('/case/openCase/Flint', ACCEPT_JSON);
  const { reward } = (await opened.json()) as { reward: { id: number; market_hash_name: string } };
  const drops = async () => {
    const reply = await request.get('/case/getLatestDrops', ACCEPT_JSON);
    return ((await reply.json()) as { data: { id: number }[] }).data;
  };
  await expect.poll(async () => (await drops()).some(({ id }) => id === reward.id), { timeout: 30_000 }).toBe(true);
  const roll = await request.get(`/fair/getRoll/${reward.id}`, ACCEPT_JSON);
  const { data } = (await roll.json()) as { data: { handle: string } };
  return { name: reward.market_hash_name, handle: data.handle };
}

/** The picture of a share page has loaded in its full size. */
async function expectPicture(page: Page): Promise<void> {
  const picture = page.getByRole('img', { name: /^Picture to share/ });
  await expect(picture).toBeVisible();
  const size = () => picture.evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight]);
  await expect.poll(size, { timeout: 30_000 }).toEqual([1200, 630]);
}

test('a drop is on the public profile until its player hides it', { tag: '@core' }, async ({ page, addPlayer }) => {
  const { page: owner, account } = await addPlayer(CLIPBOARD);
  await openCase(owner.request);
  // Names are compared as at sign-in.
  await page.goto(`/player/${account.username.toUpperCase()}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(account.username);
  await expect(page.getByRole('heading', { name: 'Best drops' })).toBeVisible();
  await expect(page.getByText('The curve starts after five matches.')).toBeVisible();
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 780 });
    await expectNoHorizontalScroll(page);
    await expectAccessible(page);
  }

  await owner.goto(`/player/${account.username}`);
  await owner.getByRole('button', { name: 'Share' }).click();
  await expect(owner.getByText('Link copied.')).toBeVisible();
  expect(await readClipboard(owner)).toMatch(new RegExp(`/player/${account.username}$`));
  await owner.getByRole('link', { name: 'Privacy', exact: true }).click();
  await owner.getByRole('checkbox', { name: /^Best drops/ }).uncheck();
  await expect(owner.getByText('Saved.')).toBeVisible();
  await expectAccessible(owner);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Last games' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Best drops' })).toHaveCount(0);

  await owner.getByRole('checkbox', { name: /^Hide everything/ }).check();
  await expect(owner.getByRole('checkbox', { name: /^Best drops/ })).toBeDisabled();
  await expect
    .poll(async () => (await page.request.get(`/player/getPublicProfile/${account.username}`, ACCEPT_JSON)).text())
    .toContain('"isHidden":true');
  await page.reload();
  await expect(page.getByText('Hidden by the player')).toBeVisible();
});

test('a shared drop has a picture and leads to its proof', async ({ page, addPlayer }) => {
  const { page: owner } = await addPlayer({ ...phone, ...CLIPBOARD });
  const { name, handle } = await openCase(owner.request);
  await owner.goto(`/fair/roll/${handle}`);
  await owner.getByRole('button', { name: 'Share' }).click();
  await expect(owner.getByText('Link copied.')).toBeVisible();
  await expectNoHorizontalScroll(owner);

  await page.goto(await readClipboard(owner));
  await expect(page.locator('meta[property="og:image"]')).toHaveAttribute('content', new RegExp(`${handle}\\.png$`));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
  await expectPicture(page);
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Verify this roll' }).click();
  await expect(page).toHaveURL(new RegExp(`/fair/roll/${handle}$`));
});

test('a finished match can be shared and is on the profile', async ({ page, addPlayer }) => {
  test.setTimeout(JOURNEY_MS);
  const { page: owner, account } = await addPlayer(CLIPBOARD);
  const form = { map: 'aim_redline', player_count: '1v1', server_location: 'los_angeles', ticketPrice: 0 };
  const created = await owner.request.post('/room/createGameRoom', { data: form });
  const { roomId } = (await created.json()) as { roomId: number };
  const path = `/room/${roomId}`;
  await post(owner.request, `/room/addSandboxOpponent/${roomId}`);
  await post(owner.request, `/room/setReadyState/${roomId}`, { ready: true });
  await expect.poll(async () => (await fetchRoom(owner.request, path)).state, END_TIMEOUT).toBe('MATCH_FINISHED');

  await owner.goto(path);
  await owner.getByRole('button', { name: 'Share' }).click();
  await expect(owner.getByText('Link copied.')).toBeVisible();
  await page.goto(await readClipboard(owner));
  await expectPicture(page);
  await page.getByRole('link', { name: 'Open the match' }).click();
  await expect(page).toHaveURL(new RegExp(`${path}$`));

  await page.goto(`/player/${account.username}`);
  const games = page.getByRole('region', { name: 'Last games' });
  await expect(games.getByRole('link', { name: 'aim_redline' })).toHaveAttribute('href', path);
  await expect(games.getByText('sandbox', { exact: true })).toBeVisible();
});
