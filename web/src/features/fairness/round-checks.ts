import { type RevealedRound, passes, roundNumber, verifyRound } from '@karat/rules/fairness';
import type { Color } from '@karat/rules/roulette';
import type { ProofCheck } from './roll-checks.ts';

/** A round as shown: without seed and result until betting closes. */
export type ShownRound = Omit<RevealedRound, 'seed' | 'winnerNumber' | 'winnerColor'> & {
  readonly seed: string | null;
  readonly winnerNumber: number | null;
  readonly winnerColor: Color | null;
};

const ROUND_CHECK_NAMES = ['seed', 'number', 'color'] as const;
export type RoundCheckName = (typeof ROUND_CHECK_NAMES)[number];

/** The input that a failed check of a round points at. */
export type RoundSuspect = 'seed' | 'hash' | 'inputs' | 'winnerNumber' | 'winnerColor' | 'numberOrColor';

export type RoundCheck = ProofCheck<RoundCheckName, RoundSuspect>;

export type CheckedRound = {
  readonly checks: readonly RoundCheck[];
  /** The number that the inputs yield; undefined while the seed is secret, or if the inputs are unreadable. */
  readonly drawnNumber: number | undefined;
};

/** The three checks of a round, computed locally. Without the seed they all wait. */
export function checkRound(round: ShownRound): CheckedRound {
  const { seed, winnerNumber, winnerColor } = round;
  if (seed === null) {
    return { checks: ROUND_CHECK_NAMES.map((name) => ({ name, state: 'waiting' })), drawnNumber: undefined };
  }
  // A seed without its number or colour means tampering, because nothing matches a missing value.
  const shown = { ...round, seed, winnerNumber: winnerNumber ?? Number.NaN, winnerColor: winnerColor as Color };
  const verdict = verifyRound(shown);
  const isRight: CheckResults = {
    seed: verdict.isSeedCommitted,
    number: verdict.isNumberRight,
    color: verdict.isColorRight,
  };
  return {
    checks: ROUND_CHECK_NAMES.map((name) =>
      isRight[name] ? { name, state: 'right' } : { name, state: 'wrong', suspect: suspects[name](isRight) },
    ),
    drawnNumber: passes(() => roundNumber(shown) >= 0) ? roundNumber(shown) : undefined,
  };
}

type CheckResults = Readonly<Record<RoundCheckName, boolean>>;

// Each input affects several checks, so the combination of failures tells which input was changed.
const suspects: Readonly<Record<RoundCheckName, (isRight: CheckResults) => RoundSuspect>> = {
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
