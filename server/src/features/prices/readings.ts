import { isAnotherPrice, isWildJump } from '@karat/rules/prices';
import { PriceFeedFailure } from '#adapters/prices/prices.ts';
import type { Deps } from '#deps.ts';
import { confirmPrices, type PriceChange, repriceItems } from '#features/items/items.ts';
import { recordSiteEvent } from '#features/logs/logs.ts';
import { notifyStaff } from '#features/notifications/notifications.ts';
import { SNAPSHOT } from './prices.ts';
import {
  insertReading,
  type Jump,
  type KnownPrice,
  replaceHeldPrices,
  selectKnownPrices,
  selectLastReading,
} from './queries.ts';

/** Items per transaction: keeps their locks short. */
const ITEMS_AT_ONCE = 200;

export type ReadingDeps = Pick<Deps, 'db' | 'live' | 'env' | 'log' | 'prices'>;

type Verdict = {
  readonly changes: PriceChange[];
  /** Prices that an admin alone set and that the feed confirms. */
  readonly confirmed: PriceChange[];
  readonly asked: Jump[];
  readonly refusedIds: number[];
};

/** An unapproved price must not serve as a step to a higher one, so a jump is also measured from the last approved price. */
function isJump({ price, approvedPrice }: KnownPrice, fresh: number): boolean {
  return isWildJump(price, fresh) || (approvedPrice !== null && approvedPrice > 0 && isWildJump(approvedPrice, fresh));
}

/** Sorts the feed's prices: small changes, jumps for staff to decide, and jumps that staff refused. */
export function judge(items: readonly KnownPrice[], fresh: ReadonlyMap<string, number>): Verdict {
  const verdict: Verdict = { changes: [], confirmed: [], asked: [], refusedIds: [] };
  for (const item of items) {
    const { id, name, price, minPrice, approvedPrice, refusedPrice } = item;
    const freshPrice = fresh.get(name);
    if (freshPrice === undefined) continue;
    if (freshPrice === price && minPrice !== null) {
      if (approvedPrice !== null && !isJump(item, freshPrice)) verdict.confirmed.push({ id, price });
      continue;
    }
    // An item without a price cannot jump.
    if (minPrice === null || !isJump(item, freshPrice)) {
      verdict.changes.push({ id, price: freshPrice, was: price });
    } else if (refusedPrice !== null && !isAnotherPrice(refusedPrice, freshPrice)) verdict.refusedIds.push(id);
    else verdict.asked.push({ id, freshPrice });
  }
  return verdict;
}

/** Rejects an incomplete feed: missing items would silently keep old prices. */
function assertWhole(items: readonly KnownPrice[], fresh: ReadonlyMap<string, number>): void {
  const known = items.filter(({ name }) => fresh.has(name)).length;
  if (known * 2 < items.length) {
    throw new PriceFeedFailure(`The feed has prices of ${known} of ${items.length} items: fewer than half.`);
  }
}

async function takeOver(deps: ReadingDeps, changes: readonly PriceChange[]): Promise<number> {
  let changed = 0;
  for (let at = 0; at < changes.length; at += ITEMS_AT_ONCE) {
    const some = changes.slice(at, at + ITEMS_AT_ONCE);
    changed += await deps.db.transaction((tx) => repriceItems(tx, deps, some));
  }
  return changed;
}

/** Records the reading and notifies staff in one transaction. */
async function finish({ db, live }: ReadingDeps, source: string, verdict: Verdict & { changed: number }) {
  const { changed, asked } = verdict;
  await db.transaction(async (tx) => {
    const unseen = await replaceHeldPrices(tx.sql, verdict);
    await insertReading(tx.sql, { source, changed, held: asked.length, failure: null });
    if (changed > 0 || unseen > 0) {
      const details = { source, changed, held: asked.length };
      await recordSiteEvent(tx, { playerId: null, event: 'prices.read', subject: 'prices', details });
    }
    if (unseen === 0) return;
    await notifyStaff(tx, live, {
      icon: 'warning',
      title: unseen === 1 ? 'A price has jumped' : `${unseen} prices have jumped`,
      message: `${asked.length} in all wait on the prices page. Until staff decide, the known prices stay.`,
    });
  });
}

/** Records a failed reading. Notifies staff only of the first after a success. */
async function fail({ db, live, log }: ReadingDeps, source: string, failure: string): Promise<void> {
  log.warn({ source, failure }, 'Reading prices failed');
  await db.transaction(async (tx) => {
    const last = await selectLastReading(tx.sql);
    await insertReading(tx.sql, { source, changed: 0, held: 0, failure });
    if (last !== undefined && last.failure !== null) return;
    await notifyStaff(tx, live, {
      icon: 'warning',
      title: 'Prices were not read',
      message: `${failure} The known prices stay, and the feed is asked again.`,
    });
  });
}

/** Records that there is no feed. Prices stay as staff edited them. */
async function noteSnapshot({ db }: ReadingDeps): Promise<void> {
  const last = await selectLastReading(db.sql);
  if (last?.source === SNAPSHOT) return;
  await insertReading(db.sql, { source: SNAPSHOT, changed: 0, held: 0, failure: null });
}

/**
 * Reads the feed once and applies it: small changes at once, large jumps after staff agree. An unreadable or incomplete feed
 * changes nothing. Returns the failure; undefined on success.
 */
export async function readPrices(deps: ReadingDeps, signal: AbortSignal): Promise<string | undefined> {
  const { db, prices } = deps;
  if (prices === undefined) {
    await noteSnapshot(deps);
    return undefined;
  }
  try {
    const fresh = await prices.read(signal);
    const items = await selectKnownPrices(db.sql);
    assertWhole(items, fresh);
    const verdict = judge(items, fresh);
    const changed = await takeOver(deps, verdict.changes);
    await db.transaction((tx) => confirmPrices(tx, verdict.confirmed));
    await finish(deps, prices.name, { ...verdict, changed });
    return undefined;
  } catch (error) {
    if (!(error instanceof PriceFeedFailure) || signal.aborted) throw error;
    await fail(deps, prices.name, error.message);
    return error.message;
  }
}
