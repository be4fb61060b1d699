import { type AdminCatalogue, mixedAdmin } from './admin-mixed.ts';

/** Texts of the staff page in English. */
export const enAdmin: AdminCatalogue = mixedAdmin;
