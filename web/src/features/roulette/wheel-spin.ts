import type { CurrentRound, Round } from '@karat/contract/roulette';
import { NUMBERS_TOTAL, WHEEL } from '@karat/rules/roulette';
import { SETTLE_MS, randomFrom } from '@karat/rules/strip';
import { FADE_MS, SETTLE_EASING, SPIN_EASING, STOP_OFFSET_MAX } from '#ui/spin.ts';

/** Full turns of the wheel before it reaches a number. */
const TURNS = 5;
/** The resting tile before a spin: one full turn in, so that the widest frame is filled on the left too. */
const FIRST_TURN = NUMBERS_TOTAL;

/** The numbers of all turns in the order they pass the marker, and one more turn for the right half of the frame. */
export const TILES: readonly number[] = Array.from({ length: TURNS + 4 }, () => WHEEL).flat();

/** The tile on which the wheel rests for a number, counted from the left. */
export const restingTile = (number: number): number => FIRST_TURN + WHEEL.indexOf(number as (typeof WHEEL)[number]);

export type Spin = {
  readonly from: number;
  /** The offset within the tile at which the wheel stops. Cosmetic, and the same for all players. */
  readonly stop: number;
  /** The winning tile. */
  readonly to: number;
  readonly spinMs: number;
};

type Drawn = { readonly previous: number; readonly number: number; readonly roundId: number; readonly spinMs: number };

/** The path of the wheel. It depends only on the round, so all screens show the same, also after a reload. */
export function spinOf({ previous, number, roundId, spinMs }: Drawn): Spin {
  const from = restingTile(previous);
  const ahead = (restingTile(number) - from + NUMBERS_TOTAL) % NUMBERS_TOTAL;
  const to = from + TURNS * NUMBERS_TOTAL + ahead;
  const offset = (randomFrom(`roulette:${roundId}`)() * 2 - 1) * STOP_OFFSET_MAX;
  return { from, to, stop: to + offset, spinMs };
}

/** Duration from the first movement until the number is centred. */
export const totalSpinMs = ({ spinMs }: Pick<Spin, 'spinMs'>): number => spinMs + SETTLE_MS;

const translateTo = (tiles: number): string => `translateX(calc(var(--cell-step) * ${-tiles} - var(--cell) / 2))`;

/** Centres a tile under the marker at any tile width. */
export const tileTransform = (tiles: number) => ({ transform: translateTo(tiles) });

/** The full spin. Widths stay CSS variables, so that a new window width changes only the pixels. */
export function spinKeyframes(spin: Spin): Keyframe[] {
  const { from, stop, to, spinMs } = spin;
  return [
    { ...tileTransform(from), easing: SPIN_EASING },
    { ...tileTransform(stop), offset: spinMs / totalSpinMs(spin), easing: SETTLE_EASING },
    tileTransform(to),
  ];
}

/** Fades to the final number without movement, for reduced motion. */
export function fadeKeyframes(spin: Spin): Keyframe[] {
  const { from, to, spinMs } = spin;
  const [end, wholeMs] = [spinMs / totalSpinMs(spin), totalSpinMs(spin)];
  return [
    { ...tileTransform(from), opacity: 1 },
    { ...tileTransform(from), opacity: 1, offset: Math.max(0, spinMs - FADE_MS) / wholeMs },
    { ...tileTransform(from), opacity: 0, offset: end },
    { ...tileTransform(to), opacity: 0, offset: end },
    { ...tileTransform(to), opacity: 1, offset: (spinMs + FADE_MS) / wholeMs },
    { ...tileTransform(to), opacity: 1 },
  ];
}

/** The number before this round; 0, the middle of the wheel, if there was none. */
export function numberBefore(round: Pick<CurrentRound, 'id'>, lastRounds: readonly Round[]): number {
  return lastRounds.find(({ id, winnerNumber }) => id < round.id && winnerNumber !== null)?.winnerNumber ?? 0;
}
