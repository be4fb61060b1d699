import { useWords } from '#i18n/i18n.ts';
import { type AdminCatalogue, mixedAdmin } from './admin-mixed.ts';
import { trAdmin } from './admin-tr.ts';

export const words = { mixed: mixedAdmin, tr: trAdmin, en: mixedAdmin };

/** Texts of the staff page about alarms; players never load them. */
export function useAdminText(): AdminCatalogue {
  return useWords(words);
}
