import type { ChosenItem } from '@karat/contract/case-forms';
import {
  dropRateTotalSentence,
  EDGE_NEGATIVE,
  EDGE_TOO_LOW,
  ITEM_TWICE,
  ITEM_UNKNOWN,
  ITEM_UNPRICED,
} from '@karat/contract/cases';
import { Refusal } from '@karat/contract/refusal';
import { isHouseEdgeEnough, isHouseEdgeNegative, type Payout, rateOfTickets } from '@karat/rules/cases';
import { caseCanon, type Drop, TICKETS_TOTAL } from '@karat/rules/fairness';
import { sha256Hex } from '@karat/rules/sha256';
import type { Tx } from '#db/db.ts';
import { insertVersion, lockItems, type PricedItem, selectNextVersion } from './queries.ts';

function refuse(message: string, path: string): never {
  throw new Refusal('invalid', message, { issues: [{ path, message }] });
}

/** Each item once, and every ticket given out: asked before the store is. */
export function assertTable(items: readonly ChosenItem[]): void {
  if (new Set(items.map(({ itemId }) => itemId)).size < items.length) refuse(ITEM_TWICE, 'items');
  const total = items.reduce((sum, { tickets }) => sum + tickets, 0);
  if (total !== TICKETS_TOTAL) refuse(dropRateTotalSentence(rateOfTickets(total)), 'items');
}

/** Locks the chosen items and tells what each would pay. */
export function lockChosen(tx: Tx, items: readonly ChosenItem[]): Promise<PricedItem[]> {
  return lockItems(
    tx.sql,
    items.map(({ itemId }) => itemId),
  );
}

export function payoutsOf(items: readonly ChosenItem[], priced: readonly PricedItem[]): Payout[] {
  const byId = new Map(priced.map((each) => [each.id, each]));
  return items.map(({ itemId, tickets }) => {
    const item = byId.get(itemId) ?? refuse(ITEM_UNKNOWN, 'items');
    if (item.minPrice === null) refuse(ITEM_UNPRICED, 'items');
    return { quickSellPrice: item.quickSellPrice, tickets };
  });
}

export function assertEdge(price: number, payouts: readonly Payout[]): void {
  if (!isHouseEdgeEnough(price, payouts)) refuse(EDGE_TOO_LOW, 'casePrice');
}

export function assertEdgeOfEdit(price: number, payouts: readonly Payout[]): void {
  if (isHouseEdgeNegative(price, payouts)) refuse(EDGE_NEGATIVE, 'casePrice');
  assertEdge(price, payouts);
}

/** All that decides a roll. */
export type Table = { readonly name: string; readonly price: number; readonly drops: readonly Drop[] };

export const dropsOf = (items: readonly ChosenItem[]): Drop[] => items.map(({ itemId, tickets }) => [itemId, tickets]);

/** Puts a new version on offer. The case must hold its name by now, so that nobody else numbers versions of it. */
export async function writeVersion(
  tx: Tx,
  { caseId, actorId, ...table }: Table & { caseId: number; actorId: number | null },
): Promise<void> {
  const version = await selectNextVersion(tx.sql, { id: caseId, name: table.name });
  const canon = caseCanon({ v: version, ...table });
  await insertVersion(tx.sql, { caseId, version, ...table, canon, hash: sha256Hex(canon), actorId });
}

export function isSameTable(version: { version: number; canon: string }, table: Table): boolean {
  return caseCanon({ v: version.version, ...table }) === version.canon;
}
