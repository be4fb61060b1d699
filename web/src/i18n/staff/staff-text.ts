import { useWords } from '../i18n.ts';
import { type StaffCatalogue, mixedStaff } from './mixed.ts';
import { trStaff } from './tr.ts';

export const words = { mixed: mixedStaff, tr: trStaff, en: mixedStaff };

/** Texts that the staff pages of several features share; players never load them. */
export function useStaffText(): StaffCatalogue {
  return useWords(words);
}
