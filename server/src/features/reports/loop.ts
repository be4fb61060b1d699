import type { Deps } from '#deps.ts';
import { repeatWork } from '#repeat-work.ts';
import { closeDays } from './days.ts';
import { warnOfAdjustments } from './warnings.ts';

const FIRST_AFTER_MS = 30_000;
const EVERY_MS = 10 * 60_000;
const WARN_EVERY_MS = 60_000;

type LoopDeps = Pick<Deps, 'db' | 'live' | 'log'>;

/** Closes finished days and warns staff of notable adjustments, soon after the start and then regularly. */
export async function reportsLoop(
  deps: LoopDeps,
  signal: AbortSignal,
  { firstAfterMs = FIRST_AFTER_MS, everyMs = EVERY_MS, warnEveryMs = WARN_EVERY_MS } = {},
): Promise<void> {
  const days = { work: () => closeDays(deps, signal), failed: 'Closing report days failed' };
  const warnings = { work: () => warnOfAdjustments(deps), failed: 'Checking adjustments failed' };
  await Promise.all([
    repeatWork(deps, signal, { ...days, firstAfterMs, everyMs }),
    repeatWork(deps, signal, { ...warnings, firstAfterMs, everyMs: warnEveryMs }),
  ]);
}
