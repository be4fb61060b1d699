import {
  type BuyOrder,
  ITEM_LISTINGS_MAX,
  LAST_SALES_LISTED,
  type MarketBook,
  type MarketItem,
  type OfferedListing,
  type OwnListing,
  SALES_HISTORY_DAYS,
  type StaffListing,
} from '@karat/contract/market';
import type { Pagination } from '@karat/contract/pagination';
import { marketFeeOf } from '@karat/rules/market';
import { nameKey } from '@karat/rules/names';
import type { Sql } from '#db/db.ts';
import {
  type Page,
  selectAllListings,
  selectBookHead,
  selectGrid,
  selectLastSales,
  selectOffered,
  selectOwnListings,
  selectOwnOrders,
  selectSalesDays,
  type Sought,
} from './view-queries.ts';

export type List<Row> = { readonly data: Row[]; readonly pagination: Pagination };
type Asked = { readonly page: number; readonly limit: number };

const offsetOf = ({ page, limit }: Asked): number => (page - 1) * limit;

function listOf<Row, Shown>(
  { rows, totalResults }: Page<Row>,
  { page, limit }: Asked,
  show: (row: Row) => Shown,
): List<Shown> {
  return { data: rows.map(show), pagination: { totalResults, resultsPerPage: limit, currentPage: page } };
}

const asIs = <Row>(row: Row): Row => row;

type Filters = { [Name in 'rarity' | 'weaponType' | 'exterior']?: string | undefined } & {
  [Name in 'minPrice' | 'maxPrice']?: number | undefined;
};

/** What is on offer, a row for each skin. */
export async function listMarket(
  sql: Sql,
  asked: Asked & Filters & Pick<Sought, 'sort'> & { readonly search: string },
): Promise<List<MarketItem>> {
  const { search, sort, page, limit, rarity, weaponType, exterior, minPrice, maxPrice } = asked;
  const words = search.split(/\s+/).filter((word) => word !== '');
  const filters = { rarity: rarity ?? null, weaponType: weaponType ?? null, exterior: exterior ?? null };
  const prices = { minPrice: minPrice ?? null, maxPrice: maxPrice ?? null };
  return listOf(await selectGrid(sql, { words, ...filters, ...prices, sort, page, limit }), asked, asIs);
}

/** Undefined when there is no such skin; one that nobody offers has a page as well. */
export async function readBook(sql: Sql, itemId: number): Promise<MarketBook | undefined> {
  const head = await selectBookHead(sql, itemId);
  if (head === undefined) return undefined;
  const history = await selectSalesDays(sql, itemId, SALES_HISTORY_DAYS);
  return { ...head, history, lastSales: await selectLastSales(sql, itemId, LAST_SALES_LISTED) };
}

/** The cheapest of a skin, so many that nobody pages through them all. */
export async function listOffered(sql: Sql, itemId: number, asked: Asked): Promise<List<OfferedListing> | undefined> {
  const head = await selectBookHead(sql, itemId);
  if (head === undefined) return undefined;
  const totalResults = Math.min(head.listings, ITEM_LISTINGS_MAX);
  const offset = offsetOf(asked);
  const left = ITEM_LISTINGS_MAX - offset;
  const rows = left <= 0 ? [] : await selectOffered(sql, itemId, { offset, limit: Math.min(asked.limit, left) });
  return listOf({ rows, totalResults }, asked, ({ sellerId: id, username, avatar, ...offered }) => ({
    ...offered,
    seller: { id, username, avatar },
  }));
}

type OwnAsked = Asked & { readonly playerId: number; readonly view: 'open' | 'closed' };

const ownOf = ({ playerId, view, ...asked }: OwnAsked) => ({
  playerId,
  isOpen: view === 'open',
  offset: offsetOf(asked),
  limit: asked.limit,
});

export async function listOwnListings(sql: Sql, asked: OwnAsked): Promise<List<OwnListing>> {
  return listOf(await selectOwnListings(sql, ownOf(asked)), asked, ({ fee, ...listing }) => ({
    ...listing,
    fee: fee ?? marketFeeOf(listing.price),
  }));
}

export async function listOwnOrders(sql: Sql, asked: OwnAsked): Promise<List<BuyOrder>> {
  return listOf(await selectOwnOrders(sql, ownOf(asked)), asked, asIs);
}

type StaffAsked = Asked & {
  readonly state?: string | undefined;
  readonly username: string;
  readonly itemId?: number | undefined;
};

export async function listAllListings(sql: Sql, asked: StaffAsked): Promise<List<StaffListing>> {
  const { state = null, username, itemId = null, limit } = asked;
  const usernameKey = username === '' ? null : nameKey(username);
  const found = await selectAllListings(sql, { state, usernameKey, itemId, offset: offsetOf(asked), limit });
  return listOf(found, asked, ({ sellerId, sellerName, buyerId, buyerName, ...listing }) => ({
    ...listing,
    seller: { id: sellerId, username: sellerName },
    buyer: buyerId === null ? null : { id: buyerId, username: buyerName! },
  }));
}
