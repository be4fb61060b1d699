import { plural } from '#i18n/plural.ts';

/** Texts of the case page in the default language. */
export const mixedOpenings = {
  stage: 'Opening',
  count: 'How many to open',
  countOf: (count: number) => `${count} at once`,
  fastOpen: 'Fast open',
  sound: 'Sound',
  skip: 'Skip',
  provablyFair: 'Provably fair',
  edges: (soldBack: string, withdrawn: string) => `House edge ${soldBack} when sold back, ${withdrawn} when withdrawn`,
  returns: (percent: string) => `Returns ${percent}`,
  hash: 'Version hash',
  odds: 'Published vs. actual drop rates',
  dropRate: (percent: string) => `Drop rate ${percent}`,
  won: (items: string) => `You won ${items}.`,
  pausedHint: 'This case is paused. You can look at it, but you cannot open it right now.',
  returnsOn:
    'Returns are based on Quick Sell prices; the prices below are market prices. The strip is only for show: the drop rates alone decide what you win.',
  requestStatus: {
    unknown:
      'We do not know yet whether your case was opened. We will check as soon as you are back online. If you press Open again with the same number, you pay only once.',
    unopened: 'The case was not opened, and you paid nothing.',
  },
  sellItems: 'Sell items',
  viewInInventory: 'View in inventory',
  sellAll: (price: string) => `Sell all · ${price}`,
  allSold: (price: string) => `Sold for ${price}`,
  addBalance: (missing: string) => `Add balance · ${missing} short`,
  short: (cost: string, balance: string) => `This costs ${cost}. You have ${balance}.`,
  itemCount: (count: number) => plural(count, { one: 'item', other: 'items' }),
  paid: 'Paid',
  worth: 'Quick Sell value',
  sold: 'Sold',
  dropsIn: (percent: string) => `drops in ${percent} of openings`,
  sell: 'Sell',
  backToCase: 'Back to the case',
  facts: (edge: string) => `Provably fair · house edge ${edge}`,
  rarestFirst: 'Rarest first',
  payableCases: (amount: string) => `See cases up to ${amount}`,
  largeSpend: {
    title: 'Spend more than half of your balance?',
    text: (cost: string, balance: string) => `This opening costs ${cost}. You have ${balance}.`,
    doNotAsk: 'Do not ask again',
    doNotAskHint: 'You can turn this question back on under Safer play.',
    confirm: (cost: string) => `Open for ${cost}`,
  },
  openAgain: 'Open again',
  open: 'Open',
  opening: 'Opening...',
  includes: 'This case includes',
  signInFirst: 'You have to be sign in order to open case',
  failed: 'Something went wrong while opening case.',
};

/** All texts. The other languages must have the same keys to compile. */
export type OpeningsCatalogue = typeof mixedOpenings;
