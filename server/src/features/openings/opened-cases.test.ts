import type { OpenedCase } from '@karat/contract/cases';
import type { Pagination } from '@karat/contract/pagination';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createSeeds } from '#features/fairness/fairness.ts';
import { csvRows } from '#testing/csv-rows.ts';
import { addCase, addItem, addPlayer, creditWelcomeDiamonds, type TestPlayer } from '#testing/fixtures.ts';
import { openCaseDirectly } from '#testing/rolled-openings.ts';
import { createTestSite, type TestSite } from '#testing/test-site.ts';

type Listed = { readonly data: OpenedCase[]; readonly pagination: Pagination };

let site: TestSite;
let finance: TestPlayer;

const DAY_SECONDS = 86_400;
const dayAgo = (days: number) => new Date(Date.now() - days * DAY_SECONDS * 1_000).toISOString().slice(0, 10);

/** Of each player and case: two openings four days ago and three today. */
beforeAll(async () => {
  site = await createTestSite({}, { take: () => 0 });
  const { db } = site.deps;
  finance = await addPlayer(db, 'finance');
  const itemId = await addItem(db, { skinName: 'Listed' });
  const seeds = createSeeds(site.deps);
  const playerIds: number[] = [];
  for (const name of ['Çınar', 'Hive']) await addCase(db, { name, price: 10, drops: [[itemId, 10_000]] });
  for (const username of ['first_one', 'second_one']) {
    const { id: playerId } = await addPlayer(db);
    await db.sql`update players set username = ${username}, username_key = ${username} where id = ${playerId}`;
    await creditWelcomeDiamonds(site.deps, playerId, 1_000);
    await seeds.ensure(playerId);
    playerIds.push(playerId);
  }
  for (const [days, count] of [
    [4, 2],
    [0, 3],
  ] as const) {
    for (const playerId of playerIds) {
      for (const caseName of ['Çınar', 'Hive']) {
        await openCaseDirectly(site.deps, seeds, { playerId, caseName, count, ageSeconds: days * DAY_SECONDS });
      }
    }
  }
});
afterAll(() => site.close());

const ask = (call: string, who = finance) => site.http.inject({ url: `/admin/${call}`, headers: who.headers });
const list = async (query: string) => (await ask(`getOpenedCases${query}`)).json<Listed>();

const FILTERS: readonly (readonly [query: string, count: number])[] = [
  ['?username=first_one', 10],
  ['?username=FIRST_ONE&caseName=hive', 5],
  ['?caseName=cinar', 10],
  ['?caseName=nothing', 0],
  ['?username=not_there', 0],
  [`?from=${dayAgo(4)}&to=${dayAgo(4)}`, 8],
  [`?from=${dayAgo(3)}&to=${dayAgo(1)}`, 0],
  [`?to=${dayAgo(1)}&username=second_one`, 4],
  [`?from=${dayAgo(0)}&caseName=Hive&username=second_one`, 3],
];

describe('openings', () => {
  test.each(FILTERS)('with %s are %d', async (query, count) => {
    const { data, pagination } = await list(query);
    expect(pagination.totalResults).toBe(count);
    expect(data).toHaveLength(Math.min(count, 10));
    expect(data.map(({ id }) => id)).toEqual(data.map(({ id }) => id).toSorted((a, b) => b - a));
  });

  test('with a filter are paged', async () => {
    const pages = await Promise.all([1, 2, 3].map((page) => list(`?username=first_one&limit=4&page=${page}`)));
    expect(pages.map(({ data }) => data.length)).toEqual([4, 4, 2]);
    expect(new Set(pages.flatMap(({ data }) => data.map(({ id }) => id))).size).toBe(10);
  });

  test('are all listed without a filter', async () => {
    expect((await list('')).pagination.totalResults).toBe(20);
  });
});

describe('the file of openings', () => {
  test.each([['', 20] as const, ...FILTERS])('with "%s" has %d rows', async (query, count) => {
    const [head, ...rows] = csvRows((await ask(`downloadOpenedCases${query}`)).body);
    expect(head).toEqual(['id', 'createdAt', 'openedBy', 'caseName', 'casePrice', 'resultItem']);
    expect(rows).toHaveLength(count);
  });

  test('is refused without the permission for downloads', async () => {
    const support = await addPlayer(site.deps.db, 'support');
    expect((await ask('downloadOpenedCases', support)).statusCode).toBe(403);
    expect((await ask('getOpenedCases', support)).statusCode).toBe(200);
  });
});
