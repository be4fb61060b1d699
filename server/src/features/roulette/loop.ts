import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Lease, LeaseLost } from '#db/lease.ts';
import { notifyStaff } from '#features/notifications/notifications.ts';
import { CHAIN_LENGTH, createChains } from './chains.ts';
import { selectLastRound } from './queries.ts';
import { createSteps, type RoundDeps } from './steps.ts';

/** A step that failed is tried again: whatever it was, the round is where the store says it is. */
const RETRY_MS = 250;
const FAILURES_A_LOG_LINE = 20;
/** Some ten seconds of it: longer than a store is away when it starts anew. */
const FAILURES_TO_TELL = 40;

/** How long to wait yet of a stretch that began some time ago. A store whose clock was turned cannot make it longer. */
function restOf(stretchMs: number, sinceMs: number): number {
  return Math.min(stretchMs, Math.max(0, stretchMs - sinceMs));
}

/** Bets are safe in a round that stands still, but somebody should look. */
function tellStaff({ db, live }: RoundDeps): Promise<void> {
  return db.transaction((tx) =>
    notifyStaff(tx, live, {
      icon: 'shield',
      title: 'Roulette stands still',
      message: 'A step of the round keeps failing and is tried again. No bet is lost; the server log says why.',
    }),
  );
}

type Leading = { readonly signal: AbortSignal; readonly lease: Lease; readonly chainLength?: number };

/**
 * Plays rounds for as long as this process leads. Where a round stands is read from the store before each step, so that it
 * goes on where it was left, by whomever; how long to wait is measured by a clock that nobody can turn.
 */
export async function rouletteLoop(
  deps: RoundDeps,
  { signal, lease, chainLength = CHAIN_LENGTH }: Leading,
): Promise<void> {
  const { db, log, env } = deps;
  const { bettingMs, spinMs, pauseMs } = env.roulette;
  const steps = createSteps(deps, lease, createChains(deps, lease, chainLength, signal));
  const wait = (ms: number) => sleep(ms, undefined, { signal });

  async function step(): Promise<void> {
    const round = await selectLastRound(db.sql);
    if (round === undefined) return steps.open();
    if (round.state === 'BETTING') {
      await wait(restOf(bettingMs, round.sinceOpenedMs));
      return steps.close(round);
    }
    if (round.state === 'ROLLING') {
      if (round.sinceDrawnMs === null) return steps.draw(round);
      await wait(restOf(spinMs, round.sinceDrawnMs));
      return steps.settle(round);
    }
    assert(round.sinceEndedMs !== null, `round ${round.id} has ended at no time`);
    await wait(restOf(pauseMs, round.sinceEndedMs));
    return steps.open();
  }

  let failures = 0;
  while (!signal.aborted) {
    try {
      await step();
      failures = 0;
    } catch (error) {
      if (signal.aborted || error instanceof LeaseLost) return;
      if (failures++ % FAILURES_A_LOG_LINE === 0)
        log.error({ err: error, failures }, 'a step of a roulette round failed');
      if (failures === FAILURES_TO_TELL) await tellStaff(deps).catch(() => undefined);
      await wait(RETRY_MS).catch(() => undefined);
    }
  }
}
