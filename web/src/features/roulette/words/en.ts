import { type RouletteCatalogue, mixedRoulette } from './mixed.ts';

/** Texts of the roulette page in English: the same as in the default language, because none come from the specification. */
export const enRoulette: RouletteCatalogue = mixedRoulette;
