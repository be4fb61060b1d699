import type { CaseItem, WonItem } from '@karat/contract/cases';
import { SETTLE_MS, SPIN_MS, buildStrip, drawWithoutRepeats, randomFrom } from '@karat/rules/strip';
import { STOP_OFFSET_MAX } from '#ui/spin.ts';

export const OPENING_MS = SPIN_MS + SETTLE_MS;

/** What a cell of the strip shows. */
export type Cell = Pick<CaseItem, 'image' | 'itemName' | 'skinName' | 'skinRarity'>;

/** The widest frame shows 4.4 cells on either side of its middle. */
const SIDE_CELLS = 5;
/** The cell in the middle of the frame before a spin; the cells around it are visible at rest. */
export const START_INDEX = SIDE_CELLS;
const LEAD_CELLS = 2 * SIDE_CELLS + 1;
const TAIL_CELLS = SIDE_CELLS;

export type Strip = {
  readonly cells: readonly Cell[];
  /** Index of the reward's cell, lead fillers included. */
  readonly index: number;
  /** Where the spin ends, in cells; settling then centres the cell under the mark. */
  readonly stop: number;
  /** Number of filler cells before the hundred and after them. */
  readonly lead: number;
  readonly tail: number;
};

/** The cells visible at rest, which every spin starts with: the same for the same case and row. */
export function restingCells(items: readonly Cell[], hash: string, row: number): Cell[] {
  return items.length === 0 ? [] : drawWithoutRepeats(items, { count: LEAD_CELLS }, randomFrom(`${hash}:${row}`));
}

/** The resting cells, without the last one if the strip begins with the same item: no frame is wide enough to show it. */
function leadCells(strip: readonly Cell[], resting: readonly Cell[]): readonly Cell[] {
  const hasOthers = resting.some((cell) => cell !== strip[0]);
  return hasOthers && resting.at(-1) === strip[0] ? resting.slice(0, -1) : resting;
}

/** The index of the won item: by its id, or by its name if the id is gone. */
export function wonIndex(items: readonly CaseItem[], reward: WonItem): number {
  const byId = items.findIndex(({ parentItem }) => parentItem === reward.parentItem);
  return byId >= 0 ? byId : items.findIndex((item) => item.market_hash_name === reward.market_hash_name);
}

type Box = { readonly hash: string; readonly items: readonly CaseItem[] };

/** One strip per reward, seeded by the reward's id; undefined if the case no longer contains one of them. */
export function stripsOf({ hash, items }: Box, rewards: readonly WonItem[]): Strip[] | undefined {
  const indexes = rewards.map((reward) => wonIndex(items, reward));
  if (indexes.some((index) => index < 0)) return undefined;
  return rewards.map(({ id }, row) => {
    const random = randomFrom(String(id));
    const { strip, index } = buildStrip(items, indexes[row]!, random);
    const lead = leadCells(strip, restingCells(items, hash, row));
    const at = lead.length + index;
    return {
      cells: [
        ...lead,
        ...strip,
        ...drawWithoutRepeats<Cell>(items, { count: TAIL_CELLS, previous: strip.at(-1) }, random),
      ],
      index: at,
      stop: at + (random() * 2 - 1) * STOP_OFFSET_MAX,
      lead: lead.length,
      tail: TAIL_CELLS,
    };
  });
}
