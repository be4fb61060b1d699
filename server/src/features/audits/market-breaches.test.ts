import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Sql } from '#db/db.ts';
import { findBrokenInvariants } from '#testing/broken-invariants.ts';
import { createMarketFixture, type MarketFixture, type Trader } from '#testing/market-fixture.ts';
import { audit } from './audits.ts';
import { marketInvariants } from './market-invariants.ts';
import type { AuditKind } from './queries.ts';

let fixture: MarketFixture;
let seller: Trader;
let buyer: Trader;
let soldId: number;
let openId: number;

beforeAll(async () => {
  fixture = await createMarketFixture();
  const [skin, other] = [await fixture.addSkin(), await fixture.addSkin()];
  seller = await fixture.addTrader(0, [{ skin, count: 4 }]);
  buyer = await fixture.addTrader(5_000);
  const list = async (at: number, price: number) =>
    (await fixture.list(seller, { itemId: seller.items[at]!, price })).body.data.listingId;
  soldId = await list(0, 999);
  await fixture.buy(buyer, soldId);
  await fixture.createBuyOrder(buyer, skin.itemId, 500);
  await list(1, 480);
  openId = await list(2, 800);
  await fixture.cancel(seller, await list(3, 900));
  await fixture.createBuyOrder(buyer, other.itemId, 50);
  const { sql } = fixture.db;
  // Disables the database constraints, which only the owner of the database can do.
  await sql`alter table ledger disable trigger all`;
  await sql`alter table ledger drop constraint ledger_adds_up`;
  await sql`alter table listings disable trigger all`;
  await sql`alter table listings drop constraint listings_sold, drop constraint listings_to_another`;
  await sql`drop index listings_one_open`;
  await sql`alter table buy_orders drop constraint buy_orders_filled`;
  await sql`alter table market_books drop constraint market_books_listings, drop constraint market_books_orders`;
});
afterAll(() => fixture.close());

type Break = [name: string, how: string, damage: (sql: Sql) => Promise<unknown>];

const line = (sql: Sql, { type, reference }: { type: string; reference: string }) => sql`
  insert into ledger (type, reference, player_id, account, amount, old_balance, new_balance)
  values (${type}, ${reference}, ${buyer.id}, 'house:market', -5, 5, 0)`;

