import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PlatformOffer } from '#adapters/trading/trading.ts';
import { TradingFailure } from '#adapters/trading/trading.ts';
import { findBreaches } from '#testing/fixtures.ts';
import { createTradeFixture, type TradeFixture } from '#testing/trade-fixture.ts';

let post: TradeFixture;
beforeAll(async () => {
  post = await createTradeFixture();
});
afterAll(() => post.close());

const fetchPlatformOffer = async (id: number): Promise<PlatformOffer> =>
  (await post.trading.offer((await post.readOffer(id)).platformId))!;

/** Number of staff notifications about an offer. */
async function staffNotificationCount(id: number): Promise<number> {
  const platformOffer = await post.db.sql`
    select from notifications where player_id = ${post.staff.id} and title = ${`Trade offer #${id}`}`;
  return platformOffer.length;
}

async function lookInMs(id: number): Promise<number | null> {
  const [row] = await post.db.sql<{ ms: number | null }>`
    select extract(epoch from check_at - clock_timestamp())::float8 * 1000 as ms from trade_offers where id = ${id}`;
  return row!.ms;
}

test('does not return a skin because Steam once reports its offer as invalid', async () => {
  const trader = await post.addTrader(1_000);
  const itemId = await post.openCase(trader);
  const id = (await post.withdraw(trader, itemId)).body.data!.id;
  await post.processOffers();
  await post.accept(id);
  const platformOffer = await fetchPlatformOffer(id);
  await post.processOffers({ offer: async () => ({ ...platformOffer, state: 'invalid_items', tradeId: undefined }) });
  expect(await post.itemState(itemId)).toBe('WITHDRAWING');
  await post.processOffers();
  expect([(await post.readOffer(id)).state, await post.itemState(itemId)]).toEqual(['DELIVERED', 'WITHDRAWN']);
  expect(await findBreaches(post.db)).toEqual([]);
});

test('notifies staff once of an offer that is accepted after it was closed here', async () => {
  const trader = await post.addTrader();
  const id = await post.deposit(trader, [200]);
  await post.processOffers();
  const platformOffer = await fetchPlatformOffer(id);
  await post.accept(id);
  const falseReport = { offer: async () => ({ ...platformOffer, state: 'declined' as const, tradeId: undefined }) };
  const [quiet] = [await staffNotificationCount(id)];
  await post.db.sql`update trade_offers set check_at = clock_timestamp() where id = ${id}`;
  await post.processOneBatch(falseReport);
  expect(await post.readOffer(id)).toMatchObject({ state: 'DECLINED' });
  await post.processOffers();
  await post.processOffers();
  expect([quiet, await staffNotificationCount(id), await post.readBalance(trader)]).toEqual([0, 1, 0]);
  expect(await lookInMs(id)).toBeNull();
});

test('cancels an offer on Steam that was sent although its sender gave up', async () => {
  const trader = await post.addTrader();
  const id = await post.deposit(trader, [300]);
  let stray = '';
  const send: typeof post.trading.send = async (draft) => {
    stray = await post.trading.send(draft);
    throw new TradingFailure('unavailable', 'no answer');
  };
  await post.processOneBatch({ send });
  await post.call('POST', `/user/cancelTradeOffer/${id}`, trader);
  // Steam does not list it yet.
  await post.processOneBatch({ findByCode: async () => undefined });
  expect(await post.readOffer(id)).toMatchObject({ state: 'CANCELLED', platformId: null });
  expect((await post.trading.offer(stray))?.state).toBe('active');
  await post.processOffers();
  expect((await post.trading.offer(stray))?.state).toBe('cancelled');
  await post.processOffers();
  expect([await lookInMs(id), await staffNotificationCount(id)]).toEqual([null, 0]);
});

test('does not check an offer again that was never tried', async () => {
  const trader = await post.addTrader();
  const id = await post.deposit(trader, [300]);
  await post.call('POST', `/user/cancelTradeOffer/${id}`, trader);
  expect(await lookInMs(id)).toBeNull();
});

