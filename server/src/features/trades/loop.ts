import { setTimeout as sleep } from 'node:timers/promises';
import { type Lease, LeaseLost } from '#db/lease.ts';
import type { Deps } from '#deps.ts';
import { createLook } from './looks.ts';
import { selectDueOffers, updatePutOff } from './queries.ts';
import type { TradeLoopDeps } from './writing.ts';

const TICK_MS = 500;
/** So many are looked at side by side: one that hangs holds up nobody else. */
const AT_ONCE_MAX = 8;
/** How long what is under way is waited for when it is time to end. */
const END_MS = 1_000;
const WORK_AGAIN_MS = 5_000;

/** Looks at whatever is due; answers what it began, for those who want to wait for it. */
export function createLooks(deps: TradeLoopDeps, lease: Lease) {
  const look = createLook(deps, lease);
  const underWay = new Map<number, Promise<void>>();

  async function lookAt(offerId: number): Promise<void> {
    try {
      await look(offerId);
    } catch (error) {
      // Who leads no more finds that out by its own looks.
      if (error instanceof LeaseLost) return;
      deps.log.error({ err: error, offerId }, 'a trade offer cannot be moved on');
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

/** The platform's own watch, begun anew when it fails. */
async function keepWorking({ trading, log }: TradeLoopDeps, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      await trading.work(signal);
    } catch (error) {
      if (!signal.aborted) log.error({ err: error }, 'the platform for skins cannot be watched');
    }
    await sleep(WORK_AGAIN_MS, undefined, { signal }).catch(() => undefined);
  }
}

/** Sends offers and moves them on, for as long as this process leads. */
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
    // Not waited for: what hangs on the platform holds up nobody else.
    begun = lookAround().catch((error: unknown) => {
      if (!signal.aborted) deps.log.error({ err: error }, 'a look at the trade offers failed');
    });
    await sleep(TICK_MS, undefined, { signal }).catch(() => undefined);
  }
  await Promise.race([Promise.all([begun, working]), sleep(END_MS, undefined, { ref: false })]);
}
