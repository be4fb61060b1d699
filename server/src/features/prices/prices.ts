import type { HeldPrice } from '@karat/contract/prices';
import type { Pagination } from '@karat/contract/pagination';
import { Refusal } from '@karat/contract/refusal';
import { PRICES_STALE_MS } from '@karat/rules/prices';
import type { Sql, Tx } from '#db/db.ts';
import type { Deps } from '#deps.ts';
import { type ApprovedRequest, requestApproval, type WaitingChange } from '#features/adjustments/adjustments.ts';
import { acceptPrice, repriceItems } from '#features/items/items.ts';
import { recordStaffAction } from '#features/logs/logs.ts';
import {
  countHeldPrices,
  deleteHeldPrice,
  lockHeldPrice,
  refuseHeldPrice,
  selectHeldPrices,
  selectLastGoodReading,
  selectLastReading,
} from './queries.ts';

/** Source name without a feed: prices that ship with the site, as edited by staff. */
export const SNAPSHOT = 'snapshot';

/**
 * Age of the last complete reading of the feed; infinite if there was none. Shipped prices do not age, and a site without any
 * reading still uses those.
 */
export async function pricesAgeMs(sql: Sql): Promise<number> {
  const last = await selectLastReading(sql);
  if (last === undefined || last.source === SNAPSHOT) return 0;
  return (await selectLastGoodReading(sql, last.source))?.ageMs ?? Number.POSITIVE_INFINITY;
}

type Page = { readonly page: number; readonly limit: number };

export type Prices = {
  readonly data: HeldPrice[];
  readonly pagination: Pagination;
  readonly source: string;
  readonly readAt: string | null;
  readonly isStale: boolean;
  readonly changed: number;
  readonly failure: string | null;
};

/** Reads the state of prices, and a page of those that wait for staff. */
export async function describePrices({ db, prices }: Pick<Deps, 'db' | 'prices'>, page: Page): Promise<Prices> {
  const source = prices?.name ?? SNAPSHOT;
  const [data, total, last, good, ageMs] = await Promise.all([
    selectHeldPrices(db.sql, page),
    countHeldPrices(db.sql),
    selectLastReading(db.sql),
    selectLastGoodReading(db.sql, source),
    pricesAgeMs(db.sql),
  ]);
  return {
    data,
    pagination: { totalResults: total, resultsPerPage: page.limit, currentPage: page.page },
    source,
    readAt: good?.readAt ?? null,
    isStale: ageMs > PRICES_STALE_MS,
    changed: good?.changed ?? 0,
    failure: last?.source === source ? last.failure : null,
  };
}

type Decision = {
  readonly actorId: number;
  readonly itemId: number;
  readonly isAccepted: boolean;
  /** The price that the admin saw. */
  readonly price: number;
};

async function lockJump(tx: Tx, { itemId, price }: Pick<Decision, 'itemId' | 'price'>) {
  const heldPrice = await lockHeldPrice(tx.sql, itemId);
  if (heldPrice === undefined) throw new Refusal('not_found', 'No price is waiting for this item.');
  if (heldPrice.freshPrice !== price) throw new Refusal('price_changed', 'A newer price has arrived.');
  return heldPrice;
}

/**
 * Applies the staff decision about a price jump. Cases with the item check their edges in the same transaction. A rise that may
 * pay more than the admin's allowance waits for a second person.
 */
export function decidePrice(
  deps: Pick<Deps, 'db' | 'live' | 'env'>,
  { actorId, itemId, isAccepted, price }: Decision,
): Promise<WaitingChange | undefined> {
  return deps.db.transaction(async (tx) => {
    const heldPrice = await lockJump(tx, { itemId, price });
    if (isAccepted) {
      const amount = await acceptPrice(tx, deps, { id: itemId, price, actorId });
      if (amount !== undefined) {
        const changes = [{ field: 'price', before: String(heldPrice.price), after: String(price) }];
        const details = { name: heldPrice.name, changes, request: { price } };
        return requestApproval(tx, deps, { kind: 'price', subjectId: itemId, amount, actorId, details });
      }
      await deleteHeldPrice(tx.sql, itemId);
    } else await refuseHeldPrice(tx.sql, itemId);
    await recordStaffAction(tx, {
      actorId,
      action: isAccepted ? 'price.accept' : 'price.keep',
      subject: `item:${itemId}`,
      before: { name: heldPrice.name, price: heldPrice.price },
      after: isAccepted ? { price } : { price: heldPrice.price, refused: price },
    });
    return undefined;
  });
}

/** Applies a price jump that a second person approved, unless another price has arrived since. */
export async function applyPriceRequest(
  tx: Tx,
  deps: Pick<Deps, 'live' | 'env'>,
  { subjectId, details }: ApprovedRequest,
) {
  const { price } = details!.request as { price: number };
  const heldPrice = await lockJump(tx, { itemId: subjectId!, price });
  await repriceItems(tx, deps, [{ id: subjectId!, price }]);
  await deleteHeldPrice(tx.sql, subjectId!);
  return { before: { name: heldPrice.name, price: heldPrice.price }, after: { price } };
}
