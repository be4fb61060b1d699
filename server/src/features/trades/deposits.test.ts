import { afterAll, beforeAll, expect, test } from 'vitest';
import { TradingFailure } from '#adapters/trading/trading.ts';
import { listAssets } from '#sandbox/steam/inventories.ts';
import { findBreaches } from '#testing/fixtures.ts';
import { createTradeFixture, type TradeFixture } from '#testing/trade-fixture.ts';

let post: TradeFixture;
beforeAll(async () => {
  post = await createTradeFixture();
});
afterAll(() => post.close());

test('lists the skins that can be deposited, the most valuable first', async () => {
  const trader = await post.addTrader();
  const skins = await post.skinsOf(trader);
  const values = skins.map(({ balance_on_deposit: value }) => value);
  expect(values.length).toBeGreaterThan(5);
  expect(values).toEqual(values.toSorted((a, b) => b - a));
  expect(values).toContain(1.15);
});

test('a depositable skin has class, name, picture and tradability', async () => {
  const trader = await post.addTrader();
  const skins = await post.skinsOf(trader);
  const assets = await listAssets(post.db.sql, trader.steamId);
  expect(assets.filter(({ isTradable }) => !isTradable).length).toBeGreaterThan(0);
  const byClass = (a: { classid: string }, b: { classid: string }) => a.classid.localeCompare(b.classid);
  const named = skins.map(({ classid, name, icon_url: picture, tradable }) => ({ classid, name, picture, tradable }));
  expect(named.toSorted(byClass)).toEqual(
    assets
      .filter(({ isTradable }) => isTradable)
      .map(({ classId: classid, name, iconUrl }) => ({
        classid,
        name,
        picture: expect.stringMatching(new RegExp(`^https?://[^/]+${iconUrl}$`)),
        tradable: 1,
      }))
      .toSorted(byClass),
  );
});

test('1.15 is 115 diamonds, shown and credited', async () => {
  const trader = await post.addTrader();
  const id = await post.depositNow(trader, [115]);
  expect(await post.readOffer(id)).toMatchObject({ state: 'CREDITED' });
  expect(await post.readBalance(trader)).toBe(115);
  const [offer] = (await post.call('GET', '/user/getTradeOffers', trader)).body['data'] as unknown as object[];
  const [line] = (await post.call('GET', '/user/getTransactions', trader)).body['data'] as unknown as object[];
  const { code: subject } = offer as { code: string };
  expect(line).toMatchObject({ transactionType: 'DEPOSIT', amount: 115, subject });
  expect(await findBreaches(post.db)).toEqual([]);
});

test('stores an offer first, then sends it once with its code in the message', async () => {
  const trader = await post.addTrader();
  const id = await post.deposit(trader, [200, 300]);
  expect(await post.readOffer(id)).toMatchObject({ state: 'CREATED', platformId: null });
  await post.processOffersConcurrently();
  const { platformId, state } = await post.readOffer(id);
  expect(state).toBe('SENT');
  const { body } = await post.call('GET', '/user/getTradeOffers', trader);
  const [offer] = body['data'] as unknown as { code: string; offerUrl: string; amount: number }[];
  expect(offer).toMatchObject({ amount: 500, code: expect.stringMatching(/^[2-9A-Z]{4}-[2-9A-Z]{4}$/) });
  const platformOffer = (await post.trading.offer(platformId))!;
  expect(platformOffer.message).toContain(offer!.code);
  expect((await post.trading.findByCode(offer!.code))?.id).toBe(platformId);
  await post.decline(id);
  await post.processOffers();
  expect(await post.readOffer(id)).toMatchObject({ state: 'DECLINED' });
  expect(await post.readBalance(trader)).toBe(0);
});

test('another process does not send an offer again that is being sent', async () => {
  const id = await post.deposit(await post.addTrader(), [200]);
  let found: unknown = 'not looked';
  const send: typeof post.trading.send = async (draft) => {
    await post.processOffer(id);
    found = await post.trading.findByCode(draft.code);
    return post.trading.send(draft);
  };
  await post.processOffers({ send });
  expect(found).toBeUndefined();
  expect(await post.readOffer(id)).toMatchObject({ state: 'SENT' });
});

