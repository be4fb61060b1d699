import { type SaferPlayCatalogue, mixedSaferPlay } from './mixed.ts';

/** Texts of safer play in English: the same as in the default language, because none come from the specification. */
export const enSaferPlay: SaferPlayCatalogue = mixedSaferPlay;
