import { useWords } from '#i18n/i18n.ts';
import { type WelcomeCatalogue, mixedWelcome } from './mixed.ts';
import { trWelcome } from './tr.ts';

export const words = { mixed: mixedWelcome, tr: trWelcome, en: mixedWelcome };

/** Texts for visitors and new players, in the current language. */
export function useWelcomeText(): WelcomeCatalogue {
  return useWords(words);
}
