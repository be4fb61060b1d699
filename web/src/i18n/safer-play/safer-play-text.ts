import { type Language, useLanguage } from '../i18n.ts';
import { enSaferPlay } from './en.ts';
import { type SaferPlayCatalogue, mixedSaferPlay } from './mixed.ts';
import { trSaferPlay } from './tr.ts';

const catalogues: Readonly<Record<Language, SaferPlayCatalogue>> = {
  mixed: mixedSaferPlay,
  tr: trSaferPlay,
  en: enSaferPlay,
};

/** The sentences about limits and breaks; they come with their page and the reminder, because no other needs them. */
export function useSaferPlayText(): SaferPlayCatalogue {
  return catalogues[useLanguage()];
}

/** The same for code outside of components. */
export function saferPlayTextIn(language: Language): SaferPlayCatalogue {
  return catalogues[language];
}
