import { LIMIT_KINDS, LIMIT_PERIODS, type PlayLimit, type SaferPlay } from '@karat/contract/safer-play';

type Choice = Partial<Omit<PlayLimit, 'kind' | 'period'>>;

/** All six limits, unset except for the given ones. */
export function exampleLimits(
  chosen: Readonly<Partial<Record<`${PlayLimit['kind']} ${PlayLimit['period']}`, Choice>>> = {},
) {
  return LIMIT_KINDS.flatMap((kind) =>
    LIMIT_PERIODS.map((period): PlayLimit => {
      return { kind, period, allowed: null, used: 0, pending: null, ...chosen[`${kind} ${period}`] };
    }),
  );
}

/** The safer play data of a player who has set nothing, with the given changes. */
export function exampleSaferPlay(overrides: Partial<SaferPlay> = {}): SaferPlay {
  return {
    limits: exampleLimits(),
    realityCheck: { minutes: 0, playingSince: null, dueAt: null },
    breakUntil: null,
    excludedUntil: null,
    flows: [
      { days: 7, deposited: 5_000, withdrawn: 1_200, wagered: 12_500, net: -2_250 },
      { days: 30, deposited: 8_000, withdrawn: 1_200, wagered: 40_000, net: 3_100 },
      { days: 90, deposited: 9_000, withdrawn: 1_200, wagered: 60_000, net: 0 },
      { days: null, deposited: 10_000, withdrawn: 2_400, wagered: 1_250_000, net: -90_000 },
    ],
    ...overrides,
  };
}
