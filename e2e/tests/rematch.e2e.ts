import type { BrowserContext } from '@playwright/test';
import {
  addApiPlayer,
  balance,
  createRoom,
  END_TIMEOUT,
  fetchRoom,
  JOURNEY_MS,
  paySeat,
  post,
  ready,
  roomIdOf,
  roundList,
  sendServerCommands,
  SET_UP_TIMEOUT,
  statusText,
  team,
} from '../rooms.ts';
import { measureShift, SHIFT_MAX } from '../layout-shift.ts';
import { expect, expectAccessible, expectNoHorizontalScroll, phone, test } from '../fixtures.ts';

test.setTimeout(JOURNEY_MS);

test('a duel against a sandbox opponent can be watched round by round, and a rematch follows', async ({
  launch,
  addPlayer,
  browser,
}) => {
  const site = await launch({ SANDBOX_MATCH_SPEED: '1' });
  await sendServerCommands(browser, 'Los Angeles', ['sandbox_winner team1'], site.origin);
  const { page } = await addPlayer({ ...phone, baseURL: site.origin });
  const readShift = await measureShift(page);
  const path = await createRoom(page, { place: 'Los Angeles', fee: '500' });
  await page.getByRole('button', { name: 'Play against a sandbox opponent' }).click();
  await expect(team(page, 'Team 2').getByText(/^sandbox$/i)).toBeVisible();
  const { players } = await fetchRoom(page.request, path);
  expect(Math.abs(players[0]!.elo - players[1]!.elo)).toBeLessThanOrEqual(100);
  await ready(page).click();
  await expect(statusText(page, 'Match is starting')).toBeVisible();
  await page.evaluate(() => window.scrollTo(0, 0));
  const shiftBefore = await readShift();

  await expect(roundList(page).getByRole('listitem').first()).toBeVisible(SET_UP_TIMEOUT);
  await expect(roundList(page).getByRole('listitem').nth(2)).toBeVisible();
  await expectNoHorizontalScroll(page);
  await expectAccessible(page);
  await expect(statusText(page, 'You won')).toBeVisible(END_TIMEOUT);
  await expect(page.getByRole('button', { name: 'Rematch · 500' })).toBeVisible();
  // The match does not move while a player only watches it.
  expect((await readShift()) - shiftBefore).toBeLessThanOrEqual(SHIFT_MAX);
  const { score } = await fetchRoom(page.request, path);
  await expect(roundList(page).getByRole('listitem')).toHaveCount(score.team1 + score.team2);
  await page.reload();
  await expect(roundList(page).getByRole('listitem')).toHaveCount(score.team1 + score.team2);
  await expectNoHorizontalScroll(page);
  await expectAccessible(page);

  await expect(balance(page)).toHaveText('100.450');
  await page.getByRole('button', { name: 'Rematch · 500' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Pay 500 and play' }).click();
  await expect(page).not.toHaveURL(path);
  await expect(team(page, 'Team 1').getByText('You', { exact: true })).toBeVisible();
  await expect(team(page, 'Team 2').getByText('Ready', { exact: true })).toBeVisible();
  await expect(balance(page)).toHaveText('99.950');
  const next = await fetchRoom(page.request, page.url());
  expect(next).toMatchObject({ rematchOf: roomIdOf(path), ticketPrice: 500, server_location: 'los_angeles' });
});

/** The views of a match: on a phone in each language, and the places that change, also on a wide screen. */
const VIEWS = [
  { ...phone, language: 'mixed', heading: 'Rounds' },
  { ...phone, language: 'tr', heading: undefined },
  { ...phone, language: 'en', heading: undefined },
  { ...phone, language: 'mixed', heading: 'Timeline' },
  { ...phone, language: 'mixed', heading: 'Starting sides' },
  { viewport: { width: 1280, height: 860 }, language: 'mixed', heading: undefined },
  { viewport: { width: 1280, height: 860 }, language: 'mixed', heading: 'Timeline' },
] as const;

/** Opens a room as a visitor, with the heading at the upper edge; returns the page and how far it moves from now on. */
async function watchRoom(
  context: BrowserContext,
  path: string,
  { language, heading }: Pick<(typeof VIEWS)[number], 'language' | 'heading'>,
) {
  const page = await context.newPage();
  await page.addInitScript((chosen) => localStorage.setItem('language', chosen), language);
  const readShift = await measureShift(page);
  await page.goto(path);
  await expect(page.getByRole('timer').or(page.getByText('VS', { exact: true }))).toBeVisible();
  await page.waitForLoadState('networkidle');
  if (heading !== undefined) {
    await page.getByRole('heading', { name: heading }).evaluate((element) => element.scrollIntoView());
  }
  return { page, readShift };
}

test('the page of a room does not move during a match, wherever a spectator is, in every language', async ({
  launch,
  browser,
}) => {
  const site = await launch({ SANDBOX_MATCH_SPEED: '1' });
  const owner = await addApiPlayer(browser, site.origin);
  const settings = { map: 'awp_lego', player_count: '1v1', server_location: 'istanbul', ticketPrice: 500 };
  const { roomId } = (await (await owner.post('/room/createGameRoom', { data: settings })).json()) as {
    roomId: number;
  };
  await post(owner, `/room/addSandboxOpponent/${roomId}`);
  const views = [];
  for (const { viewport, ...view } of VIEWS) {
    const context = await browser.newContext({ viewport, baseURL: site.origin });
    views.push({ ...view, width: viewport.width, ...(await watchRoom(context, `/room/${roomId}`, view)) });
  }
  for (const { page } of views) {
    await expect(page.getByText(new RegExp(`^${VIEWS.length} (spectators|izleyici)$`))).toBeAttached();
  }
  const shiftsBefore = await Promise.all(views.map(({ readShift }) => readShift()));
  await post(owner, `/room/setReadyState/${roomId}`, { ready: true });
  for (const { page } of views) {
    await expect(page.getByRole('button', { name: /^(Share|Paylaş)$/ })).toBeAttached({ timeout: 120_000 });
  }
  const shifts = await Promise.all(views.map(({ readShift }) => readShift()));
  const moved = views.map(({ width, language, heading }, index) => ({
    view: `${width} ${language} ${heading ?? 'top'}`,
    shift: shifts[index]! - shiftsBefore[index]!,
  }));
  expect(moved.filter(({ shift }) => shift > SHIFT_MAX)).toEqual([]);
  for (const { page } of views) await page.context().close();
});

test('a player accepts the rematch that the other offers, and both move to its room', async ({
  addPlayer,
  browser,
}) => {
  await sendServerCommands(browser, 'Beauharnois', ['sandbox_speed 20']);
  const { page } = await addPlayer();
  const path = await createRoom(page, { place: 'Beauharnois', fee: '1.000' });
  const guest = await addPlayer(phone);
  await paySeat(guest.page, path, 2);
  await ready(page).click();
  await ready(guest.page).click();
  for (const each of [page, guest.page]) {
    await expect(each.getByRole('button', { name: 'Rematch · 1.000' })).toBeVisible(END_TIMEOUT);
  }

  await page.getByRole('button', { name: 'Rematch · 1.000' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Pay 1.000 and play' }).click();
  await expect(statusText(page, 'has not accepted yet.')).toBeVisible();
  await expect(statusText(guest.page, 'wants a rematch.')).toBeVisible();
  await expectNoHorizontalScroll(guest.page);
  await expectAccessible(guest.page);
  const other = await addApiPlayer(browser);
  const { rematch } = await fetchRoom(page.request, path);
  const reply = await other.post(`/room/joinGameRoom/${rematch!.roomId}`, { data: {} });
  expect(((await reply.json()) as { code: string }).code).toBe('room_full');
  await guest.page.getByRole('button', { name: 'Accept rematch · 1.000' }).click();
  await guest.page.getByRole('dialog').getByRole('button', { name: 'Pay 1.000 and play' }).click();
  for (const each of [page, guest.page]) {
    await expect(each).toHaveURL(`/room/${rematch!.roomId}`);
    await expect(statusText(each, 'Everyone is here. Get ready!')).toBeVisible();
  }
});

test('a link to a room has a preview', async ({ addPlayer }) => {
  const { page, account } = await addPlayer();
  const path = await createRoom(page, { place: 'Istanbul', fee: '1.000' });
  const html = await (await page.request.get(path, { headers: { accept: 'text/html' } })).text();
  const content = (key: string) => new RegExp(`<meta property="${key}" content="([^"]*)">`).exec(html)?.[1] ?? '';
  expect(content('og:title')).toBe(`1v1 duel on aim_redline with ${account.username}`);
  expect(content('og:description')).toContain('Entry fee 1.000 diamonds');
  expect(new URL(content('og:url')).pathname).toBe(path);
  const picture = await page.request.get(content('og:image'));
  expect([picture.status(), picture.headers()['content-type']]).toEqual([200, 'image/jpeg']);
});
