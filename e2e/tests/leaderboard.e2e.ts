import type { APIRequestContext, Locator, Page } from '@playwright/test';
import {
  addApiPlayer,
  END_TIMEOUT,
  JOURNEY_MS,
  sendServerCommands,
  type LocationLabel,
  LOCATIONS,
  post,
  fetchRoom,
} from '../rooms.ts';
import { expect, expectAccessible, expectNoHorizontalScroll, test } from '../fixtures.ts';

test.setTimeout(JOURNEY_MS);

const ROOMS: readonly LocationLabel[] = ['Istanbul', 'Tokyo', 'Warsaw', 'Miami', 'Bucharest', 'Beauharnois'];

const rows = (page: Page): Locator => page.getByRole('table', { name: 'Leaderboard' }).locator('tbody tr');
const foot = (page: Page): Locator => page.getByRole('table', { name: 'Leaderboard' }).locator('tfoot tr');

/** A column of the shown rows, as numbers. */
async function readColumn(page: Page, index: number): Promise<number[]> {
  const cells = await rows(page).locator(`td:nth-child(${index})`).allInnerTexts();
  return cells.map((text) => Number(text.replaceAll('.', '').split(/\s+/).at(-1)));
}

const isDescending = (values: readonly number[]): boolean =>
  values.every((value, index) => index === 0 || value <= values[index - 1]!);

/** Plays a 2v2 match to its end. */
async function playMatch(place: LocationLabel, players: readonly APIRequestContext[]): Promise<void> {
  const form = { map: 'awp_lego', player_count: '2v2', server_location: LOCATIONS[place] };
  const reply = await players[0]!.post('/room/createGameRoom', { data: form });
  const { roomId } = (await reply.json()) as { roomId: number };
  for (const player of players.slice(1)) await post(player, `/room/joinGameRoom/${roomId}`);
  for (const player of players) await post(player, `/room/setReadyState/${roomId}`, { ready: true });
  const state = async (): Promise<string> => (await fetchRoom(players[0]!, `/room/${roomId}`)).state;
  await expect.poll(state, END_TIMEOUT).toBe('MATCH_FINISHED');
}

test('the leaderboard: order, colours, pages, one’s own place, by keyboard and on a phone', async ({
  launch,
  addPlayer,
  browser,
}) => {
  const site = await launch({ SANDBOX_MATCH_SPEED: '20' });
  const groups: APIRequestContext[][] = [];
  while (groups.length < ROOMS.length) {
    groups.push(await Promise.all([1, 2, 3].map(() => addApiPlayer(browser, site.origin))));
  }
  for (const group of groups.slice(0, -1)) group.push(await addApiPlayer(browser, site.origin));
  // The newest account, on the team that loses first: it is ranked last.
  const { page, account } = await addPlayer({ baseURL: site.origin });
  groups.at(-1)!.push(page.request);
  await page.goto('/leaderboard');
  await expect(page.getByText('Nobody is on the leaderboard yet.')).toBeVisible();
  for (const winner of ['team1', 'team2']) {
    for (const place of ROOMS) await sendServerCommands(browser, place, [`sandbox_winner ${winner}`], site.origin);
    await Promise.all(ROOMS.map((place, index) => playMatch(place, groups[index]!)));
    if (winner === 'team2') continue;
    // The six losing teams are not ranked yet.
    await page.reload();
    await expect(rows(page)).toHaveCount(12);
    await expect(page.getByText('Win a match to enter the leaderboard.')).toBeVisible();
  }

  await page.reload();
  await expect(rows(page)).toHaveCount(20);
  expect(isDescending(await readColumn(page, 2))).toBe(true);
  expect(new Set(await readColumn(page, 2))).toEqual(new Set([1_011, 989]));
  await expect(rows(page).first().getByRole('img', { name: 'First place' })).toBeVisible();
  const colours = await rows(page)
    .locator('td:nth-child(2) > span > span:first-child')
    .evaluateAll((levels) => levels.map((level) => `${level.textContent} ${getComputedStyle(level).color}`));
  expect(new Set(colours).size).toBe(2);
  await expect(foot(page)).toContainText(account.username);
  await expect(foot(page)).toContainText('Your place');
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 780 });
    await expect(foot(page)).toBeInViewport();
    await expectNoHorizontalScroll(page);
    await expectAccessible(page);
  }

  await page.getByRole('link', { name: 'Kills' }).press('Enter');
  await expect(page).toHaveURL(/\?sort=kills$/);
  await expect(page.getByRole('columnheader', { name: 'Kills' })).toHaveAttribute('aria-sort', 'descending');
  await expect.poll(async () => isDescending(await readColumn(page, 4))).toBe(true);
  await page.goBack();
  await page
    .getByRole('navigation', { name: 'Pages' })
    .getByRole('link', { name: 'Page 2', exact: true })
    .press('Enter');
  await expect(page).toHaveURL(/\?page=2$/);
  await expect(rows(page)).toHaveCount(4);
  await expect(rows(page).filter({ hasText: account.username })).toContainText('Your place');
  await expect(foot(page)).toHaveCount(0);
});
