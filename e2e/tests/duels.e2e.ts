import type { Page } from '@playwright/test';
import {
  addApiPlayer,
  balance,
  createRoom,
  END_TIMEOUT,
  eventList,
  JOURNEY_MS,
  openSandboxServer,
  sendServerCommands,
  paySeat,
  post,
  readNotifications,
  ready,
  fetchRoom,
  roomIdOf,
  statusText,
  SET_UP_TIMEOUT,
  team,
} from '../rooms.ts';
import { expect, expectAccessible, expectNoHorizontalScroll, phone, test } from '../fixtures.ts';

test.setTimeout(JOURNEY_MS);

const readClipboard = (page: Page): Promise<string> => page.evaluate(() => navigator.clipboard.readText());

/** The number of played rounds that the page shows. */
async function countShownRounds(page: Page): Promise<number> {
  const [, one = '0', other = '0'] =
    /(\d+) : (\d+)/.exec((await page.getByText(/^Score: \d+ : \d+$/).textContent()) ?? '') ?? [];
  return Number(one) + Number(other);
}

/** Spectators are not asked to join. */
async function expectNothingToJoin(page: Page): Promise<void> {
  await expect(page.getByText('The sandbox plays this match for you. There is nothing to join.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Join with Steam' })).toHaveCount(0);
}

async function expectVerdicts({ winner, loser }: { winner: Page; loser: Page }): Promise<void> {
  await expect(statusText(winner, 'You won')).toBeVisible();
  await expect(statusText(loser, 'You lost')).toBeVisible();
  await expect(team(loser, 'Team 1').getByText('-1.500', { exact: true })).toBeVisible();
}

test('two players duel for a fee: link, chat, server, live score, pot, ratings, history and ranks', async ({
  page: visitor,
  addPlayer,
  browser,
}) => {
  await sendServerCommands(browser, 'Warsaw', ['sandbox_winner team2', 'sandbox_speed 1']);
  const { page } = await addPlayer({ permissions: ['clipboard-read', 'clipboard-write'] });
  const path = await createRoom(page, { place: 'Warsaw', fee: '1.500' });
  await page.getByRole('region', { name: 'Room Info' }).getByRole('button', { name: 'Copy' }).click();
  const guest = await addPlayer(phone);
  await paySeat(guest.page, await readClipboard(page), 2);
  await expect(balance(guest.page)).toHaveText('98.500');
  await page.getByRole('textbox').fill('gl hf');
  await page.getByRole('textbox').press('Enter');
  await expect(guest.page.getByRole('log').getByText('gl hf')).toBeVisible();
  await visitor.goto(path);
  for (const each of [page, guest.page, visitor])
    await expect(each.getByText('1 spectator', { exact: true })).toBeVisible();

  await ready(page).click();
  await ready(guest.page).click();
  const allPages = [page, guest.page, visitor];
  await Promise.all(allPages.map((each) => expect(statusText(each, 'Match is starting')).toBeVisible()));
  await Promise.all(allPages.map((each) => expect(each.getByRole('timer')).toHaveText(/^\d+ s$/)));
  await expect(eventList(guest.page).getByText('The match is live.')).toBeVisible(SET_UP_TIMEOUT);
  // Pauses the match, so that it cannot end before the page was checked.
  await sendServerCommands(browser, 'Warsaw', ['css_forcepause']);

  const link = (await openSandboxServer(guest.page)).getByRole('link', { name: 'Join with Steam' });
  await expect(link).toHaveAttribute('href', /^steam:\/\/connect\/[\d.]+:\d+/);
  const server = await openSandboxServer(page);
  await server.getByRole('button', { name: 'Copy' }).first().click();
  expect(await readClipboard(page)).toBe((await fetchRoom(page.request, path)).server_ip);
  for (const each of allPages) await expect(statusText(each, 'Match in progress')).toBeVisible();
  await expectNothingToJoin(visitor);
  await expectNoHorizontalScroll(guest.page);
  await expectAccessible(guest.page);
  const before = await countShownRounds(visitor);
  await sendServerCommands(browser, 'Warsaw', ['css_forceunpause']);

  for (const each of allPages) await expect(statusText(each, 'Team 2 won')).toBeVisible(END_TIMEOUT);
  for (const each of allPages) expect(await countShownRounds(each)).toBeGreaterThan(before);
  await expectVerdicts({ winner: guest.page, loser: page });
  await expect(eventList(page).getByText(/^Team 2 won 8:\d\.$/)).toBeVisible();
  await expect(balance(page)).toHaveText('98.500');
  await expect(balance(guest.page)).toHaveText('101.350');
  for (const each of allPages) {
    await expect(team(each, 'Team 1').getByText('Rating 1.000 → 975')).toBeVisible();
    await expect(team(each, 'Team 2').getByText('Rating 1.000 → 1.025')).toBeVisible();
  }
  for (const each of [page, guest.page]) {
    await expectAccessible(each);
    await expectNoHorizontalScroll(each);
  }

  const room = `#${roomIdOf(path)}`;
  expect(await readNotifications(guest.page)).toContain(`You won room ${room}`);
  expect(await readNotifications(page)).toContain(`You lost room ${room}`);
  await page.goto('/oyungecmisim');
  await expect(page.getByRole('row', { name: room })).toContainText('1.500 → 0');
  await expect(page.getByRole('row', { name: room })).toContainText('aim_redline');
  await guest.page.goto('/profile');
  const lastGames = guest.page.getByRole('region', { name: /last games/i });
  await expect(lastGames.getByRole('row', { name: room })).toContainText('1.500 → 2.850');
  await expectAccessible(guest.page);
  await expectNoHorizontalScroll(guest.page);
  await lastGames.getByRole('link', { name: room }).click();
  await expect(guest.page).toHaveURL(path);

  await guest.page.goto('/leaderboard');
  const ownRow = guest.page.getByRole('row', { name: 'Your place' });
  await expect(ownRow).toContainText(guest.account.username);
  await expect(ownRow).toContainText('1.025');
  await page.goto('/leaderboard?page=1');
  await expect(page.getByText('Win a match to enter the leaderboard.')).toBeVisible();
});

