import type { BuyOrderState, ListingState } from '@karat/rules/market';
import type { Sql } from '#db/db.ts';

/**
 * Locks the book of a skin; every change of its listings or buy orders begins here. Separate statements, so that the following
 * ones see what was committed while this one waited.
 */
export async function lockBook(sql: Sql, itemId: number): Promise<void> {
  if (await lockBookRow(sql, itemId)) return;
  await sql`insert into market_books (item_id) values (${itemId}) on conflict do nothing`;
  await lockBookRow(sql, itemId);
}

async function lockBookRow(sql: Sql, itemId: number): Promise<boolean> {
  const rows = await sql`select from market_books where item_id = ${itemId} for update`;
  return rows.length > 0;
}

/** The change in the number of open listings and buy orders. */
export type BookChange = { readonly listings?: number; readonly orders?: number };

/** Updates a locked book. Each value is one index lookup, however many listings there are. */
export async function refreshBook(sql: Sql, itemId: number, { listings = 0, orders = 0 }: BookChange): Promise<void> {
  await sql`
    update market_books as book
    set listings = book.listings + ${listings}::int4, orders = book.orders + ${orders}::int4,
        lowest_price = lowest.price, lowest_id = lowest.id, newest_id = newest.id, newest_at = newest.created_at,
        highest_order = (
          select price from buy_orders where item_id = ${itemId} and state = 'OPEN' order by price desc, id limit 1)
    from (values (true)) as one (row)
    left join lateral (
      select id, price from listings where item_id = ${itemId} and state = 'OPEN' order by price, id limit 1
    ) as lowest on true
    left join lateral (
      select id, created_at from listings where item_id = ${itemId} and state = 'OPEN' order by id desc limit 1
    ) as newest on true
    where book.item_id = ${itemId}`;
}

export type OwnedItem = { readonly inventoryId: number; readonly itemId: number; readonly state: string };

/** The player's item with this id, in any state but withdrawn. */
export async function selectOwned(sql: Sql, playerId: number, inventoryId: number): Promise<OwnedItem | undefined> {
  const [owned] = await sql<OwnedItem>`
    select id as "inventoryId", item_id as "itemId", state from inventory
    where id = ${inventoryId} and player_id = ${playerId} and state <> 'WITHDRAWN'`;
  return owned;
}

type NamedSkin = { readonly playerId: number; readonly name: string; readonly exterior: string };

/** Finds an item by the name of its skin, with or without the exterior: free ones first, then the one owned longest. */
export async function selectOwnedByName(
  sql: Sql,
  { playerId, name, exterior }: NamedSkin,
): Promise<OwnedItem | undefined> {
  const [owned] = await sql<OwnedItem>`
    select inventory.id as "inventoryId", item_id as "itemId", state
    from items join inventory on item_id = items.id and player_id = ${playerId}
    where market_hash_name in (${name}, ${`${name} (${exterior})`}) and (${exterior}::text = '' or exterior = ${exterior})
      and state in ('OWNED', 'LISTED', 'WITHDRAWING')
    order by state <> 'OWNED', acquired_at, inventory.id limit 1`;
  return owned;
}

/** Locks the free item of a skin that the player has owned longest. Skips one that is being sold right now. */
export async function lockOldestFreeItem(sql: Sql, playerId: number, itemId: number): Promise<number | undefined> {
  const [row] = await sql<{ id: number }>`
    select id from inventory where player_id = ${playerId} and item_id = ${itemId} and state = 'OWNED'
    order by acquired_at, id limit 1 for update skip locked`;
  return row?.id;
}

/** Returns false if the item is no longer free or no longer theirs. */
export async function bindItem(sql: Sql, playerId: number, inventoryId: number): Promise<boolean> {
  const rows = await sql`
    update inventory set state = 'LISTED'
    where id = ${inventoryId} and player_id = ${playerId} and state = 'OWNED' returning id`;
  return rows.length > 0;
}

export async function freeItem(sql: Sql, playerId: number, inventoryId: number): Promise<boolean> {
  const rows = await sql`
    update inventory set state = 'OWNED'
    where id = ${inventoryId} and player_id = ${playerId} and state = 'LISTED' returning id`;
  return rows.length > 0;
}

type ItemTransfer = { readonly inventoryId: number; readonly sellerId: number; readonly buyerId: number };

export async function transferItem(sql: Sql, { inventoryId, sellerId, buyerId }: ItemTransfer): Promise<boolean> {
  const rows = await sql`
    update inventory set player_id = ${buyerId}, state = 'OWNED', acquired_at = now()
    where id = ${inventoryId} and player_id = ${sellerId} and state = 'LISTED' returning id`;
  return rows.length > 0;
}

