import { useWords } from '#i18n/i18n.ts';
import { enCases } from './en.ts';
import { type CasesCatalogue, mixedCases } from './mixed.ts';
import { trCases } from './tr.ts';

export const words = { mixed: mixedCases, tr: trCases, en: enCases };

/** Texts of the list of cases, in the current language. */
export function useCasesText(): CasesCatalogue {
  return useWords(words);
}
