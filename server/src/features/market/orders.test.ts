import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { breachesOf } from '#testing/fixtures.ts';
import { createMarketFixture, type MarketFixture, type Trader } from '#testing/market-fixture.ts';
import { marketLoop } from './loop.ts';
import { listItem } from './market.ts';
import { selectCrossedBooks } from './queries.ts';
import { placeOrder } from './orders.ts';

let stall: MarketFixture;
beforeAll(async () => {
  stall = await createMarketFixture();
});
afterAll(() => stall.close());

const outcome = ({ status, body }: Awaited<ReturnType<MarketFixture['createBuyOrder']>>) => [status, body.code];

async function addSeller(count = 1) {
  const skin = await stall.addSkin();
  return { skin, seller: await stall.addTrader(0, [{ skin, count }]) };
}

async function offer(seller: Trader, price: number, at = 0): Promise<number> {
  return (await stall.list(seller, { itemId: seller.items[at]!, price })).body.data.listingId;
}

async function addOrder(who: Trader, itemId: number, price: number): Promise<number> {
  return (await stall.createBuyOrder(who, itemId, price)).body.data.orderId;
}

/** Runs the loop until it has nothing left to do. */
async function loopUntilQuiet(): Promise<void> {
  const stop = new AbortController();
  const running = marketLoop(stall.site.deps, stop.signal, { everyMs: 5 });
  await expect.poll(() => selectCrossedBooks(stall.db.sql, 10), { timeout: 5_000 }).toEqual([]);
  stop.abort();
  await running;
}

