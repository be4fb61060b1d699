import { setTimeout as sleep } from 'node:timers/promises';
import type { Deps } from '#deps.ts';
import { closeDays } from './days.ts';

const FIRST_AFTER_MS = 30_000;
const EVERY_MS = 10 * 60_000;

/** Sums up days that are over, soon after a start and then now and again. */
export async function reportsLoop(
  deps: Pick<Deps, 'db' | 'log'>,
  signal: AbortSignal,
  { firstAfterMs = FIRST_AFTER_MS, everyMs = EVERY_MS } = {},
): Promise<void> {
  const rest = (ms: number) => sleep(ms, undefined, { signal, ref: false }).catch(() => undefined);
  for (await rest(firstAfterMs); !signal.aborted; await rest(everyMs)) {
    // A store that is away now is asked again; a bug must not end the loop.
    await closeDays(deps, signal).catch((error: unknown) => {
      if (!signal.aborted) deps.log.error({ err: error }, 'days were not summed up');
    });
  }
}