test('checks a trade that Steam holds for days only rarely', async () => {
  const trader = await post.addTrader();
  const id = await post.deposit(trader, [200]);
  await post.processOffers();
  const platformOffer = await fetchPlatformOffer(id);
  await post.processOffers({ offer: async () => ({ ...platformOffer, state: 'in_escrow', tradeId: '1' }) });
  expect(await lookInMs(id)).toBeGreaterThan(5 * 60_000);
});

test('fails a deposit that could not be sent for an hour, because its price was fixed', async () => {
  const trader = await post.addTrader();
  const id = await post.deposit(trader, [200]);
  const fetchEscrowSeconds = () => Promise.reject(new TradingFailure('unavailable', 'no answer'));
  await post.processOffers({ fetchEscrowSeconds });
  await post.db.sql`update trade_offers set created_at = now() - interval '61 minutes' where id = ${id}`;
  await post.processOffers();
  expect(await post.readOffer(id)).toMatchObject({ state: 'FAILED', platformId: null });
  expect((await post.call('POST', `/admin/retryTradeOffer/${id}`, post.staff)).status).toBe(200);
  await post.processOffers();
  expect(await post.readOffer(id)).toMatchObject({ state: 'SENT' });
});

test('notifies staff if a hold ended and Steam does not confirm the trade', async () => {
  const trader = await post.addTrader();
  const id = await post.depositNow(trader, [400]);
  const fetchOutcome = () => Promise.reject(new TradingFailure('unavailable', 'no answer'));
  await post.processOffers({ fetchOutcome });
  expect(await staffNotificationCount(id)).toBe(0);
  await post.endHolds();
  await post.processOffers({ fetchOutcome });
  await post.processOffers({ fetchOutcome });
  expect(await staffNotificationCount(id)).toBe(1);
  await post.processOffers();
  expect(await post.readOffer(id)).toMatchObject({ state: 'FINAL' });
});

test('counts a retried deposit on the day of the retry, and removes it from that day', async () => {
  const trader = await post.addTrader();
  await post.db.sql`
    insert into play_limits (player_id, kind, period, allowed) values (${trader.id}, 'deposit', 'day', 500)`;
  const id = await post.deposit(trader, [400]);
  await post.processOneBatch({ send: () => Promise.reject(new TradingFailure('refused', 'no')) });
  expect(await post.readOffer(id)).toMatchObject({ state: 'FAILED' });
  await post.db.sql`update trade_offers set created_at = now() - interval '2 days' where id = ${id}`;
  expect((await post.call('POST', `/admin/retryTradeOffer/${id}`, post.staff)).status).toBe(200);
  await post.processOffers();
  await post.decline(id);
  await post.processOffers();
  const [uses] = await post.db.sql<{ used: number }>`
    select used from play_limit_uses where player_id = ${trader.id} and period = 'day' order by began_on desc`;
  expect(uses).toEqual({ used: 0 });
});

test('retries a withdrawal with another skin if the first one is gone', async () => {
  const trader = await post.addTrader(1_000);
  const itemId = await post.openCase(trader);
  const id = (await post.withdraw(trader, itemId)).body.data!.id;
  let tried: readonly string[] = [];
  const send: typeof post.trading.send = ({ give }) => {
    tried = give;
    return Promise.reject(new TradingFailure('refused', 'no'));
  };
  await post.processOneBatch({ send });
  expect(await post.readOffer(id)).toMatchObject({ state: 'FAILED' });
  await post.db.sql`update sandbox_assets set is_gone = true where id = any(${tried}::int8[])`;
  await post.call('POST', `/admin/retryTradeOffer/${id}`, post.staff);
  await post.processOffers();
  expect(await post.readOffer(id)).toMatchObject({ state: 'SENT' });
  expect(await findBreaches(post.db)).toEqual([]);
});
