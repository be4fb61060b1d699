import { type AdminCatalogue, mixedAdmin } from './admin-mixed.ts';

/** Texts of the staff pages in English. */
export const enAdmin: AdminCatalogue = mixedAdmin;
