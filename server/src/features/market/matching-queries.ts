import type { Sql } from '#db/db.ts';

/** A listing and the order that takes it. */
export type Pair = { readonly listingId: number; readonly orderId: number };

/** A quick look without a lock: whether somebody wants to pay what somebody asks. */
export async function isCrossed(sql: Sql, itemId: number): Promise<boolean> {
  const rows = await sql`select from market_books where item_id = ${itemId} and highest_order >= lowest_price`;
  return rows.length > 0;
}

/**
 * The cheapest listing that anybody else wants at its price, the oldest of those that ask the same; and of the orders for it the
 * highest, then the oldest. The book is locked.
 */
export async function selectPair(sql: Sql, itemId: number): Promise<Pair | undefined> {
  const [pair] = await sql<Pair>`
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

/** Books with such a pair. One that is crossed by a player's own listing and order alone has none, and is not looked at again. */
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

/** Open listings of players who are banned or deleted, or whose account waits for staff. */
export async function selectBarredListings(sql: Sql, limit: number): Promise<number[]> {
  const rows = await sql<{ id: number }>`
    select listings.id from listings
    where listings.state = 'OPEN' and seller_id in (
      select id from players where flagged_at is not null union all select id from players where state <> 'active')
    order by listings.id limit ${limit}`;
  return rows.map(({ id }) => id);
}

/** Open buy orders of the banned and the deleted. */
export async function selectBannedOrders(sql: Sql, limit: number): Promise<number[]> {
  const rows = await sql<{ id: number }>`
    select buy_orders.id from players join buy_orders on player_id = players.id and buy_orders.state = 'OPEN'
    where players.state <> 'active' order by buy_orders.id limit ${limit}`;
  return rows.map(({ id }) => id);
}
