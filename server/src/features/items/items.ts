import type { Item } from '@karat/contract/items';
import type { Pagination } from '@karat/contract/pagination';
import { Refusal } from '@karat/contract/refusal';
import { marketNameOf, quickSellPriceOf } from '@karat/rules/items';
import type { Sql, Tx } from '#db/db.ts';
import { isUniqueViolation } from '#db/errors.ts';
import type { Deps } from '#deps.ts';
import {
  type ApprovedRequest,
  requestApproval,
  chargeAllowance,
  isApprovalRequested,
  type WaitingChange,
} from '#features/adjustments/adjustments.ts';
import { recheckCases } from '#features/cases/cases.ts';
import { recordStaffAction } from '#features/logs/logs.ts';
import {
  type ApprovedPrice,
  approvePrices,
  countHeld,
  countItems,
  insertItem,
  lockItem,
  type LockedItem,
  type LockedPrice,
  lockPrices,
  type NewItem,
  type PriceApproval,
  selectApprovals,
  selectItems,
  updateItem,
  updatePrices,
} from './queries.ts';

export type ItemSearch = { readonly search: string; readonly page: number; readonly limit: number };

/** Lists the items that match a search, sorted by market name. */
export async function listItems(sql: Sql, search: ItemSearch): Promise<{ items: Item[]; pagination: Pagination }> {
  const [items, totalResults] = await Promise.all([selectItems(sql, search), countItems(sql, search.search)]);
  return { items, pagination: { totalResults, resultsPerPage: search.limit, currentPage: search.page } };
}

/** The fields of an item that staff enter. */
export type ItemInput = Pick<
  Item,
  'itemName' | 'skinName' | 'image' | 'skinExterior' | 'skinRarity' | 'weaponType' | 'price'
>;

/** The fields that follow from a price. */
const pricesOf = (price: number) => ({ price, min_price: price, quick_sell_price: quickSellPriceOf(price) });

/** Adds the fields that follow from the input. */
export function itemOf(input: ItemInput): NewItem {
  return { ...input, ...pricesOf(input.price), market_hash_name: marketNameOf(input) };
}

function refuseTakenName(error: unknown): never {
  if (isUniqueViolation(error, 'items_market_hash_name')) {
    throw new Refusal('taken', 'This skin already exists with this exterior.');
  }
  throw error;
}

type Change = { readonly actorId: number; readonly input: ItemInput };

export function addItem({ db }: Pick<Deps, 'db'>, { actorId, input }: Change): Promise<Item> {
  const work = db.transaction(async (tx) => {
    const item = await insertItem(tx.sql, { ...itemOf(input), priceSetBy: actorId, approvedPrice: 0 });
    await recordStaffAction(tx, { actorId, action: 'item.add', subject: `item:${item.id}`, after: item });
    return item;
  });
  return work.catch(refuseTakenName);
}

const APPROVED: PriceApproval = { priceSetBy: null, approvedPrice: null };

type PricedItem = Pick<LockedItem, 'price' | 'market_hash_name' | keyof PriceApproval>;

/** The approval state after one admin's change. A higher price is unapproved, as is any price under a new name. */
function approvalOf(
  before: PricedItem,
  after: Pick<Item, 'price' | 'market_hash_name'>,
  actorId: number,
): PriceApproval {
  const isRenamed = after.market_hash_name !== before.market_hash_name;
  if (!isRenamed && after.price === before.price) return before;
  const approvedPrice = isRenamed ? 0 : (before.approvedPrice ?? before.price);
  return after.price <= approvedPrice ? APPROVED : { priceSetBy: actorId, approvedPrice };
}

/** The diamonds that players may gain by a new price, through the items that they hold. */
async function possiblePayout(
  { sql }: Tx,
  { id, price }: Pick<Item, 'id' | 'price'>,
  newPrice: number,
): Promise<number> {
  return newPrice > price ? Math.min((newPrice - price) * (await countHeld(sql, id)), Number.MAX_SAFE_INTEGER) : 0;
}

type PriceRise = { readonly before: Pick<Item, 'id' | 'price'>; readonly price: number; readonly actorId: number };

/** Counts a new price against the admin's allowance. If it exceeds the allowance, returns what it may pay. */
async function amountAboveAllowance(
  tx: Tx,
  deps: Pick<Deps, 'env'>,
  { before, price, actorId }: PriceRise,
): Promise<number | undefined> {
  const amount = await possiblePayout(tx, before, price);
  if (amount === 0) return undefined;
  const credit = { actorId, kind: 'price', subjectId: before.id, reference: null, amount } as const;
  return (await chargeAllowance(tx, deps, credit)) ? undefined : amount;
}

const SHOWN_FIELDS = ['market_hash_name', 'price', 'skinRarity', 'weaponType', 'image'] as const;

function changesOf(before: Item, after: NewItem) {
  return SHOWN_FIELDS.filter((field) => before[field] !== after[field]).map((field) => ({
    field,
    before: String(before[field]),
    after: String(after[field]),
  }));
}

async function lockForEdit(tx: Tx, id: number): Promise<LockedItem> {
  const item = await lockItem(tx.sql, id);
  if (item === undefined) throw new Refusal('not_found', 'Item not found.');
  return item;
}

const withoutApproval = ({ priceSetBy: _priceSetBy, approvedPrice: _approvedPrice, ...item }: LockedItem): Item => item;

