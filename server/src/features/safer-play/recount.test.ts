import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Db, openDb, type Sql } from '#db/db.ts';
import { createLog } from '#log.ts';
import { addPlayer } from '#testing/fixtures.ts';
import { createTestDatabase, type TestDatabase } from '#testing/database.ts';
import { requestLimits } from './limits.ts';
import { selectLimits } from './queries.ts';

let database: TestDatabase;
let db: Db;
beforeAll(async () => {
  database = await createTestDatabase();
  db = openDb({ connection: database.connection, log: createLog('silent') });
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

let bets = 0;
/** A lost bet `seconds` after the start of the week, negative for before. */
const bet = (playerId: number, amount: number, seconds: number) => db.sql`
  insert into ledger (type, reference, player_id, account, amount, old_balance, new_balance, created_at)
  values ('ROULETTE_BET', ${`bet:${(bets += 1)}`}, ${playerId}, 'round:1', ${-amount}, 1000000, ${1_000_000 - amount},
          date_trunc('week', now() at time zone 'UTC') at time zone 'UTC' + ${seconds} * interval '1 second')`;

test('a week counts all rows that began in it, whatever their order around its start', async () => {
  const { id } = await addPlayer(db);
  for (const [amount, seconds] of [
    [1_000, -8_000],
    [1, 0],
    [2_000, -2],
    [10, 1],
    [4_000, -1],
    [100, 0],
  ] as const) {
    await bet(id, amount, seconds);
  }
  const limits = await selectLimits(db.sql, id);
  expect(limits.find(({ kind, period }) => kind === 'wager' && period === 'week')!.used).toBe(111);
});

test('recounts once for any number of limits, and not at all for looser ones', async () => {
  const { id } = await addPlayer(db);
  await bet(id, 50, 1);
  const everything = (allowed: number) =>
    (['deposit', 'wager', 'loss'] as const).flatMap((kind) =>
      (['day', 'week'] as const).map((period) => ({ kind, period, allowed })),
    );
  const readSums = (allowed: number) =>
    db.transaction(async (tx) => {
      let sums = 0;
      const sql: Sql = (strings, ...values) => {
        if (strings.some((part) => part.includes('limit_uses_of'))) sums += 1;
        return tx.sql(strings, ...values);
      };
      await requestLimits({ ...tx, sql }, id, everything(allowed));
      return sums;
    });
  expect([await readSums(1_000), await readSums(2_000), await readSums(500)]).toEqual([1, 0, 1]);
  const [weekly] = await db.sql<{ used: number }>`
    select used from play_limit_uses where player_id = ${id} and kind = 'wager' and period = 'week'`;
  expect(weekly!.used).toBe(50);
});
