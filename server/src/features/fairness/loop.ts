import { setTimeout as sleep } from 'node:timers/promises';
import type { Deps } from '#deps.ts';
import { createDropCounts } from './drop-counts.ts';
import { checkOdds } from './odds.ts';

const EVERY_MS = 60 * 60_000;

/** Checks the drops of all cases every hour and warns staff. */
export async function oddsLoop(
  deps: Pick<Deps, 'db' | 'live' | 'log'>,
  signal: AbortSignal,
  { everyMs = EVERY_MS } = {},
): Promise<void> {
  const counts = createDropCounts(deps.db.sql);
  const wait = () => sleep(everyMs, undefined, { signal, ref: false }).catch(() => undefined);
  for (await wait(); !signal.aborted; await wait()) {
    await checkOdds(deps, counts).catch((error: unknown) => deps.log.error({ err: error }, 'Checking the odds failed'));
  }
}
