import type { CaseItem, WonItem } from '@karat/contract/cases';
import { SETTLE_MS, SPIN_MS, buildStrip, randomFrom } from '@karat/rules/strip';

export const OPENING_MS = SPIN_MS + SETTLE_MS;
export const SPIN_EASING = 'cubic-bezier(.08,.62,.08,1)';

/** What a cell of the strip shows. */
export type Cell = Pick<CaseItem, 'image' | 'itemName' | 'skinName' | 'skinRarity'>;

/** The widest frame shows 4.4 cells on either side of its middle. */
const SIDE_CELLS = 5;
/** Where the middle of the frame stands before a spin: the cells around it are what the frame shows at rest. */
export const START_INDEX = SIDE_CELLS;
const LEAD_CELLS = 2 * SIDE_CELLS + 1;
const TAIL_CELLS = SIDE_CELLS;
/** How far from its middle a cell may stop under the mark; where, means nothing. */
const STOP_OFFSET_MAX = 0.4;

export type Strip = {
  readonly cells: readonly Cell[];
  /** The reward's cell, counted with the fillers before it. */
  readonly index: number;
  /** Where the spin ends, in cells; the settle brings the cell's middle under the mark. */
  readonly stop: number;
  /** How many fillers stand before the hundred and after them. */
  readonly lead: number;
  readonly tail: number;
};

function picked<Item>(items: readonly Item[], count: number, random: () => number): Item[] {
  return Array.from({ length: count }, () => items[Math.floor(random() * items.length)]!);
}

/** What a frame shows at rest, and the way into every spin: the same for the same case, frame by frame. */
export function restingCells(items: readonly Cell[], hash: string, row: number): Cell[] {
  return items.length === 0 ? [] : picked(items, LEAD_CELLS, randomFrom(`${hash}:${row}`));
}

/** The item of a case that was won: by its id, and should that be gone, by its name. */
export function wonIndex(items: readonly CaseItem[], reward: WonItem): number {
  const byId = items.findIndex(({ parentItem }) => parentItem === reward.parentItem);
  return byId >= 0 ? byId : items.findIndex((item) => item.market_hash_name === reward.market_hash_name);
}

type Box = { readonly hash: string; readonly items: readonly CaseItem[] };

/** A strip for each reward, each seeded by its own id; undefined if one of them is not in the case any more. */
export function stripsOf({ hash, items }: Box, rewards: readonly WonItem[]): Strip[] | undefined {
  const indexes = rewards.map((reward) => wonIndex(items, reward));
  if (indexes.some((index) => index < 0)) return undefined;
  return rewards.map(({ id }, row) => {
    const random = randomFrom(String(id));
    const { strip, index } = buildStrip(items, indexes[row]!, random);
    const lead = restingCells(items, hash, row);
    const at = lead.length + index;
    return {
      cells: [...lead, ...strip, ...picked(items, TAIL_CELLS, random)],
      index: at,
      stop: at + (random() * 2 - 1) * STOP_OFFSET_MAX,
      lead: lead.length,
      tail: TAIL_CELLS,
    };
  });
}

const bezier = (t: number, one: number, two: number): number =>
  3 * (1 - t) ** 2 * t * one + 3 * (1 - t) * t ** 2 * two + t ** 3;

/** The time, 0 to 1, at which the spin has come this far, 0 to 1. */
function timeOfProgress(progress: number): number {
  let [low, high] = [0, 1];
  for (let step = 0; step < 24; step++) {
    const middle = (low + high) / 2;
    if (bezier(middle, 0.62, 1) < progress) low = middle;
    else high = middle;
  }
  return bezier(low, 0.08, 0.08);
}

/** More a second would be a buzz. */
const TICKS_A_SECOND_MAX = 25;

/** When the edges of cells pass under the mark, in milliseconds from the start, no closer than the ear can follow. */
export function tickTimesMs({ stop }: Pick<Strip, 'stop'>): number[] {
  const times: number[] = [];
  const way = stop - START_INDEX;
  for (let edge = START_INDEX + 0.5; edge < stop; edge++) {
    const timeMs = timeOfProgress((edge - START_INDEX) / way) * SPIN_MS;
    if (timeMs - (times.at(-1) ?? -SPIN_MS) >= 1_000 / TICKS_A_SECOND_MAX) times.push(timeMs);
  }
  return times;
}
