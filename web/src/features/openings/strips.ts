import type { CaseItem, WonItem } from '@karat/contract/cases';
import { SETTLE_MS, SPIN_MS, buildStrip, drawWithoutRepeats, randomFrom } from '@karat/rules/strip';
import { STOP_OFFSET_MAX } from '#ui/spin.ts';

export const OPENING_MS = SPIN_MS + SETTLE_MS;

/** The fields that a cell of the strip shows. */
export type Cell = Pick<CaseItem, 'image' | 'itemName' | 'skinName' | 'skinRarity'>;

/** The widest frame shows 4.4 cells on either side of its middle. */
const SIDE_CELLS = 5;
/** The cell in the middle of the frame before a spin. The cells around it are visible while the crate opens. */
export const START_INDEX = SIDE_CELLS;
const LEAD_CELLS = 2 * SIDE_CELLS + 1;
const TAIL_CELLS = SIDE_CELLS;

export type Strip = {
  readonly cells: readonly Cell[];
  /** Index of the reward's cell, lead fillers included. */
  readonly index: number;
  /** The position at which the spin ends, in cells. Settling then centres the cell under the marker. */
  readonly stop: number;
  /** Number of filler cells before the hundred and after them. */
  readonly lead: number;
  readonly tail: number;
};

/** Draws the cells with which every spin starts: the same for the same case and row. */
function firstCells(items: readonly Cell[], hash: string, row: number): Cell[] {
  return items.length === 0 ? [] : drawWithoutRepeats(items, { count: LEAD_CELLS }, randomFrom(`${hash}:${row}`));
}

/** The first cells, without the last one if the strip begins with the same item, because no frame is wide enough to show it. */
function leadCells(strip: readonly Cell[], first: readonly Cell[]): readonly Cell[] {
  const hasOthers = first.some((cell) => cell !== strip[0]);
  return hasOthers && first.at(-1) === strip[0] ? first.slice(0, -1) : first;
}

/** The index of the won item: by its id, or by its name if the id is gone. */
export function wonIndex(items: readonly CaseItem[], reward: WonItem): number {
  const byId = items.findIndex(({ parentItem }) => parentItem === reward.parentItem);
  return byId >= 0 ? byId : items.findIndex((item) => item.market_hash_name === reward.market_hash_name);
}

type CaseContents = { readonly hash: string; readonly items: readonly CaseItem[] };

/** One strip per reward, seeded by the reward's id; undefined if the case no longer contains one of them. */
export function buildStrips({ hash, items }: CaseContents, rewards: readonly WonItem[]): Strip[] | undefined {
  const indexes = rewards.map((reward) => wonIndex(items, reward));
  if (indexes.some((index) => index < 0)) return undefined;
  return rewards.map(({ id }, row) => {
    const random = randomFrom(String(id));
    const { strip, index } = buildStrip(items, indexes[row]!, random);
    const lead = leadCells(strip, firstCells(items, hash, row));
    const position = lead.length + index;
    return {
      cells: [
        ...lead,
        ...strip,
        ...drawWithoutRepeats<Cell>(items, { count: TAIL_CELLS, previous: strip.at(-1) }, random),
      ],
      index: position,
      stop: position + (random() * 2 - 1) * STOP_OFFSET_MAX,
      lead: lead.length,
      tail: TAIL_CELLS,
    };
  });
}
