import { useWords } from '#i18n/i18n.ts';
import { type SignInCatalogue, mixedSignIn } from './mixed.ts';
import { trSignIn } from './tr.ts';

// The specification has no words for these that would need mending in English.
export const words = { mixed: mixedSignIn, tr: trSignIn, en: mixedSignIn };

/** What only the forms of the door say; it comes with them. */
export function useSignInText(): SignInCatalogue {
  return useWords(words);
}
