import type { Item } from '@karat/contract/items';
import type { Pagination } from '@karat/contract/pagination';
import { Refusal } from '@karat/contract/refusal';
import { marketNameOf, quickSellPriceOf } from '@karat/rules/items';
import type { Sql, Tx } from '#db/db.ts';
import { isUniqueViolation } from '#db/failures.ts';
import type { Deps } from '#deps.ts';
import { recheckCases } from '#features/cases/cases.ts';
import { recordStaffAct } from '#features/logs/logs.ts';
import {
  countItems,
  insertItem,
  lockItem,
  lockPrices,
  type NewItem,
  selectItems,
  updateItem,
  updatePrices,
} from './queries.ts';

export type ItemSearch = { readonly search: string; readonly page: number; readonly limit: number };

/** By their market names. */
export async function listItems(sql: Sql, wanted: ItemSearch): Promise<{ items: Item[]; pagination: Pagination }> {
  const [items, totalResults] = await Promise.all([selectItems(sql, wanted), countItems(sql, wanted.search)]);
  return { items, pagination: { totalResults, resultsPerPage: wanted.limit, currentPage: wanted.page } };
}

/** An item as people describe it. */
export type ItemWish = Pick<
  Item,
  'itemName' | 'skinName' | 'image' | 'skinExterior' | 'skinRarity' | 'weaponType' | 'price'
>;

/** What follows from a price. */
const pricesOf = (price: number) => ({ price, min_price: price, quick_sell_price: quickSellPriceOf(price) });

/** All else follows from it. */
export function itemOf(wish: ItemWish): NewItem {
  return { ...wish, ...pricesOf(wish.price), market_hash_name: marketNameOf(wish) };
}

function refuseTaken(error: unknown): never {
  if (isUniqueViolation(error, 'items_market_hash_name')) {
    throw new Refusal('taken', 'This skin already exists in this exterior.');
  }
  throw error;
}

type Change = { readonly actorId: number; readonly wish: ItemWish };

export function addItem({ db }: Pick<Deps, 'db'>, { actorId, wish }: Change): Promise<Item> {
  const work = db.transaction(async (tx) => {
    const item = await insertItem(tx.sql, itemOf(wish));
    await recordStaffAct(tx, { actorId, act: 'item.add', subject: `item:${item.id}`, after: item });
    return item;
  });
  return work.catch(refuseTaken);
}

/** Cases that offer the item look at their edge in the same transaction. */
export function editItem(
  deps: Pick<Deps, 'db' | 'live' | 'env'>,
  { id, actorId, wish }: Change & { id: number },
): Promise<Item> {
  const work = deps.db.transaction(async (tx) => {
    const before = await lockItem(tx.sql, id);
    if (before === undefined) throw new Refusal('not_found', 'Item not found.');
    const item = { id, ...itemOf(wish) };
    await updateItem(tx.sql, item);
    await recheckCases(tx, deps, [id]);
    await recordStaffAct(tx, { actorId, act: 'item.edit', subject: `item:${id}`, before, after: item });
    return item;
  });
  return work.catch(refuseTaken);
}

export type PriceChange = {
  readonly id: number;
  readonly price: number;
  /** What it cost when the change was thought of: an item that staff have edited since is left alone. */
  readonly was?: number;
};

/** New prices for many items, and for the cases that hold them another look at their edge. Answers how many have changed. */
export async function repriceItems(
  tx: Tx,
  deps: Pick<Deps, 'live' | 'env'>,
  changes: readonly PriceChange[],
): Promise<number> {
  const locked = await lockPrices(
    tx.sql,
    changes.map(({ id }) => id),
  );
  const known = new Map(locked.map(({ id, price }) => [id, price]));
  const due = changes.filter(({ id, was }) => known.has(id) && (was === undefined || known.get(id) === was));
  if (due.length === 0) return 0;
  await updatePrices(
    tx.sql,
    due.map(({ id, price }) => ({ id, ...pricesOf(price) })),
  );
  await recheckCases(
    tx,
    deps,
    due.map(({ id }) => id),
  );
  return due.length;
}
