import type { CurrentRound, Round } from '@karat/contract/roulette';
import { NUMBERS_TOTAL, WHEEL } from '@karat/rules/roulette';
import { SETTLE_MS, randomFrom } from '@karat/rules/strip';
import { FADE_MS, SETTLE_EASING, SPIN_EASING, STOP_OFFSET_MAX } from '#ui/spin.ts';

/** Whole turns of the wheel on its way to a number. */
const TURNS = 5;
/** Where the wheel stands before a spin: a whole turn in, so that the widest frame is filled to its left as well. */
const FIRST_TURN = NUMBERS_TOTAL;

/** The numbers of all turns side by side, as they pass under the mark, and a turn more for the frame's right half. */
export const TILES: readonly number[] = Array.from({ length: TURNS + 4 }, () => WHEEL).flat();

/** Where the wheel stands after a number, in tiles from the left. */
export const restingPlace = (number: number): number => FIRST_TURN + WHEEL.indexOf(number as (typeof WHEEL)[number]);

export type Spin = {
  readonly from: number;
  /** Where in the tile it stops; it means nothing, and is the same for everybody. */
  readonly stop: number;
  /** The tile itself. */
  readonly to: number;
  readonly spinMs: number;
};

type Drawn = { readonly previous: number; readonly number: number; readonly roundId: number; readonly spinMs: number };

/** The way of the wheel in a round. It depends on nothing but the round, so all screens show the same, a reload too. */
export function spinOf({ previous, number, roundId, spinMs }: Drawn): Spin {
  const from = restingPlace(previous);
  const ahead = (restingPlace(number) - from + NUMBERS_TOTAL) % NUMBERS_TOTAL;
  const to = from + TURNS * NUMBERS_TOTAL + ahead;
  const offset = (randomFrom(`roulette:${roundId}`)() * 2 - 1) * STOP_OFFSET_MAX;
  return { from, to, stop: to + offset, spinMs };
}

/** From the first move until the number stands in the middle. */
export const wholeSpinMs = ({ spinMs }: Pick<Spin, 'spinMs'>): number => spinMs + SETTLE_MS;

const placed = (tiles: number): string => `translateX(calc(var(--cell-step) * ${-tiles} - var(--cell) / 2))`;

/** The middle of a tile under the mark, whatever the width of tiles is at the moment. */
export const standing = (tiles: number) => ({ transform: placed(tiles) });

/** The whole way. Widths stay variables, so that another width of the window changes nothing but the pixels. */
export function travelOf(spin: Spin): Keyframe[] {
  const { from, stop, to, spinMs } = spin;
  return [
    { ...standing(from), easing: SPIN_EASING },
    { ...standing(stop), offset: spinMs / wholeSpinMs(spin), easing: SETTLE_EASING },
    standing(to),
  ];
}

/** No way, only the number at its end: for those who asked for less motion. */
export function crossFadeOf(spin: Spin): Keyframe[] {
  const { from, to, spinMs } = spin;
  const [end, wholeMs] = [spinMs / wholeSpinMs(spin), wholeSpinMs(spin)];
  return [
    { ...standing(from), opacity: 1 },
    { ...standing(from), opacity: 1, offset: Math.max(0, spinMs - FADE_MS) / wholeMs },
    { ...standing(from), opacity: 0, offset: end },
    { ...standing(to), opacity: 0, offset: end },
    { ...standing(to), opacity: 1, offset: (spinMs + FADE_MS) / wholeMs },
    { ...standing(to), opacity: 1 },
  ];
}

/** The number that the wheel stood on before this round; the middle of the wheel where there was none. */
export function numberBefore(round: Pick<CurrentRound, 'id'>, lastRounds: readonly Round[]): number {
  return lastRounds.find(({ id, winnerNumber }) => id < round.id && winnerNumber !== null)?.winnerNumber ?? 0;
}
