import { useWords } from '#i18n/i18n.ts';
import { type DropsCatalogue, mixedDrops } from './drops-mixed.ts';
import { trDrops } from './drops-tr.ts';

export const words = { mixed: mixedDrops, tr: trDrops, en: mixedDrops };

/** Texts of the feed of drops, in the current language. */
export function useDropsText(): DropsCatalogue {
  return useWords(words);
}
