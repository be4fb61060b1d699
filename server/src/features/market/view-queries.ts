import type {
  BuyOrder,
  MarketBook,
  MarketItem,
  OfferedListing,
  OwnListing,
  SalesDay,
  StaffListing,
} from '@karat/contract/market';
import type { MarketSort } from '@karat/rules/market';
import type { Sql } from '#db/db.ts';

export type MarketFilter = {
  /** Each has to occur in the market name, regardless of case and keyboard layout. */
  readonly words: readonly string[];
  readonly rarity: string | null;
  readonly weaponType: string | null;
  readonly exterior: string | null;
  readonly minPrice: number | null;
  readonly maxPrice: number | null;
  readonly sort: MarketSort;
  readonly page: number;
  readonly limit: number;
};

type Total = { readonly totalResults: number };
export type Page<Row> = Total & { readonly rows: readonly Row[] };

/** Separates rows from their total. Beyond the last page only the total has a value. */
function pageOf<Row extends { id: number }>(found: readonly (Total & (Row | { id: null }))[]): Page<Row> {
  return { totalResults: found[0]!.totalResults, rows: found.filter((row): row is Total & Row => row.id !== null) };
}

/** Page and total in one statement. It reads one row per skin, so its cost does not depend on the number of listings. */
export async function selectGrid(sql: Sql, filter: MarketFilter): Promise<Page<MarketItem>> {
  const { words, rarity, weaponType, exterior, minPrice, maxPrice, sort, page, limit } = filter;
  return pageOf(
    await sql<Total & (MarketItem | { id: null })>`
    with wanted as (
      select *, row_number() over (order by
               case ${sort}::text when 'highest' then -price when 'lowest' then price
                                  when 'oldest' then newest_id else -newest_id end, "itemId") as place
      from market_rows
      where (${rarity}::text is null or "skinRarity" = ${rarity})
        and (${weaponType}::text is null or "weaponType" = ${weaponType})
        and (${exterior}::text is null or "skinExterior" = ${exterior})
        and (${minPrice}::int8 is null or price >= ${minPrice}) and (${maxPrice}::int8 is null or price <= ${maxPrice})
        and not exists (select from unnest(${words}::text[]) as word where strpos(search_key, search_key(word)) = 0)
    ), totals as (
      select count(*) as "totalResults" from wanted
    )
    select totals.*, wanted.*
    from totals
    left join wanted on place > (${page}::int8 - 1) * ${limit}::int8 and place <= ${page}::int8 * ${limit}::int8
    order by place`,
  );
}

/** The picture of the skin that was listed last; undefined without any. */
export async function selectNewestPicture(sql: Sql): Promise<string | undefined> {
  const [newest] = await sql<{ image: string }>`select image from market_rows order by newest_id desc limit 1`;
  return newest?.image;
}

/** Those of the skins that are on offer, as the grid shows them. */
export function selectMarketRows(sql: Sql, itemIds: readonly number[]): Promise<MarketItem[]> {
  return sql<MarketItem>`
    select id, "itemId", market_hash_name, image, "skinRarity", "skinExterior", "weaponType", price, listings, "createdAt"
    from market_rows where "itemId" = any(${itemIds}::int8[])`;
}

export type BookSummary = Omit<MarketBook, 'history' | 'lastSales'>;

export async function selectBookSummary(sql: Sql, itemId: number): Promise<BookSummary | undefined> {
  const [head] = await sql<BookSummary>`
    select items.id as "itemId", market_hash_name, image, rarity as "skinRarity", exterior as "skinExterior",
           weapon_type as "weaponType", price, quick_sell_price, coalesce(listings, 0) as listings,
           lowest_price as "lowestPrice", coalesce(orders, 0) as orders, highest_order as "highestOrder"
    from items left join market_books on item_id = items.id where items.id = ${itemId}`;
  return head;
}

/** By day in UTC, oldest first, the last one being today. Days without a sale are left out. */
export function selectSalesDays(sql: Sql, itemId: number, days: number): Promise<SalesDay[]> {
  return sql<SalesDay>`
    select to_char(closed_at at time zone 'UTC', 'YYYY-MM-DD') as day, count(*) as sales, min(price) as low,
           max(price) as high, round(avg(price))::int8 as average
    from listings
    where item_id = ${itemId} and state = 'SOLD'
      and closed_at >= (date_trunc('day', now() at time zone 'UTC') - (${days}::int4 - 1) * interval '1 day')
                         at time zone 'UTC'
    group by 1 order by 1`;
}

export function selectLastSales(sql: Sql, itemId: number, limit: number): Promise<MarketBook['lastSales']> {
  return sql<MarketBook['lastSales'][number]>`
    select price, closed_at as "soldAt" from listings
    where item_id = ${itemId} and state = 'SOLD' order by closed_at desc limit ${limit}`;
}

