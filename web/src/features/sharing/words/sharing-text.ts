import { useWords } from '#i18n/i18n.ts';
import { enSharing } from './sharing-en.ts';
import { mixedSharing, type SharingCatalogue } from './sharing-mixed.ts';
import { trSharing } from './sharing-tr.ts';

export const words = { mixed: mixedSharing, tr: trSharing, en: enSharing };

/** Texts of the share pages, in the current language. */
export function useSharingText(): SharingCatalogue {
  return useWords(words);
}
