import { caseMoments, roundMoments } from '@karat/rules/returns';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createBooksFixture, type BooksFixture } from '#testing/books-fixture.ts';
import { selectPlayerRounds } from './alert-queries.ts';
import { findLucky } from './luck.ts';
import { casePayoutsByDay, roundPayoutsByDay } from './expected-payouts.ts';
import { closeDays } from './days.ts';
import { readReturns } from './reports.ts';

let books: BooksFixture;
beforeAll(async () => {
  books = await createBooksFixture();
});
afterAll(() => books.close());

const today = () => new Date().toISOString().slice(0, 10);
/** A test around midnight may see two days. */
const RANGE = { from: '2020-01-01', to: '2099-12-31' };

/** Sets a price; quick sell pays 90 % of it. */
const reprice = (itemId: number, price: number) =>
  books.db.sql`
    update items set price = ${price}, min_price = ${price}, quick_sell_price = ${Math.floor(price * 0.9)} where id = ${itemId}`;

const sumOf = (
  rows: readonly { games: number; staked: number; returned: number; expected: number; variance: number }[],
) =>
  rows.reduce(
    (sum, { games, staked, returned, expected, variance }) => ({
      games: sum.games + games,
      staked: sum.staked + staked,
      returned: sum.returned + returned,
      expected: sum.expected + expected,
      variance: sum.variance + variance,
    }),
    { games: 0, staked: 0, returned: 0, expected: 0, variance: 0 },
  );

test('compares openings with the payouts of their version at that time', async () => {
  const before = caseMoments([
    { tickets: 4_000, payout: 900 },
    { tickets: 6_000, payout: 45 },
  ]);
  const first = sumOf(await casePayoutsByDay(books.db.sql, RANGE));
  expect(first).toMatchObject({ games: 3, staked: 1_500 });
  expect(first.expected).toBeCloseTo(3 * before.mean, 6);
  expect(first.variance).toBeCloseTo(3 * before.variance, 3);
  await reprice(books.itemIds[0], 2_000);
  await books.open(4);
  const after = caseMoments([
    { tickets: 4_000, payout: 1_800 },
    { tickets: 6_000, payout: 45 },
  ]);
  const second = sumOf(await casePayoutsByDay(books.db.sql, RANGE));
  expect(second).toMatchObject({ games: 7, staked: 3_500 });
  expect(second.expected).toBeCloseTo(3 * before.mean + 4 * after.mean, 6);
  const [worth] = await books.db.sql<{ total: number }>`select sum(quick_sell_price)::int8 as total from inventory`;
  expect(second.returned).toBe(worth!.total);
  await reprice(books.itemIds[0], 1_000);
});

test('compares rounds with the possible payouts of every colour', async () => {
  const played = sumOf(await roundPayoutsByDay(books.db.sql, RANGE));
  const [bets] = await books.db.sql<{ red: number; green: number; black: number; staked: number; returned: number }>`
    select coalesce(sum(bet.amount * payout_factor) filter (where player_bet = 'red'), 0)::int8 as red,
           coalesce(sum(bet.amount * payout_factor) filter (where player_bet = 'green'), 0)::int8 as green,
           coalesce(sum(bet.amount * payout_factor) filter (where player_bet = 'black'), 0)::int8 as black,
           sum(bet.amount)::int8 as staked, max(win_amount) as returned
    from roulette_bets as bet join roulette_rounds as round on round.id = round_id where state = 'SETTLED'`;
  const { mean, variance } = roundMoments(bets!);
  expect(played).toMatchObject({ games: 1, staked: bets!.staked, returned: bets!.returned });
  expect([played.expected, played.variance]).toEqual([expect.closeTo(mean, 6), expect.closeTo(variance, 6)]);
  expect(played.expected / played.staked).toBeCloseTo(14 / 15, 10);
});

test("a player's rounds have the moments of the rules", async () => {
  // Players below the expectation are not included.
  const rows = await selectPlayerRounds(books.db.sql, 30);
  const played = sumOf(await roundPayoutsByDay(books.db.sql, RANGE));
  for (const row of rows) {
    expect([row.expected, row.variance]).toEqual([
      expect.closeTo(played.expected, 6),
      expect.closeTo(played.variance, 6),
    ]);
    expect(row.returned).toBeGreaterThan(row.expected);
  }
  expect(rows.length).toBe(played.returned > played.expected ? 1 : 0);
});

