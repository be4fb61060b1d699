import { type AdminCatalogue, mixedAdmin as mixed } from './admin-mixed.ts';

/** Texts of the staff pages in English. */
export const enAdmin: AdminCatalogue = {
  listings: { ...mixed.listings, failed: 'The listings could not be loaded.' },
};