test('after a crash between sending and recording, the next process finds the offer', async () => {
  const trader = await post.addTrader();
  const id = await post.deposit(trader, [200]);
  let sendCount = 0;
  const send: typeof post.trading.send = async (draft) => {
    await post.trading.send(draft);
    sendCount += 1;
    throw new Error('the process died here');
  };
  await post.processOffers({ send });
  expect(await post.readOffer(id)).toMatchObject({ state: 'CREATED', platformId: null });
  await post.processOffers({ send });
  expect(sendCount).toBe(1);
  expect(await post.readOffer(id)).toMatchObject({ state: 'SENT' });
});

test('credits an acceptance once when it is reported twenty times concurrently', async () => {
  const trader = await post.addTrader();
  const id = await post.deposit(trader, [400]);
  await post.processOffers();
  await post.accept(id);
  await Promise.all(Array.from({ length: 20 }, () => post.processOffers()));
  await post.processOffers();
  expect(await post.readOffer(id)).toMatchObject({ state: 'CREDITED' });
  expect(await post.readBalance(trader)).toBe(400);
  expect(await findBreaches(post.db)).toEqual([]);
});

test('credits a flipping state once, and only after the trade confirms it', async () => {
  const trader = await post.addTrader();
  const id = await post.deposit(trader, [500]);
  await post.processOffers();
  await post.accept(id);
  const platformOffer = (await post.trading.offer((await post.readOffer(id)).platformId))!;
  const flip = (state: 'accepted' | 'active') => ({
    offer: async () => ({ ...platformOffer, state, tradeId: undefined }),
  });
  await post.processOffers(flip('accepted'));
  await post.processOffers(flip('active'));
  await post.processOffers({ fetchOutcome: async () => ({ status: 'under_way', moved: [] }) });
  expect(await post.readBalance(trader)).toBe(0);
  await post.processOffers();
  await post.processOffers(flip('active'));
  expect(await post.readOffer(id)).toMatchObject({ state: 'CREDITED' });
  expect(await post.readBalance(trader)).toBe(500);
});

test('credits an offer reported as invalid whose trade went through', async () => {
  const trader = await post.addTrader();
  const id = await post.deposit(trader, [300]);
  await post.processOffers();
  await post.accept(id);
  const platformOffer = (await post.trading.offer((await post.readOffer(id)).platformId))!;
  await post.processOffers({ offer: async () => ({ ...platformOffer, state: 'invalid_items' }) });
  expect(await post.readBalance(trader)).toBe(300);
});

test.each([
  ['declined', 'DECLINED'],
  ['countered', 'DECLINED'],
  ['expired', 'EXPIRED'],
  ['cancelled', 'CANCELLED'],
  ['invalid_items', 'INVALID_ITEMS'],
] as const)('an offer that is %s ends as %s, and moves nothing', async (state, end) => {
  const trader = await post.addTrader();
  const id = await post.deposit(trader, [200]);
  await post.processOffers();
  const platformOffer = (await post.trading.offer((await post.readOffer(id)).platformId))!;
  for (let checks = 0; checks < 4; checks++)
    await post.processOffers({ offer: async () => ({ ...platformOffer, state }) });
  expect(await post.readOffer(id)).toMatchObject({ state: end });
  expect(await post.readBalance(trader)).toBe(0);
  // The skin can be requested again.
  expect(await post.deposit(trader, [200])).toBeGreaterThan(id);
});

test('refuses a trade that Steam would hold, and cancels one that it holds', async () => {
  const trader = await post.addTrader();
  const first = await post.deposit(trader, [200]);
  await post.processOffers({ fetchEscrowSeconds: async () => 86_400 });
  expect(await post.readOffer(first)).toMatchObject({ state: 'ESCROW_REFUSED' });
  const second = await post.deposit(trader, [200]);
  await post.processOffers();
  const platformOffer = (await post.trading.offer((await post.readOffer(second)).platformId))!;
  const states = ['in_escrow', 'cancelled'] as const;
  let checks = 0;
  await post.processOffers({ offer: async () => ({ ...platformOffer, state: states[Math.min(checks++, 1)]! }) });
  expect(await post.readOffer(second)).toMatchObject({ state: 'ESCROW_REFUSED' });
});

