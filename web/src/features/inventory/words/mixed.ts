import { formatNumber } from '#i18n/format.ts';
import { plural } from '#i18n/plural.ts';

/** Texts of the inventory in the default language. */
export const mixedInventory = {
  found: (count: number) => `(${formatNumber(count)} item found)`,
  empty: 'Your inventory is empty.',
  emptyHint: 'Skins you win or buy appear here.',
  worth: 'Value',
  filtersLabel: 'Filters',
  searchPlaceholder: 'Search your items',
  selling: 'Selling...',
  select: (item: string) => `Select ${item}`,
  selectPage: 'Select all on this page',
  selected: (count: number) => plural(count, { one: 'item', other: 'items' }),
  clearSelection: 'Clear selection',
  sellSelected: 'Sell selected',
  bulkLabel: 'Selected items',
  listed: 'On the market',
  listedHint: 'Listed on the market. Cancel the listing to sell it here.',
  seeListing: 'View listing',
  withdrawing: 'Being withdrawn',
  withdrawingHint: 'Locked until the trade offer ends.',
  market: 'Market',
  sellOnMarket: (item: string) => `Sell ${item} on the market`,
  withdraw: 'Withdraw',
  withdrawItem: (item: string) => `Withdraw ${item}`,
  proof: 'Proof',
  proofOf: (item: string) => `Proof for ${item}`,
};

export type InventoryCatalogue = typeof mixedInventory;
