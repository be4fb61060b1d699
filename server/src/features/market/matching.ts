import { Refusal, type RefusalCode } from '@karat/contract/refusal';
import type { Deps } from '#deps.ts';
import { diamondsText } from '#diamonds-text.ts';
import { notify } from '#features/notifications/notifications.ts';
import { sellTo } from './buying.ts';
import { isCrossed, type Pair, selectPair, lockBook, selectListing, selectOrder } from './queries.ts';
import { closeOrder } from './market.ts';

export type MatchingDeps = Pick<Deps, 'db' | 'live' | 'log'>;

/** Refusals that concern the owner of a buy order; they close the order. */
const OWNERS_FAULT: ReadonlySet<RefusalCode> = new Set(['insufficient_balance', 'banned', 'account_flagged']);
/** The maximum number of sales after a request's own work. The loop does the rest. */
const STEPS_A_REQUEST_MAX = 20;

/** Closes an order that met a listing and could not be paid. No diamonds move, and the next order gets its turn. */
async function endUnpaid({ db, live }: MatchingDeps, orderId: number): Promise<void> {
  await db.transaction(async (tx) => {
    const order = (await selectOrder(tx.sql, orderId))!;
    const { isClosed } = await closeOrder(tx, order, 'UNPAID');
    if (!isClosed) return;
    const { playerId, name, price } = order;
    const message = `${name} was on offer, but your order for ${diamondsText(price)} could not be paid`;
    await notify(tx, live, { playerId, icon: 'market', title: 'Buy order closed', message });
  });
}

/** Sells the best pair of a book in one commit. Returns whether there may be another. */
async function matchOnce(deps: MatchingDeps, itemId: number): Promise<boolean> {
  let met: Pair | undefined;
  try {
    return await deps.db.transaction(async (tx) => {
      await lockBook(tx.sql, itemId);
      met = await selectPair(tx.sql, itemId);
      if (met === undefined) return false;
      const listing = (await selectListing(tx.sql, met.listingId))!;
      const { playerId: buyerId } = (await selectOrder(tx.sql, met.orderId))!;
      await sellTo(tx, deps, { listing, buyerId, orderId: met.orderId });
      return true;
    });
  } catch (error) {
    if (met === undefined || !(error instanceof Refusal)) throw error;
    // During a halt orders wait. The next query skips a seller who was banned or flagged just now.
    if (error.code === 'ledger_halted') return false;
    if (error.code === 'listing_gone') return true;
    if (!OWNERS_FAULT.has(error.code)) throw error;
    await endUnpaid(deps, met.orderId);
    return true;
  }
}

/** Sells all listings of a skin that a buy order pays for. */
export async function matchBook(deps: MatchingDeps, itemId: number, stepsMax = Number.MAX_SAFE_INTEGER): Promise<void> {
  if (!(await isCrossed(deps.db.sql, itemId))) return;
  for (let steps = 0; steps < stepsMax; steps++) if (!(await matchOnce(deps, itemId))) return;
}

/** The same after the commit of a request. The loop retries a failure, which must not fail the request. */
export async function matchAfter(deps: MatchingDeps, itemId: number): Promise<void> {
  try {
    await matchBook(deps, itemId, STEPS_A_REQUEST_MAX);
  } catch (error) {
    deps.log.warn({ err: error, itemId }, 'Matching a market book failed');
  }
}
