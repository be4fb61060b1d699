import type { Room } from '@karat/contract/rooms';
import type { Browser, Page } from '@playwright/test';
import { expect, expectAccessible, expectNoSidewaysScroll, newPerson, test } from '../site.ts';

const json = { headers: { Accept: 'application/json' } };
const balance = (page: Page) => page.getByRole('banner').getByText(/^[\d.]+$/);
const ready = (page: Page) => page.getByRole('button', { name: 'Ready', exact: true });
const team = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

/** Opens a room by its form, from the start page. */
async function createRoom(page: Page, fee: string): Promise<string> {
  await page.goto('/');
  await page.getByRole('button', { name: 'Create Room' }).click();
  const form = page.getByRole('dialog');
  await form.getByText('aim_redline', { exact: true }).click();
  await form.getByText('1v1', { exact: true }).click();
  await form.getByText('Istanbul', { exact: true }).click();
  await form.getByLabel('Entry fee').fill(fee);
  await form.getByRole('button', { name: 'Create Room' }).click();
  await page.waitForURL(/\/room\/\d+$/);
  await expect(page.getByText('You successfully created a room!')).toBeVisible();
  return new URL(page.url()).pathname;
}

/** Somebody else, on a phone of their own. */
async function onPhone(browser: Browser): Promise<{ page: Page; username: string }> {
  const context = await browser.newContext({ viewport: { width: 360, height: 740 }, reducedMotion: 'reduce' });
  const page = await context.newPage();
  const person = newPerson();
  expect((await page.request.post('/auth/signup', { data: person })).status()).toBe(200);
  return { page, username: person.username };
}

async function roomAt(page: Page, path: string): Promise<Room> {
  const reply = await page.request.get(path.replace('/room/', '/room/getGameRoom/'), json);
  return (await reply.json()) as Room;
}

test('two players meet in a room: seats, fees, chat and ready, up to the match', async ({ page, signUp, browser }) => {
  const owner = await signUp();
  const path = await createRoom(page, '1.500');
  await expect(balance(page)).toHaveText('98.500');
  const guest = await onPhone(browser);

  await guest.page.goto('/?map=aim_redline&fee=paid');
  await guest.page.getByRole('link', { name: `Join ${owner.username}, 1v1` }).click();
  await expect(guest.page).toHaveURL(path);
  await expectNoSidewaysScroll(guest.page);
  await guest.page.getByRole('button', { name: 'Join team 2' }).click();
  await guest.page.getByRole('button', { name: 'Pay 1.500 and join' }).click();
  await expect(team(page, 'Team 2').getByText(guest.username)).toBeVisible();
  await expect(page.getByRole('timer')).toBeVisible();
  expect(await roomAt(page, path)).toMatchObject({ state: 'WAITING', totalAmount: 3_000 });

  await guest.page.getByRole('textbox').fill('gl hf');
  await guest.page.getByRole('textbox').press('Enter');
  await expect(page.getByRole('log').getByText('gl hf')).toHaveCount(1);
  await expectAccessible(guest.page);

  await ready(page).click();
  await expect(team(guest.page, 'Team 1').getByText('Ready', { exact: true })).toBeVisible();
  await ready(guest.page).click();
  await expect(page.getByRole('status').getByText(/^Match is (starting|on)$/)).toBeVisible();
  await expect(page.getByText(/^Team 1 starts as (CT|T), team 2 as (CT|T)\.$/)).toBeVisible();
  await guest.page.context().close();
});

test('a match against the sandbox is played to its result, its pot and its ratings', async ({ page, signUp }) => {
  test.setTimeout(240_000);
  const owner = await signUp();
  const path = await createRoom(page, '1.000');
  await page.getByRole('button', { name: 'Play against a sandbox opponent' }).click();
  await expect(team(page, 'Team 2').getByText('Sandbox', { exact: true })).toBeVisible();
  await ready(page).click();
  const server = page.getByRole('region', { name: 'Game server' });
  await expect(server.getByText(/^connect [\d.]+:\d+/)).toBeVisible({ timeout: 60_000 });
  await expect(ready(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'Check the coin' }).click();
  await expect(page.getByText('Checked in your browser: hash, seed and side fit together.')).toBeVisible();
  await expectAccessible(page);

  await expect(page.getByRole('status').getByText(/^Team [12] has won$/)).toBeVisible({ timeout: 150_000 });
  const { winner, players } = await roomAt(page, path);
  expect(new Set(players.map(({ payout }) => payout))).toEqual(new Set([0, 1_900]));
  const own = players.find(({ username }) => username === owner.username)!;
  await expect(balance(page)).toHaveText(winner === own.team ? '100.900' : '99.000');
  const moved = `Rating 1.000 → ${(own.elo + own.eloChange!).toLocaleString('de-DE')}`;
  await expect(team(page, 'Team 1').getByText(moved)).toBeVisible();
  await expectAccessible(page);
});

test('leaving a seat that was paid for is asked for, and gives the fee back', async ({ page, signUp }) => {
  await signUp();
  const path = await createRoom(page, '700');
  await expect(balance(page)).toHaveText('99.300');
  await page.getByRole('button', { name: 'Leave', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click();
  await expect(page.getByText('Everybody left.')).toBeVisible();
  await expect(balance(page)).toHaveText('100.000');
  expect((await roomAt(page, path)).state).toBe('MATCH_CANCELLED');
});

test('the form and the room can be used by keyboard alone, and by everybody', async ({ page, signUp }) => {
  await signUp();
  await page.goto('/');
  await page.getByRole('button', { name: 'Create Room' }).press('Enter');
  const form = page.getByRole('dialog');
  await form.getByRole('button', { name: 'Create Room' }).press('Enter');
  await expect(form.getByText('Map is required')).toBeVisible();
  await expectAccessible(page);
  for (const name of ['aim_redline', /^1v1/, 'Tokyo']) await form.getByRole('radio', { name }).press('Space');
  await form.getByRole('button', { name: 'Create Room' }).press('Enter');
  await page.waitForURL(/\/room\/\d+$/);
  await ready(page).press('Space');
  await expect(ready(page)).toHaveAttribute('aria-pressed', 'true');
  await expect(team(page, 'Team 1').getByText('Ready', { exact: true })).toBeVisible();
  await expectAccessible(page);
  await page.reload();
  await expect(ready(page)).toHaveAttribute('aria-pressed', 'true');
});

test('a visitor watches, and is asked to sign in for a seat', async ({ page, browser }) => {
  const owner = await onPhone(browser);
  const path = await createRoom(owner.page, '');
  await page.goto(path);
  await expect(page.getByRole('complementary', { name: 'Global chat' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Sign in to take a seat.' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Duellos' }).first().click();
  await expect(page.getByRole('complementary', { name: 'Global chat' })).toBeVisible();
  await owner.page.context().close();
});

test('a room that does not exist has its own view', async ({ page, complaints }) => {
  await page.goto('/room/999999');
  await expect(page.getByRole('heading', { name: 'This room does not exist.' })).toBeVisible();
  // The browser itself notes the answer.
  expect(complaints.splice(0)).toEqual([expect.stringContaining('404')]);
});
