import { decidePrice, getPrices, refreshPrices } from '@karat/contract/prices';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '#core/api.ts';

const PRICES_PER_PAGE = 10;

export const PRICES_KEY = ['admin', 'prices'] as const;

// No event updates this, so a returning page fetches it again.
export const pricesQuery = (page: number) =>
  queryOptions({
    queryKey: [...PRICES_KEY, { page }],
    meta: { isPrivate: true },
    staleTime: 0,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      call(getPrices, { query: { page: String(page), limit: String(PRICES_PER_PAGE) } }, { signal }),
  });

export type Decision = { readonly itemId: number; readonly isAccepted: boolean; readonly price: number };

export const decide = ({ itemId, ...body }: Decision) =>
  call(decidePrice, { params: { itemId: String(itemId) }, body });

export const refresh = () => call(refreshPrices);
