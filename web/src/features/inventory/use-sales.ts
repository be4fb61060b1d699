import type { OwnedItem } from '@karat/contract/inventory';
import { useRef, useState } from 'react';
import { newIdempotencyKey } from '#core/api.ts';
import { useSell } from './queries.ts';
import { type Gone } from './selection.ts';

/** From this price on a single item is asked about too: a slip would be dear. */
export const ASKED_PRICE_MIN = 10_000;

/** How long 'Item Sold!' is seen before the item leaves the grid. */
const SEEN_MS = 2_500;

/** Selling from the grid: at once or after a question, and what has just been sold. */
export function useSales(items: readonly OwnedItem[]) {
  const [asked, setAsked] = useState<{ items: readonly OwnedItem[]; isOpen: boolean }>({ items: [], isOpen: false });
  const [gone, setGone] = useState<readonly Gone[]>([]);
  const keys = useRef(new Map<string, string>());

  const close = () => setAsked((before) => ({ ...before, isOpen: false }));
  const sell = useSell((sold) => {
    close();
    setGone((before) => [
      ...before,
      ...sold.map((item) => ({ item, at: items.findIndex(({ id }) => id === item.id) })),
    ]);
    setTimeout(() => setGone((before) => before.filter(({ item }) => !sold.includes(item))), SEEN_MS);
  });
  const sellNow = (wanted: readonly OwnedItem[]) => {
    if (sell.isPending) return;
    // The same items keep their key: a press after a lost answer asks how it went, and sells nothing twice.
    const which = wanted.map(({ id }) => id).join();
    const idempotencyKey = keys.current.get(which) ?? newIdempotencyKey();
    keys.current.set(which, idempotencyKey);
    sell.mutate({ items: wanted, idempotencyKey });
  };
  const sellingIds = new Set(sell.isPending ? sell.variables.items.map(({ id }) => id) : []);
  return {
    asked,
    gone,
    isSelling: sell.isPending,
    sellingIds,
    close,
    ask: (wanted: readonly OwnedItem[]) => setAsked({ items: wanted, isOpen: true }),
    sellNow,
    sellOne: (item: OwnedItem) =>
      item.price >= ASKED_PRICE_MIN ? setAsked({ items: [item], isOpen: true }) : sellNow([item]),
  };
}
