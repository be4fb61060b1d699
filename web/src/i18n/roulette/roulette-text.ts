import { type Language, useLanguage } from '../i18n.ts';
import { enRoulette } from './en.ts';
import { type RouletteCatalogue, mixedRoulette } from './mixed.ts';
import { trRoulette } from './tr.ts';

const catalogues: Readonly<Record<Language, RouletteCatalogue>> = {
  mixed: mixedRoulette,
  tr: trRoulette,
  en: enRoulette,
};

/** The sentences of the wheel's page; they come with it, because no other page needs them. */
export function useRouletteText(): RouletteCatalogue {
  return catalogues[useLanguage()];
}
