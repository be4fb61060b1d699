import { type AdminCatalogue, mixedAdmin as mixed } from './admin-mixed.ts';

/** Texts of the staff pages in English. */
export const enAdmin: AdminCatalogue = {
  tickets: {
    ...mixed.tickets,
    failed: 'The tickets could not be loaded.',
  },
};
