import { useWords } from '#i18n/i18n.ts';
import { mixedNotice, type NoticeCatalogue } from './notice-mixed.ts';
import { trNotice } from './notice-tr.ts';

export const words = { mixed: mixedNotice, tr: trNotice, en: mixedNotice };

/** Texts about what is switched off, which are loaded once something is. */
export function useNoticeText(): NoticeCatalogue {
  return useWords(words);
}
