import type { CaseSort } from '@karat/contract/cases';
import type { Item } from '@karat/contract/items';
import type { Sql } from '#db/db.ts';

/** A case as it can be opened now. */
export type Offer = {
  readonly caseId: number;
  readonly name: string;
  readonly price: number;
  readonly versionId: number;
  readonly hash: string;
  readonly canon: string;
  readonly isPaused: boolean;
};

export async function selectOffer(sql: Sql, name: string): Promise<Offer | undefined> {
  const [offer] = await sql<Offer>`
    select cases.id as "caseId", cases.name, cases.price, version_id as "versionId", hash, canon,
           paused_at is not null as "isPaused"
    from cases join case_versions on case_versions.id = version_id
    where cases.name = ${name}`;
  return offer;
}

export type CaseRow = {
  readonly id: number;
  readonly name: string;
  readonly image: string;
  readonly price: number;
  readonly createdAt: string;
  readonly isPaused: boolean;
  readonly versionId: number;
  readonly version: number;
  readonly hash: string;
  readonly canon: string;
};

export type CaseSearch = {
  readonly search: string;
  readonly sort: CaseSort;
  readonly page: number;
  readonly limit: number;
};

/** What LIKE would take for a pattern, taken for itself. */
const likeText = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

export function selectCases(sql: Sql, { search, sort, page, limit }: CaseSearch): Promise<CaseRow[]> {
  return sql<CaseRow>`
    select cases.id, cases.name, image, cases.price, cases.created_at as "createdAt",
           paused_at is not null as "isPaused", version_id as "versionId", version, hash, canon
    from cases join case_versions on case_versions.id = version_id
    where search_key like '%' || search_key(${likeText(search)}) || '%'
    order by case ${sort}::text when 'highest' then -cases.price when 'lowest' then cases.price end,
             case ${sort}::text when 'oldest' then cases.created_at end,
             case ${sort}::text when 'oldest' then cases.id end,
             cases.created_at desc, cases.id desc
    limit ${limit} offset ${(page - 1) * limit}`;
}

export async function countCases(sql: Sql, search: string): Promise<number> {
  const [row] = await sql<{ total: number }>`
    select count(*) as total from cases where search_key like '%' || search_key(${likeText(search)}) || '%'`;
  return row!.total;
}

export async function selectCaseByName(sql: Sql, name: string): Promise<CaseRow | undefined> {
  const [row] = await sql<CaseRow>`
    select cases.id, cases.name, image, cases.price, cases.created_at as "createdAt",
           paused_at is not null as "isPaused", version_id as "versionId", version, hash, canon
    from cases join case_versions on case_versions.id = version_id
    where cases.name = ${name}`;
  return row;
}

export async function lockCase(sql: Sql, id: number): Promise<CaseRow | undefined> {
  const [row] = await sql<CaseRow>`
    select cases.id, cases.name, image, cases.price, cases.created_at as "createdAt",
           paused_at is not null as "isPaused", version_id as "versionId", version, hash, canon
    from cases join case_versions on case_versions.id = version_id
    where cases.id = ${id} for update of cases`;
  return row;
}

export type DropRow = Item & { readonly versionId: number; readonly tickets: number };

/** What the versions hold, with each item as it is today. */
export function selectDrops(sql: Sql, versionIds: readonly number[]): Promise<DropRow[]> {
  return sql<DropRow>`
    select version_id as "versionId", tickets, items.id, item_name as "itemName", skin_name as "skinName", image,
           exterior as "skinExterior", rarity as "skinRarity", weapon_type as "weaponType", price, min_price,
           quick_sell_price, market_hash_name
    from case_drops join items on items.id = item_id
    where version_id = any(${versionIds}::int8[])`;
}

export type PricedItem = {
  readonly id: number;
  readonly minPrice: number | null;
  readonly quickSellPrice: number;
};

/**
 * Keeps their prices as they are until the commit: a price that changed unseen could let an edge through that is too
 * low. Items are locked before cases, everywhere.
 */
export function lockItems(sql: Sql, ids: readonly number[]): Promise<PricedItem[]> {
  return sql<PricedItem>`
    select id, min_price as "minPrice", quick_sell_price as "quickSellPrice"
    from items where id = any(${ids}::int8[]) order by id for share`;
}
