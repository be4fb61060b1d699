import { setTimeout as sleep } from 'node:timers/promises';
import { type Bettor, BETTORS_SHOWN_MAX } from '@karat/contract/roulette';
import type { Deps } from '#deps.ts';
import { selectBettors, selectColorTotals } from './current-queries.ts';
import { selectBettingRound } from './queries.ts';

/** At most twice per second, and less often if the totals take long to read. */
const NEWS_MS = 500;
const NEWS_PAUSE_FACTOR = 5;

const textOf = ({ username, playerBet, amount }: Bettor): string => `${username} ${playerBet} ${amount}`;

/**
 * Broadcasts the bets of the open round to the tabs of all processes: new totals, and those of the largest stakes that changed
 * since the last time. Only the leader does so, so that the cost does not depend on the number of bets or processes.
 */
export function createBetNews({ db, live }: Pick<Deps, 'db' | 'live'>) {
  let last = { roundId: 0, bets: 0, bettors: new Set<string>() };

  return async function broadcastBets(): Promise<void> {
    const roundId = await selectBettingRound(db.sql);
    if (roundId === undefined) return;
    if (roundId !== last.roundId) last = { roundId, bets: 0, bettors: new Set() };
    const totals = await selectColorTotals(db.sql, roundId);
    const bets = totals.red.bets + totals.green.bets + totals.black.bets;
    if (bets === last.bets) return;
    const shown = await selectBettors(db.sql, roundId, BETTORS_SHOWN_MAX);
    const bettors = shown.filter((bettor) => !last.bettors.has(textOf(bettor)));
    last = { roundId, bets, bettors: new Set(shown.map(textOf)) };
    live.toAll('ROULETTE_BET', { roundId, bettors, totals });
  };
}

/** Broadcasts bets until stopped. */
export async function broadcastBetNews(deps: Pick<Deps, 'db' | 'live' | 'log'>, signal: AbortSignal): Promise<void> {
  const broadcastBets = createBetNews(deps);
  while (!signal.aborted) {
    const startMs = performance.now();
    await broadcastBets().catch((error: unknown) => deps.log.warn({ err: error }, 'Bet broadcast failed'));
    const tookMs = performance.now() - startMs;
    await sleep(Math.max(NEWS_MS, NEWS_PAUSE_FACTOR * tookMs), undefined, { signal }).catch(() => undefined);
  }
}
