import { fetchFreeItems, sellItems as sell } from '#sandbox/player-actions/case-actions.ts';
import type { Habit } from '../resident.ts';

/** This many items stay in the inventory, to be listed. */
const REMAINING_ITEMS = 3;
const ITEMS_PER_SALE_MAX = 4;

export const sellItems: Habit = {
  name: 'sell-items',
  isMissing: () => false,
  weight: ({ ownerIds }) => (ownerIds.length > 0 ? 2 : 0),
  candidates: ({ ownerIds }) => ownerIds,
  async run({ calls }, resident) {
    const items = await fetchFreeItems(calls, resident);
    const surplus = items.slice(REMAINING_ITEMS).slice(0, resident.random.integer(1, ITEMS_PER_SALE_MAX));
    return (await sell(calls, resident, surplus)) !== undefined;
  },
};
