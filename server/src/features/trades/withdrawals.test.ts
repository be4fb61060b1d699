import { afterAll, beforeAll, expect, test } from 'vitest';
import { readAlarms } from '#testing/alarms.ts';
import { findBreaches, addToInventory } from '#testing/fixtures.ts';
import { createTradeFixture, type TradeFixture } from '#testing/trade-fixture.ts';

let post: TradeFixture;
beforeAll(async () => {
  post = await createTradeFixture({ WITHDRAW_APPROVAL_ABOVE: '1000' });
});
afterAll(() => post.close());

/** Items created by the test were never won; the audit may report only those. */
const breaches = async () => (await findBreaches(post.db)).filter((breach) => !breach.startsWith('I13'));

test('reserves a skin while the offer is open, and removes it after acceptance', async () => {
  const trader = await post.addTrader(1_000);
  const itemId = await post.openCase(trader);
  const { status, body } = await post.withdraw(trader, itemId);
  expect([status, body.data?.state]).toEqual([200, 'CREATED']);
  const id = body.data!.id;
  expect(await post.itemState(itemId)).toBe('WITHDRAWING');
  await post.processOffers();
  const { platformId } = await post.readOffer(id);
  expect((await post.trading.offer(platformId))?.state).toBe('active');
  await post.accept(id);
  await post.processOffers();
  expect([(await post.readOffer(id)).state, await post.itemState(itemId)]).toEqual(['DELIVERED', 'WITHDRAWN']);
  await post.endHolds();
  await post.processOffers();
  expect(await post.readOffer(id)).toMatchObject({ state: 'FINAL' });
  expect(await post.readBalance(trader)).toBe(900);
  expect(await breaches()).toEqual([]);
});

test('returns the skin after the offer is declined', async () => {
  const trader = await post.addTrader(1_000);
  const itemId = await post.openCase(trader);
  const id = (await post.withdraw(trader, itemId)).body.data!.id;
  await post.processOffers();
  await post.decline(id);
  await post.processOffers();
  expect([(await post.readOffer(id)).state, await post.itemState(itemId)]).toEqual(['DECLINED', 'OWNED']);
  expect((await post.withdraw(trader, itemId)).status).toBe(200);
  expect(await breaches()).toEqual([]);
});

test('an item that is sold, listed and withdrawn concurrently has one winner, fifty times', async () => {
  const trader = await post.addTrader(1_000);
  const itemId = await post.openCase(trader);
  const replies = await Promise.all(
    Array.from({ length: 50 }, (_, index) => {
      if (index % 3 === 0) return post.withdraw(trader, itemId);
      if (index % 3 === 1) return post.call('GET', `/user/quickSellItem/${itemId}`, trader);
      return post.call('POST', '/user/listItemOnMarket', trader, { itemId, price: 500 });
    }),
  );
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(replies.every(({ status }) => status === 200 || status === 404 || status === 409)).toBe(true);
  expect(await breaches()).toEqual([]);
});

test('a large withdrawal waits for staff, who approve or cancel it', async () => {
  const trader = await post.addTrader(1_000);
  const itemId = await addToInventory(post.db, { playerId: trader.id, itemId: post.itemIds.at(-1)! });
  const id = (await post.withdraw(trader, itemId)).body.data!.id;
  await post.processOffers();
  expect(await post.readOffer(id)).toMatchObject({ state: 'AWAITING_APPROVAL' });
  const { body } = await post.call('GET', '/admin/getAllTradeOffers?state=AWAITING_APPROVAL', post.staff);
  expect(body).toMatchObject({ waiting: 1, data: [{ id, player: { id: trader.id } }] });
  const [alarm] = await readAlarms(post.db.sql, 'approvalNeeded');
  expect(alarm).toMatchObject({
    subject: `trade-offer:${id}`,
    text: expect.stringContaining(`user ${trader.id} waits`),
  });
  expect((await post.call('POST', `/admin/approveWithdrawal/${id}`, post.staff)).status).toBe(200);
  await post.processOffers();
  expect(await post.readOffer(id)).toMatchObject({ state: 'SENT' });
  const other = await addToInventory(post.db, { playerId: trader.id, itemId: post.itemIds.at(-1)! });
  const otherId = (await post.withdraw(trader, other)).body.data!.id;
  const refused = { reason: 'Please write to us first.' };
  expect((await post.call('POST', `/admin/cancelTradeOffer/${otherId}`, post.staff, refused)).status).toBe(200);
  expect(await post.readOffer(otherId)).toMatchObject({ state: 'CANCELLED', reason: refused.reason });
  expect(await post.itemState(other)).toBe('OWNED');
  expect((await post.call('POST', `/admin/approveWithdrawal/${otherId}`, post.staff)).body.code).toBe('offer_over');
  expect(await breaches()).toEqual([]);
});

/** Gives the player skins worth 600 diamonds each. */
async function giveSkins(playerId: number, count: number): Promise<number[]> {
  const itemId = post.itemIds[5]!;
  return Promise.all(Array.from({ length: count }, () => addToInventory(post.db, { playerId, itemId })));
}

const stateOf = ({ body }: Awaited<ReturnType<TradeFixture['withdraw']>>): string => body.data!.state;

