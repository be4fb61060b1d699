import { type Language, useLanguage } from '../i18n.ts';
import { type CaseCatalogue, mixedCase } from './mixed.ts';
import { trCase } from './tr.ts';

const catalogues: Readonly<Record<Language, CaseCatalogue>> = { mixed: mixedCase, tr: trCase, en: mixedCase };

/** The sentences of the page of a case; they come with it, because no other page needs them. */
export function useCaseText(): CaseCatalogue {
  return catalogues[useLanguage()];
}
