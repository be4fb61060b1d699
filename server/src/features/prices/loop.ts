import { setTimeout as sleep } from 'node:timers/promises';
import { readPrices, type ReadingDeps } from './readings.ts';

const EVERY_MS = 60 * 60_000;
const RETRY_AFTER_MS = 10 * 60_000;

/** Reads prices at the start and every hour; sooner after a failure. */
export async function pricesLoop(
  deps: ReadingDeps,
  signal: AbortSignal,
  { everyMs = EVERY_MS, retryAfterMs = RETRY_AFTER_MS } = {},
): Promise<void> {
  while (!signal.aborted) {
    let isRead = false;
    try {
      isRead = (await readPrices(deps, signal)) === undefined;
    } catch (error) {
      // A database outage or a bug must not end the loop.
      if (!signal.aborted) deps.log.error({ err: error }, 'Reading prices failed');
    }
    await sleep(isRead ? everyMs : retryAfterMs, undefined, { signal, ref: false }).catch(() => undefined);
  }
}
