import type { OwnedItem } from '@karat/contract/inventory';
import { useRef, useState } from 'react';
import { newIdempotencyKey } from '#core/api.ts';
import { useSell } from './queries.ts';
import { type SoldItem } from './selection.ts';

/** From this price on, a single item needs a confirmation too. */
export const CONFIRMED_PRICE_MIN = 10_000;

/** The time for which 'Item Sold!' is shown before the item leaves the grid. */
const SOLD_SHOWN_MS = 2_500;

/** Sells from the grid, at once or after a confirmation, and remembers what was just sold. */
export function useSales(items: readonly OwnedItem[]) {
  const [confirmation, setConfirmation] = useState<{ items: readonly OwnedItem[]; isOpen: boolean }>({
    items: [],
    isOpen: false,
  });
  const [soldItems, setSoldItems] = useState<readonly SoldItem[]>([]);
  const keys = useRef(new Map<string, string>());

  const close = () => setConfirmation((before) => ({ ...before, isOpen: false }));
  const sell = useSell((sold) => {
    close();
    setSoldItems((before) => [
      ...before,
      ...sold.map((item) => ({ item, at: items.findIndex(({ id }) => id === item.id) })),
    ]);
    setTimeout(() => setSoldItems((before) => before.filter(({ item }) => !sold.includes(item))), SOLD_SHOWN_MS);
  });
  const sellNow = (itemsToSell: readonly OwnedItem[]) => {
    if (sell.isPending) return;
    // The same items keep their key, so that a retry after a lost response sells nothing twice.
    const itemsKey = itemsToSell.map(({ id }) => id).join();
    const idempotencyKey = keys.current.get(itemsKey) ?? newIdempotencyKey();
    keys.current.set(itemsKey, idempotencyKey);
    sell.mutate({ items: itemsToSell, idempotencyKey });
  };
  const sellingIds = new Set(sell.isPending ? sell.variables.items.map(({ id }) => id) : []);
  return {
    confirmation,
    soldItems,
    isSelling: sell.isPending,
    sellingIds,
    close,
    openConfirmation: (itemsToSell: readonly OwnedItem[]) => setConfirmation({ items: itemsToSell, isOpen: true }),
    sellNow,
    sellOne: (item: OwnedItem) =>
      item.price >= CONFIRMED_PRICE_MIN ? setConfirmation({ items: [item], isOpen: true }) : sellNow([item]),
  };
}
