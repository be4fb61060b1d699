import { formatNumber } from '#i18n/format.ts';
import { plural } from '#i18n/plural.ts';

/** Texts of the inventory in the default language. */
export const mixedInventory = {
  found: (count: number) => `(${formatNumber(count)} item found)`,
  empty: 'Your inventory is empty.',
  emptyHint: 'Skins that you win or buy will be kept here.',
  worth: 'Worth',
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
  listedHint: 'Listed on the market: cancel the listing to sell it here.',
  seeListing: 'See the listing',
  withdrawing: 'Being withdrawn',
  withdrawingHint: 'Bound to a trade offer until that ends.',
  market: 'Market',
  sellOnMarket: (item: string) => `Sell ${item} on the market`,
  withdraw: 'Withdraw',
  withdrawItem: (item: string) => `Withdraw ${item}`,
  proof: 'Proof',
  proofOf: (item: string) => `Proof of the roll that gave ${item}`,
};

export type InventoryCatalogue = typeof mixedInventory;
