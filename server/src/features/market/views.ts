import { MARKET_SIZES, srcSetOf } from '@karat/art/urls';
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
import { pages } from '@karat/contract/pages';
import type { Pagination } from '@karat/contract/pagination';
import { marketFeeOf } from '@karat/rules/market';
import { nameKey } from '@karat/rules/names';
import type { Sql } from '#db/db.ts';
import { imageUrl } from '#http/images.ts';
import { type Preview, sitePreview } from '#http/page-preview.ts';
import {
  type Page,
  selectAllListings,
  selectBookSummary,
  selectGrid,
  selectLastSales,
  selectNewestPicture,
  selectOffered,
  selectOwnListings,
  selectOwnOrders,
  selectSalesDays,
  type MarketFilter,
} from './view-queries.ts';

export type List<Row> = { readonly data: Row[]; readonly pagination: Pagination };
type PageRequest = { readonly page: number; readonly limit: number };

const offsetOf = ({ page, limit }: PageRequest): number => (page - 1) * limit;

function listOf<Row, Shown>(
  { rows, totalResults }: Page<Row>,
  { page, limit }: PageRequest,
  show: (row: Row) => Shown,
): List<Shown> {
  return { data: rows.map(show), pagination: { totalResults, resultsPerPage: limit, currentPage: page } };
}

const unchanged = <Row>(row: Row): Row => row;

type Filters = { [Name in 'rarity' | 'weaponType' | 'exterior']?: string | undefined } & {
  [Name in 'minPrice' | 'maxPrice']?: number | undefined;
};

/** The skins on offer, one row each. */
export async function listMarket(
  sql: Sql,
  request: PageRequest & Filters & Pick<MarketFilter, 'sort'> & { readonly search: string },
): Promise<List<MarketItem>> {
  const { search, sort, page, limit, rarity, weaponType, exterior, minPrice, maxPrice } = request;
  const words = search.split(/\s+/).filter((word) => word !== '');
  const filters = { rarity: rarity ?? null, weaponType: weaponType ?? null, exterior: exterior ?? null };
  const prices = { minPrice: minPrice ?? null, maxPrice: maxPrice ?? null };
  return listOf(await selectGrid(sql, { words, ...filters, ...prices, sort, page, limit }), request, unchanged);
}

/** Undefined if there is no such skin. A skin without listings has a page too. */
export async function readBook(sql: Sql, itemId: number): Promise<MarketBook | undefined> {
  const head = await selectBookSummary(sql, itemId);
  if (head === undefined) return undefined;
  const history = await selectSalesDays(sql, itemId, SALES_HISTORY_DAYS);
  return { ...head, history, lastSales: await selectLastSales(sql, itemId, LAST_SALES_LISTED) };
}

/** The cheapest listings of a skin, up to a maximum. */
export async function listOffered(
  sql: Sql,
  itemId: number,
  request: PageRequest,
): Promise<List<OfferedListing> | undefined> {
  const head = await selectBookSummary(sql, itemId);
  if (head === undefined) return undefined;
  const totalResults = Math.min(head.listings, ITEM_LISTINGS_MAX);
  const offset = offsetOf(request);
  const remaining = ITEM_LISTINGS_MAX - offset;
  const rows =
    remaining <= 0 ? [] : await selectOffered(sql, itemId, { offset, limit: Math.min(request.limit, remaining) });
  return listOf({ rows, totalResults }, request, ({ sellerId: id, username, isSandbox, avatar, ...offered }) => ({
    ...offered,
    seller: { id, username, isSandbox, avatar },
  }));
}

type OwnPageRequest = PageRequest & { readonly playerId: number; readonly view: 'open' | 'closed' };

const ownFilterOf = ({ playerId, view, ...request }: OwnPageRequest) => ({
  playerId,
  isOpen: view === 'open',
  offset: offsetOf(request),
  limit: request.limit,
});

export async function listOwnListings(sql: Sql, request: OwnPageRequest): Promise<List<OwnListing>> {
  return listOf(await selectOwnListings(sql, ownFilterOf(request)), request, ({ fee, ...listing }) => ({
    ...listing,
    fee: fee ?? marketFeeOf(listing.price),
  }));
}

export async function listOwnOrders(sql: Sql, request: OwnPageRequest): Promise<List<BuyOrder>> {
  return listOf(await selectOwnOrders(sql, ownFilterOf(request)), request, unchanged);
}

type StaffPageRequest = PageRequest & {
  readonly state?: string | undefined;
  readonly username: string;
  readonly itemId?: number | undefined;
};

export async function listAllListings(sql: Sql, request: StaffPageRequest): Promise<List<StaffListing>> {
  const { state = null, username, itemId = null, limit } = request;
  const usernameKey = username === '' ? null : nameKey(username);
  const found = await selectAllListings(sql, { state, usernameKey, itemId, offset: offsetOf(request), limit });
  return listOf(found, request, unchanged);
}

/** The preview of the market with the first picture of its grid, which shows the newest skins first. */
export async function readMarketPreview(sql: Sql, origin: string): Promise<Preview> {
  const image = await selectNewestPicture(sql);
  const srcset = image === undefined ? undefined : srcSetOf(imageUrl(image, origin));
  return {
    ...sitePreview(origin),
    url: origin + pages.market,
    ...(srcset !== undefined && { firstPicture: { srcset, sizes: MARKET_SIZES } }),
  };
}