export type ListingRow = {
  readonly id: number;
  readonly sellerId: number;
  readonly inventoryId: number;
  readonly itemId: number;
  readonly price: number;
  readonly state: ListingState;
  readonly name: string;
  /** The current price of the item in the catalogue. */
  readonly worth: number;
};

/** Seller, item and inventory id never change. Price and state are stable only under the lock of the book. */
export async function selectListing(sql: Sql, id: number): Promise<ListingRow | undefined> {
  const [listing] = await sql<ListingRow>`
    select listings.id, seller_id as "sellerId", inventory_id as "inventoryId", item_id as "itemId", listings.price, state,
           market_hash_name as name, items.price as worth
    from listings join items on items.id = item_id where listings.id = ${id}`;
  return listing;
}

type NewListing = Pick<ListingRow, 'sellerId' | 'inventoryId' | 'itemId' | 'price'>;

export async function insertListing(sql: Sql, listing: NewListing): Promise<number> {
  const { sellerId, inventoryId, itemId, price } = listing;
  const [row] = await sql<{ id: number }>`
    insert into listings (seller_id, inventory_id, item_id, price)
    values (${sellerId}, ${inventoryId}, ${itemId}, ${price}) returning id`;
  return row!.id;
}

export async function countOpenListings(sql: Sql, sellerId: number): Promise<number> {
  const [row] = await sql<{ total: number }>`
    select count(*) as total from listings where seller_id = ${sellerId} and state = 'OPEN'`;
  return row!.total;
}

export async function updateListingPrice(sql: Sql, id: number, price: number): Promise<void> {
  await sql`update listings set price = ${price} where id = ${id} and state = 'OPEN'`;
}

export async function updateListingSold(sql: Sql, id: number, sale: { buyerId: number; fee: number }): Promise<void> {
  await sql`
    update listings set state = 'SOLD', buyer_id = ${sale.buyerId}, fee = ${sale.fee}, closed_at = now()
    where id = ${id} and state = 'OPEN'`;
}

type ClosedListing = { readonly state: 'CANCELLED' | 'REMOVED'; readonly reason: string | null };

export async function updateListingClosed(sql: Sql, id: number, { state, reason }: ClosedListing): Promise<void> {
  await sql`
    update listings set state = ${state}, reason = ${reason}, closed_at = now() where id = ${id} and state = 'OPEN'`;
}

export type OrderRow = {
  readonly id: number;
  readonly playerId: number;
  readonly itemId: number;
  readonly price: number;
  readonly state: BuyOrderState;
  readonly name: string;
};

export async function selectOrder(sql: Sql, id: number): Promise<OrderRow | undefined> {
  const [order] = await sql<OrderRow>`
    select buy_orders.id, player_id as "playerId", item_id as "itemId", buy_orders.price, state, market_hash_name as name
    from buy_orders join items on items.id = item_id where buy_orders.id = ${id}`;
  return order;
}

type NewOrder = Pick<OrderRow, 'playerId' | 'itemId' | 'price'>;

/** Returns undefined if the player has an open order for that skin. */
export async function insertOrder(sql: Sql, { playerId, itemId, price }: NewOrder): Promise<number | undefined> {
  const [row] = await sql<{ id: number }>`
    insert into buy_orders (player_id, item_id, price) values (${playerId}, ${itemId}, ${price})
    on conflict (player_id, item_id) where state = 'OPEN' do nothing returning id`;
  return row?.id;
}

export async function countOpenOrders(sql: Sql, playerId: number): Promise<number> {
  const [row] = await sql<{ total: number }>`
    select count(*) as total from buy_orders where player_id = ${playerId} and state = 'OPEN'`;
  return row!.total;
}

type ClosedOrder = { readonly state: Exclude<BuyOrderState, 'OPEN'>; readonly listingId: number | null };

export async function updateOrderClosed(sql: Sql, id: number, { state, listingId }: ClosedOrder): Promise<void> {
  await sql`
    update buy_orders set state = ${state}, listing_id = ${listingId}, closed_at = now()
    where id = ${id} and state = 'OPEN'`;
}

export type ItemRow = { readonly itemId: number; readonly name: string };

export async function selectItem(sql: Sql, itemId: number): Promise<ItemRow | undefined> {
  const [item] = await sql<ItemRow>`select id as "itemId", market_hash_name as name from items where id = ${itemId}`;
  return item;
}

