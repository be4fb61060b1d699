import { useWords } from '#i18n/i18n.ts';
import { enOpenings } from './en.ts';
import { type OpeningsCatalogue, mixedOpenings } from './mixed.ts';
import { trOpenings } from './tr.ts';

export const words = { mixed: mixedOpenings, tr: trOpenings, en: enOpenings };

/** The sentences of the page of a case; they come with it, because no other page needs them. */
export function useOpeningsText(): OpeningsCatalogue {
  return useWords(words);
}
