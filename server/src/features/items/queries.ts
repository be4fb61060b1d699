import type { Item } from '@karat/contract/items';
import type { Sql } from '#db/db.ts';

type Page = { readonly page: number; readonly limit: number };

/** What LIKE would take for a pattern, taken for itself. */
const likeText = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

/** An empty text is in every name. */
export function selectItems(sql: Sql, { search, page, limit }: Page & { search: string }): Promise<Item[]> {
  return sql<Item>`
    select id, item_name as "itemName", skin_name as "skinName", image, exterior as "skinExterior",
           rarity as "skinRarity", weapon_type as "weaponType", price, min_price, quick_sell_price, market_hash_name
    from items where search_key like '%' || search_key(${likeText(search)}) || '%'
    order by market_hash_name limit ${limit} offset ${(page - 1) * limit}`;
}

export async function countItems(sql: Sql, search: string): Promise<number> {
  const [row] = await sql<{ total: number }>`
    select count(*) as total from items where search_key like '%' || search_key(${likeText(search)}) || '%'`;
  return row!.total;
}

/** Every change of an item begins here, so that a case being saved sees its price before or after, never between. */
export async function lockItem(sql: Sql, id: number): Promise<LockedItem | undefined> {
  const [item] = await sql<LockedItem>`
    select id, item_name as "itemName", skin_name as "skinName", image, exterior as "skinExterior",
           rarity as "skinRarity", weapon_type as "weaponType", price, min_price, quick_sell_price, market_hash_name,
           price_by as "priceBy", approved_price as "approvedPrice"
    from items where id = ${id} for update`;
  return item;
}

/** Who set a price that no second admin has approved, and the last approved one; both null where the price is approved. */
export type PriceApproval = { readonly priceBy: number | null; readonly approvedPrice: number | null };
export type LockedItem = Item & PriceApproval;
export type NewItem = Omit<Item, 'id'>;

export async function insertItem(sql: Sql, item: NewItem & PriceApproval): Promise<Item> {
  const [inserted] = await sql<Item>`
    insert into items (item_name, skin_name, image, exterior, rarity, weapon_type, price, min_price, quick_sell_price,
                       market_hash_name, price_by, approved_price)
    values (${item.itemName}, ${item.skinName}, ${item.image}, ${item.skinExterior}, ${item.skinRarity},
            ${item.weaponType}, ${item.price}, ${item.min_price}, ${item.quick_sell_price}, ${item.market_hash_name},
            ${item.priceBy}, ${item.approvedPrice})
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
           market_hash_name = ${item.market_hash_name}, price_by = ${item.priceBy},
           approved_price = ${item.approvedPrice}, updated_at = now()
    where id = ${item.id}`;
}

/** As `lockItem`, for many and for their prices alone: who hands such an item out does not wait. */
export function lockPrices(sql: Sql, ids: readonly number[]): Promise<LockedPrice[]> {
  return sql<LockedPrice>`
    select id, price, market_hash_name, price_by as "priceBy", approved_price as "approvedPrice"
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
           price_by = fresh.price_by, approved_price = fresh.approved_price, updated_at = now()
    from unnest(${column('id')}::int8[], ${column('price')}::int8[], ${column('min_price')}::int8[],
                ${column('quick_sell_price')}::int8[], ${column('priceBy')}::int8[], ${column('approvedPrice')}::int8[])
      as fresh (id, price, min_price, quick_sell_price, price_by, approved_price)
    where items.id = fresh.id`;
}

/** The price source names the same prices: they are approved, where they are still so. */
export async function approvePrices(sql: Sql, items: readonly Pick<Item, 'id' | 'price'>[]): Promise<void> {
  await sql`
    update items set price_by = null, approved_price = null
    from unnest(${items.map(({ id }) => id)}::int8[], ${items.map(({ price }) => price)}::int8[]) as fresh (id, price)
    where items.id = fresh.id and items.price = fresh.price`;
}

export type ApprovedPrice = PriceApproval & { readonly id: number; readonly price: number };

export function selectApprovals(sql: Sql, ids: readonly number[]): Promise<ApprovedPrice[]> {
  return sql<ApprovedPrice>`
    select id, price, price_by as "priceBy", approved_price as "approvedPrice"
    from items where id = any(${ids}::int8[]) order by id`;
}

/** How many of an item players hold, listed ones and those on their way out too. */
export async function countHeld(sql: Sql, itemId: number): Promise<number> {
  const [row] = await sql<{ held: number }>`
    select count(*) as held from inventory
    where item_id = ${itemId} and state in ('OWNED', 'LISTED', 'WITHDRAWING')`;
  return row!.held;
}

/** Of these market names, those that no item has. */
export async function selectMissingNames(sql: Sql, names: readonly string[]): Promise<string[]> {
  const missing = await sql<{ name: string }>`
    select name from unnest(${names}::text[]) as name
    where not exists (select from items where market_hash_name = name.name)`;
  return missing.map(({ name }) => name);
}

/** All in one statement. One that another process has added meanwhile is left out. */
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

/** So that the first plans after a start know how many there are. */
export async function analyzeItems(sql: Sql): Promise<void> {
  await sql`analyze items`;
}
