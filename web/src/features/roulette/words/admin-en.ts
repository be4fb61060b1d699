import { type AdminCatalogue, mixedAdmin as mixed } from './admin-mixed.ts';

/** Texts of the staff pages in English. */
export const enAdmin: AdminCatalogue = {
  games: {
    ...mixed.games,
    yes: 'Yes',
    no: 'No',
    failed: 'The games could not be loaded.',
    infoFailed: 'The game could not be loaded.',
  },
};
