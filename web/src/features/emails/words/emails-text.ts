import { useWords } from '#i18n/i18n.ts';
import { enEmails } from './en.ts';
import { type EmailsCatalogue, mixedEmails } from './mixed.ts';
import { trEmails } from './tr.ts';

export const words = { mixed: mixedEmails, tr: trEmails, en: enEmails };

/** Texts of the pages that links in e-mails open, in the current language. */
export function useEmailsText(): EmailsCatalogue {
  return useWords(words);
}
