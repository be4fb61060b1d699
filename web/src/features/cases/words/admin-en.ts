import { type AdminCatalogue, mixedAdmin as mixed } from './admin-mixed.ts';

/** Texts of the staff pages in English. */
export const enAdmin: AdminCatalogue = {
  cases: {
    ...mixed.cases,
    add: 'Add a case',
    pickerNone: 'No items found.',
    pickerFailed: 'The items could not be loaded.',
    totalSentence: (percent) => `The drop rates have to total exactly 100 %. Now they total ${percent} %.`,
    created: 'The case was created.',
    createFailed: 'The case could not be created.',
    updated: 'The case was changed.',
    updateFailed: 'The case could not be changed.',
    unknownCase: 'Unknown case',
    unknownUser: 'Unknown user',
    unknownItem: 'Unknown item',
  },
};