test('fails a deposit that Steam does not know after several checks', async () => {
  const trader = await post.addTrader();
  const id = await post.deposit(trader, [200]);
  await post.processOffers();
  for (let checks = 0; checks < 8; checks++) await post.processOffers({ offer: async () => undefined });
  expect(await post.readOffer(id)).toMatchObject({ state: 'SENT' });
  await post.processOffers({ offer: async () => undefined });
  expect(await post.readOffer(id)).toMatchObject({ state: 'FAILED' });
});

test('cancels an unsent offer immediately and a sent one on Steam, and an earlier acceptance counts', async () => {
  const trader = await post.addTrader();
  const cancel = (id: number) => post.call('POST', `/user/cancelTradeOffer/${id}`, trader);
  const unsent = await post.deposit(trader, [200]);
  expect((await cancel(unsent)).status).toBe(200);
  expect(await post.readOffer(unsent)).toMatchObject({ state: 'CANCELLED' });
  expect((await cancel(unsent)).status).toBe(200);
  const [called, late] = [await post.deposit(trader, [200]), await post.deposit(trader, [300])];
  await post.processOffers();
  await Promise.all([cancel(called), cancel(late)]);
  await post.accept(late);
  await post.processOffers();
  expect(await post.readOffer(called)).toMatchObject({ state: 'CANCELLED', reason: 'You called it off.' });
  expect(await post.readOffer(late)).toMatchObject({ state: 'CREDITED' });
  expect((await cancel(late)).body.code).toBe('offer_over');
  expect(await post.readBalance(trader)).toBe(300);
  expect(await findBreaches(post.db)).toEqual([]);
});

test('cancels an unanswered offer after an hour, because its price was fixed', async () => {
  const trader = await post.addTrader();
  const id = await post.deposit(trader, [200]);
  await post.processOffers();
  await post.db.sql`update trade_offers set created_at = now() - interval '61 minutes' where id = ${id}`;
  await post.processOffers();
  expect(await post.readOffer(id)).toMatchObject({ state: 'EXPIRED' });
});

test('a skin is in one offer only, and a repeated key returns the same offer', async () => {
  const trader = await post.addTrader();
  const [skin] = await post.skinsOf(trader);
  const make = (key?: string) =>
    post.site.http.inject({
      method: 'POST',
      url: '/user/createDeposit',
      headers: { ...trader.headers, ...(key === undefined ? {} : { 'idempotency-key': key }) },
      payload: { assetIds: [skin!.assetid] },
    });
  const replies = await Promise.all(Array.from({ length: 10 }, () => make('same')));
  expect(new Set(replies.map(({ body }) => body)).size).toBe(1);
  expect(replies[0]!.statusCode).toBe(200);
  expect((await make()).json()).toMatchObject({ code: 'item_locked' });
  expect((await make('other')).statusCode).toBe(409);
});

test("limits a player's open offers, even under parallel requests", async () => {
  const trader = await post.addTrader();
  const skins = await post.skinsOf(trader);
  const replies = await Promise.all(
    skins.map(({ assetid }) => post.call('POST', '/user/createDeposit', trader, { assetIds: [assetid] })),
  );
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(5);
  expect(replies.filter(({ body }) => body.code === 'too_many')).toHaveLength(skins.length - 5);
});

test('an offer waits with backoff while Steam does not reply, without blocking others', async () => {
  const [one, other] = [await post.addTrader(), await post.addTrader()];
  const [id, otherId] = [await post.deposit(one, [200]), await post.deposit(other, [200])];
  const fetchEscrowSeconds: typeof post.trading.fetchEscrowSeconds = async (partner) => {
    if (partner.steamId === one.steamId) throw new TradingFailure('unavailable', 'no answer');
    return 0;
  };
  await post.processOffers({ fetchEscrowSeconds });
  await post.processOffers({ fetchEscrowSeconds });
  expect(await post.readOffer(id)).toMatchObject({ state: 'CREATED', attempts: 2 });
  expect(await post.readOffer(otherId)).toMatchObject({ state: 'SENT' });
});
