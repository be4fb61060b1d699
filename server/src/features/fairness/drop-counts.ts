import { REVEAL_MS } from '@karat/rules/strip';
import { createBoundedMap } from '#bounded-map.ts';
import { createCachedReading } from '#cached-reading.ts';
import type { Sql } from '#db/db.ts';
import { countDrops, type DropCount, selectIdBefore } from './odds-queries.ts';

/** Ids are given before the commit: one may appear below another that is there already, but never this late. */
const SETTLED_AFTER_SECONDS = 60;
/** Ids counted by one statement, well within its deadline. */
const RANGE_IDS = 100_000;
/** Rows that a deep page may have to step over. */
const BLOCK_ROWS = 100_000;
const CASES_COUNTED_MAX = 1_000;
const FRESH_MS = 2_000;

/** Wins by item, by version. */
export type Wins = ReadonlyMap<number, ReadonlyMap<number, number>>;

/** The newest opening whose result others may know: its strip has stopped. */
export function lastRevealedId(sql: Sql): Promise<number> {
  return selectIdBefore(sql, REVEAL_MS / 1_000);
}

/** The openings of a case as they were counted a moment ago, without those that are not revealed yet. */
export type CountedDrops = {
  readonly openings: number;
  readonly wins: Wins;
  /** Where to begin so that a page deep in the past is not reached by stepping over everything newer. */
  placeOf(offset: number): { upTo: number; offset: number };
};

export type DropCounts = { of(caseId: number): Promise<CountedDrops> };

/** Openings up to an id, those of the block before it left out. */
type Block = { upTo: number; rows: number };

/** What was counted once and cannot change any more. */
type Tally = { countedTo: number; readonly wins: Map<number, Map<number, number>>; readonly blocks: Block[] };

const newTally = (): Tally => ({ countedTo: 0, wins: new Map(), blocks: [] });

const rowsOf = (counts: readonly DropCount[]): number => counts.reduce((sum, { count }) => sum + count, 0);

function addWins(wins: Map<number, Map<number, number>>, counts: readonly DropCount[]): void {
  for (const { versionId, itemId, count } of counts) {
    const ofVersion = wins.get(versionId) ?? new Map<number, number>();
    wins.set(versionId, ofVersion.set(itemId, (ofVersion.get(itemId) ?? 0) + count));
  }
}

function addBlock({ blocks }: Tally, upTo: number, rows: number): void {
  const last = blocks.at(-1);
  if (last === undefined || last.rows + rows > BLOCK_ROWS) blocks.push({ upTo, rows });
  else Object.assign(last, { upTo, rows: last.rows + rows });
}

/** Counts on from where it stopped, in steps that each leave the tally whole: one that fails is tried again. */
async function countOn(sql: Sql, caseId: number, tally: Tally, upTo: number): Promise<void> {
  while (tally.countedTo < upTo) {
    const range = { caseId, after: tally.countedTo, upTo: Math.min(tally.countedTo + RANGE_IDS, upTo) };
    const counts = await countDrops(sql, range);
    addWins(tally.wins, counts);
    addBlock(tally, range.upTo, rowsOf(counts));
    tally.countedTo = range.upTo;
  }
}

/** Wins among the openings up to an id. */
export async function countUpTo(sql: Sql, caseId: number, upTo: number): Promise<Wins> {
  const tally = newTally();
  await countOn(sql, caseId, tally, upTo);
  return tally.wins;
}

/** The tail is the newest block. */
function placeIn(blocks: readonly Block[], tail: Block, offset: number): { upTo: number; offset: number } {
  let left = offset;
  for (const { upTo, rows } of [...blocks, tail].toReversed()) {
    if (left < rows) return { upTo, offset: left };
    left -= rows;
  }
  return { upTo: 0, offset: 0 };
}

async function count(sql: Sql, caseId: number, tally: Tally): Promise<CountedDrops> {
  await countOn(sql, caseId, tally, await selectIdBefore(sql, SETTLED_AFTER_SECONDS));
  const upTo = await lastRevealedId(sql);
  const tail = await countDrops(sql, { caseId, after: tally.countedTo, upTo });
  const wins = new Map([...tally.wins].map(([versionId, ofVersion]) => [versionId, new Map(ofVersion)]));
  addWins(wins, tail);
  const blocks = tally.blocks.map((block) => ({ ...block }));
  const tailRows = rowsOf(tail);
  return {
    openings: blocks.reduce((sum, { rows }) => sum + rows, tailRows),
    wins,
    placeOf: (offset) => placeIn(blocks, { upTo, rows: tailRows }, offset),
  };
}

/**
 * How often everything dropped. Old openings never change, so they are counted once; only those of the last minute are
 * counted anew, and that only when the last count is no longer fresh.
 */
export function createDropCounts(sql: Sql, { freshMs = FRESH_MS }: { freshMs?: number } = {}): DropCounts {
  const tallies = createBoundedMap<number, Tally>(CASES_COUNTED_MAX);

  function countCase(caseId: number): Promise<CountedDrops> {
    const tally = tallies.get(caseId) ?? newTally();
    tallies.set(caseId, tally);
    return count(sql, caseId, tally);
  }

  // Shared while in progress: two counts at once would add the same openings to one tally twice.
  return { of: createCachedReading(countCase, { freshMs, keysMax: CASES_COUNTED_MAX }) };
}
