import { getAllItems, searchItems } from '@karat/contract/items';
import { type QueryClient, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '#core/api.ts';

const ITEMS_PER_PAGE = 12;

/** A page of items, or of those whose market name contains a text. */
export const itemsQuery = ({ page, search }: { page: number; search: string }) =>
  queryOptions({
    queryKey: ['admin', 'items', { page, search }],
    meta: { isPrivate: true },
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      if (search !== '') {
        const body = { market_hash_name: search, page, limit: ITEMS_PER_PAGE };
        const { data, pagination } = await call(searchItems, { body }, { signal });
        return { items: data, pagination };
      }
      const query = { page: String(page), limit: String(ITEMS_PER_PAGE) };
      const { data, pagination } = await call(getAllItems, { query }, { signal });
      return { items: data.items, pagination };
    },
  });

/** Also refreshes cases, because an item's price affects every case that contains it. */
export async function invalidateItems(queryClient: QueryClient): Promise<void> {
  await Promise.all(
    [['admin', 'items'], ['admin', 'cases'], ['cases'], ['case']].map((queryKey) =>
      queryClient.invalidateQueries({ queryKey }),
    ),
  );
}
