import { type AdminCatalogue, mixedAdmin as mixed } from './admin-mixed.ts';

/** Texts of the staff pages in English. */
export const enAdmin: AdminCatalogue = {
  items: {
    ...mixed.items,
    none: 'No items found.',
    added: 'The item was added.',
    updated: 'The item was changed.',
    addFailed: 'The item could not be added.',
    updateFailed: 'The item could not be changed.',
    addUnreachable: 'The item could not be added: the server did not answer.',
  },
};
