import { useWords } from '#i18n/i18n.ts';
import { type FaqCatalogue, mixedFaq } from './mixed.ts';
import { trFaq } from './tr.ts';

export const words = { mixed: mixedFaq, tr: trFaq, en: mixedFaq };

/** Texts of the page of questions and answers, in the current language. */
export function useFaqText(): FaqCatalogue {
  return useWords(words);
}
