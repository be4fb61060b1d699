import type { PlayedGame } from '@karat/contract/games';
import type { Pagination } from '@karat/contract/pagination';
import { PAYOUT_FACTORS } from '@karat/rules/roulette';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { addPlayer, type TestPlayer, creditWelcomeDiamonds } from '#testing/fixtures.ts';
import { createWheel, type Wheel } from '#testing/played-rounds.ts';
import { createTestSite, type TestSite } from '#testing/test-site.ts';

type Listed = { data: PlayedGame[]; pagination: Pagination };

let site: TestSite;
let wheel: Wheel;
let player: TestPlayer;

beforeAll(async () => {
  site = await createTestSite();
  wheel = await createWheel(site.deps.db);
});
beforeEach(async () => {
  player = await addPlayer(site.deps.db);
  await creditWelcomeDiamonds(site.deps, player.id, 10_000);
});
afterAll(() => site.close());

const ask = (query = '', headers: Record<string, string> = player.headers) =>
  site.http.inject({ url: `/user/getGameHistory${query}`, headers });

async function list(query = ''): Promise<Listed> {
  const reply = await ask(query);
  expect(reply.statusCode).toBe(200);
  return reply.json<Listed>();
}

test("lists only the player's own games", async () => {
  expect((await ask('', {})).statusCode).toBe(401);
  const other = await addPlayer(site.deps.db);
  await wheel.play([{ playerId: player.id, playerBet: 'red', amount: 10 }]);
  expect((await ask('', other.headers)).json()).toEqual({
    data: [],
    pagination: { totalResults: 0, resultsPerPage: 10, currentPage: 1 },
  });
  expect((await list()).pagination.totalResults).toBe(1);
});

test('counts a round as one game, won if it paid more than it cost', async () => {
  const lost = (color: string) => (color === 'red' ? 'black' : 'red');
  const playerId = player.id;
  const first = wheel.nextColor();
  const won = await wheel.play([
    { playerId, playerBet: first, amount: 100 },
    { playerId, playerBet: lost(first), amount: 20 },
  ]);
  const second = wheel.nextColor();
  const even = await wheel.play([
    { playerId, playerBet: second, amount: 10 },
    { playerId, playerBet: lost(second), amount: 10 * PAYOUT_FACTORS[second] },
  ]);
  const date = expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/) as string;
  const game = { id: expect.any(Number) as number, date, game: 'roulette', map: null };
  const { data } = await list();
  expect(data).toEqual([
    {
      ...game,
      isWon: false,
      amount: 10 + 10 * PAYOUT_FACTORS[second],
      payout: 10 * PAYOUT_FACTORS[second],
      reference: even,
    },
    { ...game, isWon: true, amount: 120, payout: 100 * PAYOUT_FACTORS[first], reference: won },
  ]);
});

test('lists games in pages, newest first', async () => {
  const ids: number[] = [];
  for (let at = 0; at < 5; at += 1) ids.push(await wheel.play([{ playerId: player.id, playerBet: 'red', amount: 1 }]));
  const pages = [await list('?limit=2'), await list('?limit=2&page=2'), await list('?limit=2&page=3')];
  expect(pages.map(({ data }) => data.map(({ reference }) => reference))).toEqual([
    [ids[4], ids[3]],
    [ids[2], ids[1]],
    [ids[0]],
  ]);
  expect(pages[2]!.pagination).toEqual({ totalResults: 5, resultsPerPage: 2, currentPage: 3 });
  expect((await list('?limit=2&page=9')).data).toEqual([]);
});

test.each(['?page=0', '?page=x', '?limit=101', '?limit=-1'])('refuses %s', async (query) => {
  expect((await ask(query)).statusCode).toBe(400);
});
