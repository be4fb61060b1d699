import { type AdminCatalogue, mixedAdmin as mixed } from './admin-mixed.ts';

/** Texts of the staff pages in English. */
export const enAdmin: AdminCatalogue = {
  cases: {
    ...mixed.cases,
    add: 'Add a case',
    pickerNone: 'No items found.',
    pickerFailed: 'The items could not be loaded.',
    totalSentence: (percent) => `Drop rates must total exactly 100 %. Currently: ${percent} %.`,
    created: 'The case was created.',
    createFailed: 'The case could not be created.',
    updated: 'The case was updated.',
    updateFailed: 'The case could not be updated.',
    unknownCase: 'Unknown case',
    unknownUser: 'Unknown user',
    unknownItem: 'Unknown item',
  },
};