describe('a buy order', () => {
  test('is filled at once by an existing listing at the price of the listing', async () => {
    const { skin, seller } = await addSeller();
    const listingId = await offer(seller, 800);
    const buyer = await stall.addTrader(1_000);
    const orderId = await addOrder(buyer, skin.itemId, 1_000);
    expect(await stall.orderOf(orderId)).toEqual({ state: 'FILLED', listingId });
    expect(await stall.itemOf(seller.items[0]!)).toEqual({ ownerId: buyer.id, state: 'OWNED' });
    expect([await stall.balanceOf(buyer), await stall.balanceOf(seller)]).toEqual([200, 760]);
    expect(await stall.notificationsOf(buyer)).toEqual([`Buy order filled: ${skin.name} is yours for 800 diamonds`]);
    expect(await breachesOf(stall.db)).toEqual([]);
  });

  test('waits for a listing or for one that gets cheap enough', async () => {
    const { skin, seller } = await addSeller(2);
    const buyers = [await stall.addTrader(500), await stall.addTrader(500)];
    const dear = await offer(seller, 900);
    const orders = [await addOrder(buyers[0]!, skin.itemId, 500), await addOrder(buyers[1]!, skin.itemId, 400)];
    await stall.changePrice(seller, dear, 500);
    expect(await stall.orderOf(orders[0]!)).toEqual({ state: 'FILLED', listingId: dear });
    const cheap = await offer(seller, 1, 1);
    expect(await stall.orderOf(orders[1]!)).toEqual({ state: 'FILLED', listingId: cheap });
    expect(await stall.balanceOf(buyers[1]!)).toBe(499);
    expect(await breachesOf(stall.db)).toEqual([]);
  });

  test('with the higher price goes first, then the older one', async () => {
    const { skin, seller } = await addSeller(3);
    const buyers = await Promise.all([1, 2, 3].map(() => stall.addTrader(1_000)));
    const low = await addOrder(buyers[0]!, skin.itemId, 300);
    const older = await addOrder(buyers[1]!, skin.itemId, 400);
    const younger = await addOrder(buyers[2]!, skin.itemId, 400);
    const listings = [await offer(seller, 300, 0), await offer(seller, 300, 1), await offer(seller, 300, 2)];
    for (const [order, at] of [
      [older, 0],
      [younger, 1],
      [low, 2],
    ] as const) {
      expect(await stall.orderOf(order)).toEqual({ state: 'FILLED', listingId: listings[at] });
    }
    expect(await breachesOf(stall.db)).toEqual([]);
  });

  test('takes the cheapest listing, among equal prices the oldest', async () => {
    const { skin, seller } = await addSeller(3);
    await offer(seller, 300, 0);
    const oldest = await offer(seller, 200, 1);
    await offer(seller, 200, 2);
    const buyer = await stall.addTrader(1_000);
    expect(await stall.orderOf(await addOrder(buyer, skin.itemId, 300))).toEqual({
      state: 'FILLED',
      listingId: oldest,
    });
  });

  test('that cannot be paid is closed, its owner is notified, and the next one is served', async () => {
    const { skin, seller } = await addSeller();
    const other = await stall.addSkin();
    const rival = await stall.addTrader(0, [{ skin: other }]);
    const spent = await stall.addTrader(700);
    const waiting = await stall.addTrader(600);
    const first = await addOrder(spent, skin.itemId, 700);
    const second = await addOrder(waiting, skin.itemId, 600);
    await stall.buy(spent, await offer(rival, 500));
    const listingId = await offer(seller, 550);
    expect(await stall.orderOf(first)).toEqual({ state: 'UNPAID', listingId: null });
    expect(await stall.orderOf(second)).toEqual({ state: 'FILLED', listingId });
    expect(await stall.balanceOf(spent)).toBe(200);
    expect((await stall.notificationsOf(spent))[0]).toBe(
      `Buy order closed: ${skin.name} was on offer, but your order for 700 diamonds could not be paid`,
    );
    expect(await breachesOf(stall.db)).toEqual([]);
  });

  test.each(['flagged', 'banned'])('of a player who is %s by then is closed', async (what) => {
    const { skin, seller } = await addSeller();
    const buyer = await stall.addTrader(700);
    const orderId = await addOrder(buyer, skin.itemId, 700);
    await stall.db.sql`
      update players set flagged_at = case when ${what === 'flagged'} then now() end,
                         state = case when ${what === 'banned'} then 'banned' else state end
      where id = ${buyer.id}`;
    const listingId = await offer(seller, 700);
    expect(await stall.orderOf(orderId)).toMatchObject({ state: 'UNPAID' });
    expect(await stall.listingOf(listingId)).toMatchObject({ state: 'OPEN' });
    await stall.db.sql`update players set flagged_at = null where id = ${buyer.id}`;
  });

  test('never buys from its owner, and does not keep the loop busy', async () => {
    const skin = await stall.addSkin();
    const both = await stall.addTrader(1_000, [{ skin, count: 2 }]);
    const listingId = await offer(both, 100);
    const orderId = await addOrder(both, skin.itemId, 500);
    expect(await stall.orderOf(orderId)).toMatchObject({ state: 'OPEN' });
    expect(await selectCrossedBooks(stall.db.sql, 10)).toEqual([]);
    // It was waiting for a more expensive listing of another player.
    const other = await stall.addTrader(0, [{ skin }]);
    expect(await stall.orderOf(orderId)).toMatchObject({ state: 'OPEN' });
    const dearer = await offer(other, 450);
    expect(await stall.orderOf(orderId)).toEqual({ state: 'FILLED', listingId: dearer });
    expect(await stall.listingOf(listingId)).toMatchObject({ state: 'OPEN' });
    expect(await breachesOf(stall.db)).toEqual([]);
  });

  test.each([
    ['a second one for the same skin', 'order_open'],
    ['more than the balance', 'insufficient_balance'],
    ['an order of a flagged player', 'account_flagged'],
  ])('is refused: %s', async (what, code) => {
    const { itemId } = await stall.addSkin();
    const buyer = await stall.addTrader(what === 'more than the balance' ? 99 : 1_000);
    if (what === 'a second one for the same skin') await addOrder(buyer, itemId, 5);
    if (what === 'an order of a flagged player') {
      await stall.db.sql`update players set flagged_at = now() where id = ${buyer.id}`;
    }
    expect(outcome(await stall.createBuyOrder(buyer, itemId, 100))).toEqual([409, code]);
    await stall.db.sql`update players set flagged_at = null where id = ${buyer.id}`;
    expect(await breachesOf(stall.db)).toEqual([]);
  });

  test('for an unknown skin is not found', async () => {
    expect(outcome(await stall.createBuyOrder(await stall.addTrader(), 9_007_199_254_740_991, 5))).toEqual([
      404,
      'not_found',
    ]);
  });

  test('is limited to fifty per player, also concurrently', async () => {
    const buyer = await stall.addTrader(1_000);
    const skins = await Promise.all(Array.from({ length: 54 }, () => stall.addSkin()));
    const replies = await Promise.all(skins.map(({ itemId }) => stall.createBuyOrder(buyer, itemId, 5)));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(50);
    expect(replies.filter(({ body }) => body.code === 'too_many_orders')).toHaveLength(4);
    expect(await breachesOf(stall.db)).toEqual([]);
  });

  test('can be cancelled, also twice, but not once it is filled', async () => {
    const { skin, seller } = await addSeller();
    const buyer = await stall.addTrader(1_000);
    const orderId = await addOrder(buyer, skin.itemId, 5);
    expect(outcome(await stall.cancelBuyOrder(await stall.addTrader(), orderId))).toEqual([404, 'not_found']);
    expect((await stall.cancelBuyOrder(buyer, orderId)).status).toBe(200);
    expect((await stall.cancelBuyOrder(buyer, orderId)).status).toBe(200);
    await offer(seller, 5);
    expect(await stall.orderOf(orderId)).toMatchObject({ state: 'CANCELLED' });
    const late = await addOrder(buyer, skin.itemId, 5);
    expect(outcome(await stall.cancelBuyOrder(buyer, late))).toEqual([409, 'listing_gone']);
  });

  test('with the same key is placed once', async () => {
    const { itemId } = await stall.addSkin();
    const buyer = await stall.addTrader(1_000);
    const replies = await Promise.all(Array.from({ length: 5 }, () => stall.createBuyOrder(buyer, itemId, 5, 'wish')));
    expect(new Set(replies.map(({ body }) => body.data.orderId)).size).toBe(1);
  });
});

