import type { InventorySort, OwnedItem } from '@karat/contract/inventory';
import type { Sql } from '#db/db.ts';

export type InventoryFilter = {
  readonly playerId: number;
  /** Each has to occur in the market name, regardless of case and keyboard layout. */
  readonly words: readonly string[];
  readonly rarity: string | null;
  readonly weaponType: string | null;
  readonly exterior: string | null;
  readonly sort: InventorySort;
  readonly page: number;
  readonly limit: number;
};

export type InventoryRow = {
  readonly id: number;
  readonly state: OwnedItem['state'];
  readonly price: number;
  readonly createdAt: string;
  readonly itemId: number;
  readonly itemName: string;
  readonly market_hash_name: string;
  readonly image: string;
  readonly skinRarity: string;
  readonly skinExterior: string;
  readonly weaponType: string;
  readonly itemPrice: number;
};

export type InventoryTotals = { readonly totalResults: number; readonly totalPrice: number };

type Page = InventoryTotals & { readonly rows: readonly InventoryRow[] };

/** Page and totals in one statement, so they are of one moment. Beyond the last page only the totals have values. */
export async function selectInventory(sql: Sql, filter: InventoryFilter): Promise<Page> {
  const { playerId, words, rarity, weaponType, exterior, sort, page, limit } = filter;
  const rows = await sql<InventoryTotals & (InventoryRow | { id: null })>`
    with wanted as (
      select inventory.id, inventory.state, inventory.quick_sell_price as price, acquired_at as "createdAt",
             items.id as "itemId", items.item_name as "itemName", market_hash_name, image, rarity as "skinRarity",
             exterior as "skinExterior", weapon_type as "weaponType", items.price as "itemPrice",
             row_number() over (order by
               case ${sort}::text when 'highest' then -inventory.quick_sell_price
                                  when 'lowest' then inventory.quick_sell_price end,
               case ${sort}::text when 'oldest' then acquired_at end,
               case ${sort}::text when 'oldest' then inventory.id end,
               acquired_at desc, inventory.id desc) as place
      from inventory join items on items.id = inventory.item_id
      where player_id = ${playerId} and state in ('OWNED', 'LISTED', 'WITHDRAWING')
        and (${rarity}::text is null or rarity = ${rarity})
        and (${weaponType}::text is null or weapon_type = ${weaponType})
        and (${exterior}::text is null or exterior = ${exterior})
        and not exists (select from unnest(${words}::text[]) as word
                        where strpos(items.search_key, search_key(word)) = 0)
    ), totals as (
      select count(*) as "totalResults",
             coalesce(sum(price) filter (where state = 'OWNED'), 0)::int8 as "totalPrice"
      from wanted
    )
    select totals.*, wanted.*
    from totals
    left join wanted on place > (${page}::int8 - 1) * ${limit}::int8 and place <= ${page}::int8 * ${limit}::int8
    order by place`;
  const { totalResults, totalPrice } = rows[0]!;
  return { totalResults, totalPrice, rows: rows.filter((row) => row.id !== null) };
}

export type SoldItem = { readonly id: number; readonly price: number; readonly name: string };

/** Sells those of the player's items that are free; the others are missing from the result. */
export function updateSold(sql: Sql, playerId: number, ids: readonly number[]): Promise<SoldItem[]> {
  // Locked by id, otherwise two sales of the same items could deadlock.
  return sql<SoldItem>`
    with free as (
      select id from inventory
      where id = any(${ids}::int8[]) and player_id = ${playerId} and state = 'OWNED'
      order by id for update
    ), sold as (
      update inventory set state = 'SOLD' from free where inventory.id = free.id
      returning inventory.id, item_id, inventory.quick_sell_price as price
    )
    select sold.id, sold.price, market_hash_name as name
    from sold join items on items.id = item_id order by sold.id`;
}

/** The states of those of these items that the player owns. */
export async function selectStates(sql: Sql, playerId: number, ids: readonly number[]): Promise<string[]> {
  const rows = await sql<{ state: string }>`
    select distinct state from inventory
    where id = any(${ids}::int8[]) and player_id = ${playerId} and state <> 'WITHDRAWN'`;
  return rows.map(({ state }) => state);
}