type Slice = { readonly offset: number; readonly limit: number };
type OfferedRow = Omit<OfferedListing, 'seller'> & {
  sellerId: number;
  username: string;
  isSandbox: boolean;
  avatar: string;
};

/** Cheapest first. */
export function selectOffered(sql: Sql, itemId: number, { offset, limit }: Slice): Promise<OfferedRow[]> {
  return sql<OfferedRow>`
    select offered.id, price, "createdAt", "sellerId", username, is_sandbox as "isSandbox",
           coalesce(avatar, '') as avatar
    from (
      select id, price, created_at as "createdAt", seller_id as "sellerId" from listings
      where item_id = ${itemId} and state = 'OPEN' order by price, id offset ${offset} limit ${limit}
    ) as offered
    join players on players.id = "sellerId" order by price, offered.id`;
}

type OwnFilter = Slice & { readonly playerId: number; readonly isOpen: boolean };
export type OwnListingRow = Omit<OwnListing, 'fee'> & { readonly fee: number | null };

export async function selectOwnListings(
  sql: Sql,
  { playerId, isOpen, offset, limit }: OwnFilter,
): Promise<Page<OwnListingRow>> {
  return pageOf(
    await sql<Total & (OwnListingRow | { id: null })>`
    with total as (
      select count(*) as "totalResults" from listings where seller_id = ${playerId} and (state = 'OPEN') = ${isOpen}
    ), own as (
      select * from listings where seller_id = ${playerId} and (state = 'OPEN') = ${isOpen}
      order by id desc offset ${offset} limit ${limit}
    )
    select total.*, own.id, own.item_id as "itemId", market_hash_name, image, rarity as "skinRarity",
           exterior as "skinExterior", weapon_type as "weaponType", own.price, fee, own.state,
           own.created_at as "createdAt", closed_at as "closedAt", reason,
           coalesce(own.state = 'OPEN' and lowest_price < own.price, false) as "isUndercut"
    from total left join own on true left join items on items.id = own.item_id
    left join market_books on market_books.item_id = own.item_id
    order by own.id desc`,
  );
}

export async function selectOwnOrders(
  sql: Sql,
  { playerId, isOpen, offset, limit }: OwnFilter,
): Promise<Page<BuyOrder>> {
  return pageOf(
    await sql<Total & (BuyOrder | { id: null })>`
    with total as (
      select count(*) as "totalResults" from buy_orders where player_id = ${playerId} and (state = 'OPEN') = ${isOpen}
    ), own as (
      select * from buy_orders where player_id = ${playerId} and (state = 'OPEN') = ${isOpen}
      order by id desc offset ${offset} limit ${limit}
    )
    select total.*, own.id, own.item_id as "itemId", market_hash_name, image, rarity as "skinRarity",
           exterior as "skinExterior", weapon_type as "weaponType", own.price, own.state, bought.price as paid,
           lowest_price as "lowestPrice", own.created_at as "createdAt", own.closed_at as "closedAt"
    from total left join own on true left join items on items.id = own.item_id
    left join market_books on market_books.item_id = own.item_id
    left join listings as bought on bought.id = own.listing_id
    order by own.id desc`,
  );
}

type StaffFilter = Slice & {
  readonly state: string | null;
  /** Null for all players. */
  readonly usernameKey: string | null;
  readonly itemId: number | null;
};

export async function selectAllListings(sql: Sql, filter: StaffFilter): Promise<Page<StaffListing>> {
  const { state, usernameKey, itemId, offset, limit } = filter;
  return pageOf(
    await sql<Total & (StaffListing | { id: null })>`
    with found as (
      select id from listings
      where (${state}::text is null or state = ${state}) and (${itemId}::int8 is null or item_id = ${itemId})
        and (${usernameKey}::text is null or seller_id = (select id from players where username_key = ${usernameKey}))
    ), page as (
      select id from found order by id desc offset ${offset} limit ${limit}
    )
    select total.*, page.id, listings.item_id as "itemId", market_hash_name, image, rarity as "skinRarity",
           exterior as "skinExterior", weapon_type as "weaponType", listings.price, listings.state,
           listings.created_at as "createdAt", closed_at as "closedAt", reason,
           jsonb_build_object('id', seller.id, 'username', seller.username, 'isSandbox', seller.is_sandbox) as seller,
           case when buyer.id is not null
                then jsonb_build_object('id', buyer.id, 'username', buyer.username, 'isSandbox', buyer.is_sandbox) end as buyer
    from (select count(*) as "totalResults" from found) as total
    left join page on true left join listings on listings.id = page.id left join items on items.id = listings.item_id
    left join players as seller on seller.id = seller_id left join players as buyer on buyer.id = buyer_id
    order by page.id desc`,
  );
}
