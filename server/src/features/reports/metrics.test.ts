import { afterEach, beforeEach, expect, test } from 'vitest';
import { createBooksFixture, type BooksFixture } from '#testing/books-fixture.ts';
import { closeDays } from './days.ts';
import { createLedgerTotals, ledgerMetrics } from './metrics.ts';

let books: BooksFixture;
beforeEach(async () => {
  books = await createBooksFixture();
});
afterEach(() => books.close());

async function expectedValues(): Promise<Map<string, number>> {
  const rows = await books.db.sql<{ type: string; amount: number }>`
    select type, sum(amount)::int8 as amount from ledger where player_id is not null group by type`;
  return new Map(rows.map(({ type, amount }) => [type, amount]));
}

/** Moves everything so far into the past. */
async function age(by: string): Promise<void> {
  await books.db.sql`update ledger set created_at = created_at - ${by}::interval`;
}

test('stakes, payouts and refunds by game match the ledger', async () => {
  const samples = await Promise.all(
    ledgerMetrics(books.db).map(async ({ name, read }) => [name, await read()] as const),
  );
  const byName = Object.fromEntries(samples) as Record<string, { value: number; labels: { game: string } }[]>;
  const games = (name: string) => Object.fromEntries(byName[name]!.map(({ value, labels }) => [labels.game, value]));
  const moved = await expectedValues();
  expect(games('karat_stakes_diamonds_total')).toEqual({ cases: 1_500, roulette: 190, rooms: 0 });
  expect(games('karat_payouts_diamonds_total')).toEqual({
    cases: moved.get('QUICK_SELL'),
    roulette: moved.get('ROULETTE_WIN'),
    rooms: 0,
  });
  expect(games('karat_refunds_diamonds_total')).toEqual({ roulette: 30, rooms: 0 });
  expect(byName['karat_mission_rewards_diamonds_total']).toBe(75);
});

test('totals stay exact while rows settle, days close and rows are added, in a running and in a new process', async () => {
  await books.dropConstraints();
  const goOn = createLedgerTotals(books.db);
  const expectExact = async () => {
    const expected = await expectedValues();
    expect(new Map(await goOn())).toEqual(expected);
    expect(new Map(await createLedgerTotals(books.db)())).toEqual(expected);
  };
  await expectExact();
  await age('3 minutes');
  await expectExact();
  await books.open(2);
  await expectExact();
  await age('3 days');
  expect(await closeDays(books)).toBeGreaterThan(0);
  await books.open(1);
  await expectExact();
});
