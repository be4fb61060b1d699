import type { Sql } from '#db/db.ts';

export type PricedItem = {
  readonly id: number;
  readonly market_hash_name: string;
  readonly image: string;
  readonly skinRarity: string;
  readonly skinExterior: string;
  readonly weaponType: string;
  readonly price: number;
  readonly min_price: number | null;
};

export function selectItemsByName(sql: Sql, names: readonly string[]): Promise<PricedItem[]> {
  return sql<PricedItem>`
    select id, market_hash_name, image, rarity as "skinRarity", exterior as "skinExterior", weapon_type as "weaponType",
           price, min_price
    from items where market_hash_name = any(${names}::text[])`;
}

export type BoundItem = { readonly itemId: number; readonly price: number; readonly name: string };

/** Reserves an item that the player owns for a withdrawal; undefined if it is not available. */
export async function updateToWithdrawing(
  sql: Sql,
  { playerId, inventoryId }: { playerId: number; inventoryId: number },
): Promise<BoundItem | undefined> {
  const [bound] = await sql<BoundItem>`
    update inventory set state = 'WITHDRAWING' from items
    where inventory.id = ${inventoryId} and player_id = ${playerId} and state = 'OWNED' and items.id = item_id
    returning item_id as "itemId", items.price, market_hash_name as name`;
  return bound;
}

export async function selectItemState(
  sql: Sql,
  { playerId, inventoryId }: { playerId: number; inventoryId: number },
): Promise<string | undefined> {
  const [item] = await sql<{ state: string }>`
    select state from inventory where id = ${inventoryId} and player_id = ${playerId}`;
  return item?.state;
}

/** Ends a reservation: the item is owned again or withdrawn. */
export async function updateFromWithdrawing(
  sql: Sql,
  inventoryId: number,
  state: 'OWNED' | 'WITHDRAWN',
): Promise<boolean> {
  const rows = await sql`
    update inventory set state = ${state} where id = ${inventoryId} and state = 'WITHDRAWING' returning id`;
  return rows.length > 0;
}

/** A returned skin belongs to the player but stays reserved until staff clear the flag. */
export async function updateItemReturned(sql: Sql, inventoryId: number): Promise<void> {
  await sql`update inventory set state = 'WITHDRAWING' where id = ${inventoryId} and state = 'WITHDRAWN'`;
}

/** Releases the skins of reversed withdrawals to the player; returns their ids. */
export async function updateReturnedToOwned(sql: Sql, playerId: number): Promise<number[]> {
  const rows = await sql<{ id: number }>`
    update inventory set state = 'OWNED'
    where player_id = ${playerId} and state = 'WITHDRAWING' and not exists (
      select from trade_offers
      where inventory_id = inventory.id and state in ('AWAITING_APPROVAL', 'CREATED', 'SENT', 'DELIVERED', 'FINAL'))
    returning id`;
  return rows.map(({ id }) => id);
}
