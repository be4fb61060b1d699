import { partnerOf } from '@karat/rules/trades';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Trading } from '#adapters/trading/trading.ts';
import { ensureDemoItems } from '#features/items/demo-items.ts';
import { addPlayer, type TestPlayer } from '#testing/fixtures.ts';
import { createTestSite, type TestSite } from '#testing/test-site.ts';
import { seedPersonas } from '../personas.ts';
import { acceptOffer, reverseTrade } from './offers.ts';
import { BOT_STEAM_ID } from './tokens.ts';

const HOST = 'localhost:3000';
const NOVA = '76561199900000003';

let site: TestSite;
let trading: Trading;
let offerId: string;
let take: string[];

beforeAll(async () => {
  site = await createTestSite();
  await ensureDemoItems(site.deps);
  await seedPersonas(site.deps.db.sql);
  trading = site.deps.trading!;
}, 60_000);
afterAll(() => site.close());

const partner = () => partnerOf(trading.suggestedTradeUrl(NOVA)!)!;

beforeEach(async () => {
  const assets = await trading.fetchInventory(NOVA);
  take = assets
    .filter(({ isTradable }) => isTradable)
    .slice(0, 2)
    .map(({ assetId }) => assetId);
  const message = 'Deposit KR-7 <b>of</b> Karat';
  offerId = await trading.send({ code: 'KR-7', message, partner: partner(), give: [], take });
});

const open = (url: string, headers: Record<string, string> = {}) =>
  site.http.inject({ url, headers: { host: HOST, accept: 'text/html', ...headers } });
const press = (action: string, headers: Record<string, string> = { origin: `http://${HOST}` }, id = offerId) =>
  site.http.inject({
    method: 'POST',
    url: `/sandbox/trade/${id}`,
    payload: new URLSearchParams({ action }).toString(),
    headers: { host: HOST, 'content-type': 'application/x-www-form-urlencoded', ...headers },
  });
const buttons = (page: string): string[] => [...page.matchAll(/<button[^>]*>([^<]+)</g)].map(([, word]) => word!);

test('shows an offer with its skins, its message as text and the possible actions', async () => {
  const { statusCode, headers, body } = await open(`/sandbox/trade/${offerId}`);
  expect(statusCode).toBe(200);
  expect(body).toContain('Deposit KR-7 &lt;b&gt;of&lt;/b&gt; Karat');
  expect(body).toContain('Nova');
  for (const assetId of take) expect(body).toContain(`#${assetId}`);
  expect(buttons(body)).toEqual(['Accept', 'Decline', 'Let it expire']);
  expect(body).not.toMatch(/<script|\son\w+=|\sstyle=/i);
  const nonce = /'nonce-([^']+)'/.exec(String(headers['content-security-policy']))?.[1];
  expect(body).toContain(`<style nonce="${nonce}">`);
});

test('an accepted offer can be reversed once', async () => {
  const reply = await press('accept');
  expect([reply.statusCode, reply.headers.location]).toEqual([303, `/sandbox/trade/${offerId}`]);
  const { body } = await open(`/sandbox/trade/${offerId}`);
  expect([body.includes('>Accepted<'), buttons(body)]).toEqual([true, ['Reverse the trade']]);
  await press('reverse');
  const { body: after } = await open(`/sandbox/trade/${offerId}`);
  expect([after.includes('>Reversed<'), buttons(after)]).toEqual([true, []]);
});

test.each([
  ['decline', 'Declined'],
  ['expire', 'Expired'],
])('%s: the page shows it, and a late accept has no effect', async (action, word) => {
  await press(action);
  await press('accept');
  const { body } = await open(`/sandbox/trade/${offerId}`);
  expect([body.includes(`>${word}<`), buttons(body)]).toEqual([true, []]);
});

test.each([
  ['the form of another site', { origin: 'https://evil.test' }],
  ['a form with a null origin', { origin: 'null' }],
  ['a cross-site form without an Origin', { 'sec-fetch-site': 'cross-site' }],
])('refuses %s', async (_, headers) => {
  expect((await press('accept', headers as unknown as Record<string, string>)).statusCode).toBe(403);
  expect(await trading.offer(offerId)).toMatchObject({ state: 'active' });
});

test('an offer to an account can be answered only in a session of that account', async () => {
  const { db } = site.deps;
  const [owner, other] = [await addPlayer(db), await addPlayer(db)];
  const steamId = '76561199900000006';
  await db.sql`update players set steam_id = ${steamId} where id = ${owner.id}`;
  const asset = (await trading.fetchInventory(steamId)).find(({ isTradable }) => isTradable);
  const to = partnerOf(trading.suggestedTradeUrl(steamId)!)!;
  const id = await trading.send({ code: 'KR-11', message: 'KR-11', partner: to, give: [], take: [asset!.assetId] });
  const cookieOf = ({ headers }: TestPlayer) => ({
    origin: `http://${HOST}`,
    cookie: `karat_session=${headers.authorization.slice('Bearer '.length)}`,
  });
  const stateNow = async () => (await trading.offer(id))?.state;

  for (const headers of [{ origin: `http://${HOST}` }, cookieOf(other)]) {
    const { body } = await open(`/sandbox/trade/${id}`, headers);
    expect([buttons(body), body.includes('Sign in on Karat')]).toEqual([[], true]);
    for (const action of ['accept', 'decline', 'expire'])
      expect((await press(action, headers, id)).statusCode).toBe(403);
  }
  expect(await stateNow()).toBe('active');

  const { body } = await open(`/sandbox/trade/${id}`, cookieOf(owner));
  expect(buttons(body)).toEqual(['Accept', 'Decline', 'Let it expire']);
  expect((await press('accept', cookieOf(owner), id)).statusCode).toBe(303);
  expect(await stateNow()).toBe('accepted');
  expect((await press('reverse', cookieOf(other), id)).statusCode).toBe(403);
  expect((await press('reverse', cookieOf(owner), id)).statusCode).toBe(303);
});

