import { afterAll, beforeAll, expect, test } from 'vitest';
import { PERSONAS_WITH_TROUBLE } from '#sandbox/personas.ts';
import { addPlayer, findBreaches } from '#testing/fixtures.ts';
import { createTradeFixture, type TradeFixture } from '#testing/trade-fixture.ts';
import { createTestSite } from '#testing/test-site.ts';

let post: TradeFixture;
beforeAll(async () => {
  post = await createTradeFixture({ DEPOSIT_HOLD_PLAY: 'off', COUNTRY_HEADER: 'x-country', DENY_COUNTRIES: 'BE' });
});
afterAll(() => post.close());

const at = (country: string) => ({ 'x-country': country });

async function depositFrom(country: string, who: { headers: object }, assetIds: string[]) {
  const headers = { ...who.headers, ...at(country) };
  const reply = await post.site.http.inject({
    method: 'POST',
    url: '/user/createDeposit',
    headers,
    payload: { assetIds },
  });
  return reply.json<{ code?: string; data?: { id: number } }>();
}

test.each([
  ['GET', '/user/getUserSteamInventory', 401, 409],
  ['PUT', '/user/setTradeUrl', 401, 400],
  ['GET', '/user/getTradeOffers', 401, 200],
  ['POST', '/user/createDeposit', 401, 400],
  ['POST', '/user/withdrawItem/1', 401, 403],
  ['POST', '/user/cancelTradeOffer/1', 401, 404],
  ['GET', '/admin/getAllTradeOffers', 401, 403],
  ['POST', '/admin/approveWithdrawal/1', 401, 403],
  ['POST', '/admin/retryTradeOffer/1', 401, 403],
  ['POST', '/admin/cancelTradeOffer/1', 401, 403],
  ['POST', '/admin/clearFlag', 401, 403],
] as const)('%s %s: a visitor gets %d, a player with nothing %d', async (method, url, visitor, player) => {
  const body = method === 'GET' ? undefined : {};
  expect((await post.call(method, url, undefined, body)).status).toBe(visitor);
  expect((await post.call(method, url, await addPlayer(post.db), body)).status).toBe(player);
});

test("another player's offer is not found", async () => {
  const [one, other] = [await post.addTrader(), await post.addTrader()];
  const [skin] = await post.skinsOf(one);
  const { data } = await depositFrom('DE', one, [skin!.assetid]);
  expect((await post.call('POST', `/user/cancelTradeOffer/${data!.id}`, other)).status).toBe(404);
  const { body } = await post.call('GET', '/user/getTradeOffers', other);
  expect(body['data']).toEqual([]);
});

test("accepts only the player's own trade URL and never reveals its token", async () => {
  const [one, other] = [await post.addTrader(), await post.addTrader()];
  const set = (tradeUrl: string) => post.call('PUT', '/user/setTradeUrl', one, { tradeUrl });
  expect(await set('https://example.com/')).toMatchObject({
    status: 400,
    body: { message: 'This is not a trade URL.' },
  });
  const theirs = post.trading.suggestedTradeUrl(other.steamId)!;
  expect(await set(theirs)).toMatchObject({
    status: 400,
    body: { message: 'This trade URL belongs to another account.' },
  });
  const token = new URL(post.trading.suggestedTradeUrl(one.steamId)!).searchParams.get('token')!;
  const [skin] = await post.skinsOf(one);
  const { data } = await depositFrom('DE', one, [skin!.assetid]);
  expect(JSON.stringify(data)).not.toContain(token);
  expect(post.site.lines.join('\n')).not.toContain(token);
});

test('refuses an offer without a trade URL', async () => {
  const trader = await post.addTrader();
  const [skin] = await post.skinsOf(trader);
  await post.db.sql`update players set trade_token = null where id = ${trader.id}`;
  expect(await depositFrom('DE', trader, [skin!.assetid])).toMatchObject({ code: 'trade_url_required' });
});

test('refuses deposits and withdrawals from denied and unknown countries', async () => {
  const trader = await post.addTrader(1_000);
  const itemId = await post.openCase(trader);
  const [skin] = await post.skinsOf(trader);
  for (const country of ['BE', '']) {
    expect(await depositFrom(country, trader, [skin!.assetid])).toMatchObject({ code: 'country_denied' });
  }
  expect((await post.withdraw(trader, itemId)).body.code).toBe('country_denied');
});

