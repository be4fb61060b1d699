import { useWords } from '#i18n/i18n.ts';
import { type ProofCatalogue, enProofs } from './en.ts';
import { trProofs } from './tr.ts';

export const words = { mixed: enProofs, tr: trProofs, en: enProofs };

/** The sentences about proofs. Only what is loaded for them may use them: no other page is sent a word of it. */
export function useProofText(): ProofCatalogue {
  return useWords(words);
}
