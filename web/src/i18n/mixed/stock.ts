import { plural } from '../plural.ts';

export const stock = {
  stock: {
    worth: 'Worth',
    rarity: 'Rarity',
    weaponType: 'Type',
    exterior: 'Exterior',
    any: 'All',
    filtersLabel: 'Filters',
    searchPlaceholder: 'Search your items',
    resetFilters: 'Reset filters',
    noneFound: 'No item matches.',
    noneFoundHint: 'Try other words or fewer filters.',
    toCases: 'Open a case',
    selling: 'Selling...',
    soldManyFor: (count: number, price: string) =>
      `${plural('en', count, { one: 'item', other: 'items' })} sold for ${price}`,
    leftOut: (count: number) =>
      plural('en', count, {
        one: 'item was no longer free and stayed as it was.',
        other: 'items were no longer free and stayed as they were.',
      }),
    select: (item: string) => `Select ${item}`,
    selectPage: 'Select all on this page',
    selected: (count: number) => plural('en', count, { one: 'item', other: 'items' }),
    clearSelection: 'Clear selection',
    sellSelected: 'Sell selected',
    bulkLabel: 'Selected items',
    sellTitle: (count: number) => `Sell ${plural('en', count, { one: 'item', other: 'items' })}?`,
    sellHint: 'The diamonds are yours at once. A sale cannot be undone.',
    sellConfirm: (price: string) => `Sell for ${price}`,
    listed: 'On the market',
    listedHint: 'Listed on the market: cancel the listing to sell it here.',
    withdrawing: 'Being withdrawn',
    withdrawingHint: 'Bound to a trade offer until that ends.',
    proof: 'Proof',
    proofOf: (item: string) => `Proof of the roll that gave ${item}`,
  },
};
