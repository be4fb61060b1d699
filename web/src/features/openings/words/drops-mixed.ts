import { formatNumber } from '#i18n/format.ts';
import { plural } from '#i18n/plural.ts';

/** Texts of the feed of drops in the default language. */
export const mixedDrops = {
  proof: 'Proof of this roll',
  label: 'Live drops',
  live: 'LIVE',
  drops: 'DROPS',
  empty: 'No cases opened yet. The first drop will appear here.',
  wonBy: (item: string, username: string, caseName: string) => `${item}, won by ${username} from ${caseName}`,
  today: 'Won today',
  paidToWorth: 'paid → worth',
  todayEmpty: 'No case opened today was worth more than it cost. The odds are on each case’s page.',
  todayFailed: 'Today’s wins could not be loaded.',
  todayFigures: (openings: number, gains: number) =>
    `Of ${plural(openings, { one: 'case', other: 'cases' })} opened today, ${formatNumber(gains)} ${gains === 1 ? 'was' : 'were'} worth more than ${gains === 1 ? 'it' : 'they'} cost.`,
  paid: (diamonds: string) => `Paid ${diamonds}`,
  worth: (diamonds: string) => `worth ${diamonds}`,
  proofOf: (item: string, username: string) => `Proof: ${item}, won by ${username}`,
};

export type DropsCatalogue = typeof mixedDrops;
