import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Sql } from '#db/db.ts';
import { findBreaches } from '#testing/fixtures.ts';
import { findBrokenInvariants } from '#testing/broken-invariants.ts';
import { createTradeFixture, type TradeFixture } from '#testing/trade-fixture.ts';
import { tradeInvariants } from './trade-invariants.ts';

let post: TradeFixture;
let known: { credited: number; reversed: number; spent: number; open: number; gone: number; playerId: number };
beforeAll(async () => {
  post = await createTradeFixture();
  const [one, two, three] = [await post.addTrader(), await post.addTrader(), await post.addTrader(1_000)];
  const credited = await post.depositNow(one, [500]);
  const reversed = await post.depositNow(two, [300]);
  const spent = await post.depositNow(two, [115]);
  for (let times = 0; times < 4; times++) await post.openCase(two);
  await post.reverse(spent);
  await post.reverse(reversed);
  await post.processOffers();
  const [open, gone] = [await post.openCase(three), await post.openCase(three)];
  await post.withdraw(three, open);
  const goneOffer = (await post.withdraw(three, gone)).body.data!.id;
  await post.processOffers();
  await post.accept(goneOffer);
  await post.processOffers();
  // Part of a deposit passes to another player through the market.
  const itemId = await post.openCase(three);
  const listed = await post.call('POST', '/user/listItemOnMarket', three, { itemId, price: 200 });
  const { listingId } = listed.body.data as unknown as { listingId: number };
  await post.call('POST', `/user/buyMarketItem/${listingId}`, one, {});
  known = { credited, reversed, spent, open, gone, playerId: one.id };
  const { sql } = post.db;
  // Disables the database constraints, which only the owner of the database can do.
  await sql`alter table ledger disable trigger all`;
  await sql`alter table trade_offer_events disable trigger all`;
  await sql`alter table ledger drop constraint ledger_adds_up`;
});
afterAll(() => post.close());

test('reports nothing for unbroken books', async () => {
  expect(await findBreaches(post.db)).toEqual([]);
});

type Break = [name: string, how: string, damage: (sql: Sql) => Promise<unknown>];

const breaks: Break[] = [
  ['T1', 'a credited deposit was never paid', (sql) => sql`delete from ledger where type = 'DEPOSIT' and amount = 500`],
  ['T1', 'a deposit was paid at another amount', (sql) => sql`update ledger set amount = 501 where amount = 500`],
  [
    'T1',
    'a deposit was paid to another player',
    (sql) => sql`update ledger set player_id = player_id + 1 where reference = ${`deposit:${known.credited}`}`,
  ],
  [
    'T1',
    'a deposit came from another account',
    (sql) => sql`update ledger set account = 'house:promo' where reference = ${`deposit:${known.credited}`}`,
  ],
  [
    'T1',
    'a deposit was paid before its hold ended',
    (sql) => sql`update trade_offers set state = 'HELD' where id = ${known.credited}`,
  ],
  [
    'T1',
    'a declined deposit was paid',
    (sql) => sql`update trade_offers set state = 'DECLINED' where id = ${known.credited}`,
  ],
  [
    'T1',
    'a deposit was paid without an offer',
    (sql) => sql`update ledger set reference = 'deposit:987654' where reference = ${`deposit:${known.credited}`}`,
  ],
  [
    'T1',
    'the skins of a deposit are worth another amount',
    (sql) => sql`update trade_offer_skins set value = value + 1`,
  ],
  [
    'T2',
    'a reversed deposit was not taken back',
    (sql) => sql`delete from ledger where reference like ${`reverse:${known.reversed}%`}`,
  ],
  ['T2', 'the loss of a reversal is missing', (sql) => sql`delete from ledger where reference like 'reverse:%:loss'`],
  [
    'T2',
    'a loss was booked from another account',
    (sql) => sql`update ledger set account = 'house:promo' where reference like 'reverse:%:loss'`,
  ],
  [
    'T2',
    'a deposit was taken back without a reversal',
    (sql) => sql`update trade_offers set state = 'FINAL' where state = 'REVERSED'`,
  ],
  ['T3', 'an item on its way is free', (sql) => sql`update inventory set state = 'OWNED' where id = ${known.open}`],
  [
    'T3',
    'a delivered item is still in the inventory',
    (sql) => sql`update inventory set state = 'OWNED' where id = ${known.gone}`,
  ],
  [
    'T3',
    'an item is bound without an offer',
    (sql) => sql`update trade_offers set state = 'DECLINED' where inventory_id = ${known.open}`,
  ],
  [
    'T3',
    'an item is gone without an offer',
    (sql) => sql`update trade_offers set state = 'DECLINED' where inventory_id = ${known.gone}`,
  ],
  [
    'T4',
    'a deposit is not held',
    (sql) => sql`
      with child as (delete from holds where from_id is not null) delete from holds where offer_id = ${known.credited}`,
  ],
  ['T4', 'less is held than was deposited', (sql) => sql`update holds set amount = amount - 1 where from_id is null`],
  ['T4', 'what was passed on is not held', (sql) => sql`delete from holds where from_id is not null`],
  [
    'T4',
    'more is held than was passed on',
    (sql) => sql`update holds set amount = amount + 1 where from_id is not null`,
  ],
  [
    'T4',
    'what was passed on is held until another date',
    (sql) => sql`update holds set until = until - interval '1 day' where from_id is not null`,
  ],
];

test.each(breaks)('%s reports when %s', async (name, _, damage) => {
  expect(await findBrokenInvariants(post.db, damage)).toContain(name);
});

test('every trade invariant has a test that breaks it', () => {
  const shown = new Set(breaks.map(([name]) => name));
  expect(tradeInvariants.filter(({ name }) => !shown.has(name))).toEqual([]);
});
