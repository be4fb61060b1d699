import { type RevealedRound, holds, roundNumber, verifyRound } from '@karat/rules/fairness';
import type { Color } from '@karat/rules/roulette';
import type { Tick } from './ticks.ts';

/** A round as shown: without seed and result until betting closes. */
export type ShownRound = Omit<RevealedRound, 'seed' | 'winnerNumber' | 'winnerColor'> & {
  readonly seed: string | null;
  readonly winnerNumber: number | null;
  readonly winnerColor: Color | null;
};

const ROUND_TICK_NAMES = ['seed', 'number', 'color'] as const;
export type RoundTickName = (typeof ROUND_TICK_NAMES)[number];

/** The input that a failed check of a round points at. */
export type RoundDoubt = 'seed' | 'hash' | 'inputs' | 'winnerNumber' | 'winnerColor' | 'numberOrColor';

export type RoundTick = Tick<RoundTickName, RoundDoubt>;

export type CheckedRound = {
  readonly ticks: readonly RoundTick[];
  /** The number that the inputs yield; undefined while the seed is secret, or if the inputs are unreadable. */
  readonly drawnNumber: number | undefined;
};

/** The three checks of a round, computed locally. Without the seed they all wait. */
export function checkRound(round: ShownRound): CheckedRound {
  const { seed, winnerNumber, winnerColor } = round;
  if (seed === null) {
    return { ticks: ROUND_TICK_NAMES.map((name) => ({ name, state: 'waiting' })), drawnNumber: undefined };
  }
  // A seed without its number or colour means tampering: nothing matches a missing value.
  const shown = { ...round, seed, winnerNumber: winnerNumber ?? Number.NaN, winnerColor: winnerColor as Color };
  const verdict = verifyRound(shown);
  const isRight: Rights = {
    seed: verdict.isSeedCommitted,
    number: verdict.isNumberRight,
    color: verdict.isColorRight,
  };
  return {
    ticks: ROUND_TICK_NAMES.map((name) =>
      isRight[name] ? { name, state: 'right' } : { name, state: 'wrong', doubt: doubts[name](isRight) },
    ),
    drawnNumber: holds(() => roundNumber(shown) >= 0) ? roundNumber(shown) : undefined,
  };
}

type Rights = Readonly<Record<RoundTickName, boolean>>;

// Each input affects several checks: the combination of failures tells which input was changed.
const doubts: Readonly<Record<RoundTickName, (isRight: Rights) => RoundDoubt>> = {
  seed: ({ number }) => (number ? 'hash' : 'seed'),
  number: ({ seed, color }) => {
    if (!seed) return 'seed';
    return color ? 'inputs' : 'winnerNumber';
  },
  color: ({ seed, number }) => {
    if (number) return 'winnerColor';
    return seed ? 'winnerNumber' : 'numberOrColor';
  },
};