test('a 2v2 match for a fee: all players see the result, and the winners share the pot', async ({
  page,
  signUp,
  addPlayer,
  browser,
}) => {
  await sendServerCommands(browser, 'Tokyo', ['sandbox_winner team1']);
  await signUp();
  const path = await createRoom(page, { place: 'Tokyo', fee: '1.000', size: '2v2' });
  const roomId = roomIdOf(path);
  const rival = await addPlayer(phone);
  await paySeat(rival.page, path, 2);
  const [mate, other] = [await addApiPlayer(browser), await addApiPlayer(browser)];
  await post(mate, `/room/joinGameRoom/${roomId}`, { team: 'team1' });
  await post(other, `/room/joinGameRoom/${roomId}`, { team: 'team2' });
  await expect(statusText(page, 'Everyone is here. Get ready!')).toBeVisible();
  await expect(rival.page.getByRole('timer')).toBeVisible();
  await expectNoHorizontalScroll(rival.page);
  await ready(rival.page).click();
  for (const caller of [mate, other]) await post(caller, `/room/setReadyState/${roomId}`, { ready: true });
  await expect(team(page, 'Team 2').getByText('Ready', { exact: true })).toHaveCount(2);
  await ready(page).click();

  await expect(eventList(rival.page).getByText('The match is live.')).toBeVisible(SET_UP_TIMEOUT);
  for (const each of [page, rival.page]) await expect(statusText(each, 'Team 1 won')).toBeVisible(END_TIMEOUT);
  await expect(balance(page)).toHaveText('100.900');
  await expect(balance(rival.page)).toHaveText('99.000');
  for (const each of [page, rival.page]) {
    await expect(team(each, 'Team 1').getByText('Rating 1.000 → 1.025')).toHaveCount(2);
    await expect(team(each, 'Team 2').getByText('Rating 1.000 → 975')).toHaveCount(2);
    await expect(eventList(each).getByText(/received 1\.900/)).toHaveCount(2);
    await expectAccessible(each);
    await expectNoHorizontalScroll(each);
  }
});
