import { useWords } from '#i18n/i18n.ts';
import { enInventory } from './en.ts';
import { type InventoryCatalogue, mixedInventory } from './mixed.ts';
import { trInventory } from './tr.ts';

export const words = { mixed: mixedInventory, tr: trInventory, en: enInventory };

/** Texts of the inventory, in the current language. */
export function useInventoryText(): InventoryCatalogue {
  return useWords(words);
}
