import type { ChosenItem } from '@karat/contract/case-forms';
import {
  dropRateTotalSentence,
  EDGE_NEGATIVE,
  EDGE_TOO_LOW,
  ITEM_TWICE,
  ITEM_UNKNOWN,
  ITEM_UNPRICED,
  WITHDRAWAL_EDGE_TOO_LOW,
} from '@karat/contract/cases';
import { Refusal } from '@karat/contract/refusal';
import { isHouseEdgeEnough, isHouseEdgeNegative, isWithdrawalEdgeEnough, rateOfTickets } from '@karat/rules/cases';
import { caseCanon, type Drop, TICKETS_TOTAL } from '@karat/rules/fairness';
import { sha256Hex } from '@karat/rules/sha256';
import type { Tx } from '#db/db.ts';
import type { Deps } from '#deps.ts';
import { type CaseRow, insertVersion, lockItems, type PricedItem, selectNextVersion } from './queries.ts';
import type { DropValue } from './views.ts';

function refuse(message: string, path: string): never {
  throw new Refusal('invalid', message, { issues: [{ path, message }] });
}

/** Refuses duplicate items and a total other than all tickets, before any query runs. */
export function assertDropTable(items: readonly ChosenItem[]): void {
  if (new Set(items.map(({ itemId }) => itemId)).size < items.length) refuse(ITEM_TWICE, 'items');
  const total = items.reduce((sum, { tickets }) => sum + tickets, 0);
  if (total !== TICKETS_TOTAL) refuse(dropRateTotalSentence(rateOfTickets(total)), 'items');
}

/** Locks the chosen items and returns their prices. */
export function lockChosenItems(tx: Tx, items: readonly ChosenItem[]): Promise<PricedItem[]> {
  return lockItems(
    tx.sql,
    items.map(({ itemId }) => itemId),
  );
}

export function dropValuesOf(items: readonly ChosenItem[], priced: readonly PricedItem[]): DropValue[] {
  const byId = new Map(priced.map((each) => [each.id, each]));
  return items.map(({ itemId, tickets }) => {
    const item = byId.get(itemId) ?? refuse(ITEM_UNKNOWN, 'items');
    if (item.minPrice === null) refuse(ITEM_UNPRICED, 'items');
    return { quickSellPrice: item.quickSellPrice, price: item.price, tickets };
  });
}

/** The withdrawal edge that every case needs, in percent; undefined if skins have no real value. */
export function requiredWithdrawalEdge({ env }: Pick<Deps, 'env'>): number | undefined {
  return env.isRealValue ? env.minWithdrawEdge : undefined;
}

/** Whether a case may be opened, and if not, which edge is too low. */
export type EdgeCheck = 'enough' | 'house' | 'withdrawal';

export function checkEdges(deps: Pick<Deps, 'env'>, price: number, dropValues: readonly DropValue[]): EdgeCheck {
  if (!isHouseEdgeEnough(price, dropValues)) return 'house';
  const percentMin = requiredWithdrawalEdge(deps);
  return percentMin === undefined || isWithdrawalEdgeEnough(price, dropValues, percentMin) ? 'enough' : 'withdrawal';
}

export function assertEdges(deps: Pick<Deps, 'env'>, price: number, dropValues: readonly DropValue[]): void {
  const check = checkEdges(deps, price, dropValues);
  if (check === 'house') refuse(EDGE_TOO_LOW, 'casePrice');
  if (check === 'withdrawal') refuse(WITHDRAWAL_EDGE_TOO_LOW, 'casePrice');
}

export function assertEdgesOfEdit(deps: Pick<Deps, 'env'>, price: number, dropValues: readonly DropValue[]): void {
  if (isHouseEdgeNegative(price, dropValues)) refuse(EDGE_NEGATIVE, 'casePrice');
  assertEdges(deps, price, dropValues);
}

/** The fields of a case that the staff log records. */
export const loggedFieldsOf = ({ name, price, image, version, hash }: CaseRow) => ({
  name,
  price,
  image,
  version,
  hash,
});

/** Everything that decides the outcome of a roll. */
export type DropTable = { readonly name: string; readonly price: number; readonly drops: readonly Drop[] };

export const dropsOf = (items: readonly ChosenItem[]): Drop[] => items.map(({ itemId, tickets }) => [itemId, tickets]);

/** Makes a new version current. The case must have its new name already, so that no other case numbers versions under it. */
export async function writeVersion(
  tx: Tx,
  { caseId, actorId, ...table }: DropTable & { caseId: number; actorId: number | null },
): Promise<void> {
  const version = await selectNextVersion(tx.sql, { id: caseId, name: table.name });
  const canon = caseCanon({ v: version, ...table });
  await insertVersion(tx.sql, { caseId, version, ...table, canon, hash: sha256Hex(canon), actorId });
}

export function isSameDropTable(version: { version: number; canon: string }, table: DropTable): boolean {
  return caseCanon({ v: version.version, ...table }) === version.canon;
}
