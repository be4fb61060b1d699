import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { composeSite, type Site } from '#site.ts';
import type { TestPlayer } from '#testing/fixtures.ts';
import { openTab, type Tab } from '#testing/tab.ts';
import { createTradeFixture, type TradeFixture } from '#testing/trade-fixture.ts';
import { TEST_SECRET, webApp } from '#testing/test-site.ts';

let post: TradeFixture;
let other: Site;
let port: number;
beforeAll(async () => {
  post = await createTradeFixture();
  const { env, log, db } = post.site.deps;
  // A second process on the same database.
  other = composeSite({ env, log, db, secret: TEST_SECRET, webApp });
  port = await other.listen();
});
afterAll(async () => {
  await other.close();
  await post.close();
});

async function openPlayerTab({ headers }: TestPlayer): Promise<Tab> {
  const tab = openTab(port, { token: headers.authorization.replace('Bearer ', '') });
  onTestFinished(() => tab.close());
  await tab.connected();
  return tab;
}

test('sends every change of an offer and the balance to tabs in another process, to the owner and staff only', async () => {
  const [trader, otherTrader] = [await post.addTrader(), await post.addTrader()];
  const [tab, foreign, staffTab] = [
    await openPlayerTab(trader),
    await openPlayerTab(otherTrader),
    await openPlayerTab(post.staff),
  ];
  const id = await post.deposit(trader, [500]);
  expect((await tab.next('TRADE_OFFER_UPDATED')).offer).toMatchObject({ id, state: 'CREATED', offerUrl: null });
  await staffTab.next('TRADE_OFFERS_CHANGED');
  await post.processOffers();
  const { offer } = await tab.next('TRADE_OFFER_UPDATED', (payload) => payload.offer.state === 'SENT');
  expect(offer.offerUrl).toContain('/sandbox/trade/');
  await post.accept(id);
  await post.processOffers();
  const update = await tab.next('TRADE_OFFER_UPDATED', (payload) => payload.offer.state === 'CREDITED');
  await tab.next('BALANCE_UPDATE', ({ balance }) => balance === 500);
  // The event equals a fresh read, except for the origin in URLs.
  const { body } = await post.call('GET', '/user/getTradeOffers', trader);
  const [fetched] = body['data'] as unknown as { id: number }[];
  const plain = (value: unknown) => JSON.stringify(value).replaceAll(/http:\/\/[^/"]+/g, '');
  expect(plain(update.offer)).toBe(plain(fetched));
  expect(foreign.receivedCount('TRADE_OFFER_UPDATED')).toBe(0);
});

test('removes a withdrawn item from the inventory in every tab', async () => {
  const trader = await post.addTrader(1_000);
  const itemId = await post.openCase(trader);
  const tab = await openPlayerTab(trader);
  const { body } = await post.withdraw(trader, itemId);
  await tab.next('INVENTORY_CHANGED', ({ soldIds }) => soldIds.length === 0);
  await post.processOffers();
  await post.accept(body.data!.id);
  await post.processOffers();
  expect(await tab.next('INVENTORY_CHANGED', ({ soldIds }) => soldIds.length > 0)).toEqual({ soldIds: [itemId] });
});
