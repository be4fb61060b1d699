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
    // A database outage or a bug must not end the loop.
    await work().catch((error: unknown) => {
      if (!signal.aborted) log.error({ err: error }, failed);
    });
  }
}

/** Closes finished days and warns staff of notable adjustments, soon after the start and then regularly. */
export async function reportsLoop(
  deps: LoopDeps,
  signal: AbortSignal,
  { firstAfterMs = FIRST_AFTER_MS, everyMs = EVERY_MS, warnEveryMs = WARN_EVERY_MS } = {},
): Promise<void> {
  const days = { work: () => closeDays(deps, signal), failed: 'Closing report days failed' };
  const warnings = { work: () => warnOfAdjustments(deps), failed: 'Checking adjustments failed' };
  await Promise.all([
    repeat(deps, signal, { ...days, firstAfterMs, everyMs }),
    repeat(deps, signal, { ...warnings, firstAfterMs, everyMs: warnEveryMs }),
  ]);
}
