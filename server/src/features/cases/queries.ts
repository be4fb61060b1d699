import type { CaseSort } from '@karat/contract/cases';
import type { Item } from '@karat/contract/items';
import type { Drop } from '@karat/rules/fairness';
import type { Sql } from '#db/db.ts';

/** A case as it can be opened now. */
export type OpenableCase = {
  readonly caseId: number;
  readonly name: string;
  readonly price: number;
  readonly versionId: number;
  readonly hash: string;
  readonly canon: string;
  readonly isPaused: boolean;
};

export async function selectOpenableCase(sql: Sql, name: string): Promise<OpenableCase | undefined> {
  const [offer] = await sql<OpenableCase>`
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

/** What cases are looked for. */
type CaseFilter = {
  readonly search: string;
  /** Both limits are included. */
  readonly minPrice?: number | undefined;
  readonly maxPrice?: number | undefined;
};

export type CaseSearch = CaseFilter & {
  readonly sort: CaseSort;
  readonly page: number;
  readonly limit: number;
};

/** Escapes the wildcards of LIKE. */
const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

export function selectCases(
  sql: Sql,
  { search, minPrice, maxPrice, sort, page, limit }: CaseSearch,
): Promise<CaseRow[]> {
  return sql<CaseRow>`
    select cases.id, cases.name, image, cases.price, cases.created_at as "createdAt",
           paused_at is not null as "isPaused", version_id as "versionId", version, hash, canon
    from cases join case_versions on case_versions.id = version_id
    where search_key like '%' || search_key(${escapeLike(search)}) || '%'
      and cases.price >= coalesce(${minPrice ?? null}::int8, cases.price)
      and cases.price <= coalesce(${maxPrice ?? null}::int8, cases.price)
    order by case ${sort}::text when 'highest' then -cases.price when 'lowest' then cases.price end,
             case ${sort}::text when 'oldest' then cases.created_at end,
             case ${sort}::text when 'oldest' then cases.id end,
             cases.created_at desc, cases.id desc
    limit ${limit} offset ${(page - 1) * limit}`;
}

export async function countCases(sql: Sql, { search, minPrice, maxPrice }: CaseFilter): Promise<number> {
  const [row] = await sql<{ total: number }>`
    select count(*) as total from cases
    where search_key like '%' || search_key(${escapeLike(search)}) || '%'
      and price >= coalesce(${minPrice ?? null}::int8, price)
      and price <= coalesce(${maxPrice ?? null}::int8, price)`;
  return row!.total;
}

/** Counts the cases that a search finds, by the largest of these ascending prices that a case reaches. */
export function countCasesByPrice(
  sql: Sql,
  { search, prices }: { search: string; prices: readonly number[] },
): Promise<{ minPrice: number; count: number }[]> {
  return sql`
    select (${prices}::int8[])[width_bucket(price, ${prices}::int8[])] as "minPrice", count(*) as count
    from cases where search_key like '%' || search_key(${escapeLike(search)}) || '%'
    group by 1`;
}

export async function selectCaseByName(sql: Sql, name: string): Promise<CaseRow | undefined> {
  const [row] = await sql<CaseRow>`
    select cases.id, cases.name, image, cases.price, cases.created_at as "createdAt",
           paused_at is not null as "isPaused", version_id as "versionId", version, hash, canon
    from cases join case_versions on case_versions.id = version_id
    where cases.name = ${name}`;
  return row;
}

export function selectCasePrices(
  sql: Sql,
  names: readonly string[],
): Promise<{ name: string; price: number; versionId: number }[]> {
  return sql`select name, price, version_id as "versionId" from cases where name = any(${names}::text[])`;
}

/** Locks a case, so that its edits and versions follow one another. */
export async function lockCase(sql: Sql, id: number): Promise<CaseRow | undefined> {
  // A separate statement: one that waited for the lock does not see a version that was committed in the meantime.
  await sql`select from cases where id = ${id} for update`;
  const [row] = await sql<CaseRow>`
    select cases.id, cases.name, image, cases.price, cases.created_at as "createdAt",
           paused_at is not null as "isPaused", version_id as "versionId", version, hash, canon
    from cases join case_versions on case_versions.id = version_id
    where cases.id = ${id}`;
  return row;
}

export type DropRow = Item & { readonly versionId: number; readonly tickets: number };

/** The drops of these versions, each with the item as it is today. */
export function selectDrops(sql: Sql, versionIds: readonly number[]): Promise<DropRow[]> {
  return sql<DropRow>`
    select version_id as "versionId", tickets, items.id, item_name as "itemName", skin_name as "skinName", image,
           exterior as "skinExterior", rarity as "skinRarity", weapon_type as "weaponType", price, min_price,
           quick_sell_price, market_hash_name
    from case_drops join items on items.id = item_id
    where version_id = any(${versionIds}::int8[])`;
}

export type DropsOutline = {
  readonly versionId: number;
  readonly itemIds: readonly number[];
  readonly tickets: readonly number[];
  readonly quickSellPrices: readonly number[];
  readonly prices: readonly number[];
};

/** The part of the drops that a list needs, one row per version, rarest first. */
export function selectDropsOutlines(sql: Sql, versionIds: readonly number[]): Promise<DropsOutline[]> {
  return sql<DropsOutline>`
    select version_id as "versionId", array_agg(item_id order by tickets, item_id) as "itemIds",
           array_agg(tickets order by tickets, item_id) as tickets,
           array_agg(quick_sell_price order by tickets, item_id) as "quickSellPrices",
           array_agg(price order by tickets, item_id) as prices
    from case_drops join items on items.id = item_id
    where version_id = any(${versionIds}::int8[])
    group by version_id`;
}

export type PricedItem = {
  readonly id: number;
  readonly minPrice: number | null;
  readonly price: number;
  readonly quickSellPrice: number;
};

/**
 * Locks the prices until the commit, because a concurrent change could let too low an edge pass. All code locks items before cases,
 * otherwise two transactions could deadlock.
 */
export function lockItems(sql: Sql, ids: readonly number[]): Promise<PricedItem[]> {
  return sql<PricedItem>`
    select id, min_price as "minPrice", price, quick_sell_price as "quickSellPrice"
    from items where id = any(${ids}::int8[]) order by id for share`;
}

export type StoredCase = { readonly name: string; readonly price: number; readonly image: string };

/** Inserts a case without a version. None is committed like that. */
export async function insertCase(sql: Sql, box: StoredCase & { readonly ageDays: number }): Promise<number> {
  const [row] = await sql<{ id: number }>`
    insert into cases (name, price, image, version_id, created_at)
    values (${box.name}, ${box.price}, ${box.image}, 0, now() - ${box.ageDays} * interval '1 day')
    returning id`;
  return row!.id;
}

/** Ends the pause: saving a case has checked its edge. */
export async function updateCase(sql: Sql, box: StoredCase & { readonly id: number }): Promise<void> {
  await sql`
    update cases set name = ${box.name}, price = ${box.price}, image = ${box.image},
           paused_at = null, paused_reason = null
    where id = ${box.id}`;
}

/** A version number that was never used by this case or by another case with this name, so no two versions have the same hash. */
export async function selectNextVersion(sql: Sql, box: { id: number; name: string }): Promise<number> {
  const [row] = await sql<{ version: number }>`
    select coalesce(max(version), 0) + 1 as version
    from case_versions where case_id = ${box.id} or name = ${box.name}`;
  return row!.version;
}

export type NewVersion = {
  readonly caseId: number;
  readonly version: number;
  readonly name: string;
  readonly price: number;
  readonly canon: string;
  readonly hash: string;
  readonly drops: readonly Drop[];
  /** Null for versions made by the site itself. */
  readonly actorId: number | null;
};

export async function insertVersion(sql: Sql, version: NewVersion): Promise<void> {
  const [row] = await sql<{ id: number }>`
    insert into case_versions (case_id, version, name, price, canon, hash, created_by)
    values (${version.caseId}, ${version.version}, ${version.name}, ${version.price}, ${version.canon}, ${version.hash}, ${version.actorId})
    returning id`;
  await sql`
    insert into case_drops (version_id, item_id, tickets)
    select ${row!.id}::int8, item_id, tickets
    from unnest(${version.drops.map(([itemId]) => itemId)}::int8[], ${version.drops.map(([, tickets]) => tickets)}::int4[])
      as made (item_id, tickets)`;
  await sql`update cases set version_id = ${row!.id} where id = ${version.caseId}`;
}

export type CaseWithItem = {
  readonly id: number;
  readonly name: string;
  readonly price: number;
  readonly versionId: number;
  readonly isPaused: boolean;
};

/** Locks the cases that contain one of the items until the commit. */
export function lockCasesWithItems(sql: Sql, itemIds: readonly number[]): Promise<CaseWithItem[]> {
  return sql<CaseWithItem>`
    select id, name, price, version_id as "versionId", paused_at is not null as "isPaused"
    from cases
    where version_id in (select version_id from case_drops where item_id = any(${itemIds}::int8[]))
    order by id for update`;
}

/** Locks the items of all current versions until the commit, so that their prices cannot change. */
export async function lockItemsOfCases(sql: Sql): Promise<number[]> {
  const rows = await sql<{ id: number }>`
    select id from items
    where id in (select item_id from case_drops join cases on cases.version_id = case_drops.version_id)
    order by id for share`;
  return rows.map(({ id }) => id);
}

export async function pauseCase(sql: Sql, { id, reason }: { id: number; reason: string }): Promise<void> {
  await sql`update cases set paused_at = now(), paused_reason = ${reason} where id = ${id}`;
}

export async function resumeCase(sql: Sql, id: number): Promise<void> {
  await sql`update cases set paused_at = null, paused_reason = null where id = ${id}`;
}

/** Selects the names that no case has ever had, so that a case renamed by staff is not created again. */
export async function selectUnusedNames(sql: Sql, names: readonly string[]): Promise<string[]> {
  const unused = await sql<{ name: string }>`
    select name from unnest(${names}::text[]) as name
    where not exists (select from case_versions where case_versions.name = name.name)`;
  return unused.map(({ name }) => name);
}

/** Locks the cases with these names that are as the site made them: staff have saved no version since. */
export function lockUneditedCases(sql: Sql, names: readonly string[]): Promise<CaseRow[]> {
  return sql<CaseRow>`
    select cases.id, cases.name, image, cases.price, cases.created_at as "createdAt",
           paused_at is not null as "isPaused", version_id as "versionId", version, hash, canon
    from cases join case_versions on case_versions.id = version_id
    where cases.name = any(${names}::text[]) and case_versions.created_by is null and paused_at is null
    order by cases.id for update of cases`;
}

export function selectItemIds(
  sql: Sql,
  marketNames: readonly string[],
): Promise<{ id: number; market_hash_name: string }[]> {
  return sql`select id, market_hash_name from items where market_hash_name = any(${marketNames}::text[])`;
}

/** Lets one process at a time create the demo cases. */
export async function lockDemo(sql: Sql): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('demo cases'))`;
}

/** Gives the planner correct row counts right after the start. */
export async function analyzeCases(sql: Sql): Promise<void> {
  await sql`analyze cases, case_versions, case_drops`;
}
