import { setTimeout as sleep } from 'node:timers/promises';
import type { Deps } from '#deps.ts';
import { areResidentsAllowed } from '#features/residents/residents.ts';
import { payAllowances } from '#features/wallet/allowances.ts';
import { createRandom, type Random } from '#sandbox/player-actions/random.ts';
import { recordAction } from './accounts.ts';
import { HABITS } from './habits.ts';
import { createHttpCalls } from './http-calls.ts';
import { createHabitRunner } from './habit-runner.ts';
import type { Habit, HabitContext } from './resident.ts';
import { createRoster } from './roster.ts';
import { readSituation, type Situation } from './situation.ts';

export type ResidentDeps = Pick<Deps, 'db' | 'live' | 'sessions' | 'env' | 'log'>;

type Options = {
  /** The site as this machine reaches it. */
  readonly origin: string;
  readonly random?: Random;
  readonly habits?: readonly Habit[];
  readonly now?: () => number;
};

const TICK_MS = { warmUp: 500, people: 1_000, alone: 2_000, off: 2_000, failed: 5_000, halted: 60_000 };
const ALLOWANCES_EVERY_MS = 10 * 60_000;
/** Residents sign in again after this time, before their sessions could expire. */
const SIGNED_IN_MAX_MS = 6 * 60 * 60_000;

/** Runs the residents, one step at a time. Every decision follows from the database, so another process can continue. */
export function createResidents(deps: ResidentDeps, options: Options) {
  const { db, live, env, log } = deps;
  const { origin, habits = HABITS, now = () => performance.now() } = options;
  const random = options.random ?? createRandom(`${Date.now()}`);
  const calls = createHttpCalls({ origin, log });
  const roster = createRoster(deps, origin);
  const runner = createHabitRunner({ habits, random, now, residents: roster.residents });
  let [nextActionAt, allowancesDueAt, signedInUntil] = [0, 0, 0];

  async function prepare(): Promise<void> {
    if (now() >= signedInUntil || roster.hasLostSession()) await roster.close();
    if (roster.residents().length === 0) signedInUntil = now() + SIGNED_IN_MAX_MS;
    await roster.open();
    if (now() < allowancesDueAt) return;
    allowancesDueAt = now() + ALLOWANCES_EVERY_MS;
    await payAllowances(deps);
  }

  /** Responds to people and, if it is time, runs one habit. Returns the habit, and how long to wait. */
  async function step(): Promise<{ readonly done: string | undefined; readonly waitMs: number }> {
    if (!(await areResidentsAllowed(db.sql, env))) {
      await roster.close();
      return { done: undefined, waitMs: TICK_MS.off };
    }
    await prepare();
    const situation = await readSituation(db.sql, { people: live.onlineCount().count });
    if (situation.isHalted) return { done: undefined, waitMs: TICK_MS.halted };
    const context: HabitContext = { calls, situation, sql: db.sql };
    await runner.runResponses(context);
    const isDue = situation.actionsPerMinute > 0 && now() >= nextActionAt;
    const done = isDue ? await runner.runHabit(context) : undefined;
    if (done !== undefined) {
      await recordAction(db.sql, done.residentId, done.name);
      const meanMs = 60_000 / situation.actionsPerMinute;
      nextActionAt = now() + (situation.isWarmUp ? meanMs : random.wait(meanMs));
    }
    return { done: done?.name, waitMs: waitMsOf(situation, done !== undefined) };
  }

  /** In the warm-up, the time until the next action; later, a fixed time that keeps responses to people prompt. */
  function waitMsOf({ isWarmUp, people, actionsPerMinute }: Situation, isDone: boolean): number {
    const tickMs = people > 0 ? TICK_MS.people : TICK_MS.alone;
    if (!isWarmUp || actionsPerMinute === 0) return tickMs;
    return isDone ? Math.min(nextActionAt - now(), tickMs) : TICK_MS.warmUp;
  }

  return { step, residents: roster.residents, close: roster.close };
}

/** Starts the residents. One process at a time runs them. Returns a stop function. */
export function startResidents(deps: ResidentDeps, origin: string): () => Promise<void> {
  return deps.db.lead('residents', (signal) => residentsLoop(deps, origin, signal));
}

/** Runs the residents until the signal. */
async function residentsLoop(deps: ResidentDeps, origin: string, signal: AbortSignal): Promise<void> {
  const residents = createResidents(deps, { origin });
  try {
    while (!signal.aborted) {
      const { waitMs } = await residents.step().catch((error: unknown) => {
        if (!signal.aborted) deps.log.error({ err: error }, 'A step of the residents failed');
        return { waitMs: TICK_MS.failed };
      });
      await sleep(waitMs, undefined, { signal, ref: false }).catch(() => undefined);
    }
  } finally {
    await residents.close();
  }
}