const breaks: Break[] = [
  ['I15', 'a buyer did not pay', (sql) => sql`delete from ledger where reference = ${`buy:listing:${soldId}`}`],
  ['I15', 'a seller was not paid', (sql) => sql`delete from ledger where reference = ${`sale:listing:${soldId}`}`],
  ['I15', 'a buyer paid another amount', (sql) => sql`update ledger set amount = -998 where amount = -999`],
  ['I15', 'a seller got the fee as well', (sql) => sql`update ledger set amount = 999 where amount = 950`],
  ['I15', 'the fee was another', (sql) => sql`update listings set fee = fee + 1 where id = ${soldId}`],
  ['I15', 'another paid', (sql) => sql`update ledger set player_id = ${seller.id} where amount = -999`],
  ['I15', 'another was paid', (sql) => sql`update ledger set player_id = ${buyer.id} where amount = 950`],
  ['I15', 'the seller bought it', (sql) => sql`update listings set buyer_id = seller_id where id = ${soldId}`],
  [
    'I15',
    'the diamonds came from another account',
    (sql) => sql`update ledger set account = 'house:promo' where amount = 950`,
  ],
  [
    'I15',
    'a paid listing is open',
    (sql) => sql`
    update listings set state = 'OPEN', closed_at = null, buyer_id = null, fee = null where id = ${soldId}`,
  ],
  [
    'I15',
    'an open listing was paid for',
    (sql) => line(sql, { type: 'MARKET_BUY', reference: `buy:listing:${openId}` }),
  ],
  ['I15', 'a line names no listing', (sql) => line(sql, { type: 'MARKET_SALE', reference: 'sale:listing:404404' })],
  ['I15', 'a line names nothing', (sql) => line(sql, { type: 'MARKET_BUY', reference: 'buy:x' })],
  [
    'I15',
    'another type of ledger row moved diamonds to the market',
    (sql) => sql`
    update ledger set account = 'house:market' where type = 'WELCOME'`,
  ],
  ['M1', 'a book counts a listing too many', (sql) => sql`update market_books set listings = listings + 1`],
  ['M1', 'a book counts an order too few', (sql) => sql`update market_books set orders = 0, highest_order = null`],
  ['M1', 'a book tells a lower price', (sql) => sql`update market_books set lowest_price = lowest_price - 1`],
  ['M1', 'a book names another listing', (sql) => sql`update market_books set lowest_id = ${soldId}`],
  ['M1', 'a book knows an older one as its newest', (sql) => sql`update market_books set newest_id = ${soldId}`],
  ['M1', 'a book tells another time', (sql) => sql`update market_books set newest_at = now()`],
  ['M1', 'a book tells a higher order', (sql) => sql`update market_books set highest_order = highest_order + 1`],
  ['M1', 'a book is lost', (sql) => sql`delete from market_books`],
  ['M1', 'a price was changed past the book', (sql) => sql`update listings set price = 1 where id = ${openId}`],
  ['M2', 'an item on offer is free', (sql) => sql`update inventory set state = 'OWNED' where state = 'LISTED'`],
  [
    'M2',
    'an item is bound without a listing',
    (sql) => sql`
    update inventory set state = 'LISTED' where id = ${seller.items[3]!}`,
  ],
  [
    'M2',
    'a listed item belongs to another player',
    (sql) => sql`
    update inventory set player_id = ${buyer.id} where state = 'LISTED'`,
  ],
  [
    'M2',
    'an item is listed as another one',
    (sql) => sql`
    update inventory set item_id = item_id + 1 where state = 'LISTED'`,
  ],
  [
    'M2',
    'an item is listed twice',
    (sql) => sql`
    insert into listings (seller_id, inventory_id, item_id, price)
    select seller_id, inventory_id, item_id, price from listings where id = ${openId}`,
  ],
  ['M3', 'a filled order bought nothing', (sql) => sql`update buy_orders set listing_id = null where state = 'FILLED'`],
  [
    'M3',
    'a filled order bought for another player',
    (sql) => sql`
    update buy_orders set player_id = ${seller.id} where state = 'FILLED'`,
  ],
  [
    'M3',
    'a filled order paid more than its price',
    (sql) => sql`update buy_orders set price = 479 where state = 'FILLED'`,
  ],
  [
    'M3',
    'an open order has a purchase',
    (sql) => sql`
    update buy_orders set listing_id = ${soldId} where state = 'OPEN'`,
  ],
];

const brokenInvariants = (damage: (sql: Sql) => Promise<unknown>, kind?: AuditKind): Promise<string[]> =>
  findBrokenInvariants(fixture.db, damage, kind);

test('reports nothing for unbroken books in a full or recent audit', async () => {
  expect(await brokenInvariants(() => Promise.resolve())).toEqual([]);
  expect(await brokenInvariants(() => Promise.resolve(), 'recent')).toEqual([]);
});

test.each(breaks)('%s reports when %s', async (name, _, damage) => {
  expect(await brokenInvariants(damage)).toContain(name);
});

test('every market invariant has a test that breaks it', () => {
  const shown = new Set(breaks.map(([name]) => name));
  expect(marketInvariants.filter(({ name }) => !shown.has(name))).toEqual([]);
});

test('a recent audit covers sales since the last clean one and none older', async () => {
  const { sql } = fixture.db;
  const cheapen = (within: Sql, id: number) => within`update listings set fee = fee + 1 where id = ${id}`;
  await sql`update ledger set created_at = created_at - interval '5 minutes'`;
  await sql`update listings set closed_at = closed_at - interval '10 minutes' where closed_at is not null`;
  expect((await audit(fixture.site.deps, 'full')).violations).toBe(0);
  expect(await brokenInvariants((within) => cheapen(within, soldId), 'recent')).toEqual([]);
  await fixture.buy(buyer, openId);
  expect(await brokenInvariants((within) => cheapen(within, openId), 'recent')).toEqual(['I15']);
  expect(await brokenInvariants(() => Promise.resolve(), 'recent')).toEqual([]);
});
