import { plural } from '#i18n/plural.ts';

/** What the page of a case says besides what every page may say of openings, in the default language. */
export const mixedOpenings = {
  stage: 'Opening',
  count: 'How many at once',
  countOf: (count: number) => `${count} at once`,
  fastOpen: 'Fast open',
  sound: 'Sound',
  skip: 'Skip',
  provablyFair: 'Provably fair',
  edges: (soldBack: string, withdrawn: string) => `House edge ${soldBack} when sold back, ${withdrawn} when withdrawn`,
  returns: (percent: string) => `Returns ${percent}`,
  hash: 'Version hash',
  odds: 'Published against observed drops',
  dropRate: (percent: string) => `Drop rate ${percent}`,
  won: (items: string) => `You won ${items}.`,
  pausedHint: 'This case is paused: you can look at it, but not open it at the moment.',
  returnsOn:
    'The return is worked out on what Quick Sell pays; the prices below are market prices. The strip shows every item about as often as the others: what you win is decided by the drop rates alone.',
  doubts: {
    unknown:
      'No answer came: it is not known yet whether the case was opened and paid. It is looked up as soon as the site answers; until then Open with the same count is the same opening, and is paid once.',
    unopened: 'It was looked up: the case was not opened, and nothing was paid.',
  },
  sellItems: 'Sell items',
  unsold: (count: number): string => (count === 1 ? 'It is in your inventory' : 'They are in your inventory'),
  sellAll: (price: string) => `Sell all · ${price}`,
  allSold: (price: string) => `Sold · ${price}`,
  addBalance: (missing: string) => `Add balance · ${missing} short`,
  short: (cost: string, balance: string) => `This costs ${cost}. You have ${balance}.`,
  itemCount: (count: number) => plural(count, { one: 'item', other: 'items' }),
  paid: 'Paid',
  worth: 'Quick Sell value',
  open: 'Open',
  opening: 'Opening...',
  includes: 'This case includes',
  signInFirst: 'You have to be sign in order to open case',
  failed: 'Something went wrong while opening case.',
};

/** Every sentence of it. The full languages have the same keys, or they do not compile. */
export type OpeningsCatalogue = typeof mixedOpenings;