test('stored sums of a day equal those of the day itself', async () => {
  const live = (await readReturns(books, RANGE)).data;
  await books.dropConstraints();
  await books.db.sql`update openings set created_at = created_at - interval '3 days'`;
  await books.db.sql`update quick_sell_prices set since = since - interval '3 days' where since > '-infinity'`;
  await books.db.sql`update ledger set created_at = created_at - interval '3 days'`;
  await books.db.sql`update roulette_rounds set ended_at = ended_at - interval '3 days'`;
  expect(await closeDays(books)).toBeGreaterThan(0);
  const stored = (await readReturns(books, RANGE)).data;
  expect(stored.map(({ game, name, games, staked, returned }) => ({ game, name, games, staked, returned }))).toEqual(
    live.map(({ game, name, games, staked, returned }) => ({ game, name, games, staked, returned })),
  );
  stored.forEach(({ theoretical }, index) => expect(theoretical).toBeCloseTo(live[index]!.theoretical, 10));
  expect(stored.map(({ verdict }) => verdict)).toEqual(['too_few', 'too_few']);
  expect((await readReturns(books, { from: today(), to: today() })).data).toMatchObject([
    { game: 'roulette', games: 0 },
  ]);
});

test('a case has both current edges, and roulette has none', async () => {
  // 40 % of 900 and 60 % of 45 sold back, 40 % of 1,000 and 60 % of 50 withdrawn, at 500.
  expect((await readReturns(books, RANGE)).data).toMatchObject([
    { game: 'roulette', houseEdge: null, withdrawalEdge: null },
    { name: 'Box', houseEdge: expect.closeTo(22.6, 10), withdrawalEdge: expect.closeTo(14, 10) },
  ]);
});

test('reports improbable winnings, but no luck in a few games', async () => {
  expect(await findLucky(books.db.sql)).toEqual([]);
  // An item that lost value since is not a sign of luck.
  await reprice(books.itemIds[0], 10);
  expect(await findLucky(books.db.sql)).toEqual([]);
  await reprice(books.itemIds[0], 1_000);
  const { sql } = books.db;
  // A hundred openings that all gave the valuable item, as a cheat would.
  await sql`
    with drawn as (
      insert into inventory (id, player_id, item_id, quick_sell_price)
      select nextval('inventory_ids'), ${books.playerId}, ${books.itemIds[0]}, 900 from generate_series(1, 100)
      returning id, item_id
    )
    insert into openings (id, player_id, version_id, seed_id, nonce, entropy, ticket, item_id)
    select drawn.id, ${books.playerId}, (select version_id from cases limit 1), 404, drawn.id, '', 0, drawn.item_id from drawn`;
  expect(await findLucky(sql)).toEqual([
    expect.objectContaining({ playerId: books.playerId, game: 'cases', games: expect.any(Number) }),
  ]);
});

test('compares openings with the prices of their time, not with the mean of the day', async () => {
  const otherBooks = await createBooksFixture();
  const { sql } = otherBooks.db;
  const price = (payout: number) => sql`
    update items set price = ${payout + 100}, min_price = ${payout + 100}, quick_sell_price = ${payout} where id = ${otherBooks.itemIds[0]}`;
  const open = (playerId: number, games: number, payout: number) => sql`
    with drawn as (
      insert into inventory (id, player_id, item_id, quick_sell_price)
      select nextval('inventory_ids'), ${playerId}, ${otherBooks.itemIds[0]}, case when at % 5 < 2 then ${payout}::int8 else 45 end
      from generate_series(1, ${games}::int4) as at
      returning id, item_id
    )
    insert into openings (id, player_id, version_id, seed_id, nonce, entropy, ticket, item_id)
    select drawn.id, ${playerId}, (select version_id from cases limit 1), 505, drawn.id, '', 0, drawn.item_id from drawn`;
  // Two of five have the valuable item, as expected: one player at its usual price, another in an hour when it was ten times that.
  await open(otherBooks.staffId, 2_000, 900);
  await price(9_000);
  await open(otherBooks.playerId, 400, 9_000);
  await price(900);
  expect(await findLucky(sql)).toEqual([]);
  await otherBooks.close();
});
