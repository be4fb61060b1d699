import { type RouletteCatalogue, mixedRoulette } from './mixed.ts';

/** What the page of the wheel says in English: the specification has no words for it that would need mending. */
export const enRoulette: RouletteCatalogue = mixedRoulette;
