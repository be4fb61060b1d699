import { type CasesCatalogue, mixedCases as mixed } from './mixed.ts';

/** Texts of the list of cases in English. */
export const enCases: CasesCatalogue = {
  ...mixed,
  open: 'Open',
};
