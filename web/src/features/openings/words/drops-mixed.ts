/** Texts of the feed of drops in the default language. */
export const mixedDrops = {
  proof: 'Proof of this roll',
  label: 'Live drops',
  live: 'LIVE',
  drops: 'DROPS',
  empty: 'No cases opened yet. The first drop will appear here.',
  wonBy: (item: string, username: string, caseName: string) => `${item}, won by ${username} from ${caseName}`,
  proofOf: (item: string, username: string) => `Proof: ${item}, won by ${username}`,
};

export type DropsCatalogue = typeof mixedDrops;
