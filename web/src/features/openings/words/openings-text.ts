import { useWords } from '#i18n/i18n.ts';
import { enOpenings } from './en.ts';
import { type OpeningsCatalogue, mixedOpenings } from './mixed.ts';
import { trOpenings } from './tr.ts';

export const words = { mixed: mixedOpenings, tr: trOpenings, en: enOpenings };

/** Texts of the case page, in the current language. Only that page loads them. */
export function useOpeningsText(): OpeningsCatalogue {
  return useWords(words);
}
