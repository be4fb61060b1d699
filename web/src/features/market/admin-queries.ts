import { getAllListings, removeListing } from '@karat/contract/market';
import { LISTING_STATES, type ListingState } from '@karat/rules/market';
import { pageFrom } from '@karat/rules/pager';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '#core/api.ts';
import { type RowCount, rowCountFrom } from '#ui/admin-pager.tsx';

const NAME_LENGTH_MAX = 64;
const ID = /^[1-9]\d{0,14}$/;

export type ListingsFilter = {
  readonly page: number;
  readonly rows: RowCount;
  readonly state: ListingState | undefined;
  readonly username: string;
  readonly itemId: string | undefined;
};

/** The filter in a URL; invalid values are ignored. */
export function listingsFilterOf(params: URLSearchParams): ListingsFilter {
  const itemId = params.get('itemId') ?? '';
  return {
    page: pageFrom(params.get('page')),
    rows: rowCountFrom(params),
    state: LISTING_STATES.find((state) => state === params.get('state')),
    username: (params.get('username') ?? '').trim().slice(0, NAME_LENGTH_MAX),
    itemId: ID.test(itemId) ? itemId : undefined,
  };
}

export const isFiltered = ({ state, username, itemId }: ListingsFilter): boolean =>
  state !== undefined || username !== '' || itemId !== undefined;

export const LISTINGS_KEY = ['admin', 'listings'] as const;

// No event updates this list, so a returning page fetches it again.
export const allListingsQuery = (filter: ListingsFilter) =>
  queryOptions({
    queryKey: [...LISTINGS_KEY, filter],
    meta: { isPrivate: true },
    staleTime: 0,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => {
      const { page, rows, state, username, itemId } = filter;
      const query = {
        page: String(page),
        limit: String(rows),
        ...(state && { state }),
        ...(username !== '' && { username }),
        ...(itemId && { itemId }),
      };
      return call(getAllListings, { query }, { signal });
    },
  });

export const removeFromMarket = ({ listingId, reason }: { listingId: number; reason: string }) =>
  call(removeListing, { params: { listingId: String(listingId) }, body: { reason } });