test("counts deposits against the player's limit, and removes a failed one", async () => {
  const trader = await post.addTrader();
  await post.db.sql`
    insert into play_limits (player_id, kind, period, allowed) values (${trader.id}, 'deposit', 'day', 700)`;
  const skins = (await post.skinsOf(trader)).filter(({ balance_on_deposit: value }) => value >= 4 && value <= 6);
  const replies = await Promise.all(skins.map(({ assetid }) => depositFrom('DE', trader, [assetid])));
  const createdReply = replies.find(({ data }) => data !== undefined);
  expect(replies.filter(({ data }) => data !== undefined)).toHaveLength(1);
  expect(replies.filter(({ code }) => code === 'limit_reached')).toHaveLength(skins.length - 1);
  await post.call('POST', `/user/cancelTradeOffer/${createdReply!.data!.id}`, trader);
  const [use] = await post.db.sql<{ used: number }>`
    select used from play_limit_uses where player_id = ${trader.id} and kind = 'deposit'`;
  expect(use!.used).toBe(0);
  expect((await depositFrom('DE', trader, [skins[0]!.assetid])).data).toBeDefined();
});

test('pays a deposit once after its hold if held diamonds cannot be played', async () => {
  const trader = await post.addTrader();
  const skins = await post.skinsOf(trader);
  const chosen = skins.find(({ balance_on_deposit: value }) => value === 5)!;
  const id = (await depositFrom('DE', trader, [chosen.assetid])).data!.id;
  await post.processOffers();
  await post.accept(id);
  await post.processOffers();
  expect([(await post.readOffer(id)).state, await post.readBalance(trader)]).toEqual(['HELD', 0]);
  expect(await findBreaches(post.db)).toEqual([]);
  await post.endHolds();
  await post.processOffersConcurrently();
  expect([(await post.readOffer(id)).state, await post.readBalance(trader)]).toEqual(['FINAL', 500]);
  expect(await findBreaches(post.db)).toEqual([]);
  // Staff may have it checked again: then it is reversed.
  await post.reverse(id);
  await post.call('POST', `/admin/retryTradeOffer/${id}`, post.staff);
  await post.processOffers();
  expect([(await post.readOffer(id)).state, await post.readBalance(trader)]).toEqual(['REVERSED', 0]);
  expect(await findBreaches(post.db)).toEqual([]);
});

test('takes nothing back if the reversal comes before the payment', async () => {
  const trader = await post.addTrader(70);
  const [skin] = await post.skinsOf(trader);
  const id = (await depositFrom('DE', trader, [skin!.assetid])).data!.id;
  await post.processOffers();
  await post.accept(id);
  await post.processOffers();
  await post.reverse(id);
  await post.processOffers();
  expect([(await post.readOffer(id)).state, await post.readBalance(trader)]).toEqual(['REVERSED', 70]);
  expect(await findBreaches(post.db)).toEqual([]);
});

test.each([
  ['private', 409, 'inventory_private'],
  ['busy', 429, 'platform_busy'],
  ['offline', 503, 'platform_unreachable'],
] as const)('where the platform is %s the answer is %d', async (trouble, status, code) => {
  const player = await addPlayer(post.db);
  const { steamId } = PERSONAS_WITH_TROUBLE.find((persona) => persona.trouble === trouble)!;
  await post.db.sql`update players set steam_id = ${steamId} where id = ${player.id}`;
  expect(await post.call('GET', '/user/getUserSteamInventory', player)).toMatchObject({ status, body: { code } });
});

test('refuses deposits at stale prices, and reports a changed price', async () => {
  const trader = await post.addTrader();
  const [skin] = await post.skinsOf(trader);
  const wrong = await post.site.http.inject({
    method: 'POST',
    url: '/user/createDeposit',
    headers: { ...trader.headers, ...at('DE') },
    payload: { assetIds: [skin!.assetid], amount: 1 },
  });
  expect(wrong.json()).toMatchObject({ code: 'price_changed' });
  await post.db.sql`
    insert into price_reads (source, failure, created_at) values ('feed', null, now() - interval '49 hours')`;
  expect(await depositFrom('DE', trader, [skin!.assetid])).toMatchObject({ code: 'prices_unknown' });
});

test('every call refuses if trading is off', async () => {
  const site = await createTestSite({ NODE_ENV: 'production', PUBLIC_URL: 'https://karat.example' });
  try {
    const { headers } = await addPlayer(site.deps.db);
    for (const [method, url] of [
      ['GET', '/user/getUserSteamInventory'],
      ['POST', '/user/withdrawItem/1'],
    ] as const) {
      const reply = await site.http.inject({ method, url, headers });
      expect(reply.json()).toMatchObject({ code: 'real_value_off' });
    }
    const { standing } = (await site.http.inject({ url: '/user/getTradeOffers', headers })).json<{
      standing: object;
    }>();
    expect(standing).toMatchObject({
      isSandbox: false,
      held: 0,
      suggestedTradeUrl: null,
      holdDays: 8,
      isHeldPlayable: true,
    });
  } finally {
    await site.close();
  }
});
