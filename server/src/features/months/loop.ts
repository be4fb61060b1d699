import { setTimeout as sleep } from 'node:timers/promises';
import type { Deps } from '#deps.ts';
import { prepareMonths } from './months.ts';

const FIRST_AFTER_MS = 60_000;
const EVERY_MS = 60 * 60_000;

/** Prepares months soon after the start and then hourly: there are months of time to repeat what failed. */
export async function monthsLoop(
  deps: Pick<Deps, 'db' | 'log'>,
  signal: AbortSignal,
  { firstAfterMs = FIRST_AFTER_MS, everyMs = EVERY_MS } = {},
): Promise<void> {
  const wait = (ms: number) => sleep(ms, undefined, { signal, ref: false }).catch(() => undefined);
  for (await wait(firstAfterMs); !signal.aborted; await wait(everyMs)) {
    await prepareMonths(deps).catch((error: unknown) => deps.log.error({ err: error }, 'Preparing months failed'));
  }
}
