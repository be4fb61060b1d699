import { type AdminCatalogue, mixedAdmin as mixed } from './admin-mixed.ts';

/** Texts of the staff pages in English. */
export const enAdmin: AdminCatalogue = {
  transactions: {
    ...mixed.transactions,
    failed: 'The transactions could not be loaded.',
    infoFailed: 'The transaction could not be loaded.',
  },
};
