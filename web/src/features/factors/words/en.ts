import { type FactorCatalogue, mixedFactor } from './mixed.ts';

/** Texts about the second factor in English. */
export const enFactor: FactorCatalogue = { ...mixedFactor };
