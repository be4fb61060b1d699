import { stock as mixed } from '../mixed/stock.ts';

export const stock: typeof mixed = {
  items: {
    ...mixed.items,
    none: 'No items found.',
    added: 'The item was added.',
    updated: 'The item was changed.',
    addFailed: 'The item could not be added.',
    updateFailed: 'The item could not be changed.',
    addUnreachable: 'The item could not be added: the server did not answer.',
  },
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
