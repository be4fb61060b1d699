import { plural } from '#i18n/plural.ts';

/** Texts of the list of cases in the default language. */
export const mixedCases = {
  open: 'OPEN',
  searchPlaceholder: 'Search cases',
  empty: 'There are no cases yet.',
  emptyHint: 'Every case shows its odds and house edge before you open it.',
  noneFound: (query: string) => `No case matches “${query}”.`,
  noneFoundHint: 'Try another word or show all cases.',
  showAll: 'Show all cases',
  noneInRange: 'No case in this price range.',
  noneInRangeHint: 'Choose another price or show all cases.',
  price: 'Price',
  anyPrice: 'All prices',
  priceUpTo: (max: string) => `Up to ${max}`,
  priceBetween: (min: string, max: string) => `${min}–${max}`,
  priceFrom: (min: string) => `From ${min}`,
  caseCount: (count: number) => plural(count, { one: 'case', other: 'cases' }),
  startHere: 'Start here',
  paused: 'Paused',
  rowLead: 'From cheap to expensive. The odds are on each case’s page.',
  allOf: (count: number) => `All ${plural(count, { one: 'case', other: 'cases' })}`,
};

export type CasesCatalogue = typeof mixedCases;
