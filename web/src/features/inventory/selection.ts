import type { OwnedItem } from '@karat/contract/inventory';

/** Only these items can be sold. */
export const isSellable = ({ state }: OwnedItem): boolean => state === 'OWNED';

/** The chosen items that are still there and free. */
export function chosenOf(items: readonly OwnedItem[], ids: ReadonlySet<number>): OwnedItem[] {
  return items.filter((item) => ids.has(item.id) && isSellable(item));
}

export function toggled(ids: ReadonlySet<number>, id: number): Set<number> {
  const next = new Set(ids);
  if (!next.delete(id)) next.add(id);
  return next;
}

/** Selects all free items of the page, or none if all are selected. */
export function toggledPage(items: readonly OwnedItem[], ids: ReadonlySet<number>): Set<number> {
  const free = items.filter(isSellable).map(({ id }) => id);
  return new Set(free.every((id) => ids.has(id)) ? [] : free);
}

export const priceOf = (items: readonly OwnedItem[]): number => items.reduce((total, { price }) => total + price, 0);

/** A sold item and its position in the list. */
export type SoldItem = { readonly item: OwnedItem; readonly at: number };

/** The list with sold items still in place, so that nothing jumps under the pointer. */
export function withSold(items: readonly OwnedItem[], soldItems: readonly SoldItem[]): OwnedItem[] {
  const shown = items.filter(({ id }) => !soldItems.some(({ item }) => item.id === id));
  for (const { item, at } of soldItems.toSorted((a, b) => a.at - b.at)) shown.splice(at, 0, item);
  return shown;
}
