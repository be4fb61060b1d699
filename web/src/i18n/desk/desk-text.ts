import { type Language, useLanguage } from '../i18n.ts';
import { enDesk } from './en.ts';
import { type DeskCatalogue, mixedDesk } from './mixed.ts';
import { trDesk } from './tr.ts';

const catalogues: Readonly<Record<Language, DeskCatalogue>> = { mixed: mixedDesk, tr: trDesk, en: enDesk };

/** The sentences of the admin panel. Only what staff load may use them: players are not sent a word of it. */
export function useDeskText(): DeskCatalogue {
  return catalogues[useLanguage()];
}
