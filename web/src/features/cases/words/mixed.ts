/** Texts of the list of cases in the default language. */
export const mixedCases = {
  open: 'OPEN',
  searchPlaceholder: 'Search cases',
  empty: 'There are no cases yet.',
  emptyHint: 'Every case shows its odds and house edge before you open it.',
  noneFound: (query: string) => `No case matches “${query}”.`,
  noneFoundHint: 'Try another word or show all cases.',
  showAll: 'Show all cases',
  paused: 'Paused',
};

export type CasesCatalogue = typeof mixedCases;
