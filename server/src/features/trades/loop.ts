import { setTimeout as sleep } from 'node:timers/promises';
import { type Lease, LeaseLost } from '#db/lock.ts';
import type { Deps } from '#deps.ts';
import { createLook } from './looks.ts';
import { selectDueOffers, updatePutOff } from './queries.ts';
import type { TradeLoopDeps } from './writing.ts';

const TICK_MS = 500;
/** Checks this many offers in parallel, so that one slow request does not block the others. */
const AT_ONCE_MAX = 8;
/** How long a shutdown waits for checks in progress. */
const END_MS = 1_000;
const WORK_AGAIN_MS = 5_000;

/** Starts checks of due offers; the returned promise resolves when they are done. */
export function createLooks(deps: TradeLoopDeps, lease: Lease) {
  const look = createLook(deps, lease);
  const underWay = new Map<number, Promise<void>>();

  async function lookAt(offerId: number): Promise<void> {
    try {
      await look(offerId);
    } catch (error) {
      // The loop itself notices the lost lease.
      if (error instanceof LeaseLost) return;
      deps.log.error({ err: error, offerId }, 'Trade offer check failed');
      await updatePutOff(deps.db.sql, offerId).catch(() => undefined);
    } finally {
      underWay.delete(offerId);
    }
  }

  return async (): Promise<void[]> => {
    for (const offerId of await selectDueOffers(deps.db.sql, AT_ONCE_MAX * 2)) {
      if (underWay.size >= AT_ONCE_MAX) break;
      if (!underWay.has(offerId)) underWay.set(offerId, lookAt(offerId));
    }
    return Promise.all(underWay.values());
  };
}

/** Runs the adapter's own polling and restarts it after a failure. */
async function keepWorking({ trading, log }: TradeLoopDeps, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      await trading.work(signal);
    } catch (error) {
      if (!signal.aborted) log.error({ err: error }, 'Trading platform polling failed');
    }
    await sleep(WORK_AGAIN_MS, undefined, { signal }).catch(() => undefined);
  }
}

/** Sends and follows offers while this process is the leader. */
export async function tradesLoop(
  { trading, ...rest }: Pick<Deps, 'db' | 'live' | 'env' | 'log' | 'trading'>,
  signal: AbortSignal,
  lease: Lease,
): Promise<void> {
  if (trading === undefined) {
    await sleep(2 ** 31 - 1, undefined, { signal }).catch(() => undefined);
    return;
  }
  const deps = { ...rest, trading };
  const working = keepWorking(deps, signal);
  const lookAround = createLooks(deps, lease);
  let begun: Promise<unknown> = Promise.resolve();
  while (!signal.aborted) {
    // Not awaited: a slow request to Steam must not block other offers.
    begun = lookAround().catch((error: unknown) => {
      if (!signal.aborted) deps.log.error({ err: error }, 'Reading due trade offers failed');
    });
    await sleep(TICK_MS, undefined, { signal }).catch(() => undefined);
  }
  await Promise.race([Promise.all([begun, working]), sleep(END_MS, undefined, { ref: false })]);
}
