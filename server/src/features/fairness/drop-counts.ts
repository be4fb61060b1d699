import { REVEAL_MS } from '@karat/rules/strip';
import { createBoundedMap } from '#bounded-map.ts';
import { createCachedReading } from '#cached-reading.ts';
import type { Sql } from '#db/db.ts';
import { countDrops, type DropCount, selectIdBefore } from './odds-queries.ts';

/** Ids are assigned before the commit, so a row may appear below an existing one, but never this late. */
const SETTLED_AFTER_SECONDS = 60;
/** Ids counted per statement, well within its timeout. */
const RANGE_IDS = 100_000;
/** Rows that a deep page may have to skip. */
const BLOCK_ROWS = 100_000;
const CASES_COUNTED_MAX = 1_000;
const FRESH_MS = 2_000;

/** Wins by version, then by item. */
export type Wins = ReadonlyMap<number, ReadonlyMap<number, number>>;

/** The newest opening whose result is public: its reveal animation has ended. */
export function lastRevealedId(sql: Sql): Promise<number> {
  return selectIdBefore(sql, REVEAL_MS / 1_000);
}

/** The recent counts of a case, without unrevealed openings. */
export type CountedDrops = {
  readonly openings: number;
  readonly wins: Wins;
  /** The first row of a page, so that a deep page does not have to skip everything newer. */
  positionOf(offset: number): { upTo: number; offset: number };
};

export type DropCounts = { of(caseId: number): Promise<CountedDrops> };

/** The number of openings up to an id, after the previous block. */
type Block = { upTo: number; rows: number };

/** Counts of openings that can no longer change. */
type SettledCounts = { countedTo: number; readonly wins: Map<number, Map<number, number>>; readonly blocks: Block[] };

const newSettledCounts = (): SettledCounts => ({ countedTo: 0, wins: new Map(), blocks: [] });

const rowsOf = (counts: readonly DropCount[]): number => counts.reduce((sum, { count }) => sum + count, 0);

function addWins(wins: Map<number, Map<number, number>>, counts: readonly DropCount[]): void {
  for (const { versionId, itemId, count } of counts) {
    const ofVersion = wins.get(versionId) ?? new Map<number, number>();
    wins.set(versionId, ofVersion.set(itemId, (ofVersion.get(itemId) ?? 0) + count));
  }
}

function addBlock({ blocks }: SettledCounts, upTo: number, rows: number): void {
  const last = blocks.at(-1);
  if (last === undefined || last.rows + rows > BLOCK_ROWS) blocks.push({ upTo, rows });
  else Object.assign(last, { upTo, rows: last.rows + rows });
}

/** Continues counting in steps that each leave the counts consistent, so a failed step can be retried. */
async function countSettled(sql: Sql, caseId: number, tally: SettledCounts, upTo: number): Promise<void> {
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
  const tally = newSettledCounts();
  await countSettled(sql, caseId, tally, upTo);
  return tally.wins;
}

/** `tail` is the newest block. */
function findPosition(blocks: readonly Block[], tail: Block, offset: number): { upTo: number; offset: number } {
  let remainingRows = offset;
  for (const { upTo, rows } of [...blocks, tail].toReversed()) {
    if (remainingRows < rows) return { upTo, offset: remainingRows };
    remainingRows -= rows;
  }
  return { upTo: 0, offset: 0 };
}

async function count(sql: Sql, caseId: number, tally: SettledCounts): Promise<CountedDrops> {
  await countSettled(sql, caseId, tally, await selectIdBefore(sql, SETTLED_AFTER_SECONDS));
  const upTo = await lastRevealedId(sql);
  const tail = await countDrops(sql, { caseId, after: tally.countedTo, upTo });
  const wins = new Map([...tally.wins].map(([versionId, ofVersion]) => [versionId, new Map(ofVersion)]));
  addWins(wins, tail);
  const blocks = tally.blocks.map((block) => ({ ...block }));
  const tailRows = rowsOf(tail);
  return {
    openings: blocks.reduce((sum, { rows }) => sum + rows, tailRows),
    wins,
    positionOf: (offset) => findPosition(blocks, { upTo, rows: tailRows }, offset),
  };
}

/**
 * Counts how often each item dropped. Old openings never change and are counted once. Only those of the last minute are counted again,
 * when the cached count has expired.
 */
export function createDropCounts(sql: Sql, { freshMs = FRESH_MS }: { freshMs?: number } = {}): DropCounts {
  const tallies = createBoundedMap<number, SettledCounts>(CASES_COUNTED_MAX);

  function countCase(caseId: number): Promise<CountedDrops> {
    const tally = tallies.get(caseId) ?? newSettledCounts();
    tallies.set(caseId, tally);
    return count(sql, caseId, tally);
  }

  // Shared while in progress: two concurrent counts would add the same openings twice.
  return { of: createCachedReading(countCase, { freshMs, keysMax: CASES_COUNTED_MAX }) };
}
