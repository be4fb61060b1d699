import { useWords } from '#i18n/i18n.ts';
import { type ProofCatalogue, enProofs } from './en.ts';
import { trProofs } from './tr.ts';

export const words = { mixed: enProofs, tr: trProofs, en: enProofs };

/** Texts of the fairness pages. Only modules that load with these pages may use it, so that other pages do not load the texts. */
export function useProofText(): ProofCatalogue {
  return useWords(words);
}
