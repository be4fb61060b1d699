import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Lease, LeaseLost } from '#db/lease.ts';
import type { Deps } from '#deps.ts';
import { notifyStaff } from '#features/notifications/notifications.ts';
import { CHAIN_LENGTH, createChains } from './chains.ts';
import { broadcastBetNews } from './bet-news.ts';
import { selectLastRound } from './queries.ts';
import { deleteOldStakes } from './settlement-queries.ts';
import { createTransitions, type RoundDeps } from './transitions.ts';

/** A failed transition is retried, which is safe because the database always has the round's current state. */
const RETRY_MS = 250;
const FAILURES_PER_LOG = 20;
/** About ten seconds of retries, longer than a restart of the database takes. */
const FAILURES_BEFORE_NOTICE = 40;

/** Stakes are deleted in steps, each well below the statement timeout. */
const STAKES_DELETED_MAX = 10_000;

/** Remaining time of an interval that began `sinceMs` ago. Capped, so that a changed database clock cannot prolong it. */
function remainingMs(stretchMs: number, sinceMs: number): number {
  return Math.min(stretchMs, Math.max(0, stretchMs - sinceMs));
}

/** How often a switched-off game looks whether it may begin the next round. */
const SWITCHED_OFF_MS = 250;

/** Bets are safe in a stalled round, but staff should investigate. */
function notifyStalled({ db, live }: RoundDeps): Promise<void> {
  return db.transaction((tx) => notifyStaff(tx, live, { key: 'roulette.stalled', parameters: {} }));
}

/** The stakes of the last round remain: clients see it until the next one begins. */
async function deleteStakesBefore({ db }: RoundDeps, roundId: number): Promise<void> {
  let deleted;
  do deleted = await deleteOldStakes(db.sql, roundId, STAKES_DELETED_MAX);
  while (deleted === STAKES_DELETED_MAX);
}

type LeaderOptions = { readonly signal: AbortSignal; readonly lease: Lease; readonly chainLength?: number };

/**
 * Plays rounds while this process is the leader. Reads the round's state from the database before each transition, so that a new
 * leader continues where the last one stopped. Waits are measured with a monotonic clock.
 */
export async function rouletteLoop(
  deps: RoundDeps & Pick<Deps, 'switches'>,
  { signal: stopping, lease, chainLength = CHAIN_LENGTH }: LeaderOptions,
): Promise<void> {
  const leading = new AbortController();
  const signal = AbortSignal.any([stopping, leading.signal]);
  const { db, log, env } = deps;
  const { bettingMs, spinMs, pauseMs } = env.roulette;
  const transitions = createTransitions(deps, lease, createChains(deps, lease, chainLength, signal));
  const wait = (ms: number) => sleep(ms, undefined, { signal });

  /** While roulette is off or the site in maintenance, the last round is settled and no other begins. */
  async function openIfOn(): Promise<void> {
    if (await deps.switches.isPlayable('roulette')) return transitions.open();
    return wait(SWITCHED_OFF_MS);
  }

  async function advance(): Promise<void> {
    const round = await selectLastRound(db.sql);
    if (round === undefined) return openIfOn();
    if (round.state === 'BETTING') {
      await wait(remainingMs(bettingMs, round.sinceOpenedMs));
      return transitions.close(round);
    }
    if (round.state === 'ROLLING') {
      if (round.sinceDrawnMs === null) return transitions.draw(round);
      await wait(remainingMs(spinMs, round.sinceDrawnMs));
      return transitions.settle(round);
    }
    if (round.state === 'SETTLING') return transitions.settle(round);
    await deleteStakesBefore(deps, round.id);
    assert(round.sinceEndedMs !== null, `round ${round.id} has ended at no time`);
    await wait(remainingMs(pauseMs, round.sinceEndedMs));
    return openIfOn();
  }

  let failures = 0;
  const news = broadcastBetNews(deps, signal);
  while (!signal.aborted) {
    try {
      await advance();
      failures = 0;
    } catch (error) {
      if (signal.aborted || error instanceof LeaseLost) break;
      if (failures++ % FAILURES_PER_LOG === 0) log.error({ err: error, failures }, 'Roulette round transition failed');
      if (failures === FAILURES_BEFORE_NOTICE) await notifyStalled(deps).catch(() => undefined);
      await wait(RETRY_MS).catch(() => undefined);
    }
  }
  leading.abort();
  await news;
}
