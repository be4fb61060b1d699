import { afterAll, beforeAll, expect, test } from 'vitest';
import { findBreaches, type TestPlayer } from '#testing/fixtures.ts';
import { createTradeFixture, type TradeFixture } from '#testing/trade-fixture.ts';

let post: TradeFixture;
beforeAll(async () => {
  post = await createTradeFixture();
});
afterAll(() => post.close());

async function fetchHeldDiamonds(who: TestPlayer): Promise<number> {
  const { body } = await post.call('GET', '/user/getTradeOffers', who);
  return (body['standing'] as { held: number }).held;
}

type Sale = {
  readonly seller: TestPlayer;
  readonly buyer: TestPlayer;
  readonly itemId: number;
  readonly price: number;
};

async function sell({ seller, buyer, itemId, price }: Sale): Promise<void> {
  const listed = await post.call('POST', '/user/listItemOnMarket', seller, { itemId, price });
  const { listingId } = listed.body.data as unknown as { listingId: number };
  expect((await post.call('POST', `/user/buyMarketItem/${listingId}`, buyer, {})).status).toBe(200);
}

test("a friend who buys at a bargain price gets the seller's hold", async () => {
  const [depositor, friend] = [await post.addTrader(), await post.addTrader(20)];
  const id = await post.depositNow(depositor, [200]);
  const itemId = await post.openCase(depositor);
  await post.openCase(depositor);
  // Worth 115, sold for 1: the other 114 belong to the deposit and are held with the friend.
  await sell({ seller: depositor, buyer: friend, itemId, price: 1 });
  expect([await fetchHeldDiamonds(depositor), await fetchHeldDiamonds(friend)]).toEqual([200, 114]);
  expect((await post.withdraw(friend, itemId)).body.code).toBe('on_hold');
  const notifications = await post.db.sql`
    select from notifications where player_id = ${friend.id} and message like '%114 diamonds are on hold for you too.'`;
  expect([notifications.length, await findBreaches(post.db)]).toEqual([1, []]);
  await post.reverse(id);
  await post.processOffers();
  expect([await fetchHeldDiamonds(friend), await findBreaches(post.db)]).toEqual([114, []]);
});

test("holds a bargain up to the seller's shortfall, and not at all without a hold", async () => {
  const [depositor, buyer] = [await post.addTrader(), await post.addTrader(1_000)];
  await post.depositNow(depositor, [115]);
  const itemId = await post.openCase(depositor);
  // 115 are held and 15 are left; 30 come in, of which 1 is the fee: 71 short, and 85 below its value.
  await sell({ seller: depositor, buyer, itemId, price: 30 });
  expect(await fetchHeldDiamonds(buyer)).toBe(71);
  const free = await post.addTrader(1_000);
  await sell({ seller: free, buyer, itemId: await post.openCase(free), price: 1 });
  expect(await fetchHeldDiamonds(buyer)).toBe(71);
  expect(await findBreaches(post.db)).toEqual([]);
});

test('a bargain that is resold is held once, with its current owner', async () => {
  const [depositor, one, two] = [await post.addTrader(), await post.addTrader(1), await post.addTrader(1)];
  await post.depositNow(depositor, [115]);
  const itemId = await post.openCase(depositor);
  await sell({ seller: depositor, buyer: one, itemId, price: 1 });
  await sell({ seller: one, buyer: two, itemId, price: 1 });
  expect((await post.withdraw(two, itemId)).body.code).toBe('on_hold');
  await sell({ seller: two, buyer: one, itemId, price: 1 });
  expect((await post.withdraw(one, itemId)).body.code).toBe('on_hold');
  expect(await findBreaches(post.db)).toEqual([]);
});

test('a hold does not end by time alone while its trade is unconfirmed', async () => {
  const depositor = await post.addTrader();
  const id = await post.depositNow(depositor, [200]);
  const itemId = await post.openCase(depositor);
  await post.reverse(id);
  await post.endHolds();
  expect(await fetchHeldDiamonds(depositor)).toBe(200);
  expect((await post.withdraw(depositor, itemId)).body.code).toBe('on_hold');
  await post.processOffers();
  expect(await post.readOffer(id)).toMatchObject({ state: 'REVERSED' });
  expect(await findBreaches(post.db)).toEqual([]);
});

test('releases a hold a week after its end even if Steam never replies', async () => {
  const depositor = await post.addTrader();
  await post.depositNow(depositor, [200]);
  await post.endHolds();
  await post.db.sql`
    update trade_offers set held_until = now() - interval '8 days' where player_id = ${depositor.id}`;
  await post.db.sql`update holds set until = held_until from trade_offers where trade_offers.id = offer_id`;
  expect(await fetchHeldDiamonds(depositor)).toBe(0);
});
