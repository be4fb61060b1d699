import { type RevealedRound, passes, roundNumber, verifyRound } from '@karat/rules/fairness';
import type { Color } from '@karat/rules/roulette';
import type { Tick } from './ticks.ts';

/** A round as it is shown: without its seed and what that draws until its bets are closed. */
export type ShownRound = Omit<RevealedRound, 'seed' | 'winnerNumber' | 'winnerColor'> & {
  readonly seed: string | null;
  readonly winnerNumber: number | null;
  readonly winnerColor: Color | null;
};

const ROUND_TICK_NAMES = ['seed', 'number', 'color'] as const;
export type RoundTickName = (typeof ROUND_TICK_NAMES)[number];

/** An input that a failed tick of a round points at. */
export type RoundDoubt = 'seed' | 'hash' | 'inputs' | 'winnerNumber' | 'winnerColor' | 'numberOrColor';

export type RoundTick = Tick<RoundTickName, RoundDoubt>;

export type CheckedRound = {
  readonly ticks: readonly RoundTick[];
  /** What the inputs draw; undefined while the seed is a secret, or where they cannot be read. */
  readonly drawnNumber: number | undefined;
};

/** The three ticks of a round, worked out here and now. Without the seed they all wait for it. */
export function checkRound(round: ShownRound): CheckedRound {
  const { seed, winnerNumber, winnerColor } = round;
  if (seed === null) {
    return { ticks: ROUND_TICK_NAMES.map((name) => ({ name, state: 'waiting' })), drawnNumber: undefined };
  }
  // A seed without its number or colour is a round that was tampered with: nothing fits what is missing.
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
    drawnNumber: passes(() => roundNumber(shown) >= 0) ? roundNumber(shown) : undefined,
  };
}

type Rights = Readonly<Record<RoundTickName, boolean>>;

// Each input takes part in several ticks: which of them fail together tells which input was changed.
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
