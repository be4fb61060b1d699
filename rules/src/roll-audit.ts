// Checks many rolls at once: what the downloadable rows of a case prove, one by one and together.
import { type CaseRoll, caseTicket, type Drop, dropAt, dropsOfCanon, passes } from './fairness.ts';
import { sha256Hex } from './sha256.ts';
import { type CaseOdds, oddsOfCounts } from './statistics.ts';

/** A published roll. The server seed is null until it is revealed. */
export type PublishedRoll = Omit<CaseRoll, 'serverSeed'> & {
  readonly id: number;
  readonly serverSeed: string | null;
  readonly serverSeedHash: string;
  readonly ticket: number;
  readonly itemId: number;
};

/** An opening in the public list of its case: the result, without anything that identifies the player. */
export type ListedRoll = {
  readonly handle: string;
  readonly caseHash: string;
  readonly ticket: number;
  readonly itemId: number;
};

/** The defects of a roll: the seed does not match its commitment, the ticket its inputs, or the item its table. */
const ROLL_FAULTS = ['seed', 'ticket', 'item'] as const;
export type RollFault = (typeof ROLL_FAULTS)[number];

/** Nonces of one seed that are missing although a higher one is present. */
export type NonceGap = { readonly serverSeedHash: string; readonly missing: number; readonly first: number };

export type RollAudit = {
  readonly rolls: number;
  /** Rolls from the public list, which have no proof. */
  readonly listed: number;
  /** Listed rolls whose ticket wins their item. */
  readonly fitting: number;
  /** Rolls whose seed is revealed and whose proof holds. */
  readonly verified: number;
  /** Rolls whose seed is not revealed yet. */
  readonly secret: number;
  /** Rolls of case versions whose table was not given: their items cannot be checked. */
  readonly untabled: number;
  /** By id or by handle. */
  readonly wrong: readonly { readonly id: number | string; readonly faults: readonly RollFault[] }[];
  /** Nonces of one seed that were used more than once. */
  readonly repeated: readonly { readonly serverSeedHash: string; readonly nonce: number }[];
  /** Handles that are listed more than once. */
  readonly listedTwice: readonly string[];
  /** Over all cases together there must be none: a hidden roll shows as a gap. */
  readonly gaps: readonly NonceGap[];
  /** In the order of the given tables. */
  readonly odds: readonly { readonly canon: string; readonly caseHash: string; readonly odds: CaseOdds }[];
};

type Table = { readonly canon: string; readonly drops: readonly Drop[]; readonly wins: Map<number, number> };

function tablesOf(canons: readonly string[]): Map<string, Table> {
  return new Map(canons.map((canon) => [sha256Hex(canon), { canon, drops: dropsOfCanon(canon), wins: new Map() }]));
}

function countNonces(noncesOfSeed: ReadonlyMap<string, readonly number[]>): Pick<RollAudit, 'repeated' | 'gaps'> {
  const repeated: RollAudit['repeated'][number][] = [];
  const gaps: NonceGap[] = [];
  for (const [serverSeedHash, nonces] of noncesOfSeed) {
    const sorted = nonces.toSorted((a, b) => a - b);
    const distinct = [...new Set(sorted)];
    const repeatedNonces = new Set(sorted.filter((nonce, index) => nonce === sorted[index - 1]));
    for (const nonce of repeatedNonces) repeated.push({ serverSeedHash, nonce });
    const missing = distinct.at(-1)! + 1 - distinct.length;
    if (missing > 0)
      gaps.push({ serverSeedHash, missing, first: distinct.findIndex((nonce, index) => nonce !== index) });
  }
  return { repeated, gaps };
}

/** Takes rolls one by one, so that the caller can pause for the screen while checking a million of them. */
export function createRollAudit(canons: readonly string[]): {
  add(roll: PublishedRoll | ListedRoll): void;
  result(): RollAudit;
} {
  const tables = tablesOf(canons);
  const hashOfSeed = new Map<string, string>();
  const noncesOfSeed = new Map<string, number[]>();
  const wrong: RollAudit['wrong'][number][] = [];
  const counts = { rolls: 0, listed: 0, fitting: 0, verified: 0, secret: 0, untabled: 0 };
  const [handles, listedTwice] = [new Set<string>(), new Set<string>()];

  function isCommitted(serverSeed: string, serverSeedHash: string): boolean {
    const hash = hashOfSeed.get(serverSeed) ?? sha256Hex(serverSeed);
    hashOfSeed.set(serverSeed, hash);
    return hash === serverSeedHash;
  }

  const isItemRight = (table: Table | undefined, { ticket, itemId }: ListedRoll | PublishedRoll): boolean =>
    table === undefined || passes(() => dropAt(table.drops, ticket).itemId === itemId);

  function faultsOf(roll: PublishedRoll, table: Table | undefined): RollFault[] {
    const { serverSeed, serverSeedHash, ticket } = roll;
    const isRight: Record<RollFault, boolean> = {
      seed: serverSeed === null || passes(() => isCommitted(serverSeed, serverSeedHash)),
      ticket: serverSeed === null || passes(() => caseTicket({ ...roll, serverSeed }) === ticket),
      item: isItemRight(table, roll),
    };
    return ROLL_FAULTS.filter((fault) => !isRight[fault]);
  }

  function addProven(roll: PublishedRoll, table: Table | undefined): void {
    const faults = faultsOf(roll, table);
    const nonces = noncesOfSeed.get(roll.serverSeedHash) ?? [];
    noncesOfSeed.set(roll.serverSeedHash, nonces);
    nonces.push(roll.nonce);
    if (faults.length > 0) wrong.push({ id: roll.id, faults });
    else if (roll.serverSeed === null) counts.secret++;
    else counts.verified++;
  }

  function addListed(roll: ListedRoll, table: Table | undefined): void {
    counts.listed++;
    if (handles.has(roll.handle)) listedTwice.add(roll.handle);
    handles.add(roll.handle);
    if (!isItemRight(table, roll)) wrong.push({ id: roll.handle, faults: ['item'] });
    else if (table !== undefined) counts.fitting++;
  }

  return {
    add(roll) {
      const table = tables.get(roll.caseHash);
      counts.rolls++;
      if (table === undefined) counts.untabled++;
      table?.wins.set(roll.itemId, (table.wins.get(roll.itemId) ?? 0) + 1);
      if ('handle' in roll) addListed(roll, table);
      else addProven(roll, table);
    },
    result: () => ({
      ...counts,
      wrong,
      listedTwice: [...listedTwice],
      ...countNonces(noncesOfSeed),
      odds: [...tables].map(([caseHash, { canon, drops, wins }]) => ({
        canon,
        caseHash,
        odds: oddsOfCounts(drops, wins),
      })),
    }),
  };
}
