import { type AdminCatalogue, mixedAdmin as mixed } from './admin-mixed.ts';

/** Texts of the staff pages in English. */
export const enAdmin: AdminCatalogue = {
  items: {
    ...mixed.items,
    none: 'No items found.',
    added: 'The item was added.',
    updated: 'The item was updated.',
    addFailed: 'The item could not be added.',
    updateFailed: 'The item could not be updated.',
    addUnreachable: 'The server did not respond. The item was not added.',
  },
};
