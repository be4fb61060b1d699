import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { noopLive } from '#live/noop-live.ts';
import { findBreaches } from '#testing/fixtures.ts';
import { createMarketFixture, type MarketFixture, type Trader } from '#testing/market-fixture.ts';
import { marketLoop } from './loop.ts';
import { listItem } from './market.ts';
import { selectCrossedBooks } from './queries.ts';
import { placeOrder } from './orders.ts';

let fixture: MarketFixture;
beforeAll(async () => {
  fixture = await createMarketFixture();
});
afterAll(() => fixture.close());

const outcome = ({ status, body }: Awaited<ReturnType<MarketFixture['createBuyOrder']>>) => [status, body.code];

async function addSeller(count = 1) {
  const skin = await fixture.addSkin();
  return { skin, seller: await fixture.addTrader(0, [{ skin, count }]) };
}

async function offer(seller: Trader, price: number, at = 0): Promise<number> {
  return (await fixture.list(seller, { itemId: seller.items[at]!, price })).body.data.listingId;
}

async function addOrder(who: Trader, itemId: number, price: number): Promise<number> {
  return (await fixture.createBuyOrder(who, itemId, price)).body.data.orderId;
}

/** Runs the loop until it has nothing left to do. */
async function loopUntilQuiet(): Promise<void> {
  const stop = new AbortController();
  const running = marketLoop(fixture.site.deps, stop.signal, { everyMs: 5 });
  await expect.poll(() => selectCrossedBooks(fixture.db.sql, 10), { timeout: 5_000 }).toEqual([]);
  stop.abort();
  await running;
}

