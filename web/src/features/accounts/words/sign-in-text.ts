import { useWords } from '#i18n/i18n.ts';
import { enSignIn } from './en.ts';
import { type SignInCatalogue, mixedSignIn } from './mixed.ts';
import { trSignIn } from './tr.ts';

export const words = { mixed: mixedSignIn, tr: trSignIn, en: enSignIn };

/** Texts of the login and signup forms, in the current language. */
export function useSignInText(): SignInCatalogue {
  return useWords(words);
}
