import { type EmailsCatalogue, mixedEmails } from './mixed.ts';

/** Texts of the pages that links in e-mails open, in English. */
export const enEmails: EmailsCatalogue = mixedEmails;
