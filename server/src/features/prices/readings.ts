import { hasPriceMoved, isPriceJump } from '@karat/rules/prices';
import { PriceFeedFailure } from '#adapters/prices/prices.ts';
import type { Deps } from '#deps.ts';
import { confirmPrices, type PriceChange, repriceItems } from '#features/items/items.ts';
import { raiseAlarm } from '#features/alarms/alarms.ts';
import { recordSiteEvent } from '#features/logs/logs.ts';
import { notifyStaff } from '#features/notifications/notifications.ts';
import { SNAPSHOT } from './prices.ts';
import {
  insertReading,
  type PriceJump,
  type KnownPrice,
  replaceHeldPrices,
  selectKnownPrices,
  selectLastReading,
} from './queries.ts';

/** Items per transaction: keeps their locks short. */
const ITEMS_PER_BATCH = 200;

export type ReadingDeps = Pick<Deps, 'db' | 'live' | 'env' | 'log' | 'prices'>;

type Classification = {
  readonly changes: PriceChange[];
  /** Prices that an admin alone set and that the feed confirms. */
  readonly confirmed: PriceChange[];
  readonly jumps: PriceJump[];
  readonly refusedIds: number[];
};

/** An unapproved price must not serve as a step to a higher one, so a jump is also measured from the last approved price. */
function isJump({ price, approvedPrice }: KnownPrice, feedPrices: number): boolean {
  return (
    isPriceJump(price, feedPrices) ||
    (approvedPrice !== null && approvedPrice > 0 && isPriceJump(approvedPrice, feedPrices))
  );
}

/** Sorts the feed's prices: small changes, jumps for staff to decide, and jumps that staff refused. */
export function classifyPrices(items: readonly KnownPrice[], feedPrices: ReadonlyMap<string, number>): Classification {
  const classified: Classification = { changes: [], confirmed: [], jumps: [], refusedIds: [] };
  for (const item of items) {
    const { id, name, price, minPrice, approvedPrice, refusedPrice } = item;
    const freshPrice = feedPrices.get(name);
    if (freshPrice === undefined) continue;
    if (freshPrice === price && minPrice !== null) {
      if (approvedPrice !== null && !isJump(item, freshPrice)) classified.confirmed.push({ id, price });
      continue;
    }
    // An item without a price cannot jump.
    if (minPrice === null || !isJump(item, freshPrice)) {
      classified.changes.push({ id, price: freshPrice, expectedPrice: price });
    } else if (refusedPrice !== null && !hasPriceMoved(refusedPrice, freshPrice)) classified.refusedIds.push(id);
    else classified.jumps.push({ id, freshPrice });
  }
  return classified;
}

/** Rejects an incomplete feed: missing items would silently keep old prices. */
function assertComplete(items: readonly KnownPrice[], feedPrices: ReadonlyMap<string, number>): void {
  const known = items.filter(({ name }) => feedPrices.has(name)).length;
  if (known * 2 < items.length) {
    throw new PriceFeedFailure(`The feed has prices of ${known} of ${items.length} items: fewer than half.`);
  }
}

async function applyChanges(deps: ReadingDeps, changes: readonly PriceChange[]): Promise<number> {
  let changed = 0;
  for (let at = 0; at < changes.length; at += ITEMS_PER_BATCH) {
    const batch = changes.slice(at, at + ITEMS_PER_BATCH);
    changed += await deps.db.transaction((tx) => repriceItems(tx, deps, batch));
  }
  return changed;
}

/** Records the reading and notifies staff in one transaction. */
async function recordReading(
  { db, live }: ReadingDeps,
  source: string,
  classified: Classification & { changed: number },
) {
  const { changed, jumps } = classified;
  await db.transaction(async (tx) => {
    const newJumps = await replaceHeldPrices(tx.sql, classified);
    await insertReading(tx.sql, { source, changed, held: jumps.length, failure: null });
    if (changed > 0 || newJumps > 0) {
      const details = { source, changed, held: jumps.length };
      await recordSiteEvent(tx, { playerId: null, event: 'prices.read', subject: 'prices', details });
    }
    if (newJumps === 0) return;
    const parameters = { count: newJumps, waiting: jumps.length };
    await notifyStaff(tx, live, { key: 'prices.jumped', parameters });
  });
}

/** Records a failed reading. Notifies staff only of the first after a success. */
async function recordFailure({ db, live, log }: ReadingDeps, source: string, failure: string): Promise<void> {
  log.warn({ source, failure }, 'Reading prices failed');
  await db.transaction(async (tx) => {
    const last = await selectLastReading(tx.sql);
    await insertReading(tx.sql, { source, changed: 0, held: 0, failure });
    if (last !== undefined && last.failure !== null) return;
    await notifyStaff(tx, live, { key: 'prices.failed', parameters: { failure } });
    await raiseAlarm(tx, { kind: 'pricesFailed', subject: 'prices', details: { failure } });
  });
}

/** Records that there is no feed. Prices stay as staff edited them. */
async function recordSnapshot({ db }: ReadingDeps): Promise<void> {
  const last = await selectLastReading(db.sql);
  if (last?.source === SNAPSHOT) return;
  await insertReading(db.sql, { source: SNAPSHOT, changed: 0, held: 0, failure: null });
}

/**
 * Reads the feed once and applies it: small changes immediately, large jumps after staff agree. An unreadable or incomplete feed
 * changes nothing. Returns the failure; undefined on success.
 */
export async function readPrices(deps: ReadingDeps, signal: AbortSignal): Promise<string | undefined> {
  const { db, prices } = deps;
  if (prices === undefined) {
    await recordSnapshot(deps);
    return undefined;
  }
  try {
    const feedPrices = await prices.read(signal);
    const items = await selectKnownPrices(db.sql);
    assertComplete(items, feedPrices);
    const classified = classifyPrices(items, feedPrices);
    const changed = await applyChanges(deps, classified.changes);
    await db.transaction((tx) => confirmPrices(tx, classified.confirmed));
    await recordReading(deps, prices.name, { ...classified, changed });
    return undefined;
  } catch (error) {
    if (!(error instanceof PriceFeedFailure) || signal.aborted) throw error;
    await recordFailure(deps, prices.name, error.message);
    return error.message;
  }
}
