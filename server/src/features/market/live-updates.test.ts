import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { MarketItem } from '@karat/contract/market';
import type { TestPlayer } from '#testing/fixtures.ts';
import { createMarketFixture, type MarketFixture } from '#testing/market-fixture.ts';
import { openTab, type Tab } from '#testing/tab.ts';
import { noopLive } from '#live/noop-live.ts';
import { createMarketUpdates } from './live-updates.ts';

let fixture: MarketFixture;
let port: number;
const tabs: Tab[] = [];
beforeAll(async () => {
  fixture = await createMarketFixture();
  port = await fixture.site.listen();
});
afterEach(() => tabs.splice(0).forEach((tab) => tab.close()));
afterAll(() => fixture.close());

async function open(who?: TestPlayer): Promise<Tab> {
  const token = who?.headers.authorization.slice('Bearer '.length);
  const tab = openTab(port, token === undefined ? {} : { token });
  tabs.push(tab);
  await tab.connected();
  return tab;
}

async function gridRow(itemId: number): Promise<MarketItem | null> {
  const { body } = await fixture.call<{ data: MarketItem[] }>('GET', '/user/getMarketItems?limit=100');
  return body.data.find((row) => row.itemId === itemId) ?? null;
}

const isSame = (received: MarketItem | null, fetched: MarketItem | null) =>
  expect(received && { ...received, image: '' }).toEqual(fetched && { ...fetched, image: '' });

test('broadcasts the row that a request would return, and the listings that are gone', async () => {
  const skin = await fixture.addSkin();
  const seller = await fixture.addTrader(0, [{ skin, count: 2 }]);
  const buyer = await fixture.addTrader(1_000);
  const visitor = await open();
  const first = (await fixture.list(seller, { itemId: seller.items[0]!, price: 300 })).body.data.listingId;
  const listed = (await visitor.next('MARKET_CHANGED')).books[0]!;
  expect(listed).toMatchObject({ itemId: skin.itemId, goneIds: [], row: { id: first, price: 300, listings: 1 } });
  isSame(listed.row, await gridRow(skin.itemId));

  const second = (await fixture.list(seller, { itemId: seller.items[1]!, price: 200 })).body.data.listingId;
  isSame((await visitor.next('MARKET_CHANGED')).books[0]!.row, await gridRow(skin.itemId));

  await fixture.buy(buyer, second);
  const sold = (await visitor.next('MARKET_CHANGED')).books[0]!;
  expect(sold).toMatchObject({ goneIds: [second], row: { id: first, price: 300, listings: 1 } });
  isSame(sold.row, await gridRow(skin.itemId));

  await fixture.cancel(seller, first);
  expect((await visitor.next('MARKET_CHANGED')).books).toEqual([{ itemId: skin.itemId, row: null, goneIds: [first] }]);
});

test('tells seller and buyer about diamonds, items and listings, and nothing about refusals', async () => {
  const skin = await fixture.addSkin();
  const seller = await fixture.addTrader(0, [{ skin }]);
  const buyer = await fixture.addTrader(1_000);
  const { listingId } = (await fixture.list(seller, { itemId: seller.items[0]!, price: 400 })).body.data;
  const [sellerTab, buyerTab] = [await open(seller), await open(buyer)];
  await Promise.all([sellerTab.next('BALANCE_UPDATE'), buyerTab.next('BALANCE_UPDATE')]);
  await fixture.buy(buyer, listingId, { price: 399 });
  await fixture.buy(buyer, listingId, { price: 400 });
  expect((await sellerTab.next('BALANCE_UPDATE')).balance).toBe(380);
  expect((await buyerTab.next('BALANCE_UPDATE')).balance).toBe(600);
  const isSale = ({ soldIds }: { soldIds: number[] }) => soldIds.length > 0;
  expect(await sellerTab.next('INVENTORY_CHANGED', isSale)).toEqual({ soldIds: [seller.items[0]] });
  expect(await buyerTab.next('INVENTORY_CHANGED')).toEqual({ soldIds: [] });
  expect(await sellerTab.next('MY_MARKET_CHANGED')).toEqual({});
  expect((await sellerTab.next('ADD_NOTIFICATION')).data.title).toBe('Sold on the market');
});

test('reaches other processes through the database, including diamonds moved elsewhere', async () => {
  const skin = await fixture.addSkin();
  const seller = await fixture.addTrader(0, [{ skin }]);
  const buyer = await fixture.addTrader(1_000);
  const received: unknown[] = [];
  const local = {
    ...noopLive.local,
    toPlayer: (playerId: number, name: string, payload: unknown) => void received.push([playerId, name, payload]),
    toAll: (name: string, payload: unknown) => void received.push([name, payload]),
    scheduleRefresh: (playerIds: readonly number[], name: string) => void received.push([playerIds, name]),
  };
  const live = { ...noopLive, local };
  const visitor = await open();
  const { listingId } = (await fixture.list(seller, { itemId: seller.items[0]!, price: 400 })).body.data;
  // Both listeners share a connection: earlier notifications have to be processed before the second one starts.
  await visitor.next('MARKET_CHANGED');
  const events = createMarketUpdates({ db: fixture.db, live, log: fixture.site.deps.log });
  await events.ready();
  await fixture.buy(buyer, listingId);
  await expect
    .poll(() => received)
    .toEqual([
      [seller.id, 'MY_MARKET_CHANGED', {}],
      [seller.id, 'INVENTORY_CHANGED', { soldIds: [seller.items[0]] }],
      [buyer.id, 'INVENTORY_CHANGED', { soldIds: [] }],
      [[seller.id, buyer.id], 'BALANCE_UPDATE'],
      ['MARKET_CHANGED', { books: [{ itemId: skin.itemId, row: null, goneIds: [listingId] }] }],
    ]);
  await events.close();
});