describe('matching', () => {
  test('sells all crossing pairs of forty concurrent listings and orders', async () => {
    const skins = await Promise.all(Array.from({ length: 4 }, () => stall.addSkin()));
    const sellers = await Promise.all(
      Array.from({ length: 20 }, (_, at) => stall.addTrader(0, [{ skin: skins[at % 4]! }])),
    );
    const buyers = await Promise.all(Array.from({ length: 20 }, () => stall.addTrader(1_000)));
    const replies = await Promise.all([
      ...sellers.map((seller, at) => stall.list(seller, { itemId: seller.items[0]!, price: 100 + at })),
      ...buyers.map((buyer, at) => stall.createBuyOrder(buyer, skins[at % 4]!.itemId, 200)),
    ]);
    expect(replies.filter(({ status }) => status !== 200)).toEqual([]);
    await loopUntilQuiet();
    const [left] = await stall.db.sql<{ listings: number; orders: number }>`
      select sum(listings)::int4 as listings, sum(orders)::int4 as orders from market_books
      where item_id = any(${skins.map(({ itemId }) => itemId)}::int8[])`;
    expect(left).toEqual({ listings: 0, orders: 0 });
    const paid = await Promise.all(buyers.map((buyer) => stall.balanceOf(buyer)));
    expect(paid.every((balance) => balance >= 880 && balance <= 900)).toBe(true);
    expect(await breachesOf(stall.db)).toEqual([]);
  });

  test('fills one of many concurrent orders when the balance covers one', async () => {
    const skins = await Promise.all(Array.from({ length: 6 }, () => stall.addSkin()));
    const buyer = await stall.addTrader(100);
    const orders = await Promise.all(skins.map(({ itemId }) => addOrder(buyer, itemId, 100)));
    const sellers = await Promise.all(skins.map((skin) => stall.addTrader(0, [{ skin }])));
    await Promise.all(sellers.map((seller) => offer(seller, 100)));
    const states = await Promise.all(orders.map(async (id) => (await stall.orderOf(id)).state));
    expect(states.toSorted()).toEqual(['FILLED', ...Array.from({ length: 5 }, () => 'UNPAID')]);
    expect(await stall.balanceOf(buyer)).toBe(0);
    expect(await breachesOf(stall.db)).toEqual([]);
  });

  test('is completed by the loop after an interrupted request', async () => {
    const { skin, seller } = await addSeller();
    const buyer = await stall.addTrader(1_000);
    const orderId = await stall.db.transaction((tx) =>
      placeOrder(tx, { playerId: buyer.id, itemId: skin.itemId, price: 1_000 }),
    );
    const { listingId } = await stall.db.transaction((tx) =>
      listItem(tx, { playerId: seller.id, inventoryId: seller.items[0]!, price: 600 }),
    );
    expect(await stall.orderOf(orderId)).toMatchObject({ state: 'OPEN' });
    expect(await selectCrossedBooks(stall.db.sql, 10)).toEqual([skin.itemId]);
    await loopUntilQuiet();
    expect(await stall.orderOf(orderId)).toEqual({ state: 'FILLED', listingId });
    expect(await breachesOf(stall.db)).toEqual([]);
  });

  test('waits during a halt without closing any order', async () => {
    const { skin, seller } = await addSeller();
    const buyer = await stall.addTrader(1_000);
    const orderId = await addOrder(buyer, skin.itemId, 500);
    await stall.db.sql`insert into ledger_halts (reason) values ('test')`;
    await offer(seller, 500);
    expect(await stall.orderOf(orderId)).toMatchObject({ state: 'OPEN' });
    await stall.db.sql`update ledger_halts set ended_at = now()`;
    await loopUntilQuiet();
    expect(await stall.orderOf(orderId)).toMatchObject({ state: 'FILLED' });
  });

  test('the loop removes listings of flagged players', async () => {
    const { seller } = await addSeller();
    const listingId = await offer(seller, 500);
    await stall.db.sql`update players set flagged_at = now() where id = ${seller.id}`;
    const stop = new AbortController();
    const running = marketLoop(stall.site.deps, stop.signal, { everyMs: 5 });
    await expect.poll(async () => (await stall.listingOf(listingId)).state).toBe('REMOVED');
    stop.abort();
    await running;
    expect(await stall.itemOf(seller.items[0]!)).toMatchObject({ state: 'OWNED' });
    expect((await stall.notificationsOf(seller))[0]).toContain('Listing removed');
    expect(await breachesOf(stall.db)).toEqual([]);
  });

  test('the loop removes listings and cancels orders of banned players', async () => {
    const { skin, seller } = await addSeller();
    const listingId = await offer(seller, 500);
    const rich = await stall.addTrader(1_000);
    const orderId = await addOrder(rich, (await stall.addSkin()).itemId, 900);
    const staff = await stall.addStaff();
    for (const { id: userId } of [seller, rich]) {
      const body = { userId, state: 'banned', reason: 'Two accounts.' };
      expect((await stall.call('POST', '/admin/setUserState', staff, { body })).status).toBe(200);
    }
    const stop = new AbortController();
    const running = marketLoop(stall.site.deps, stop.signal, { everyMs: 5 });
    await expect.poll(async () => (await stall.orderOf(orderId)).state).toBe('CANCELLED');
    stop.abort();
    await running;
    expect((await stall.listingOf(listingId)).state).toBe('REMOVED');
    expect(await stall.itemOf(seller.items[0]!)).toEqual({ ownerId: seller.id, state: 'OWNED' });
    expect((await stall.notificationsOf(seller))[0]).toBe(
      `Listing removed: ${skin.name} was taken off the market. Your account was banned.`,
    );
    expect(await breachesOf(stall.db)).toEqual([]);
  });
});
