import { plural, pluralOf } from '../../plural.ts';

export const panel = {
  tabsLabel: 'Admin pages',
  moreLabel: 'More admin pages',
  adjust: {
    title: 'Adjust balance',
    hint: 'Adds diamonds to a player or takes them away. The ledger and the staff log keep it, with your name and reason.',
    userId: 'Player id',
    amount: 'Amount',
    amountHint: 'Below 0 takes diamonds away.',
    reason: 'Reason',
    review: 'Review',
    confirmTitle: 'Adjust this balance?',
    adds: (amount: string, userId: number) =>
      `${pluralOf(amount, { one: 'diamond is', other: 'diamonds are' })} added to player ${userId}.`,
    takes: (amount: string, userId: number) =>
      `${pluralOf(amount, { one: 'diamond is', other: 'diamonds are' })} taken from player ${userId}.`,
    confirm: 'Adjust balance',
    done: (userId: number, balance: string) =>
      `Player ${userId} now has ${pluralOf(balance, { one: 'diamond', other: 'diamonds' })}.`,
    failed: 'The balance could not be adjusted.',
    termsFailed: 'The balance could not be looked up. What is asked for is checked anyway.',
    tooMuch: (username: string, balance: string) =>
      `${username} has only ${pluralOf(balance, { one: 'diamond', other: 'diamonds' })}: this cannot be taken.`,
    needsSecond: (limit: string) =>
      `It is more than ${limit} diamonds: nothing moves until a second admin has approved it.`,
    needsSecondInAll: (limit: string, before: string) =>
      `With the ${pluralOf(before, { one: 'diamond', other: 'diamonds' })} of your last 24 hours it is more than ${limit}: nothing moves until a second admin has approved it.`,
  },
  days: {
    day: 'Day (UTC)',
    previousDay: 'Previous day',
    nextDay: 'Next day',
    today: 'Today',
  },
  logs: {
    refresh: 'Refresh',
    search: 'Search the lines',
    found: (count: number) => plural(count, { one: 'line', other: 'lines' }),
    listLabel: 'Lines of the log, newest first',
    none: 'Nothing was written down on this day.',
    noneHint: 'Acts of staff and what is notable on the site stand here, newest first.',
    noneFound: 'No line holds these words.',
    noneFoundHint: 'Try a name, an act such as case.edit, or another day.',
    failed: 'Failed to load logs.',
  },
};
