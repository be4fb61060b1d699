import { useWords } from '#i18n/i18n.ts';
import { enFactor } from './en.ts';
import { type FactorCatalogue, mixedFactor } from './mixed.ts';
import { trFactor } from './tr.ts';

export const words = { mixed: mixedFactor, tr: trFactor, en: enFactor };

/** Texts about the second factor, in the current language. */
export function useFactorText(): FactorCatalogue {
  return useWords(words);
}
