import { type AdminCatalogue, mixedAdmin as mixed } from './admin-mixed.ts';

/** Texts of the staff pages in English. */
export const enAdmin: AdminCatalogue = {
  ...mixed,
  adjustments: { ...mixed.adjustments, failed: 'The adjustments could not be loaded.' },
};