test('answers 404 for unknown offers and people, and 400 for unknown actions', async () => {
  expect((await open('/sandbox/trade/12345')).statusCode).toBe(404);
  expect((await open("/sandbox/trade/1'--")).statusCode).toBe(404);
  expect((await open('/sandbox/trades')).statusCode).toBe(404);
  expect((await open('/sandbox/trades?steamId=76561198000000001')).statusCode).toBe(404);
  expect((await press('steal')).statusCode).toBe(400);
  expect((await press('accept', { origin: `http://${HOST}` }, 'x')).statusCode).toBe(400);
});

test('shows the trade URL, offers and skins of a person, including protected skins', async () => {
  const skin = (await trading.stock())[0]!;
  const give = [skin.assetId];
  const id = await trading.send({ code: 'KR-8', message: 'KR-8', partner: partner(), give, take: [] });
  await trading.confirm(id);
  await press('accept', { origin: `http://${HOST}` }, id);
  const { body } = await open(`/sandbox/trades?steamId=${NOVA}`);
  expect(body).toContain(trading.suggestedTradeUrl(NOVA)!.replace('&', '&amp;'));
  expect(body).toContain(`/sandbox/trade/${offerId}`);
  expect(body).toContain('protected for 7 days');
  expect(body).toContain('cannot be traded');
});

test('accepts one of two offers of the same skins when both are accepted concurrently', async () => {
  const second = await trading.send({ code: 'KR-9', message: 'KR-9', partner: partner(), give: [], take });
  const { db } = site.deps;
  await Promise.all(Array.from({ length: 20 }, (_, n) => acceptOffer(db, n % 2 === 0 ? offerId : second)));
  const offers = [(await trading.offer(offerId))!, (await trading.offer(second))!];
  expect(offers.map(({ state }) => state).toSorted()).toEqual(['accepted', 'invalid_items']);
  const { moved } = await trading.fetchOutcome(offers.find(({ tradeId }) => tradeId !== undefined)!.tradeId!);
  expect(moved).toHaveLength(2);
  const places = await db.sql<{ owner: string; isGone: boolean }>`
    select owner_steam_id as owner, is_gone as "isGone" from sandbox_assets
    where id = any(${moved.flatMap(({ assetId, newAssetId }) => [assetId, newAssetId])}::bigint[]) order by is_gone`;
  expect(places).toEqual([
    { owner: BOT_STEAM_ID, isGone: false },
    { owner: BOT_STEAM_ID, isGone: false },
    { owner: NOVA, isGone: true },
    { owner: NOVA, isGone: true },
  ]);

  await Promise.all(offers.flatMap(({ id }) => [reverseTrade(db, id), reverseTrade(db, id)]));
  expect(await trading.fetchInventory(NOVA)).toHaveLength(14);
});

test('fills an inventory once for parallel first requests', async () => {
  const newcomer = '76561199900000004';
  const inventories = await Promise.all(Array.from({ length: 8 }, () => trading.fetchInventory(newcomer)));
  for (const look of inventories) expect(look).toEqual(inventories[0]);
  expect(inventories[0]).toHaveLength(14);
  expect(await trading.fetchInventory('76561198000000001')).toEqual([]);
});

test('fills an inventory even if its owner received a skin before', async () => {
  const newcomer = '76561199900000005';
  const skin = (await trading.stock())[0]!;
  const to = partnerOf(trading.suggestedTradeUrl(newcomer)!)!;
  const id = await trading.send({ code: 'KR-10', message: 'KR-10', partner: to, give: [skin.assetId], take: [] });
  await trading.confirm(id);
  await acceptOffer(site.deps.db, id);
  expect(await trading.fetchInventory(newcomer)).toHaveLength(14);
});

test('only the bot may send, confirm, cancel and read offers', async () => {
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  const payload = 'sessionid=a&partner=76561199900000003&json_tradeoffer={}';
  const post = (url: string, headers: object = {}) =>
    site.http.inject({ method: 'POST', url, payload, headers: { ...form, ...headers } });
  const cookie = `sessionid=a; steamLoginSecure=${BOT_STEAM_ID}%7C%7Cguess`;
  expect((await post('/sandbox/community/tradeoffer/new/send')).statusCode).toBe(401);
  expect((await post('/sandbox/community/tradeoffer/new/send', { cookie })).statusCode).toBe(401);
  expect((await post(`/sandbox/community/tradeoffer/${offerId}/cancel`, { cookie })).statusCode).toBe(401);
  expect((await open('/sandbox/community/tradeoffer/new/partnerinventory/?partner=1')).statusCode).toBe(401);
  expect((await open('/sandbox/community/mobileconf/getlist?t=1&k=a&tag=list')).json()).toMatchObject({
    success: false,
  });
  expect((await open('/sandbox/api/IEconService/GetTradeOffers/v1/?access_token=guess')).statusCode).toBe(403);
  expect(await trading.offer(offerId)).toMatchObject({ state: 'active' });
});
