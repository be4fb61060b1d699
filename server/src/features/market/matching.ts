import { Refusal, type RefusalCode } from '@karat/contract/refusal';
import type { Deps } from '#deps.ts';
import { diamondsText } from '#diamonds-text.ts';
import { notify } from '#features/notifications/notifications.ts';
import { sellTo } from './buying.ts';
import { isCrossed, type Pair, selectPair, lockBook, selectListing, selectOrder } from './queries.ts';
import { closeOrder } from './market.ts';

export type MatchingDeps = Pick<Deps, 'db' | 'live' | 'log'>;

/** Why an order's owner does not get what they wanted: theirs is the fault, and the order is over. */
const OWNERS_FAULT: ReadonlySet<RefusalCode> = new Set(['insufficient_balance', 'banned', 'account_flagged']);
/** As many sales as one request makes after its own work; what is left is the loop's. */
const STEPS_A_REQUEST_MAX = 20;

/** Ends an order that met a listing and was not paid. Nobody loses diamonds by it, and the next order gets its turn. */
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

/** Sells the best pair of a book in one commit; answers whether there may be another. */
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
    // While the books are halted orders wait. A seller who was barred just now is passed over by the next look.
    if (error.code === 'ledger_halted') return false;
    if (error.code === 'listing_gone') return true;
    if (!OWNERS_FAULT.has(error.code)) throw error;
    await endUnpaid(deps, met.orderId);
    return true;
  }
}

/** Sells whatever of a skin somebody wants at the price that it is offered for, until nobody does. */
export async function matchBook(deps: MatchingDeps, itemId: number, stepsMax = Number.MAX_SAFE_INTEGER): Promise<void> {
  if (!(await isCrossed(deps.db.sql, itemId))) return;
  for (let steps = 0; steps < stepsMax; steps++) if (!(await matchOnce(deps, itemId))) return;
}

/** The same after a request whose own work is durable: a failure is the loop's to make good, not the request's. */
export async function matchAfter(deps: MatchingDeps, itemId: number): Promise<void> {
  try {
    await matchBook(deps, itemId, STEPS_A_REQUEST_MAX);
  } catch (error) {
    deps.log.warn({ err: error, itemId }, 'a book of the market was not matched');
  }
}
