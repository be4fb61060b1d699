import { BETTORS_SHOWN_MAX, type CurrentRound, type OwnStakes } from '@karat/contract/roulette';
import type { Sql } from '#db/db.ts';
import type { Env } from '#env.ts';
import { selectBettors, selectColorTotals, selectCurrentRound, selectStakes } from './current-queries.ts';

/** Above this, the stakes of an open round are read less often: a round may have stakes of very many players. */
const SLOW_READ_MS = 50;
const PAUSE_FACTOR = 5;

type RoundStakes = Pick<CurrentRound, 'bettors' | 'totals'>;

/** Reads the stakes of a round as all clients see them. Those of a closed round no longer change. */
function createStakesReader(sql: Sql) {
  let last: { readonly roundId: number; readonly untilMs: number; readonly stakes: RoundStakes } | undefined;

  return async ({ id, state }: Pick<CurrentRound, 'id' | 'state'>): Promise<RoundStakes> => {
    const isOpen = state === 'BETTING';
    if (last?.roundId === id && (last.untilMs === Infinity || (isOpen && performance.now() < last.untilMs)))
      return last.stakes;
    const sinceMs = performance.now();
    const stakes = {
      bettors: await selectBettors(sql, id, BETTORS_SHOWN_MAX),
      totals: await selectColorTotals(sql, id),
    };
    const nowMs = performance.now();
    const pauseMs = nowMs - sinceMs > SLOW_READ_MS ? PAUSE_FACTOR * (nowMs - sinceMs) : 0;
    last = { roundId: id, stakes, untilMs: isOpen ? nowMs + pauseMs : Infinity };
    return stakes;
  };
}

/** Reads the newest round with its bettors, as all clients see it; undefined before the first. */
export function createCurrentRoundReader(sql: Sql, settings: Env['roulette']) {
  const { betMax, betsMax, spinMs, pauseMs } = settings;
  const readStakes = createStakesReader(sql);

  return async (): Promise<CurrentRound | undefined> => {
    const row = await selectCurrentRound(sql);
    return row && { ...row, spinMs, pauseMs, betMax, betsMax, ...(await readStakes(row)) };
  };
}

const NOTHING: OwnStakes = { red: 0, green: 0, black: 0 };

/** A player's stakes on each colour in a round. */
export async function readOwnStakes(sql: Sql, playerId: number | undefined, roundId: number | undefined) {
  if (playerId === undefined || roundId === undefined) return NOTHING;
  const [stakes = NOTHING] = await selectStakes(sql, roundId, [playerId]);
  const { red, green, black } = stakes;
  return { red, green, black };
}
