import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { openClient } from '#db/connection.ts';
import { createBooks } from '#features/audits/books.ts';
import { checkBooks } from '#features/audits/audits.ts';
import { selectBooks, selectCounts, selectOpenRange } from '#features/audits/queries.ts';
import { findBrokenInvariants } from '#testing/broken-invariants.ts';
import { type BooksFixture, createBooksFixture } from '#testing/books-fixture.ts';
import { findBreaches } from '#testing/fixtures.ts';
import { endMonth } from '#testing/month-border.ts';
import { selectMonthContent } from '#features/months/seal-queries.ts';
import { checkSeals } from '#features/months/seal-check.ts';
import { sealEndedMonths } from '#features/months/sealing.ts';

const SEALED_TABLES = ['ledger', 'openings', 'roulette_bets'] as const;

let books: BooksFixture;
beforeEach(async () => {
  books = await createBooksFixture();
  return () => books.close();
});

const endAll = async () => {
  for (const table of SEALED_TABLES) await endMonth(books.db, table);
};
const seal = () => sealEndedMonths(books.deps, { afterEndMinutes: 0 });
const readBooks = async () => ({ accounts: await selectBooks(books.db.sql), ...(await selectCounts(books.db.sql)) });

/** As an owner of the database could. */
async function tamper(command: string): Promise<void> {
  const client = await openClient(books.connection, { settings: { session_replication_role: 'replica' } });
  onTestFinished(() => client.end().catch(() => undefined));
  await client.query(command);
}

test('seals a finished month once, and the books stay the same', async () => {
  expect(await seal()).toBe(0);
  const before = await readBooks();
  await endAll();
  const sealed = await Promise.all([seal(), seal()]);
  expect(Math.max(...sealed)).toBeLessThanOrEqual(3);
  expect(await books.db.sql`select table_name from month_seals order by 1`).toHaveLength(3);
  expect(await readBooks()).toEqual(before);
  expect(await findBreaches(books.db)).toEqual([]);
  expect(await seal()).toBe(0);
  expect((await checkSeals(books.db)).map(({ isRight }) => isRight)).toEqual([true, true, true]);
});

test('a full audit begins after the sealed months, and covers what moves afterwards', async () => {
  await endAll();
  await seal();
  const [last] = await books.db.sql<{ id: number }>`select max(id) as id from ledger`;
  expect((await selectOpenRange(books.db.sql)).ledgerId).toBe(last!.id);
  await books.open(2);
  await books.sell(books.ownedId);
  expect((await selectOpenRange(books.db.sql)).ledgerId).toBe(last!.id);
  expect(await findBreaches(books.db)).toEqual([]);
  // An item of the sealed month is sold once.
  await expect(books.sell(books.soldId)).rejects.toMatchObject({ code: 'already_sold' });
  expect(await findBreaches(books.db)).toEqual([]);
});

test('refuses rows of a closed month', async () => {
  await endAll();
  await seal();
  const late = books.db.sql`
    insert into ledger (type, reference, account, to_account, amount, created_at)
    values ('ROOM_WIN', 'x', 'room:1', 'house:rake', 5, now() - interval '1 day')`;
  await expect(late).rejects.toThrow('is closed');
});

test('seals nothing while the books have breaches', async () => {
  await endAll();
  await tamper(`update wallets set balance = balance + 1 where player_id = ${books.playerId}`);
  expect(await seal()).toBe(0);
  expect(await books.db.sql`select from month_seals`).toEqual([]);
});

test('the public books show the last seal of each table', async () => {
  await endAll();
  await seal();
  await books.open(1);
  await endMonth(books.db, 'ledger');
  await seal();
  const last = await books.db.sql`
    select distinct on (table_name) table_name as table, hash from month_seals order by table_name, ends_at desc`;
  const { seals } = await createBooks(books.db)();
  expect(seals.map(({ table, hash }) => ({ table, hash }))).toEqual(last);
  expect(seals.map(({ table }) => table)).toEqual([...SEALED_TABLES]);
  expect(seals.every(({ until }) => Date.parse(until) <= Date.now())).toBe(true);
});

test('seals and totals are chained over months', async () => {
  await endAll();
  await seal();
  await books.open(1);
  await books.db.sql`update month_seals set row_count = 1`.then(
    () => expect.unreachable(),
    (error: unknown) => expect(String(error)).toContain('never changed'),
  );
  const [first] = await books.db.sql<{ hash: string }>`select hash from month_seals where table_name = 'ledger'`;
  await endMonth(books.db, 'ledger');
  expect(await seal()).toBe(1);
  const seals = await books.db.sql`
    select previous_hash as "previousHash" from month_seals where table_name = 'ledger' order by ends_at`;
  expect(seals).toEqual([{ previousHash: null }, { previousHash: first!.hash }]);
  expect(await findBreaches(books.db)).toEqual([]);
});

test('hashes a month in several statements as in one', async () => {
  const [month] = await books.db.sql<{ name: string }>`
    select partition_name as name from month_partitions where table_name = 'ledger' order by ends_at limit 1`;
  await books.db.sql`
    insert into ledger (type, reference, account, to_account, amount)
    select 'ROOM_WIN', 'hashed:' || n, 'room:1', 'house:rake', 5 from generate_series(1, 21000) as n`;
  const read = (partsPerStatement?: number) =>
    selectMonthContent(books.db.sql, { table: 'ledger', month: month!.name }, partsPerStatement);
  const whole = await read();
  expect(whole.rows).toBeGreaterThan(21_000);
  expect(whole.contentHash).toMatch(/^[0-9a-f]{64}$/);
  expect(await read(1)).toEqual(whole);
  await tamper(`update ledger set amount = 6 where reference = 'hashed:20999'`);
  expect((await read(1)).contentHash).not.toBe(whole.contentHash);
});

test('hashing the rows again finds a change in a sealed month', async () => {
  await endAll();
  await seal();
  await tamper(`update ledger set reference = 'open:77' where type = 'CASE_OPEN' and new_balance > 9000`);
  const wrong = (await checkSeals(books.db)).filter(({ isRight }) => !isRight);
  expect(wrong.map(({ month }) => month)).toEqual([expect.stringMatching(/^ledger_until/)]);
});

test.each<[string, string]>([
  ['the totals of a wallet', 'update sealed_wallets set amount = amount + 1'],
  ['the totals of an account', `update sealed_accounts set amount = amount + 1 where account = 'house:cases'`],
  ['a seal', `update month_seals set row_count = row_count + 1 where table_name = 'openings'`],
  ['the hash before', `update month_seals set previous_hash = 'x' where table_name = 'openings'`],
  ['all seals', 'delete from month_seals'],
])('a full audit finds a change of %s', async (_, command) => {
  await endAll();
  await seal();
  await tamper(command);
  const { findings } = await books.db.snapshot((sql) => checkBooks(sql, 'full'));
  expect(findings.filter(({ breaches }) => breaches.length > 0).map(({ name }) => name)).toContain('L2');
});

test('an audit finds a reference that two months have paid', async () => {
  const [paid] = await books.db.sql<{
    reference: string;
  }>`select reference from ledger where type = 'CASE_OPEN' limit 1`;
  await endAll();
  const broken = await findBrokenInvariants(books.db, async (sql) => {
    await sql`
      insert into ledger (type, reference, player_id, account, amount, old_balance, new_balance)
      select 'CASE_OPEN', ${paid!.reference}, player_id, 'house:cases', -1, balance, balance - 1 from wallets
      where player_id = ${books.playerId}`;
  });
  expect(broken).toContain('L1');
  expect(await findBreaches(books.db)).toEqual([]);
});
