import { useWords } from '#i18n/i18n.ts';
import { enRoulette } from './en.ts';
import { type RouletteCatalogue, mixedRoulette } from './mixed.ts';
import { trRoulette } from './tr.ts';

export const words = {
  mixed: mixedRoulette,
  tr: trRoulette,
  en: enRoulette,
};

/** Texts of the roulette page, in the current language. Only that page loads them. */
export function useRouletteText(): RouletteCatalogue {
  return useWords(words);
}
