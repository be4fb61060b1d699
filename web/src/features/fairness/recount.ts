import type { VersionOdds } from '@karat/contract/fairness';
import { createRollAudit } from '@karat/rules/roll-audit';
import { sha256Hex } from '@karat/rules/sha256';
import type { CaseOdds } from '@karat/rules/statistics';
import type { CsvRoll } from './rolls-csv.ts';

/** The number of failed rolls that are named. All are counted. */
const NAMED_ROLLS_MAX = 20;
/** The longest time for which the page may block. */
const SLICE_MS = 12;

type Version = Pick<VersionOdds, 'hash' | 'canon'>;

export type Recount = {
  readonly rolls: number;
  /** Rolls whose ticket wins their item by the table of their version. */
  readonly fitting: number;
  /** Rolls whose ticket does not, and the first of their handles. */
  readonly wrong: number;
  readonly wrongHandles: readonly string[];
  /** Handles that are listed more than once. */
  readonly repeated: number;
  /** Keyed by the version's hash. */
  readonly odds: ReadonlyMap<string, CaseOdds>;
};

type Progress = { readonly signal: AbortSignal; readonly onProgress: (rolls: number) => void };

/** Counts the rolls of a case and checks each item by its ticket, yielding to the page in between. */
export async function recount(
  versions: readonly Version[],
  batches: AsyncIterable<readonly CsvRoll[]>,
  { signal, onProgress }: Progress,
): Promise<Recount> {
  const counter = createCounter(versions);
  let sliceEnd = performance.now() + SLICE_MS;
  for await (const batch of batches) {
    for (const roll of batch) {
      counter.add(roll);
      if (performance.now() < sliceEnd) continue;
      onProgress(counter.rolls());
      await new Promise((resume) => setTimeout(resume));
      signal.throwIfAborted();
      sliceEnd = performance.now() + SLICE_MS;
    }
    signal.throwIfAborted();
    onProgress(counter.rolls());
  }
  return counter.result();
}

/** Runs the roll audit over the shown versions. A version whose table does not match its hash proves nothing. */
function createCounter(versions: readonly Version[]) {
  const audit = createRollAudit(versions.map(({ canon }) => canon));
  const mismatched = new Set(versions.filter(({ canon, hash }) => sha256Hex(canon) !== hash).map(({ hash }) => hash));
  const unproven = new Set<string>();
  let rolls = 0;
  const nameOf = (roll: CsvRoll): string => String('handle' in roll ? roll.handle : roll.id);
  return {
    rolls: () => rolls,
    add(roll: CsvRoll): void {
      rolls++;
      if (mismatched.has(roll.caseHash)) unproven.add(nameOf(roll));
      audit.add(roll);
    },
    result(): Recount {
      const { wrong, fitting, listedTwice, odds } = audit.result();
      const wrongHandles = [...new Set([...unproven, ...wrong.map(({ id }) => String(id))])];
      return {
        rolls,
        fitting,
        wrong: wrongHandles.length,
        wrongHandles: wrongHandles.slice(0, NAMED_ROLLS_MAX),
        repeated: listedTwice.length,
        odds: new Map(odds.map((each) => [each.caseHash, each.odds])),
      };
    },
  };
}

export type Comparison = { readonly isSame: boolean; readonly newer: number };

/** Whether a recount confirms the page. Openings that were added since then do not count as a difference. */
export function compare(shown: readonly VersionOdds[], { odds, rolls }: Recount): Comparison {
  const counts = (hash: string) => new Map(odds.get(hash)?.items.map(({ itemId, observed }) => [itemId, observed]));
  const isSame = shown.every(({ hash, items }) => {
    const recounted = counts(hash);
    return items.every(({ itemId, observed }) => (recounted.get(itemId) ?? 0) >= observed);
  });
  return { isSame, newer: rolls - shown.reduce((sum, { openings }) => sum + openings, 0) };
}
