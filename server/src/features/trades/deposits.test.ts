import { afterAll, beforeAll, expect, test } from 'vitest';
import { TradingFailure } from '#adapters/trading/trading.ts';
import { listAssets } from '#sandbox/steam/inventories.ts';
import { breachesOf } from '#testing/fixtures.ts';
import { createTradeFixture, type TradeFixture } from '#testing/trade-fixture.ts';

let post: TradeFixture;
beforeAll(async () => {
  post = await createTradeFixture();
});
afterAll(() => post.close());

test('a player sees the skins that can be deposited, the most valuable first', async () => {
  const trader = await post.addTrader();
  const skins = await post.skinsOf(trader);
  const values = skins.map(({ balance_on_deposit: value }) => value);
  expect(values.length).toBeGreaterThan(5);
  expect(values).toEqual(values.toSorted((one, other) => other - one));
  expect(values).toContain(1.15);
});

test('a skin that can be deposited tells its class, name, picture and whether it is tradable', async () => {
  const trader = await post.addTrader();
  const skins = await post.skinsOf(trader);
  const held = await listAssets(post.db.sql, trader.steamId);
  expect(held.filter(({ isTradable }) => !isTradable).length).toBeGreaterThan(0);
  const byClass = (one: { classid: string }, other: { classid: string }) => one.classid.localeCompare(other.classid);
  const named = skins.map(({ classid, name, icon_url: picture, tradable }) => ({ classid, name, picture, tradable }));
  expect(named.toSorted(byClass)).toEqual(
    held
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
  expect(await post.offerOf(id)).toMatchObject({ state: 'CREDITED' });
  expect(await post.balanceOf(trader)).toBe(115);
  const [offer] = (await post.call('GET', '/user/getTradeOffers', trader)).body['data'] as unknown as object[];
  const [line] = (await post.call('GET', '/user/getTransactions', trader)).body['data'] as unknown as object[];
  const { code: subject } = offer as { code: string };
  expect(line).toMatchObject({ transactionType: 'DEPOSIT', amount: 115, subject });
  expect(await breachesOf(post.db)).toEqual([]);
});

test('an offer is a row before it is sent, then it is sent once, with its code in the message', async () => {
  const trader = await post.addTrader();
  const id = await post.deposit(trader, [200, 300]);
  expect(await post.offerOf(id)).toMatchObject({ state: 'CREATED', platformId: null });
  await post.processOffersConcurrently();
  const { platformId, state } = await post.offerOf(id);
  expect(state).toBe('SENT');
  const { body } = await post.call('GET', '/user/getTradeOffers', trader);
  const [offer] = body['data'] as unknown as { code: string; offerUrl: string; amount: number }[];
  expect(offer).toMatchObject({ amount: 500, code: expect.stringMatching(/^[2-9A-Z]{4}-[2-9A-Z]{4}$/) });
  const told = (await post.trading.offer(platformId))!;
  expect(told.message).toContain(offer!.code);
  expect((await post.trading.findByCode(offer!.code))?.id).toBe(platformId);
  await post.decline(id);
  await post.processOffers();
  expect(await post.offerOf(id)).toMatchObject({ state: 'DECLINED' });
  expect(await post.balanceOf(trader)).toBe(0);
});

test('an offer on its way to the platform is not sent again by another who had listed it before', async () => {
  const id = await post.deposit(await post.addTrader(), [200]);
  let found: unknown = 'not looked';
  const send: typeof post.trading.send = async (draft) => {
    await post.processOffer(id);
    found = await post.trading.findByCode(draft.code);
    return post.trading.send(draft);
  };
  await post.processOffers({ send });
  expect(found).toBeUndefined();
  expect(await post.offerOf(id)).toMatchObject({ state: 'SENT' });
});

test('a process that died between sending and hearing of it is followed by one that finds the offer', async () => {
  const trader = await post.addTrader();
  const id = await post.deposit(trader, [200]);
  let sent = 0;
  const send: typeof post.trading.send = async (draft) => {
    await post.trading.send(draft);
    sent += 1;
    throw new Error('the process died here');
  };
  await post.processOffers({ send });
  expect(await post.offerOf(id)).toMatchObject({ state: 'CREATED', platformId: null });
  await post.processOffers({ send });
  expect(sent).toBe(1);
  expect(await post.offerOf(id)).toMatchObject({ state: 'SENT' });
});

test('an acceptance that is reported twenty times at once is credited once', async () => {
  const trader = await post.addTrader();
  const id = await post.deposit(trader, [400]);
  await post.processOffers();
  await post.accept(id);
  await Promise.all(Array.from({ length: 20 }, () => post.processOffers()));
  await post.processOffers();
  expect(await post.offerOf(id)).toMatchObject({ state: 'CREDITED' });
  expect(await post.balanceOf(trader)).toBe(400);
  expect(await breachesOf(post.db)).toEqual([]);
});

test('a state that flips to and fro credits once, and only what the trade itself confirms', async () => {
  const trader = await post.addTrader();
  const id = await post.deposit(trader, [500]);
  await post.processOffers();
  await post.accept(id);
  const told = (await post.trading.offer((await post.offerOf(id)).platformId))!;
  const flip = (state: 'accepted' | 'active') => ({ offer: async () => ({ ...told, state, tradeId: undefined }) });
  await post.processOffers(flip('accepted'));
  await post.processOffers(flip('active'));
  await post.processOffers({ outcomeOf: async () => ({ status: 'under_way', moved: [] }) });
  expect(await post.balanceOf(trader)).toBe(0);
  await post.processOffers();
  await post.processOffers(flip('active'));
  expect(await post.offerOf(id)).toMatchObject({ state: 'CREDITED' });
  expect(await post.balanceOf(trader)).toBe(500);
});

test('what is called invalid though its trade went through is credited', async () => {
  const trader = await post.addTrader();
  const id = await post.deposit(trader, [300]);
  await post.processOffers();
  await post.accept(id);
  const told = (await post.trading.offer((await post.offerOf(id)).platformId))!;
  await post.processOffers({ offer: async () => ({ ...told, state: 'invalid_items' }) });
  expect(await post.balanceOf(trader)).toBe(300);
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
  const told = (await post.trading.offer((await post.offerOf(id)).platformId))!;
  for (let looks = 0; looks < 4; looks++) await post.processOffers({ offer: async () => ({ ...told, state }) });
  expect(await post.offerOf(id)).toMatchObject({ state: end });
  expect(await post.balanceOf(trader)).toBe(0);
  // The skin may be asked for again.
  expect(await post.deposit(trader, [200])).toBeGreaterThan(id);
});

test('a trade that the platform would hold back is not made, and one that it does hold back is called off', async () => {
  const trader = await post.addTrader();
  const first = await post.deposit(trader, [200]);
  await post.processOffers({ escrowSecondsOf: async () => 86_400 });
  expect(await post.offerOf(first)).toMatchObject({ state: 'ESCROW_REFUSED' });
  const second = await post.deposit(trader, [200]);
  await post.processOffers();
  const told = (await post.trading.offer((await post.offerOf(second)).platformId))!;
  const states = ['in_escrow', 'cancelled'] as const;
  let looks = 0;
  await post.processOffers({ offer: async () => ({ ...told, state: states[Math.min(looks++, 1)]! }) });
  expect(await post.offerOf(second)).toMatchObject({ state: 'ESCROW_REFUSED' });
});

test('a deposit that the platform does not know is given up after some looks', async () => {
  const trader = await post.addTrader();
  const id = await post.deposit(trader, [200]);
  await post.processOffers();
  for (let looks = 0; looks < 8; looks++) await post.processOffers({ offer: async () => undefined });
  expect(await post.offerOf(id)).toMatchObject({ state: 'SENT' });
  await post.processOffers({ offer: async () => undefined });
  expect(await post.offerOf(id)).toMatchObject({ state: 'FAILED' });
});

test('an offer that has not been sent ends at once, one that was is called off, and an acceptance before that counts', async () => {
  const trader = await post.addTrader();
  const cancel = (id: number) => post.call('POST', `/user/cancelTradeOffer/${id}`, trader);
  const unsent = await post.deposit(trader, [200]);
  expect((await cancel(unsent)).status).toBe(200);
  expect(await post.offerOf(unsent)).toMatchObject({ state: 'CANCELLED' });
  expect((await cancel(unsent)).status).toBe(200);
  const [called, late] = [await post.deposit(trader, [200]), await post.deposit(trader, [300])];
  await post.processOffers();
  await Promise.all([cancel(called), cancel(late)]);
  await post.accept(late);
  await post.processOffers();
  expect(await post.offerOf(called)).toMatchObject({ state: 'CANCELLED', reason: 'You called it off.' });
  expect(await post.offerOf(late)).toMatchObject({ state: 'CREDITED' });
  expect((await cancel(late)).body.code).toBe('offer_over');
  expect(await post.balanceOf(trader)).toBe(300);
  expect(await breachesOf(post.db)).toEqual([]);
});

test('an offer that nobody answers is called off after an hour: its price was frozen', async () => {
  const trader = await post.addTrader();
  const id = await post.deposit(trader, [200]);
  await post.processOffers();
  await post.db.sql`update trade_offers set created_at = now() - interval '61 minutes' where id = ${id}`;
  await post.processOffers();
  expect(await post.offerOf(id)).toMatchObject({ state: 'EXPIRED' });
});

test('one skin is in one offer, and a repeat with the same key is the same offer', async () => {
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

test('no more offers are under way than a player may have, however fast they are asked for', async () => {
  const trader = await post.addTrader();
  const skins = await post.skinsOf(trader);
  const replies = await Promise.all(
    skins.map(({ assetid }) => post.call('POST', '/user/createDeposit', trader, { assetIds: [assetid] })),
  );
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(5);
  expect(replies.filter(({ body }) => body.code === 'too_many')).toHaveLength(skins.length - 5);
});

test('while the platform does not answer an offer waits, longer each time, and holds up no other', async () => {
  const [one, other] = [await post.addTrader(), await post.addTrader()];
  const [id, otherId] = [await post.deposit(one, [200]), await post.deposit(other, [200])];
  const escrowSecondsOf: typeof post.trading.escrowSecondsOf = async (partner) => {
    if (partner.steamId === one.steamId) throw new TradingFailure('unavailable', 'no answer');
    return 0;
  };
  await post.processOffers({ escrowSecondsOf });
  await post.processOffers({ escrowSecondsOf });
  expect(await post.offerOf(id)).toMatchObject({ state: 'CREATED', attempts: 2 });
  expect(await post.offerOf(otherId)).toMatchObject({ state: 'SENT' });
});
