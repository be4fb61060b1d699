import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Lease, LeaseLost } from '#db/lock.ts';
import { CHAIN_LENGTH, createChains } from './chains.ts';
import { selectLastRound } from './queries.ts';
import { createSteps, type RoundDeps } from './steps.ts';

/** A step that failed is tried again: whatever it was, the round is where the store says it is. */
const RETRY_MS = 250;

/** How long to wait yet of a stretch that began some time ago. A store whose clock was turned cannot make it longer. */
function restOf(stretchMs: number, sinceMs: number): number {
  return Math.min(stretchMs, Math.max(0, stretchMs - sinceMs));
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
  const steps = createSteps(deps, lease, createChains(deps, lease, chainLength));
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

  while (!signal.aborted) {
    try {
      await step();
    } catch (error) {
      if (signal.aborted || error instanceof LeaseLost) return;
      log.error({ err: error }, 'a step of a roulette round failed');
      await wait(RETRY_MS).catch(() => undefined);
    }
  }
}
