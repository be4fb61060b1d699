import type { FromServer, MarketChange } from '@karat/contract/live';
import type { MarketItem } from '@karat/contract/market';
import { pageCount } from '@karat/rules/pager';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { logError } from '#core/log.ts';
import { onConnect, useLiveEvent } from '#core/socket.ts';
import { MARKET_KEY, type MarketFilter, MY_MARKET_KEY, fetchMarketPage } from './queries.ts';

/** The number of skins that are remembered. A page that missed more is refreshed anyway. */
const EVENTS_STORED_MAX = 500;

/** The last event of each skin, and when it arrived. */
export type MarketEvents = ReadonlyMap<number, { readonly row: MarketItem | null; readonly at: number }>;

export function withEvents(events: MarketEvents, books: readonly MarketChange[], at: number): MarketEvents {
  const next = new Map(events);
  for (const { itemId, row } of books) {
    // Re-inserting moves the entry to the end, so that the oldest are removed first.
    next.delete(itemId);
    next.set(itemId, { row, at });
  }
  for (const itemId of next.keys()) {
    if (next.size <= EVENTS_STORED_MAX) break;
    next.delete(itemId);
  }
  return next;
}

export type ShownItem = { readonly item: MarketItem; readonly isGone: boolean };

type Page = { readonly items: readonly MarketItem[]; readonly requestedAt: number };

const isNewer = (each: { readonly at: number } | undefined, { requestedAt }: Page): boolean =>
  each !== undefined && each.at >= requestedAt;

/**
 * Takes what a newer response says of a page as events, for changes that were missed before a connection.
 * The page itself stays, because replacing it would move everything under the pointer.
 */
export function withNewerPage(
  events: MarketEvents,
  page: Page | undefined,
  newer: Page,
  isLast: boolean,
): MarketEvents {
  const found = new Set(newer.items.map(({ itemId }) => itemId));
  const rows: MarketChange[] = newer.items.map((row) => ({ itemId: row.itemId, row, goneIds: [] }));
  // A missing skin is gone, unless there is a next page: it may be there now.
  if (page !== undefined && isLast) {
    const missing = page.items.filter(({ itemId }) => !found.has(itemId));
    rows.push(...missing.map(({ itemId }) => ({ itemId, row: null, goneIds: [] })));
  }
  // An event during the request is newer than its response.
  const missed = rows.filter(({ itemId }) => !isNewer(events.get(itemId), newer));
  return withEvents(events, missed, newer.requestedAt);
}

/** A page with the events since its request, each row in its place, so that nothing moves under the pointer. */
export function shownItems(page: Page, events: MarketEvents): ShownItem[] {
  return page.items.map((item) => {
    const event = events.get(item.itemId);
    if (event === undefined || !isNewer(event, page)) return { item, isGone: false };
    return event.row === null ? { item, isGone: true } : { item: event.row, isGone: false };
  });
}

function matches(row: MarketItem, filter: MarketFilter): boolean {
  const name = row.market_hash_name.toLowerCase();
  const words = filter.search.toLowerCase().split(/\s+/);
  return (
    (filter.rarity === undefined || row.skinRarity === filter.rarity) &&
    (filter.weaponType === undefined || row.weaponType === filter.weaponType) &&
    (filter.exterior === undefined || row.skinExterior === filter.exterior) &&
    row.price >= (filter.minPrice ?? 0) &&
    row.price <= (filter.maxPrice ?? Infinity) &&
    words.every((word) => name.includes(word))
  );
}

/** Counts the skins that a refresh of the page would change: those that left it, and those that may belong on it. */
export function changeCount(page: Page, events: MarketEvents, filter: MarketFilter): number {
  const shown = new Set(page.items.map(({ itemId }) => itemId));
  let count = 0;
  for (const [itemId, event] of events) {
    if (!isNewer(event, page)) continue;
    if (event.row === null ? shown.has(itemId) : !shown.has(itemId) && matches(event.row, filter)) count++;
  }
  return count;
}

/**
 * Market events since the page of the grid was requested, with those that were missed before a connection. Events that arrive
 * during the request count too: the response may not contain them.
 */
export function useMarketEvents(page: Page | undefined, filter: MarketFilter, isOld: boolean): MarketEvents {
  const [events, setEvents] = useState<MarketEvents>(new Map());
  useMyMarketEvents();
  const fetchMissed = async () => {
    try {
      const newer = await fetchMarketPage(filter);
      const { currentPage, resultsPerPage, totalResults } = newer.pagination;
      const isLast = !isOld && currentPage === pageCount(totalResults, resultsPerPage);
      setEvents((before) => withNewerPage(before, page, newer, isLast));
    } catch (error) {
      logError('Could not fetch missed changes of the market', error);
    }
  };
  useLiveEvent(
    'MARKET_CHANGED',
    ({ books }) => setEvents((before) => withEvents(before, books, performance.now())),
    () => void fetchMissed(),
  );
  return events;
}

/** Fetches the player's own offers again when they change and after a reconnect. */
export function useMyMarketEvents(): void {
  const queryClient = useQueryClient();
  useLiveEvent('MY_MARKET_CHANGED', () => void queryClient.invalidateQueries({ queryKey: MY_MARKET_KEY }));
  useEffect(() => onConnect(() => void queryClient.invalidateQueries({ queryKey: MY_MARKET_KEY })), [queryClient]);
}

/** The time for which a sold offer stays visible before the list closes the gap. */
const GONE_SHOWN_MS = 1_500;

/** Updates the page of one skin. Returns the ids of offers that can no longer be bought. */
export function useItemEvents(itemId: string): ReadonlySet<number> {
  const queryClient = useQueryClient();
  const [goneIds, setGone] = useState<ReadonlySet<number>>(new Set());
  useMyMarketEvents();
  const onMarket = (books: FromServer['MARKET_CHANGED']['books']): void => {
    const event = books.find((book) => String(book.itemId) === itemId);
    if (event === undefined) return;
    void queryClient.invalidateQueries({ queryKey: [...MARKET_KEY, 'book', itemId] });
    const refetchOffers = () => void queryClient.invalidateQueries({ queryKey: [...MARKET_KEY, 'offers', itemId] });
    if (event.goneIds.length === 0) refetchOffers();
    else {
      setGone((before) => new Set([...before, ...event.goneIds]));
      setTimeout(refetchOffers, GONE_SHOWN_MS);
    }
  };
  useLiveEvent(
    'MARKET_CHANGED',
    ({ books }) => onMarket(books),
    () => void queryClient.invalidateQueries({ queryKey: MARKET_KEY }),
  );
  return goneIds;
}
