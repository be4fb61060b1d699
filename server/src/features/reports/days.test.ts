import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Db, openDb, type Sql } from '#db/db.ts';
import { checkBooks } from '#features/audits/audits.ts';
import { noopLive } from '#live/noop-live.ts';
import { createLog } from '#log.ts';
import { createTestDatabase, type TestDatabase } from '#testing/database.ts';
import { addPlayer } from '#testing/fixtures.ts';
import { dayAfter } from './day-range.ts';
import { closeDays, readLedgerDays } from './days.ts';
import { readReportDays } from './figures.ts';
import { reportsLoop } from './loop.ts';
import { selectClosing, selectLedgerDays, sumLedgerDays } from './queries.ts';
import { readReport } from './reports.ts';

let database: TestDatabase;
let db: Db;
let playerId: number;
const log = createLog('silent');

beforeAll(async () => {
  database = await createTestDatabase();
  db = openDb({ connection: database.connection, log });
  playerId = (await addPlayer(db)).id;
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

const TYPES = [
  'CASE_OPEN',
  'QUICK_SELL',
  'ROULETTE_BET',
  'ROOM_WIN',
  'MARKET_SALE',
  'DEPOSIT',
  'ADMIN_ADJUST',
] as const;
const ACCOUNTS = [
  'house:cases',
  'house:items',
  'house:roulette',
  'house:rake',
  'house:market',
  'house:missions',
  'house:promo',
  'house:losses',
  'external:vault',
  'external:adjust',
  'room:7',
  'room:8',
  'round:3',
];

/** Ledger rows of the last ten days, some exactly at midnight, a third of them between two accounts. */
function writeRandomBooks(sql: Sql, { lines, seed }: { lines: number; seed: number }): Promise<unknown> {
  let state = seed;
  const pick = (count: number) => (state = (state * 48_271) % 2_147_483_647) % count;
  const rows = Array.from({ length: lines }, (_, index) => {
    const account = ACCOUNTS[pick(ACCOUNTS.length)]!;
    const other = ACCOUNTS[pick(ACCOUNTS.length)]!;
    const isOfPlayer = pick(3) > 0 || other === account;
    const amount = (pick(1_000) + 1) * (pick(2) === 0 ? -1 : 1);
    // Back from the end of today, by whole days or by any time.
    const backMs = pick(10) * 86_400_000 + (pick(4) === 0 ? 0 : pick(86_400_000));
    return {
      type: TYPES[pick(TYPES.length)]!,
      reference: `random:${seed}:${index}`,
      account,
      other,
      isOfPlayer,
      amount,
      backMs,
    };
  });
  return sql`
    insert into ledger (type, reference, player_id, account, to_account, amount, old_balance, new_balance, created_at)
    select type, reference, case when of_player then ${playerId}::int8 end, account, case when not of_player then other end,
           amount, case when of_player then 1000000 end, case when of_player then 1000000 + amount end,
           date_trunc('day', now() at time zone 'UTC') at time zone 'UTC' - back * interval '1 millisecond'
    from unnest(
      ${rows.map(({ type }) => type)}::text[], ${rows.map(({ reference }) => reference)}::text[],
      ${rows.map(({ account }) => account)}::text[], ${rows.map(({ other }) => other)}::text[],
      ${rows.map(({ isOfPlayer }) => isOfPlayer)}::bool[], ${rows.map(({ amount }) => amount)}::int8[],
      ${rows.map(({ backMs }) => backMs)}::int8[]
    ) as line (type, reference, account, other, of_player, amount, back)`;
}

const ALL = { from: '2020-01-01', to: '2099-12-31' };

test('closed and open days together equal the ledger, whichever days are closed', async () => {
  await writeRandomBooks(db.sql, { lines: 2_000, seed: 12_345 });
  const plain = await sumLedgerDays(db.sql, ALL);
  expect(plain.length).toBeGreaterThan(100);
  expect(await readLedgerDays(db.sql, ALL)).toEqual(plain);
  expect(await closeDays({ db })).toBeGreaterThanOrEqual(8);
  expect(await readLedgerDays(db.sql, ALL)).toEqual(plain);
  // Today's rows are included immediately.
  await db.sql`
    insert into ledger (type, reference, player_id, account, amount, old_balance, new_balance)
    values ('WELCOME', 'today', ${playerId}, 'house:promo', 5, 0, 5)`;
  const { closedTo } = await selectClosing(db.sql);
  const open = await readLedgerDays(db.sql, { from: dayAfter(closedTo!), to: ALL.to });
  const today = open.find(({ type }) => type === 'WELCOME');
  expect(today).toMatchObject({ account: 'house:promo', amount: -5, movements: 1 });
  expect(await readLedgerDays(db.sql, ALL)).toEqual(await sumLedgerDays(db.sql, ALL));
});

test('reads equal sums for a partial range from closed days and from the ledger', async () => {
  const { closedTo } = await selectClosing(db.sql);
  for (const range of [
    { from: ALL.from, to: closedTo! },
    { from: closedTo!, to: closedTo! },
    { from: closedTo!, to: dayAfter(closedTo!) },
    { from: dayAfter(closedTo!), to: ALL.to },
  ]) {
    expect(await readLedgerDays(db.sql, range)).toEqual(await sumLedgerDays(db.sql, range));
  }
});

test('does not close a day that may still get a row', async () => {
  const { closedTo, dueTo } = await selectClosing(db.sql);
  expect(closedTo).toBe(dueTo);
  const [row] = await db.sql<{ isOver: boolean }>`
    select (${closedTo}::date + 1)::timestamp at time zone 'UTC' <= now() - interval '1 hour' as "isOver"`;
  expect(row!.isOver).toBe(true);
  expect(await closeDays({ db })).toBe(0);
});

test('closes a day once under parallel runs, permanently', async () => {
  const before = await selectLedgerDays(db.sql, ALL);
  const other = await createTestDatabase();
  const otherDb = openDb({ connection: other.connection, log });
  await addPlayer(otherDb);
  await writeRandomBooks(otherDb.sql, { lines: 200, seed: 99 });
  const plain = await sumLedgerDays(otherDb.sql, ALL);
  await Promise.all([closeDays({ db: otherDb }), closeDays({ db: otherDb }), closeDays({ db: otherDb })]);
  expect(await readLedgerDays(otherDb.sql, ALL)).toEqual(plain);
  await otherDb.close();
  await other.drop();
  await expect(db.sql`update ledger_days set amount = 0`).rejects.toThrow('never changed');
  await expect(db.sql`delete from report_days`).rejects.toThrow('never changed');
  expect(await selectLedgerDays(db.sql, ALL)).toEqual(before);
});

test("the profit of all days equals the house's balance in the books, by account", async () => {
  const { accounts: books } = await db.snapshot((sql) => checkBooks(sql, 'full'));
  const sumKind = (kind: string) => books.filter((row) => row.kind === kind).reduce((sum, { total }) => sum + total, 0);
  const range = {
    from: dayAfter(new Date(Date.now() - 20 * 86_400_000).toISOString().slice(0, 10)),
    to: new Date().toISOString().slice(0, 10),
  };
  const days = await readReportDays(db.sql, range, 'all');
  const sum = (name: keyof (typeof days)[number]) => days.reduce((total, day) => total + Number(day[name]), 0);
  expect(sum('profit')).toBe(sumKind('house'));
  const of = (...names: string[]) =>
    books.filter(({ name }) => names.includes(name)).reduce((total, row) => total + row.total, 0);
  expect({
    cases: sum('cases'),
    roulette: sum('roulette'),
    duels: sum('duels'),
    market: sum('market'),
    missions: sum('missions'),
    promo: sum('promo'),
    losses: sum('losses'),
    adjustments: sum('adjustments'),
  }).toEqual({
    cases: of('house:cases', 'house:items'),
    roulette: of('house:roulette'),
    duels: of('house:rake'),
    market: of('house:market'),
    missions: of('house:missions'),
    promo: of('house:promo'),
    losses: of('house:losses'),
    adjustments: -of('external:adjust'),
  });
  const to = new Date().toISOString().slice(0, 10);
  const { liability } = await readReport({ db }, { from: to, to, players: 'all' });
  expect(liability.stakes).toBe(sumKind('rooms') + sumKind('rounds'));
});

test('the loop closes due days and stops on abort', async () => {
  const other = await createTestDatabase();
  const otherDb = openDb({ connection: other.connection, log });
  await addPlayer(otherDb);
  await writeRandomBooks(otherDb.sql, { lines: 50, seed: 5 });
  const stop = new AbortController();
  const running = reportsLoop({ db: otherDb, live: noopLive, log }, stop.signal, { firstAfterMs: 0, everyMs: 5 });
  await expect.poll(async () => (await selectClosing(otherDb.sql)).closedTo).not.toBeNull();
  stop.abort();
  await running;
  expect(await readLedgerDays(otherDb.sql, ALL)).toEqual(await sumLedgerDays(otherDb.sql, ALL));
  await otherDb.close();
  await other.drop();
});