test('small withdrawals wait for staff once their daily sum exceeds the limit', async () => {
  const trader = await post.addTrader();
  const [first, second, third] = (await giveSkins(trader.id, 3)) as [number, number, number];
  expect(stateOf(await post.withdraw(trader, first))).toBe('CREATED');
  const waiting = await post.withdraw(trader, second);
  expect(stateOf(waiting)).toBe('AWAITING_APPROVAL');
  // Neither a failed withdrawal nor one of the day before counts.
  await post.call('POST', `/user/cancelTradeOffer/${waiting.body.data!.id}`, trader);
  await post.db.sql`
    update trade_offers set created_at = now() - interval '24 hours 1 second' where player_id = ${trader.id}`;
  expect(stateOf(await post.withdraw(trader, third))).toBe('CREATED');
});

test('sends as many of three parallel withdrawals as the daily limit allows', async () => {
  const trader = await post.addTrader();
  const itemIds = await giveSkins(trader.id, 3);
  const replies = await Promise.all(itemIds.map((itemId) => post.withdraw(trader, itemId)));
  expect(replies.map(stateOf).toSorted()).toEqual(['AWAITING_APPROVAL', 'AWAITING_APPROVAL', 'CREATED']);
  expect(await breaches()).toEqual([]);
});

test('never promises the same skin to two withdrawals', async () => {
  const trader = await post.addTrader(1_000);
  const ids: number[] = [];
  for (const itemId of [await post.openCase(trader), await post.openCase(trader)]) {
    ids.push((await post.withdraw(trader, itemId)).body.data!.id);
  }
  await post.processOffers();
  await post.processOffers();
  const states = await Promise.all(ids.map(async (id) => (await post.readOffer(id)).state));
  expect(states).toEqual(['SENT', 'SENT']);
  const assets = await post.db.sql<{ assetId: string }>`
    select distinct asset_id as "assetId" from trade_offer_skins where offer_id = any(${ids}::int8[])`;
  expect(assets).toHaveLength(2);
});

test('waits for a skin that is out of stock, notifies the player, and fails after hours', async () => {
  const trader = await post.addTrader(1_000);
  const itemId = await post.openCase(trader);
  const id = (await post.withdraw(trader, itemId)).body.data!.id;
  const stock = async () => [];
  await post.processOffers({ stock });
  expect(await post.readOffer(id)).toMatchObject({ state: 'CREATED', reason: null });
  await post.db.sql`update trade_offers set created_at = now() - interval '2 minutes' where id = ${id}`;
  await post.processOffers({ stock });
  expect((await post.readOffer(id)).reason).toContain('not in stock');
  await post.db.sql`update trade_offers set created_at = now() - interval '7 hours' where id = ${id}`;
  await post.processOffers({ stock });
  expect(await post.readOffer(id)).toMatchObject({ state: 'FAILED' });
  expect(await post.itemState(itemId)).toBe('OWNED');
  expect((await post.call('POST', `/admin/retryTradeOffer/${id}`, post.staff)).status).toBe(200);
  expect(await post.itemState(itemId)).toBe('WITHDRAWING');
  await post.processOffers();
  expect(await post.readOffer(id)).toMatchObject({ state: 'SENT' });
  expect(await breaches()).toEqual([]);
});

test('notifies staff of a withdrawal that Steam does not know, instead of returning the item', async () => {
  const trader = await post.addTrader(1_000);
  const itemId = await post.openCase(trader);
  const id = (await post.withdraw(trader, itemId)).body.data!.id;
  await post.processOffers();
  for (let checks = 0; checks < 12; checks++) await post.processOffers({ offer: async () => undefined });
  expect([(await post.readOffer(id)).state, await post.itemState(itemId)]).toEqual(['SENT', 'WITHDRAWING']);
  const notifications = await post.db.sql`
    select from notifications where player_id = ${post.staff.id} and title = ${`Trade offer #${id}`}`;
  expect(notifications).toHaveLength(1);
});

test('a skin from a reversed withdrawal stays reserved until staff clear the flag', async () => {
  const trader = await post.addTrader(1_000);
  const itemId = await post.openCase(trader);
  const id = (await post.withdraw(trader, itemId)).body.data!.id;
  await post.processOffers();
  await post.accept(id);
  await post.processOffers();
  await post.reverse(id);
  await post.processOffers();
  expect([(await post.readOffer(id)).state, await post.itemState(itemId)]).toEqual(['REVERSED', 'WITHDRAWING']);
  expect(await breaches()).toEqual([]);
  const other = await post.openCase(trader);
  expect((await post.withdraw(trader, other)).body.code).toBe('account_flagged');
  const clear = { userId: trader.id, reason: 'Looked into it.' };
  expect((await post.call('POST', '/admin/clearFlag', post.staff, clear)).status).toBe(200);
  expect(await post.itemState(itemId)).toBe('OWNED');
  expect((await post.withdraw(trader, itemId)).status).toBe(200);
  expect(await breaches()).toEqual([]);
});

test('allows withdrawals but no deposits during a break', async () => {
  const trader = await post.addTrader(1_000);
  const itemId = await post.openCase(trader);
  const [skin] = await post.skinsOf(trader);
  await post.db.sql`
    insert into safer_play (player_id, break_until) values (${trader.id}, now() + interval '1 day')`;
  const { body } = await post.call('POST', '/user/createDeposit', trader, { assetIds: [skin!.assetid] });
  expect(body.code).toBe('on_break');
  expect((await post.withdraw(trader, itemId)).status).toBe(200);
});