describe('a buy order', () => {
  test('is filled immediately by an existing listing at the price of the listing', async () => {
    const { skin, seller } = await addSeller();
    const listingId = await offer(seller, 800);
    const buyer = await fixture.addTrader(1_000);
    const orderId = await addOrder(buyer, skin.itemId, 1_000);
    expect(await fixture.readOrder(orderId)).toEqual({ state: 'FILLED', listingId });
    expect(await fixture.readItem(seller.items[0]!)).toEqual({ ownerId: buyer.id, state: 'OWNED' });
    expect([await fixture.readBalance(buyer), await fixture.readBalance(seller)]).toEqual([200, 760]);
    expect(await fixture.readNotifications(buyer)).toEqual([
      `Buy order filled: ${skin.name} is yours for 800 diamonds`,
    ]);
    expect(await findBreaches(fixture.db)).toEqual([]);
  });

  test('waits for a listing or for one that gets cheap enough', async () => {
    const { skin, seller } = await addSeller(2);
    const buyers = [await fixture.addTrader(500), await fixture.addTrader(500)];
    const expensive = await offer(seller, 900);
    const orders = [await addOrder(buyers[0]!, skin.itemId, 500), await addOrder(buyers[1]!, skin.itemId, 400)];
    await fixture.changePrice(seller, expensive, 500);
    expect(await fixture.readOrder(orders[0]!)).toEqual({ state: 'FILLED', listingId: expensive });
    const cheap = await offer(seller, 1, 1);
    expect(await fixture.readOrder(orders[1]!)).toEqual({ state: 'FILLED', listingId: cheap });
    expect(await fixture.readBalance(buyers[1]!)).toBe(499);
    expect(await findBreaches(fixture.db)).toEqual([]);
  });

  test('with the higher price goes first, then the older one', async () => {
    const { skin, seller } = await addSeller(3);
    const buyers = await Promise.all([1, 2, 3].map(() => fixture.addTrader(1_000)));
    const low = await addOrder(buyers[0]!, skin.itemId, 300);
    const older = await addOrder(buyers[1]!, skin.itemId, 400);
    const younger = await addOrder(buyers[2]!, skin.itemId, 400);
    const listings = [await offer(seller, 300, 0), await offer(seller, 300, 1), await offer(seller, 300, 2)];
    for (const [order, at] of [
      [older, 0],
      [younger, 1],
      [low, 2],
    ] as const) {
      expect(await fixture.readOrder(order)).toEqual({ state: 'FILLED', listingId: listings[at] });
    }
    expect(await findBreaches(fixture.db)).toEqual([]);
  });

  test('takes the cheapest listing, among equal prices the oldest', async () => {
    const { skin, seller } = await addSeller(3);
    await offer(seller, 300, 0);
    const oldest = await offer(seller, 200, 1);
    await offer(seller, 200, 2);
    const buyer = await fixture.addTrader(1_000);
    expect(await fixture.readOrder(await addOrder(buyer, skin.itemId, 300))).toEqual({
      state: 'FILLED',
      listingId: oldest,
    });
  });

  test('that cannot be paid is closed, its owner is notified, and the next one is served', async () => {
    const { skin, seller } = await addSeller();
    const other = await fixture.addSkin();
    const rival = await fixture.addTrader(0, [{ skin: other }]);
    const spent = await fixture.addTrader(700);
    const waiting = await fixture.addTrader(600);
    const first = await addOrder(spent, skin.itemId, 700);
    const second = await addOrder(waiting, skin.itemId, 600);
    await fixture.buy(spent, await offer(rival, 500));
    const listingId = await offer(seller, 550);
    expect(await fixture.readOrder(first)).toEqual({ state: 'UNPAID', listingId: null });
    expect(await fixture.readOrder(second)).toEqual({ state: 'FILLED', listingId });
    expect(await fixture.readBalance(spent)).toBe(200);
    expect((await fixture.readNotifications(spent))[0]).toBe(
      `Buy order closed: ${skin.name} was on offer, but your order for 700 diamonds could not be paid`,
    );
    expect(await findBreaches(fixture.db)).toEqual([]);
  });

  test.each(['flagged', 'banned'])('of a player who is %s by then is closed', async (what) => {
    const { skin, seller } = await addSeller();
    const buyer = await fixture.addTrader(700);
    const orderId = await addOrder(buyer, skin.itemId, 700);
    await fixture.db.sql`
      update players set flagged_at = case when ${what === 'flagged'} then now() end,
                         state = case when ${what === 'banned'} then 'banned' else state end
      where id = ${buyer.id}`;
    const listingId = await offer(seller, 700);
    expect(await fixture.readOrder(orderId)).toMatchObject({ state: 'UNPAID' });
    expect(await fixture.readListing(listingId)).toMatchObject({ state: 'OPEN' });
    await fixture.db.sql`update players set flagged_at = null where id = ${buyer.id}`;
  });

  test('never buys from its owner, and does not keep the loop busy', async () => {
    const skin = await fixture.addSkin();
    const both = await fixture.addTrader(1_000, [{ skin, count: 2 }]);
    const listingId = await offer(both, 100);
    const orderId = await addOrder(both, skin.itemId, 500);
    expect(await fixture.readOrder(orderId)).toMatchObject({ state: 'OPEN' });
    expect(await selectCrossedBooks(fixture.db.sql, 10)).toEqual([]);
    // It was waiting for a more expensive listing of another player.
    const other = await fixture.addTrader(0, [{ skin }]);
    expect(await fixture.readOrder(orderId)).toMatchObject({ state: 'OPEN' });
    const dearer = await offer(other, 450);
    expect(await fixture.readOrder(orderId)).toEqual({ state: 'FILLED', listingId: dearer });
    expect(await fixture.readListing(listingId)).toMatchObject({ state: 'OPEN' });
    expect(await findBreaches(fixture.db)).toEqual([]);
  });

  test.each([
    ['a second one for the same skin', 'order_open'],
    ['more than the balance', 'insufficient_balance'],
    ['an order of a flagged player', 'account_flagged'],
  ])('is refused: %s', async (what, code) => {
    const { itemId } = await fixture.addSkin();
    const buyer = await fixture.addTrader(what === 'more than the balance' ? 99 : 1_000);
    if (what === 'a second one for the same skin') await addOrder(buyer, itemId, 5);
    if (what === 'an order of a flagged player') {
      await fixture.db.sql`update players set flagged_at = now() where id = ${buyer.id}`;
    }
    expect(outcome(await fixture.createBuyOrder(buyer, itemId, 100))).toEqual([409, code]);
    await fixture.db.sql`update players set flagged_at = null where id = ${buyer.id}`;
    expect(await findBreaches(fixture.db)).toEqual([]);
  });

  test('for an unknown skin is not found', async () => {
    expect(outcome(await fixture.createBuyOrder(await fixture.addTrader(), 9_007_199_254_740_991, 5))).toEqual([
      404,
      'not_found',
    ]);
  });

  test('is limited to fifty per player, also concurrently', async () => {
    const buyer = await fixture.addTrader(1_000);
    const skins = await Promise.all(Array.from({ length: 54 }, () => fixture.addSkin()));
    const replies = await Promise.all(skins.map(({ itemId }) => fixture.createBuyOrder(buyer, itemId, 5)));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(50);
    expect(replies.filter(({ body }) => body.code === 'too_many_orders')).toHaveLength(4);
    expect(await findBreaches(fixture.db)).toEqual([]);
  });

  test('can be cancelled, also twice, but not once it is filled', async () => {
    const { skin, seller } = await addSeller();
    const buyer = await fixture.addTrader(1_000);
    const orderId = await addOrder(buyer, skin.itemId, 5);
    expect(outcome(await fixture.cancelBuyOrder(await fixture.addTrader(), orderId))).toEqual([404, 'not_found']);
    expect((await fixture.cancelBuyOrder(buyer, orderId)).status).toBe(200);
    expect((await fixture.cancelBuyOrder(buyer, orderId)).status).toBe(200);
    await offer(seller, 5);
    expect(await fixture.readOrder(orderId)).toMatchObject({ state: 'CANCELLED' });
    const late = await addOrder(buyer, skin.itemId, 5);
    expect(outcome(await fixture.cancelBuyOrder(buyer, late))).toEqual([409, 'listing_gone']);
  });

  test('with the same key is placed once', async () => {
    const { itemId } = await fixture.addSkin();
    const buyer = await fixture.addTrader(1_000);
    const replies = await Promise.all(
      Array.from({ length: 5 }, () => fixture.createBuyOrder(buyer, itemId, 5, 'order-key')),
    );
    expect(new Set(replies.map(({ body }) => body.data.orderId)).size).toBe(1);
  });
});

