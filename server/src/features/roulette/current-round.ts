import { BETTORS_SHOWN_MAX, type CurrentRound, type OwnStakes } from '@karat/contract/roulette';
import type { Sql } from '#db/db.ts';
import type { Env } from '#env.ts';
import { selectBettors, selectColorTotals, selectCurrentRound, selectStakes } from './current-queries.ts';

/** The newest round with its bettors, as all clients see it; undefined before the first. */
export async function readCurrentRound(sql: Sql, settings: Env['roulette']): Promise<CurrentRound | undefined> {
  const { betMax, betsMax, spinMs, pauseMs } = settings;
  const row = await selectCurrentRound(sql);
  if (row === undefined) return undefined;
  const [bettors, totals] = [await selectBettors(sql, row.id, BETTORS_SHOWN_MAX), await selectColorTotals(sql, row.id)];
  return { ...row, spinMs, pauseMs, betMax, betsMax, bettors, totals };
}

const NOTHING: OwnStakes = { red: 0, green: 0, black: 0 };

/** A player's stakes on each colour in a round. */
export async function readOwnStakes(sql: Sql, playerId: number | undefined, roundId: number | undefined) {
  if (playerId === undefined || roundId === undefined) return NOTHING;
  const [stakes = NOTHING] = await selectStakes(sql, roundId, [playerId]);
  const { red, green, black } = stakes;
  return { red, green, black };
}
