import { setTimeout as sleep } from 'node:timers/promises';
import type { Deps } from '#deps.ts';
import { maintainMonths } from './months.ts';
import { sealEndedMonths } from './sealing.ts';

const FIRST_AFTER_MS = 60_000;
const EVERY_MS = 60 * 60_000;

/** Prepares, drops and seals months soon after the start and then hourly. What failed is repeated. */
export async function monthsLoop(
  deps: Pick<Deps, 'db' | 'live' | 'log'>,
  signal: AbortSignal,
  { firstAfterMs = FIRST_AFTER_MS, everyMs = EVERY_MS } = {},
): Promise<void> {
  const wait = (ms: number) => sleep(ms, undefined, { signal, ref: false }).catch(() => undefined);
  for (await wait(firstAfterMs); !signal.aborted; await wait(everyMs)) {
    await maintainMonths(deps).catch((error: unknown) => deps.log.error({ err: error }, 'Maintaining months failed'));
    await sealEndedMonths(deps, { signal }).catch((error: unknown) => {
      if (!signal.aborted) deps.log.error({ err: error }, 'Sealing months failed');
    });
  }
}
