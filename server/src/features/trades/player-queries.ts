import type { Sql } from '#db/db.ts';

export type TraderRow = {
  readonly steamId: string | null;
  readonly tradeToken: string | null;
  readonly isFlagged: boolean;
};

export async function selectTrader(sql: Sql, playerId: number): Promise<TraderRow | undefined> {
  const [trader] = await sql<TraderRow>`
    select steam_id as "steamId", trade_token as "tradeToken", flagged_at is not null as "isFlagged"
    from players where id = ${playerId}`;
  return trader;
}

export async function updateTradeToken(sql: Sql, playerId: number, token: string): Promise<void> {
  await sql`update players set trade_token = ${token} where id = ${playerId} and state <> 'deleted'`;
}

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

/** Binds an item of the player's that is free; undefined where it is not. */
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

/** Free again, or gone for good. */
export async function updateFromWithdrawing(
  sql: Sql,
  inventoryId: number,
  state: 'OWNED' | 'WITHDRAWN',
): Promise<boolean> {
  const rows = await sql`
    update inventory set state = ${state} where id = ${inventoryId} and state = 'WITHDRAWING' returning id`;
  return rows.length > 0;
}
