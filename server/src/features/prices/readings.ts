import { hasPriceMoved, isPriceJump } from '@karat/rules/prices';
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

/** Items whose price changes in one transaction: nobody waits long for their locks. */
const ITEMS_AT_ONCE = 200;

export type ReadingDeps = Pick<Deps, 'db' | 'live' | 'env' | 'log' | 'prices'>;

type Verdict = {
  readonly changes: PriceChange[];
  /** Prices that one admin alone has set, and that the feed names too. */
  readonly confirmed: PriceChange[];
  readonly asked: Jump[];
  readonly refusedIds: number[];
};

/** A price that one admin alone has set is no step on the way to a higher one: a jump is also one from the last approved price. */
function isJump({ price, approvedPrice }: KnownPrice, fresh: number): boolean {
  return (
    isPriceJump(price, fresh) || (approvedPrice !== null && approvedPrice > 0 && isPriceJump(approvedPrice, fresh))
  );
}

/** What a feed means for the items: small changes, jumps to ask staff about, and jumps that they have said no to. */
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
    // What was never priced has nothing to jump from.
    if (minPrice === null || !isJump(item, freshPrice)) {
      verdict.changes.push({ id, price: freshPrice, was: price });
    } else if (refusedPrice !== null && !hasPriceMoved(refusedPrice, freshPrice)) verdict.refusedIds.push(id);
    else verdict.asked.push({ id, freshPrice });
  }
  return verdict;
}

/** Half a feed is none: what it leaves out would keep old prices, and nobody would know. */
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

/** The reading, and what staff have to be told of it, in one commit. */
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

/** Kept, and told to staff when it is the first after a good one: a feed that stays away is no news. */
async function fail({ db, live, log }: ReadingDeps, source: string, failure: string): Promise<void> {
  log.warn({ source, failure }, 'prices were not read');
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

/** Without a feed there is nothing to take over: what staff have edited stays. It only has to be known that there is none. */
async function noteSnapshot({ db }: ReadingDeps): Promise<void> {
  const last = await selectLastReading(db.sql);
  if (last?.source === SNAPSHOT) return;
  await insertReading(db.sql, { source: SNAPSHOT, changed: 0, held: 0, failure: null });
}

/**
 * Reads the feed once and takes over what it says: small changes at once, wild jumps when staff agree. A feed that cannot be
 * read, or only by half, changes nothing. Answers why it failed; undefined when it did not.
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
