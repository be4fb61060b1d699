import { useWords } from '#i18n/i18n.ts';
import { enProfile } from './en.ts';
import { type ProfileCatalogue, mixedProfile } from './mixed.ts';
import { trProfile } from './tr.ts';

export const words = { mixed: mixedProfile, tr: trProfile, en: enProfile };

/** Texts of the profile pages, in the current language. */
export function useProfileText(): ProfileCatalogue {
  return useWords(words);
}
