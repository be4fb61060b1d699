import { setTimeout as sleep } from 'node:timers/promises';
import type { Deps } from '#deps.ts';
import { closeDays } from './days.ts';
import { warnOfAdjustments } from './warnings.ts';

const FIRST_AFTER_MS = 30_000;
const EVERY_MS = 10 * 60_000;
const WARN_EVERY_MS = 60_000;

type LoopDeps = Pick<Deps, 'db' | 'live' | 'log'>;
type Pace = { readonly firstAfterMs: number; readonly everyMs: number };
type Work = { readonly work: () => Promise<unknown>; readonly failed: string };

async function repeat({ log }: LoopDeps, signal: AbortSignal, { work, failed, ...pace }: Work & Pace): Promise<void> {
  const rest = (ms: number) => sleep(ms, undefined, { signal, ref: false }).catch(() => undefined);
  for (await rest(pace.firstAfterMs); !signal.aborted; await rest(pace.everyMs)) {
    // A store that is away now is asked again; a bug must not end the loop.
    await work().catch((error: unknown) => {
      if (!signal.aborted) log.error({ err: error }, failed);
    });
  }
}

/** Sums up days that are over, and tells staff of changes by hand: soon after a start and then now and again. */
export async function reportsLoop(
  deps: LoopDeps,
  signal: AbortSignal,
  { firstAfterMs = FIRST_AFTER_MS, everyMs = EVERY_MS, warnEveryMs = WARN_EVERY_MS } = {},
): Promise<void> {
  const days = { work: () => closeDays(deps, signal), failed: 'days were not summed up' };
  const warnings = { work: () => warnOfAdjustments(deps), failed: 'changes by hand were not looked at' };
  await Promise.all([
    repeat(deps, signal, { ...days, firstAfterMs, everyMs }),
    repeat(deps, signal, { ...warnings, firstAfterMs, everyMs: warnEveryMs }),
  ]);
}
