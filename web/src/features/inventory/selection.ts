import type { OwnedItem } from '@karat/contract/inventory';

/** Only what is free can be sold. */
export const isFree = ({ state }: OwnedItem): boolean => state === 'OWNED';

/** What is chosen of the items that are shown: one that has gone or is bound by now is not. */
export function chosenOf(items: readonly OwnedItem[], ids: ReadonlySet<number>): OwnedItem[] {
  return items.filter((item) => ids.has(item.id) && isFree(item));
}

export function toggled(ids: ReadonlySet<number>, id: number): Set<number> {
  const next = new Set(ids);
  if (!next.delete(id)) next.add(id);
  return next;
}

/** Chooses all that is free on the page, or nothing when all of it is chosen already. */
export function toggledPage(items: readonly OwnedItem[], ids: ReadonlySet<number>): Set<number> {
  const free = items.filter(isFree).map(({ id }) => id);
  return new Set(free.every((id) => ids.has(id)) ? [] : free);
}

export const priceOf = (items: readonly OwnedItem[]): number => items.reduce((total, { price }) => total + price, 0);

/** An item that has just been sold, and where it stood. */
export type Gone = { readonly item: OwnedItem; readonly at: number };

/** The list with what has just been sold still in its place, so that nothing jumps under a pointer. */
export function withGone(items: readonly OwnedItem[], gone: readonly Gone[]): OwnedItem[] {
  const shown = items.filter(({ id }) => !gone.some(({ item }) => item.id === id));
  for (const { item, at } of gone.toSorted((one, other) => one.at - other.at)) shown.splice(at, 0, item);
  return shown;
}
