import type { OwnedItem, SteamInventoryItem } from '@karat/contract/inventory';
import type { Pagination } from '@karat/contract/pagination';
import type { Sql } from '#db/db.ts';
import { type InventoryRow, selectInventory, type InventoryFilter } from './queries.ts';

export type InventoryRequest = Omit<InventoryFilter, 'words' | 'rarity' | 'weaponType' | 'exterior'> & {
  readonly search: string;
  readonly rarity?: string | undefined;
  readonly weaponType?: string | undefined;
  readonly exterior?: string | undefined;
};

export type Inventory = {
  readonly rows: readonly InventoryRow[];
  readonly totalPrice: number;
  readonly pagination: Pagination;
};

/** Lists the items that a player owns, free or bound, without those that are sold or withdrawn. */
export async function listInventory(sql: Sql, { search, ...filter }: InventoryRequest): Promise<Inventory> {
  const { rows, totalResults, totalPrice } = await selectInventory(sql, {
    ...filter,
    words: search.split(/\s+/).filter((word) => word !== ''),
    rarity: filter.rarity ?? null,
    weaponType: filter.weaponType ?? null,
    exterior: filter.exterior ?? null,
  });
  return {
    rows,
    totalPrice,
    pagination: { totalResults, resultsPerPage: filter.limit, currentPage: filter.page },
  };
}

export function ownedItemOf(row: InventoryRow): OwnedItem {
  const { id, state, price, createdAt, itemId, itemPrice, ...details } = row;
  const { market_hash_name, image, skinRarity, skinExterior, weaponType } = details;
  return {
    id,
    state,
    price,
    createdAt,
    parentItem: itemId,
    parentItemDetails: {
      id: itemId,
      market_hash_name,
      image,
      skinRarity,
      skinExterior,
      weaponType,
      price: itemPrice,
    },
  };
}

const tag = (category: string, name: string) => ({ category, name, localized_tag_name: name });

/** Converts an owned skin to Steam's format. Includes all six tags in Steam's order, because clients read them by position. */
export function sellableOf(row: InventoryRow): SteamInventoryItem {
  return {
    id: row.id,
    classid: String(row.itemId),
    name: row.market_hash_name,
    market_name: row.market_hash_name,
    icon_url: row.image,
    tradable: row.state === 'OWNED' ? 1 : 0,
    state: row.state,
    quick_sell_price: row.price,
    tags: [
      tag('Type', row.weaponType),
      tag('Weapon', row.itemName),
      tag('ItemSet', 'Karat'),
      tag('Quality', row.weaponType === 'Knife' ? '★' : 'Normal'),
      tag('Rarity', row.skinRarity),
      tag('Exterior', row.skinExterior),
    ],
  };
}
