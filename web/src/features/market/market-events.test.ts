import { expect, test } from 'vitest';
import { marketItem } from '#testing/market.ts';
import { type MarketEvents, changeCount, shownItems, withEvents, withNewerPage } from './market-events.ts';
import { marketFilterOf } from './queries.ts';

const knife = marketItem(1, { name: '★ Karambit | Doppler (Factory New)', price: 40_000, weaponType: 'Knife' });
const rifle = marketItem(2);
const page = { items: [knife, rifle], requestedAt: 100 };
const none: MarketEvents = new Map();
const all = marketFilterOf(new URLSearchParams());
const afterEvent = (events: MarketEvents, at: number, ...rows: ReturnType<typeof marketItem>[]) =>
  withEvents(
    events,
    rows.map((row) => ({ itemId: row.itemId, row, goneIds: [] })),
    at,
  );

test('applies events to a page in place, as a refresh would', () => {
  const cheaper = { ...knife, price: 39_000, listings: 2 };
  expect(shownItems(page, afterEvent(none, 150, cheaper))).toEqual([
    { item: cheaper, isGone: false },
    { item: rifle, isGone: false },
  ]);
});

test('ignores events from before the request', () => {
  const events = afterEvent(none, 99, { ...knife, price: 1 });
  expect(shownItems(page, events)[0]!.item.price).toBe(40_000);
  expect(changeCount(page, events, all)).toBe(0);
});

test('uses the last event of a skin, gone and offered again', () => {
  const gone = withEvents(none, [{ itemId: 2, row: null, goneIds: [20] }], 150);
  expect(shownItems(page, gone)[1]).toEqual({ item: rifle, isGone: true });
  expect(changeCount(page, gone, all)).toBe(1);
  const back = { ...rifle, id: 21 };
  expect(shownItems(page, afterEvent(gone, 160, back))[1]).toEqual({ item: back, isGone: false });
});

test.each([
  ['', 1],
  ['?type=Pistol', 1],
  ['?type=Knife', 0],
  ['?search=desert eagle', 1],
  ['?search=awp', 0],
  ['?min=100&max=200', 1],
  ['?min=151', 0],
  ['?rarity=Covert&exterior=Factory New', 1],
  ['?exterior=Well-Worn', 0],
])('with the search "%s" a new skin counts as %i change', (search, count) => {
  const pistol = marketItem(3, { name: 'Desert Eagle | Tilted (Factory New)', price: 150, weaponType: 'Pistol' });
  expect(changeCount(page, afterEvent(none, 150, pistol), marketFilterOf(new URLSearchParams(search)))).toBe(count);
});

test('ignores a skin that was never shown and is gone again', () => {
  expect(changeCount(page, withEvents(none, [{ itemId: 3, row: null, goneIds: [] }], 150), all)).toBe(0);
});

test('takes a newer response as events: rows in place, a new skin as a change', () => {
  const cheaper = { ...rifle, price: 90 };
  const newer = { items: [marketItem(3), knife, cheaper], requestedAt: 200 };
  const events = withNewerPage(none, page, newer, true);
  expect(shownItems(page, events).map(({ item }) => item)).toEqual([knife, cheaper]);
  expect(changeCount(page, events, all)).toBe(1);
});

test('a skin that a newer response lacks is gone, unless there is a next page', () => {
  const newer = { items: [knife], requestedAt: 200 };
  expect(shownItems(page, withNewerPage(none, page, newer, true))[1]).toEqual({ item: rifle, isGone: true });
  expect(shownItems(page, withNewerPage(none, page, newer, false))[1]).toEqual({ item: rifle, isGone: false });
});

test('an event during a request is newer than its response', () => {
  const events = afterEvent(none, 210, { ...rifle, price: 80 });
  const merged = withNewerPage(events, page, { items: [knife, { ...rifle, price: 90 }], requestedAt: 200 }, true);
  expect(shownItems(page, merged)[1]!.item.price).toBe(80);
});

test('keeps only the latest events', () => {
  let events = none;
  for (let itemId = 1; itemId <= 600; itemId++) events = afterEvent(events, itemId, marketItem(itemId));
  expect(events.size).toBe(500);
  expect(events.has(600)).toBe(true);
  expect(events.has(100)).toBe(false);
});
