import { plural } from '#i18n/plural.ts';

/** Texts of the staff pages in the default language. */
export const mixedAdmin = {
  items: {
    add: 'Add item',
    edit: 'Edit',
    editItem: (item: string) => `Edit ${item}`,
    addTitle: 'Add item',
    editTitle: 'Edit item',
    search: 'Search items',
    none: 'No items found!',
    noneHint: 'Try another part of the market name.',
    found: (count: number) => plural(count, { one: 'item', other: 'items' }),
    itemName: 'Item name',
    skinName: 'Skin name',
    image: 'Image URL',
    exterior: 'Exterior',
    rarity: 'Rarity',
    weaponType: 'Weapon type',
    price: 'Price',
    quickSell: 'Quick sell',
    unpriced: 'No price: cannot be added to cases',
    preview: 'Preview',
    paysHint: (price: string) => `Quick sell will pay ${price}.`,
    pauseHint: 'Cases whose house edge becomes too low are paused automatically.',
    added: 'Item added successfully',
    updated: 'Item updated successfully!',
    addFailed: 'Failed to add item',
    updateFailed: 'Failed to update item',
    addUnreachable: 'Error adding item',
  },
};

export type AdminCatalogue = typeof mixedAdmin;