export type BuyerStatus = { readonly isHalted: boolean; readonly isBanned: boolean };

/** Whether anything keeps this player from buying, regardless of the price. */
export async function selectBuyerStatus(sql: Sql, playerId: number): Promise<BuyerStatus> {
  const [status] = await sql<BuyerStatus>`
    select exists (select from ledger_halts where ended_at is null) as "isHalted", state <> 'active' as "isBanned"
    from players where id = ${playerId}`;
  return status!;
}

/** Why this player may not sell on the market; null if they may. It does not change under the lock of the wallet. */
export async function selectSellerBlock(sql: Sql, playerId: number): Promise<'banned' | 'flagged' | null> {
  const [player] = await sql<{ blockReason: 'banned' | 'flagged' | null }>`
    select case when state <> 'active' then 'banned' when flagged_at is not null then 'flagged' end as "blockReason"
    from players where id = ${playerId}`;
  return player!.blockReason;
}

/** The open listings and buy orders of a player, sorted by book. */
export function selectOpenListingsAndOrders(
  sql: Sql,
  playerId: number,
): Promise<{ readonly listingId: number | null; readonly orderId: number | null }[]> {
  return sql<{ listingId: number | null; orderId: number | null }>`
    select "listingId", "orderId" from (
      select item_id, id as "listingId", null::int8 as "orderId" from listings where seller_id = ${playerId} and state = 'OPEN'
      union all select item_id, null, id from buy_orders where player_id = ${playerId} and state = 'OPEN'
    ) as entries
    order by item_id, "listingId", "orderId"`;
}

/** A listing and the buy order that takes it. */
export type MatchedPair = { readonly listingId: number; readonly orderId: number };

/** A quick check without a lock: whether a buy order reaches the price of a listing. */
export async function isCrossed(sql: Sql, itemId: number): Promise<boolean> {
  const rows = await sql`select from market_books where item_id = ${itemId} and highest_order >= lowest_price`;
  return rows.length > 0;
}

/**
 * The cheapest listing that another player's order pays for, the oldest among equal prices; and the highest order for it, the
 * oldest among equals. The book is locked.
 */
export async function selectMatchedPair(sql: Sql, itemId: number): Promise<MatchedPair | undefined> {
  const [pair] = await sql<MatchedPair>`
    select listings.id as "listingId", wanted.id as "orderId"
    from market_books
    join listings on listings.item_id = market_books.item_id and listings.state = 'OPEN' and price <= highest_order
    join players as seller on seller.id = seller_id and seller.state = 'active' and flagged_at is null
    cross join lateral (
      select id from buy_orders
      where item_id = ${itemId} and buy_orders.state = 'OPEN' and buy_orders.price >= listings.price
        and player_id <> seller_id
      order by buy_orders.price desc, id limit 1
    ) as wanted
    where market_books.item_id = ${itemId}
    order by listings.price, listings.id limit 1`;
  return pair;
}

/** Books with such a pair. A book that is crossed only by a player's own listing and order has none and is left out. */
export async function selectCrossedBooks(sql: Sql, limit: number): Promise<number[]> {
  const rows = await sql<{ itemId: number }>`
    select item_id as "itemId" from market_books as book
    where highest_order >= lowest_price and exists (
      select from listings join players as seller on seller.id = seller_id and seller.state = 'active' and flagged_at is null
      where listings.item_id = book.item_id and listings.state = 'OPEN' and price <= highest_order and exists (
        select from buy_orders
        where buy_orders.item_id = book.item_id and buy_orders.state = 'OPEN' and buy_orders.price >= listings.price
          and player_id <> seller_id))
    order by item_id limit ${limit}`;
  return rows.map(({ itemId }) => itemId);
}

/** Open listings of players who are banned, deleted or flagged. */
export async function selectBlockedListings(sql: Sql, limit: number): Promise<number[]> {
  const rows = await sql<{ id: number }>`
    select listings.id from listings
    where listings.state = 'OPEN' and seller_id in (
      select id from players where flagged_at is not null union all select id from players where state <> 'active')
    order by listings.id limit ${limit}`;
  return rows.map(({ id }) => id);
}

/** Open buy orders of banned and deleted players. */
export async function selectOrdersOfBanned(sql: Sql, limit: number): Promise<number[]> {
  const rows = await sql<{ id: number }>`
    select buy_orders.id from players join buy_orders on player_id = players.id and buy_orders.state = 'OPEN'
    where players.state <> 'active' order by buy_orders.id limit ${limit}`;
  return rows.map(({ id }) => id);
}
