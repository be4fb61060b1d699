import { plural } from '#i18n/plural.ts';
import { type InventoryCatalogue, mixedInventory as mixed } from './mixed.ts';

/** Texts of the inventory in English. */
export const enInventory: InventoryCatalogue = {
  ...mixed,
  found: (count) => `(${plural(count, { one: 'item', other: 'items' })})`,
};
