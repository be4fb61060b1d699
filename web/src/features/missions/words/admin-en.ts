import { type AdminCatalogue, mixedAdmin as mixed } from './admin-mixed.ts';

/** Texts of the staff pages in English. */
export const enAdmin: AdminCatalogue = {
  missions: {
    ...mixed.missions,
    added: 'The mission was added.',
    addFailed: 'The mission could not be added.',
    addUnreachable: 'The server did not respond. The mission was not added.',
    updated: 'The mission was updated.',
    updateFailed: 'The mission could not be updated.',
  },
};
