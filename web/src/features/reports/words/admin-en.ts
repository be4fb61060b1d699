import { type AdminCatalogue, mixedAdmin as mixed } from './admin-mixed.ts';

/** Texts of the staff pages in English. */
export const enAdmin: AdminCatalogue = {
  reports: { ...mixed.reports, failed: 'The report could not be loaded.' },
};