/** Saves the item and checks the edges of its cases in the same transaction. */
async function saveItem(tx: Tx, deps: Pick<Deps, 'live' | 'env'>, item: LockedItem): Promise<void> {
  await updateItem(tx.sql, item);
  await recheckCases(tx, deps, [item.id]);
}

/** Saves an edit. A rise that may pay more than the admin's allowance waits for a second person. */
export function editItem(
  deps: Pick<Deps, 'db' | 'live' | 'env'>,
  { id, actorId, input }: Change & { id: number },
): Promise<Item | WaitingChange> {
  const work = deps.db.transaction(async (tx) => {
    const before = await lockForEdit(tx, id);
    const item = { id, ...itemOf(input) };
    const amount = await amountAboveAllowance(tx, deps, { before, price: item.price, actorId });
    if (amount !== undefined) {
      const details = { name: before.market_hash_name, changes: changesOf(before, item), request: input };
      return requestApproval(tx, deps, { kind: 'item', subjectId: id, amount, actorId, details });
    }
    await saveItem(tx, deps, { ...item, ...approvalOf(before, item, actorId) });
    const change = { before: withoutApproval(before), after: item };
    await recordStaffAction(tx, { actorId, action: 'item.edit', subject: `item:${id}`, ...change });
    return item;
  });
  return work.catch(refuseTakenName);
}

/** Applies an edit that a second person approved. */
export async function applyItemRequest(
  tx: Tx,
  deps: Pick<Deps, 'live' | 'env'>,
  { subjectId, details }: ApprovedRequest,
) {
  const before = await lockForEdit(tx, subjectId!);
  const item = { id: before.id, ...itemOf(details!.request as ItemInput) };
  await saveItem(tx, deps, { ...item, ...APPROVED }).catch(refuseTakenName);
  return { before: withoutApproval(before), after: item };
}

/**
 * Reads the prices of these items. If one person alone set a price, also reads who did, and the last approved price (0 if there
 * was none).
 */
export function selectPriceApprovals(sql: Sql, itemIds: readonly number[]): Promise<ApprovedPrice[]> {
  return selectApprovals(sql, itemIds);
}

async function requestPriceApproval(tx: Tx, deps: Pick<Deps, 'live'>, itemId: number): Promise<void> {
  const item = await lockForEdit(tx, itemId);
  const { priceSetBy: actorId, approvedPrice } = item;
  if (actorId === null || (await isApprovalRequested(tx, { kind: 'item', subjectId: itemId, actorId }))) return;
  const { itemName, skinName, image, skinExterior, skinRarity, weaponType, price } = item;
  const input: ItemInput = { itemName, skinName, image, skinExterior, skinRarity, weaponType, price };
  const changes = [
    { field: 'price', before: approvedPrice === 0 ? null : String(approvedPrice), after: String(price) },
  ];
  const details = { name: item.market_hash_name, changes, request: input };
  await requestApproval(tx, deps, { kind: 'item', subjectId: itemId, amount: price, actorId, details });
}

/** Requests the approval of these items' prices, once each. */
export async function requestPriceApprovals(
  deps: Pick<Deps, 'db' | 'live'>,
  itemIds: readonly number[],
): Promise<void> {
  for (const itemId of new Set(itemIds)) await deps.db.transaction((tx) => requestPriceApproval(tx, deps, itemId));
}

export type PriceChange = {
  readonly id: number;
  readonly price: number;
  /** The price that the change is based on: an item that staff have edited since is skipped. */
  readonly expectedPrice?: number;
};

/** The approval state of prices from elsewhere: prices from the feed and from approved requests are approved. */
type Approval = (item: LockedPrice, price: number) => PriceApproval;

/** Sets new prices for many items and checks the edges of their cases. Returns how many changed. */
export async function repriceItems(
  tx: Tx,
  deps: Pick<Deps, 'live' | 'env'>,
  changes: readonly PriceChange[],
  approval: Approval = () => APPROVED,
): Promise<number> {
  const locked = await lockPrices(
    tx.sql,
    changes.map(({ id }) => id),
  );
  const itemsById = new Map(locked.map((item) => [item.id, item]));
  const applicable = changes.filter(
    ({ id, expectedPrice }) =>
      itemsById.has(id) && (expectedPrice === undefined || itemsById.get(id)!.price === expectedPrice),
  );
  if (applicable.length === 0) return 0;
  await updatePrices(
    tx.sql,
    applicable.map(({ id, price }) => ({ id, ...pricesOf(price), ...approval(itemsById.get(id)!, price) })),
  );
  await recheckCases(
    tx,
    deps,
    applicable.map(({ id }) => id),
  );
  return applicable.length;
}

type AcceptedPrice = { readonly id: number; readonly price: number; readonly actorId: number };

/** Accepts a price jump as one admin. Above their allowance it changes nothing and returns what the price may pay. */
export async function acceptPrice(
  tx: Tx,
  deps: Pick<Deps, 'live' | 'env'>,
  { id, price, actorId }: AcceptedPrice,
): Promise<number | undefined> {
  const [before] = await lockPrices(tx.sql, [id]);
  const amount = await amountAboveAllowance(tx, deps, { before: before!, price, actorId });
  if (amount !== undefined) return amount;
  await repriceItems(tx, deps, [{ id, price }], (item) => approvalOf(item, { ...item, price }, actorId));
  return undefined;
}

/** Approves prices that one admin set, because the price source confirms them. */
export async function confirmPrices(tx: Tx, items: readonly Pick<Item, 'id' | 'price'>[]): Promise<void> {
  if (items.length > 0) await approvePrices(tx.sql, items);
}
