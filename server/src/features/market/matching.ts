import { Refusal, type RefusalCode } from '@karat/contract/refusal';
import type { Deps } from '#deps.ts';
import { notify } from '#features/notifications/notifications.ts';
import { sellToBuyer } from './buying.ts';
import { isCrossed, type MatchedPair, selectMatchedPair, lockBook, selectListing, selectOrder } from './queries.ts';
import { closeOrder } from './market.ts';

export type MatchingDeps = Pick<Deps, 'db' | 'live' | 'log'>;

/** Refusals that concern the owner of a buy order; they close the order. */
const BUYER_REFUSALS: ReadonlySet<RefusalCode> = new Set(['insufficient_balance', 'banned', 'account_flagged']);
/** The maximum number of sales after a request's own work. The loop does the rest. */
const SALES_PER_REQUEST_MAX = 20;

/** Closes an order that met a listing and could not be paid. No diamonds move, and the next order gets its turn. */
async function closeUnpaidOrder({ db, live }: MatchingDeps, orderId: number): Promise<void> {
  await db.transaction(async (tx) => {
    const order = (await selectOrder(tx.sql, orderId))!;
    const { isClosed } = await closeOrder(tx, order, 'UNPAID');
    if (!isClosed) return;
    const { playerId, name, price } = order;
    await notify(tx, live, { playerId, key: 'market.orderClosed', parameters: { name, price } });
  });
}

/** Sells the best pair of a book in one commit. Returns whether there may be another. */
async function matchOnce(deps: MatchingDeps, itemId: number): Promise<boolean> {
  let pair: MatchedPair | undefined;
  try {
    return await deps.db.transaction(async (tx) => {
      await lockBook(tx.sql, itemId);
      pair = await selectMatchedPair(tx.sql, itemId);
      if (pair === undefined) return false;
      const listing = (await selectListing(tx.sql, pair.listingId))!;
      const { playerId: buyerId } = (await selectOrder(tx.sql, pair.orderId))!;
      await sellToBuyer(tx, deps, { listing, buyerId, orderId: pair.orderId });
      return true;
    });
  } catch (error) {
    if (pair === undefined || !(error instanceof Refusal)) throw error;
    // During a halt orders wait. The next query skips a seller who was banned or flagged just now.
    if (error.code === 'ledger_halted') return false;
    if (error.code === 'listing_gone') return true;
    if (!BUYER_REFUSALS.has(error.code)) throw error;
    await closeUnpaidOrder(deps, pair.orderId);
    return true;
  }
}

/** Sells all listings of a skin that a buy order pays for. */
export async function matchBook(deps: MatchingDeps, itemId: number, salesMax = Number.MAX_SAFE_INTEGER): Promise<void> {
  if (!(await isCrossed(deps.db.sql, itemId))) return;
  for (let sales = 0; sales < salesMax; sales++) if (!(await matchOnce(deps, itemId))) return;
}

/** The same after the commit of a request. The loop retries a failure, which must not fail the request. */
export async function matchAfterCommit(deps: MatchingDeps, itemId: number): Promise<void> {
  try {
    await matchBook(deps, itemId, SALES_PER_REQUEST_MAX);
  } catch (error) {
    deps.log.warn({ err: error, itemId }, 'Matching a market book failed');
  }
}
