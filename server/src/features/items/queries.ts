import type { Item } from '@karat/contract/items';
import type { Sql } from '#db/db.ts';

type Page = { readonly page: number; readonly limit: number };

/** Escapes the wildcards of LIKE. */
const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

/** An empty search matches every name. */
export function selectItems(sql: Sql, { search, page, limit }: Page & { search: string }): Promise<Item[]> {
  return sql<Item>`
    select id, item_name as "itemName", skin_name as "skinName", image, exterior as "skinExterior",
           rarity as "skinRarity", weapon_type as "weaponType", price, min_price, quick_sell_price, market_hash_name
    from items where search_key like '%' || search_key(${escapeLike(search)}) || '%'
    order by market_hash_name limit ${limit} offset ${(page - 1) * limit}`;
}

export async function countItems(sql: Sql, search: string): Promise<number> {
  const [row] = await sql<{ total: number }>`
    select count(*) as total from items where search_key like '%' || search_key(${escapeLike(search)}) || '%'`;
  return row!.total;
}

/** Locks an item. Every change of an item begins here, so a case being saved sees the price from before or after. */
export async function lockItem(sql: Sql, id: number): Promise<LockedItem | undefined> {
  const [item] = await sql<LockedItem>`
    select id, item_name as "itemName", skin_name as "skinName", image, exterior as "skinExterior",
           rarity as "skinRarity", weapon_type as "weaponType", price, min_price, quick_sell_price, market_hash_name,
           price_set_by as "priceSetBy", approved_price as "approvedPrice"
    from items where id = ${id} for update`;
  return item;
}

/** The admin who set an unapproved price, and the last approved price; both null if the price is approved. */
export type PriceApproval = { readonly priceSetBy: number | null; readonly approvedPrice: number | null };
export type LockedItem = Item & PriceApproval;
export type NewItem = Omit<Item, 'id'>;

export async function insertItem(sql: Sql, item: NewItem & PriceApproval): Promise<Item> {
  const [inserted] = await sql<Item>`
    insert into items (item_name, skin_name, image, exterior, rarity, weapon_type, price, min_price, quick_sell_price,
                       market_hash_name, price_set_by, approved_price)
    values (${item.itemName}, ${item.skinName}, ${item.image}, ${item.skinExterior}, ${item.skinRarity},
            ${item.weaponType}, ${item.price}, ${item.min_price}, ${item.quick_sell_price}, ${item.market_hash_name},
            ${item.priceSetBy}, ${item.approvedPrice})
    returning id, item_name as "itemName", skin_name as "skinName", image, exterior as "skinExterior",
              rarity as "skinRarity", weapon_type as "weaponType", price, min_price, quick_sell_price,
              market_hash_name`;
  return inserted!;
}

export async function updateItem(sql: Sql, item: LockedItem): Promise<void> {
  await sql`
    update items set item_name = ${item.itemName}, skin_name = ${item.skinName}, image = ${item.image},
           exterior = ${item.skinExterior}, rarity = ${item.skinRarity}, weapon_type = ${item.weaponType},
           price = ${item.price}, min_price = ${item.min_price}, quick_sell_price = ${item.quick_sell_price},
           market_hash_name = ${item.market_hash_name}, price_set_by = ${item.priceSetBy},
           approved_price = ${item.approvedPrice}, updated_at = now()
    where id = ${item.id}`;
}

/** Like `lockItem`, for the prices of many items. Openings that give such an item do not wait for this lock. */
export function lockPrices(sql: Sql, ids: readonly number[]): Promise<LockedPrice[]> {
  return sql<LockedPrice>`
    select id, price, market_hash_name, price_set_by as "priceSetBy", approved_price as "approvedPrice"
    from items where id = any(${ids}::int8[]) order by id for no key update`;
}

export type LockedPrice = Pick<LockedItem, 'id' | 'price' | 'market_hash_name' | keyof PriceApproval>;

export type NewPrices = Pick<LockedItem, 'id' | 'price' | 'quick_sell_price' | keyof PriceApproval> & {
  readonly min_price: number;
};

export async function updatePrices(sql: Sql, items: readonly NewPrices[]): Promise<void> {
  const column = (name: keyof NewPrices): (number | null)[] => items.map((item) => item[name]);
  await sql`
    update items set price = fresh.price, min_price = fresh.min_price, quick_sell_price = fresh.quick_sell_price,
           price_set_by = fresh.price_set_by, approved_price = fresh.approved_price, updated_at = now()
    from unnest(${column('id')}::int8[], ${column('price')}::int8[], ${column('min_price')}::int8[],
                ${column('quick_sell_price')}::int8[], ${column('priceSetBy')}::int8[], ${column('approvedPrice')}::int8[])
      as fresh (id, price, min_price, quick_sell_price, price_set_by, approved_price)
    where items.id = fresh.id`;
}

/** The price source confirms these prices: approves them if they have not changed since. */
export async function approvePrices(sql: Sql, items: readonly Pick<Item, 'id' | 'price'>[]): Promise<void> {
  await sql`
    update items set price_set_by = null, approved_price = null
    from unnest(${items.map(({ id }) => id)}::int8[], ${items.map(({ price }) => price)}::int8[]) as fresh (id, price)
    where items.id = fresh.id and items.price = fresh.price`;
}

export type ApprovedPrice = PriceApproval & { readonly id: number; readonly price: number };

export function selectApprovals(sql: Sql, ids: readonly number[]): Promise<ApprovedPrice[]> {
  return sql<ApprovedPrice>`
    select id, price, price_set_by as "priceSetBy", approved_price as "approvedPrice"
    from items where id = any(${ids}::int8[]) order by id`;
}

/** The number of copies that players hold, including those that are listed or being withdrawn. */
export async function countHeld(sql: Sql, itemId: number): Promise<number> {
  const [row] = await sql<{ held: number }>`
    select count(*) as held from inventory
    where item_id = ${itemId} and state in ('OWNED', 'LISTED', 'WITHDRAWING')`;
  return row!.held;
}

/** Those of the market names that no item has. */
export async function selectMissingNames(sql: Sql, names: readonly string[]): Promise<string[]> {
  const missing = await sql<{ name: string }>`
    select name from unnest(${names}::text[]) as name
    where not exists (select from items where market_hash_name = name.name)`;
  return missing.map(({ name }) => name);
}

/** Inserts all in one statement. Skips items that another process has added in the meantime. */
export async function insertItems(sql: Sql, items: readonly NewItem[]): Promise<number> {
  const column = (name: keyof NewItem): unknown[] => items.map((item) => item[name]);
  const inserted = await sql`
    insert into items (item_name, skin_name, image, exterior, rarity, weapon_type, price, min_price, quick_sell_price,
                       market_hash_name)
    select * from unnest(
      ${column('itemName')}::text[], ${column('skinName')}::text[], ${column('image')}::text[],
      ${column('skinExterior')}::text[], ${column('skinRarity')}::text[], ${column('weaponType')}::text[],
      ${column('price')}::int8[], ${column('min_price')}::int8[], ${column('quick_sell_price')}::int8[],
      ${column('market_hash_name')}::text[]
    )
    on conflict do nothing
    returning id`;
  return inserted.length;
}

/** Gives the planner correct row counts right after the start. */
export async function analyzeItems(sql: Sql): Promise<void> {
  await sql`analyze items`;
}
