import { fetchFreeItems } from '#sandbox/player-actions/case-actions.ts';
import { listItem } from '#sandbox/player-actions/market-actions.ts';
import type { Habit } from '../resident.ts';

const LISTINGS = { warmUp: 6, min: 8, max: 20 };
/** Multiples of the catalogue price. */
const FACTOR = { min: 0.85, max: 1.2 };

export const listItems: Habit = {
  name: 'list-items',
  isMissing: ({ listings, ownerIds, isWarmUp }) =>
    ownerIds.length > 0 && listings < (isWarmUp ? LISTINGS.warmUp : LISTINGS.min),
  weight: ({ listings, ownerIds }) => (ownerIds.length > 0 && listings < LISTINGS.max ? 1 : 0),
  candidates: ({ ownerIds }) => ownerIds,
  async run({ calls }, resident) {
    const { random } = resident;
    const items = await fetchFreeItems(calls, resident);
    if (items.length === 0) return false;
    const { id: itemId, parentItemDetails } = random.oneOf(items);
    const factor = FACTOR.min + random.next() * (FACTOR.max - FACTOR.min);
    return (await listItem(calls, resident, { itemId, worth: parentItemDetails.price, factor })) !== undefined;
  },
};
