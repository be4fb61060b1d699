import { type AdminCatalogue, mixedAdmin as mixed } from './admin-mixed.ts';

/** Texts of the staff pages in English. */
export const enAdmin: AdminCatalogue = {
  trades: { ...mixed.trades, failed: 'The offers could not be loaded.' },
};
