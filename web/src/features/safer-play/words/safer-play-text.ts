import { type Language, useWords } from '#i18n/i18n.ts';
import { enSaferPlay } from './en.ts';
import { type SaferPlayCatalogue, mixedSaferPlay } from './mixed.ts';
import { trSaferPlay } from './tr.ts';

export const words = {
  mixed: mixedSaferPlay,
  tr: trSaferPlay,
  en: enSaferPlay,
};

/** Texts of safer play, in the current language. Only its page and the reality check load them. */
export function useSaferPlayText(): SaferPlayCatalogue {
  return useWords(words);
}

/** Returns the text for code outside of components. */
export function saferPlayTextIn(language: Language): SaferPlayCatalogue {
  return words[language];
}
