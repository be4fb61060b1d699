import { type AdminCatalogue, mixedAdmin as mixed } from './admin-mixed.ts';

/** Texts of the staff pages in English. */
export const enAdmin: AdminCatalogue = {
  prices: { ...mixed.prices, failed: 'The prices could not be loaded.' },
};
