import type { VersionOdds } from '@karat/contract/fairness';
import { type Drop, caseTicket, dropAt, dropsOfCanon } from '@karat/rules/fairness';
import { sha256Hex } from '@karat/rules/sha256';
import { type CaseOdds, oddsOfCounts } from '@karat/rules/statistics';
import type { CsvRoll } from './rolls-csv.ts';

/** As many failed rolls as are named; all of them are counted. */
const NAMED_MAX = 20;
/** So long the page may stand still at a stretch. */
const SLICE_MS = 12;

type Version = Pick<VersionOdds, 'hash' | 'canon'>;

export type Recount = {
  readonly rolls: number;
  readonly revealed: number;
  /** Rolls that could not be worked out again, the first of them by id. */
  readonly wrong: number;
  readonly wrongIds: readonly number[];
  /** Nonces that a seed was used with more than once. */
  readonly repeated: number;
  /** By the hash of each version. */
  readonly odds: ReadonlyMap<string, CaseOdds>;
};

type Progress = { readonly signal: AbortSignal; readonly onProgress: (rolls: number) => void };

/** Counts the rolls of a case and works out each whose seed is revealed, letting the page breathe in between. */
export async function recount(
  versions: readonly Version[],
  batches: AsyncIterable<readonly CsvRoll[]>,
  { signal, onProgress }: Progress,
): Promise<Recount> {
  const tally = createTally(versions);
  let sliceEnd = performance.now() + SLICE_MS;
  for await (const batch of batches) {
    for (const roll of batch) {
      tally.add(roll);
      if (performance.now() < sliceEnd) continue;
      onProgress(tally.rolls());
      await new Promise((resume) => setTimeout(resume));
      signal.throwIfAborted();
      sliceEnd = performance.now() + SLICE_MS;
    }
    signal.throwIfAborted();
    onProgress(tally.rolls());
  }
  return tally.result();
}

type Counted = { readonly drops: readonly Drop[]; readonly isTableKept: boolean; readonly wins: Map<number, number> };

function createTally(versions: readonly Version[]) {
  const counted = new Map(versions.map((version) => [version.hash, startCount(version)]));
  const nonces = new Map<string, Set<number>>();
  const isSeedKept = rememberSeeds();
  const wrongIds: number[] = [];
  let [rolls, revealed, wrong, repeated] = [0, 0, 0, 0];

  function countNonce({ serverSeedHash, nonce }: CsvRoll): void {
    const used = nonces.get(serverSeedHash) ?? new Set();
    nonces.set(serverSeedHash, used);
    if (used.has(nonce)) repeated++;
    used.add(nonce);
  }
  return {
    rolls: () => rolls,
    add(roll: CsvRoll): void {
      rolls++;
      if (roll.serverSeed !== null) revealed++;
      countNonce(roll);
      const version = counted.get(roll.caseHash);
      version?.wins.set(roll.itemId, (version.wins.get(roll.itemId) ?? 0) + 1);
      if (version && isRight(roll, version, isSeedKept)) return;
      wrong++;
      if (wrongIds.length < NAMED_MAX) wrongIds.push(roll.id);
    },
    result(): Recount {
      const odds = new Map([...counted].map(([hash, { drops, wins }]) => [hash, oddsOfCounts(drops, wins)]));
      return { rolls, revealed, wrong, wrongIds, repeated, odds };
    },
  };
}

function startCount({ hash, canon }: Version): Counted {
  return { drops: dropsOfCanon(canon), isTableKept: sha256Hex(canon) === hash, wins: new Map() };
}

// The ticks of a roll, with what many rolls share worked out once.
function isRight(roll: CsvRoll, { drops, isTableKept }: Counted, isSeedKept: (roll: CsvRoll) => boolean): boolean {
  const { serverSeed, ticket } = roll;
  if (!isTableKept || !isDropped(drops, roll)) return false;
  return serverSeed === null || (isSeedKept(roll) && caseTicket({ ...roll, serverSeed }) === ticket);
}

function isDropped(drops: readonly Drop[], { ticket, itemId }: CsvRoll): boolean {
  try {
    return dropAt(drops, ticket).itemId === itemId;
  } catch {
    return false;
  }
}

function rememberSeeds(): (roll: CsvRoll) => boolean {
  const hashes = new Map<string, string>();
  return ({ serverSeed, serverSeedHash }) => {
    if (serverSeed === null) return false;
    const hash = hashes.get(serverSeed) ?? sha256Hex(serverSeed);
    hashes.set(serverSeed, hash);
    return hash === serverSeedHash;
  };
}

export type Comparison = { readonly isSame: boolean; readonly newer: number };

/** Whether a recount bears out what the page shows. Openings made since the page was loaded are no difference. */
export function compare(shown: readonly VersionOdds[], { odds, rolls }: Recount): Comparison {
  const counts = (hash: string) => new Map(odds.get(hash)?.items.map(({ itemId, observed }) => [itemId, observed]));
  const isSame = shown.every(({ hash, items }) => {
    const recounted = counts(hash);
    return items.every(({ itemId, observed }) => (recounted.get(itemId) ?? 0) >= observed);
  });
  return { isSame, newer: rolls - shown.reduce((sum, { openings }) => sum + openings, 0) };
}
