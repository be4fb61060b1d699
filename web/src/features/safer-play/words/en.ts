import { type SaferPlayCatalogue, mixedSaferPlay } from './mixed.ts';

/** What is said about playing within bounds, in English: the specification has no words for it that would need mending. */
export const enSaferPlay: SaferPlayCatalogue = mixedSaferPlay;
