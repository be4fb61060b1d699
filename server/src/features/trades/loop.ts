import { setTimeout as sleep } from 'node:timers/promises';
import { type Lease, LeaseLost } from '#db/lease.ts';
import type { Deps } from '#deps.ts';
import { createOfferCheck } from './offer-check.ts';
import { selectDueOffers, postponeCheck } from './queries.ts';
import type { TradeLoopDeps } from './offer-writer.ts';
import { updateCheckNow } from './view-queries.ts';

const TICK_MS = 500;
/** Checks this many offers in parallel, so that one slow request does not block the others. */
const CONCURRENT_CHECKS_MAX = 8;
/** How long a shutdown waits for checks in progress. */
const SHUTDOWN_WAIT_MS = 1_000;
const POLL_RESTART_MS = 5_000;

/** Starts checks of due offers; the returned promise resolves when they are done. */
export function createDueChecks(deps: TradeLoopDeps, lease: Lease) {
  const check = createOfferCheck(deps, lease);
  const running = new Map<number, Promise<void>>();

  async function checkOffer(offerId: number): Promise<void> {
    try {
      await check(offerId);
    } catch (error) {
      // The loop itself notices the lost lease.
      if (error instanceof LeaseLost) return;
      deps.log.error({ err: error, offerId }, 'Trade offer check failed');
      await postponeCheck(deps.db.sql, offerId).catch(() => undefined);
    } finally {
      running.delete(offerId);
    }
  }

  return async (): Promise<void[]> => {
    for (const offerId of await selectDueOffers(deps.db.sql, CONCURRENT_CHECKS_MAX * 2)) {
      if (running.size >= CONCURRENT_CHECKS_MAX) break;
      if (!running.has(offerId)) running.set(offerId, checkOffer(offerId));
    }
    return Promise.all(running.values());
  };
}

/** Runs the adapter's own polling and restarts it after a failure. */
async function runPolling({ db, trading, log }: TradeLoopDeps, signal: AbortSignal): Promise<void> {
  function checkNow(platformId: string): void {
    updateCheckNow(db.sql, platformId).catch((error: unknown) =>
      log.warn({ err: error }, 'Scheduling the check of a trade offer failed'),
    );
  }

  while (!signal.aborted) {
    try {
      await trading.work(signal, checkNow);
    } catch (error) {
      if (!signal.aborted) log.error({ err: error }, 'Trading platform polling failed');
    }
    await sleep(POLL_RESTART_MS, undefined, { signal }).catch(() => undefined);
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
  const polling = runPolling(deps, signal);
  const checkDue = createDueChecks(deps, lease);
  let checks: Promise<unknown> = Promise.resolve();
  while (!signal.aborted) {
    // Not awaited: a slow request to Steam must not block other offers.
    checks = checkDue().catch((error: unknown) => {
      if (!signal.aborted) deps.log.error({ err: error }, 'Reading due trade offers failed');
    });
    await sleep(TICK_MS, undefined, { signal }).catch(() => undefined);
  }
  await Promise.race([Promise.all([checks, polling]), sleep(SHUTDOWN_WAIT_MS, undefined, { ref: false })]);
}
