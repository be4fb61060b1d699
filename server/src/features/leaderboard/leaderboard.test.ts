import type { LeaderboardRow } from '@karat/contract/leaderboard';
import type { Pagination } from '@karat/contract/pagination';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addPlayer, type TestPlayer } from '#testing/fixtures.ts';
import { createTestSite, type TestSite } from '#testing/test-site.ts';
import { createLeaderboard } from './leaderboard.ts';

type Listed = { data: LeaderboardRow[]; pagination: Pagination; own: LeaderboardRow | null };
type Record = { elo: number; kills?: number; wins?: number; matches?: number };

let site: TestSite;
let players: TestPlayer[];

async function addRanked({ elo, kills = 0, wins = 1, matches = 1 }: Record): Promise<TestPlayer> {
  const player = await addPlayer(site.deps.db);
  await site.deps.db.sql`
    update players set elo = ${elo}, total_kills = ${kills}, total_wins = ${wins}, total_matches = ${matches},
                       username = ${`elo ${elo}, number ${player.id}`}
    where id = ${player.id}`;
  return player;
}

beforeAll(async () => {
  site = await createTestSite();
  players = [];
  for (const record of [
    { elo: 1_200, kills: 5, wins: 1 },
    { elo: 1_500, kills: 9, wins: 4 },
    { elo: 1_200, kills: 20, wins: 3 },
    { elo: 900, kills: 9, wins: 2 },
    { elo: 2_000, wins: 0, matches: 0 },
    { elo: 1_900, kills: 90, wins: 0, matches: 12 },
  ]) {
    players.push(await addRanked(record));
  }
  const [banned, madeUp] = [await addRanked({ elo: 3_000 }), await addRanked({ elo: 3_001 })];
  await site.deps.db.sql`update players set state = 'banned' where id = ${banned.id}`;
  await site.deps.db.sql`update players set is_sandbox = true where id = ${madeUp.id}`;
});
afterAll(() => site.close());

async function ask(query = '', player?: TestPlayer): Promise<Listed> {
  const reply = await site.http.inject({ url: `/user/getLeaderboard${query}`, headers: { ...player?.headers } });
  expect(reply.statusCode).toBe(200);
  return reply.json<Listed>();
}

const placesOf = ({ data }: Pick<Listed, 'data'>) => data.map(({ place, elo }) => [place, elo]);

test('ranks players who have won a match, and gives equal values one place', async () => {
  const listed = await ask();
  expect(placesOf(listed)).toEqual([
    [1, 1_500],
    [2, 1_200],
    [2, 1_200],
    [4, 900],
  ]);
  expect(listed.data[0]).toEqual({
    place: 1,
    elo: 1_500,
    username: `elo 1500, number ${players[1]!.id}`,
    avatar: `http://localhost:80/img/avatar/${encodeURIComponent(`elo 1500, number ${players[1]!.id}`)}.svg`,
    total_kills: 9,
    total_wins: 4,
  });
  expect(listed.pagination).toEqual({ totalResults: 4, resultsPerPage: 20, currentPage: 1 });
  expect(listed.own).toBeNull();
});

test.each([
  [
    'kills',
    [
      [1, 20],
      [2, 9],
      [2, 9],
      [4, 5],
    ],
    'total_kills',
  ],
  [
    'wins',
    [
      [1, 4],
      [2, 3],
      [3, 2],
      [4, 1],
    ],
    'total_wins',
  ],
] as const)('ranked by %s', async (sort, places, column) => {
  const { data } = await ask(`?sort=${sort}`);
  expect(data.map((row) => [row.place, row[column]])).toEqual(places);
});

test('gives the same place on every page', async () => {
  const pages = [await ask('?limit=2'), await ask('?limit=2&page=2'), await ask('?limit=1&page=3')];
  expect(pages.map(placesOf)).toEqual([
    [
      [1, 1_500],
      [2, 1_200],
    ],
    [
      [2, 1_200],
      [4, 900],
    ],
    [[2, 1_200]],
  ]);
  expect(await ask('?limit=2&page=9')).toMatchObject({ data: [], pagination: { totalResults: 4 } });
});

test('tells callers their own place, once they have one', async () => {
  expect((await ask('?limit=1', players[3])).own).toMatchObject({ place: 4, elo: 900 });
  expect((await ask('?limit=1&sort=kills', players[3])).own).toMatchObject({ place: 2, total_kills: 9 });
  expect((await ask('?limit=1&sort=wins', players[3])).own).toMatchObject({ place: 3, total_wins: 2 });
  expect((await ask('', players[4])).own).toBeNull();
});

test.each(['elo', 'kills', 'wins'])(
  'gives a player without a win no place by %s, however good the record',
  async (sort) => {
    const listed = await ask(`?sort=${sort}`, players[5]);
    expect(listed.own).toBeNull();
    expect(listed.data.map(({ elo }) => elo)).not.toContain(1_900);
    expect(listed.pagination.totalResults).toBe(4);
  },
);

test.each(['?sort=luck', '?page=0', '?limit=1000'])('refuses %s', async (query) => {
  expect((await site.http.inject(`/user/getLeaderboard${query}`)).statusCode).toBe(400);
});

test('caches a page for a moment, but not a failure', async () => {
  let nowMs = 0;
  let isBroken = true;
  const { db } = site.deps;
  const sql = ((...query: Parameters<typeof db.sql>) =>
    isBroken ? Promise.reject(new Error('away')) : db.sql(...query)) as typeof db.sql;
  const leaderboard = createLeaderboard({ db: { ...db, sql } }, () => nowMs);
  const request = { sort: 'elo', page: 1, limit: 1 } as const;
  await expect(leaderboard.list(request)).rejects.toThrow('away');
  isBroken = false;
  expect(placesOf(await leaderboard.list(request))).toEqual([[1, 1_500]]);
  const best = await addRanked({ elo: 1_600 });
  nowMs = 1_999;
  expect(placesOf(await leaderboard.list(request))).toEqual([[1, 1_500]]);
  nowMs = 2_000;
  expect(placesOf(await leaderboard.list(request))).toEqual([[1, 1_600]]);
  expect(await leaderboard.ownRow('elo', best.id)).toMatchObject({ place: 1 });
});
