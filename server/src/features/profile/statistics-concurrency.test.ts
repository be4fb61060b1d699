import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Sql } from '#db/db.ts';
import { addPlayer, creditWelcomeDiamonds } from '#testing/fixtures.ts';
import { createTestSite, type TestSite } from '#testing/test-site.ts';
import { createStatistics } from './statistics.ts';

let site: TestSite;

beforeAll(async () => {
  site = await createTestSite();
});
afterAll(() => site.close());

test('serializes parallel requests of a player, and each reply is complete', async () => {
  const { db } = site.deps;
  let [summing, most] = [0, 0];
  const sql: Sql = async (strings, ...values) => {
    const isSum = strings.some((part) => part.includes('from ledger'));
    if (isSum) most = Math.max(most, (summing += 1));
    try {
      return await db.sql(strings, ...values);
    } finally {
      if (isSum) summing -= 1;
    }
  };
  const statistics = createStatistics({ db: { ...db, sql } });
  const { id } = await addPlayer(db);
  await creditWelcomeDiamonds(site.deps, id, 700);
  await db.sql`
    insert into ledger (type, reference, player_id, account, amount, old_balance, new_balance)
    select 'MISSION_REWARD', 'some:' || n, ${id}, 'house:missions', 1, n, n + 1 from generate_series(1, 20500) as n`;
  const results = await Promise.all(Array.from({ length: 20 }, () => statistics.of(id, 'http://localhost')));
  expect(most).toBe(1);
  expect(new Set(results.map(({ missionsClaimed }) => missionsClaimed))).toEqual(new Set([20_500]));
});
