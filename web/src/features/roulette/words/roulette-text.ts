import { useWords } from '#i18n/i18n.ts';
import { enRoulette } from './en.ts';
import { type RouletteCatalogue, mixedRoulette } from './mixed.ts';
import { trRoulette } from './tr.ts';

export const words = {
  mixed: mixedRoulette,
  tr: trRoulette,
  en: enRoulette,
};

/** The sentences of the wheel's page; they come with it, because no other page needs them. */
export function useRouletteText(): RouletteCatalogue {
  return useWords(words);
}