describe('matching', () => {
  test('sells all crossing pairs of forty concurrent listings and orders', async () => {
    const skins = await Promise.all(Array.from({ length: 4 }, () => fixture.addSkin()));
    const sellers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => fixture.addTrader(0, [{ skin: skins[index % 4]! }])),
    );
    const buyers = await Promise.all(Array.from({ length: 20 }, () => fixture.addTrader(1_000)));
    const replies = await Promise.all([
      ...sellers.map((seller, index) => fixture.list(seller, { itemId: seller.items[0]!, price: 100 + index })),
      ...buyers.map((buyer, index) => fixture.createBuyOrder(buyer, skins[index % 4]!.itemId, 200)),
    ]);
    expect(replies.filter(({ status }) => status !== 200)).toEqual([]);
    await loopUntilQuiet();
    const [remaining] = await fixture.db.sql<{ listings: number; orders: number }>`
      select sum(listings)::int4 as listings, sum(orders)::int4 as orders from market_books
      where item_id = any(${skins.map(({ itemId }) => itemId)}::int8[])`;
    expect(remaining).toEqual({ listings: 0, orders: 0 });
    const paid = await Promise.all(buyers.map((buyer) => fixture.readBalance(buyer)));
    expect(paid.every((balance) => balance >= 880 && balance <= 900)).toBe(true);
    expect(await findBreaches(fixture.db)).toEqual([]);
  });

  test('fills one of many concurrent orders when the balance covers one', async () => {
    const skins = await Promise.all(Array.from({ length: 6 }, () => fixture.addSkin()));
    const buyer = await fixture.addTrader(100);
    const orders = await Promise.all(skins.map(({ itemId }) => addOrder(buyer, itemId, 100)));
    const sellers = await Promise.all(skins.map((skin) => fixture.addTrader(0, [{ skin }])));
    await Promise.all(sellers.map((seller) => offer(seller, 100)));
    const states = await Promise.all(orders.map(async (id) => (await fixture.readOrder(id)).state));
    expect(states.toSorted()).toEqual(['FILLED', ...Array.from({ length: 5 }, () => 'UNPAID')]);
    expect(await fixture.readBalance(buyer)).toBe(0);
    expect(await findBreaches(fixture.db)).toEqual([]);
  });

  test('is completed by the loop after an interrupted request', async () => {
    const { skin, seller } = await addSeller();
    const buyer = await fixture.addTrader(1_000);
    const orderId = await fixture.db.transaction((tx) =>
      placeOrder(tx, { playerId: buyer.id, itemId: skin.itemId, price: 1_000 }),
    );
    const { listingId } = await fixture.db.transaction((tx) =>
      listItem(tx, { live: noopLive }, { playerId: seller.id, inventoryId: seller.items[0]!, price: 600 }),
    );
    expect(await fixture.readOrder(orderId)).toMatchObject({ state: 'OPEN' });
    expect(await selectCrossedBooks(fixture.db.sql, 10)).toEqual([skin.itemId]);
    await loopUntilQuiet();
    expect(await fixture.readOrder(orderId)).toEqual({ state: 'FILLED', listingId });
    expect(await findBreaches(fixture.db)).toEqual([]);
  });

  test('waits during a halt without closing any order', async () => {
    const { skin, seller } = await addSeller();
    const buyer = await fixture.addTrader(1_000);
    const orderId = await addOrder(buyer, skin.itemId, 500);
    await fixture.db.sql`insert into ledger_halts (reason) values ('test')`;
    await offer(seller, 500);
    expect(await fixture.readOrder(orderId)).toMatchObject({ state: 'OPEN' });
    await fixture.db.sql`update ledger_halts set ended_at = now()`;
    await loopUntilQuiet();
    expect(await fixture.readOrder(orderId)).toMatchObject({ state: 'FILLED' });
  });

  test('the loop removes listings of flagged players', async () => {
    const { seller } = await addSeller();
    const listingId = await offer(seller, 500);
    await fixture.db.sql`update players set flagged_at = now() where id = ${seller.id}`;
    const stop = new AbortController();
    const running = marketLoop(fixture.site.deps, stop.signal, { everyMs: 5 });
    await expect.poll(async () => (await fixture.readListing(listingId)).state).toBe('REMOVED');
    stop.abort();
    await running;
    expect(await fixture.readItem(seller.items[0]!)).toMatchObject({ state: 'OWNED' });
    expect((await fixture.readNotifications(seller))[0]).toContain('Listing removed');
    expect(await findBreaches(fixture.db)).toEqual([]);
  });

  test('the loop removes listings and cancels orders of banned players', async () => {
    const { skin, seller } = await addSeller();
    const listingId = await offer(seller, 500);
    const rich = await fixture.addTrader(1_000);
    const orderId = await addOrder(rich, (await fixture.addSkin()).itemId, 900);
    const staff = await fixture.addStaff();
    for (const { id: userId } of [seller, rich]) {
      const body = { userId, state: 'banned', reason: 'Two accounts.' };
      expect((await fixture.call('POST', '/admin/setUserState', staff, { body })).status).toBe(200);
    }
    const stop = new AbortController();
    const running = marketLoop(fixture.site.deps, stop.signal, { everyMs: 5 });
    await expect.poll(async () => (await fixture.readOrder(orderId)).state).toBe('CANCELLED');
    stop.abort();
    await running;
    expect((await fixture.readListing(listingId)).state).toBe('REMOVED');
    expect(await fixture.readItem(seller.items[0]!)).toEqual({ ownerId: seller.id, state: 'OWNED' });
    expect((await fixture.readNotifications(seller))[0]).toBe(
      `Listing removed: ${skin.name} was taken off the market. Your account was banned.`,
    );
    expect(await findBreaches(fixture.db)).toEqual([]);
  });
});
