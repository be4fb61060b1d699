import { type OpeningsCatalogue, mixedOpenings } from './mixed.ts';

/** Texts of the case page in English. */
export const enOpenings: OpeningsCatalogue = {
  ...mixedOpenings,
  opening: 'Opening…',
  signInFirst: 'You have to sign in to open a case.',
  failed: 'Something went wrong while opening the case.',
};
