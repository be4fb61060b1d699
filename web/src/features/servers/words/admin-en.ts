import { type AdminCatalogue, mixedAdmin as mixed } from './admin-mixed.ts';

/** Texts of the staff pages in English. */
export const enAdmin: AdminCatalogue = {
  servers: {
    ...mixed.servers,
    failed: 'The game servers could not be loaded.',
    executed: 'Command executed.',
  },
};
