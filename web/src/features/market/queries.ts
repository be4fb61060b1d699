import { SEARCH_LENGTH_MAX } from '@karat/contract/items';
import { PRICE_MAX } from '@karat/rules/items';
import { getItemListings, getMarketItem, getMarketItems, getMyBuyOrders, getMyListings } from '@karat/contract/market';
import { getUserInventory } from '@karat/contract/inventory';
import { EXTERIORS, type Exterior, RARITIES, type Rarity, WEAPON_TYPES, type WeaponType } from '@karat/rules/items';
import { MARKET_SORTS, type MarketSort, OPEN_BUY_ORDERS_MAX } from '@karat/rules/market';
import { pageFrom } from '@karat/rules/pager';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '#core/api.ts';

/** Fills rows of two, four, five and eight cards. */
const ITEMS_PER_PAGE = 40;
const OFFERS_PER_PAGE = 10;
const OWN_PER_PAGE = 20;
export const SORT_DEFAULT: MarketSort = 'newest';

/** Prefix of all public market queries. */
export const MARKET_KEY = ['market'] as const;
/** The pages of the market's grid. */
export const GRID_KEY = [...MARKET_KEY, 'grid'] as const;
/** The player's own listings and buy orders. */
export const MY_MARKET_KEY = ['my-market'] as const;

// Events update a query only while it is shown, so a returning page fetches it again.
const liveOptions = { staleTime: 0, refetchOnWindowFocus: false } as const;

export type MarketFilter = {
  readonly page: number;
  readonly search: string;
  readonly sort: MarketSort;
  readonly rarity: Rarity | undefined;
  readonly weaponType: WeaponType | undefined;
  readonly exterior: Exterior | undefined;
  readonly minPrice: number | undefined;
  readonly maxPrice: number | undefined;
};

const oneOf = <Value extends string>(values: readonly Value[], text: string | null): Value | undefined =>
  values.find((value) => value === text);

function priceOf(text: string | null): number | undefined {
  return text !== null && /^\d{1,10}$/.test(text) ? Math.min(Number(text), PRICE_MAX) : undefined;
}

/** The filter in a URL; invalid values are ignored. */
export function marketFilterOf(params: URLSearchParams): MarketFilter {
  return {
    page: pageFrom(params.get('page')),
    search: (params.get('search') ?? '').trim().slice(0, SEARCH_LENGTH_MAX),
    sort: oneOf(MARKET_SORTS, params.get('sort')) ?? SORT_DEFAULT,
    rarity: oneOf(RARITIES, params.get('rarity')),
    weaponType: oneOf(WEAPON_TYPES, params.get('type')),
    exterior: oneOf(EXTERIORS, params.get('exterior')),
    minPrice: priceOf(params.get('min')),
    maxPrice: priceOf(params.get('max')),
  };
}

/** Address parameters that reset every filter. */
export const noFilters = {
  search: undefined,
  rarity: undefined,
  type: undefined,
  exterior: undefined,
  min: undefined,
  max: undefined,
} as const;

/** The number of active filters, not counting the search. */
export function filterCount({ rarity, weaponType, exterior, minPrice, maxPrice }: MarketFilter): number {
  return [rarity, weaponType, exterior, minPrice ?? maxPrice].filter((each) => each !== undefined).length;
}

export const isFiltered = (filter: MarketFilter): boolean => filter.search !== '' || filterCount(filter) > 0;

/** One page of the grid as the server has it now. */
export async function fetchMarketPage(filter: MarketFilter, options: { signal?: AbortSignal } = {}) {
  const { page, search, sort, rarity, weaponType, exterior, minPrice, maxPrice } = filter;
  // Later events may not be in the response yet.
  const requestedAt = performance.now();
  const query = {
    page: String(page),
    limit: String(ITEMS_PER_PAGE),
    sort,
    ...(search !== '' && { search }),
    ...(rarity && { rarity }),
    ...(weaponType && { weaponType }),
    ...(exterior && { exterior }),
    ...(minPrice !== undefined && { minPrice: String(minPrice) }),
    ...(maxPrice !== undefined && { maxPrice: String(maxPrice) }),
  };
  const { data, pagination } = await call(getMarketItems, { query }, options);
  return { items: data, pagination, requestedAt };
}

export type MarketPageData = Awaited<ReturnType<typeof fetchMarketPage>>;

export const marketQuery = (filter: MarketFilter) =>
  queryOptions({
    queryKey: [...GRID_KEY, filter],
    ...liveOptions,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => fetchMarketPage(filter, { signal }),
  });

export const bookQuery = (itemId: string) =>
  queryOptions({
    queryKey: [...MARKET_KEY, 'book', itemId],
    ...liveOptions,
    queryFn: async ({ signal }) => (await call(getMarketItem, { params: { itemId } }, { signal })).data,
  });

export const offersQuery = (itemId: string, page: number) =>
  queryOptions({
    queryKey: [...MARKET_KEY, 'offers', itemId, page],
    ...liveOptions,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      call(
        getItemListings,
        { params: { itemId }, query: { page: String(page), limit: String(OFFERS_PER_PAGE) } },
        { signal },
      ),
  });

export type MyMarketView = 'open' | 'closed';

export const myListingsQuery = (view: MyMarketView, page: number) =>
  queryOptions({
    queryKey: [...MY_MARKET_KEY, 'listings', view, page],
    meta: { isPrivate: true },
    ...liveOptions,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      call(getMyListings, { query: { view, page: String(page), limit: String(OWN_PER_PAGE) } }, { signal }),
  });

export const myOrdersQuery = (view: MyMarketView, page: number) =>
  queryOptions({
    queryKey: [...MY_MARKET_KEY, 'orders', view, page],
    meta: { isPrivate: true },
    ...liveOptions,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      call(getMyBuyOrders, { query: { view, page: String(page), limit: String(OWN_PER_PAGE) } }, { signal }),
  });

/** All open buy orders of the player: never more than one response holds. */
export const openOrdersQuery = queryOptions({
  queryKey: [...MY_MARKET_KEY, 'open orders'],
  meta: { isPrivate: true },
  ...liveOptions,
  queryFn: async ({ signal }) =>
    (await call(getMyBuyOrders, { query: { view: 'open', limit: String(OPEN_BUY_ORDERS_MAX) } }, { signal })).data,
});

/** Ids of the player's newest listings, so that the grid can mark them. */
export const ownListingIdsQuery = queryOptions({
  queryKey: [...MY_MARKET_KEY, 'own ids'],
  meta: { isPrivate: true },
  ...liveOptions,
  queryFn: async ({ signal }) => {
    const { data } = await call(getMyListings, { query: { view: 'open', limit: '100' } }, { signal });
    return data.map(({ id }) => id);
  },
});

/** The player's items in the shape that the sell form reads. */
export const sellableQuery = queryOptions({
  queryKey: ['inventory', 'market view'],
  meta: { isPrivate: true },
  ...liveOptions,
  queryFn: async ({ signal }) => {
    const { data } = await call(getUserInventory, { query: { view: 'market' } }, { signal });
    return Array.isArray(data) ? [] : data.descriptions;
  },
});
