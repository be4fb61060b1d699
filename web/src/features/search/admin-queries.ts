import { fillPath } from '@karat/contract/endpoint';
import { pages } from '@karat/contract/pages';
import { type SearchHit, searchAll } from '@karat/contract/search';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '#core/api.ts';

export const searchQuery = (text: string) =>
  queryOptions({
    meta: { isPrivate: true },
    staleTime: 0,
    enabled: text !== '',
    queryKey: ['admin', 'search', text],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => (await call(searchAll, { query: { text } }, { signal })).data,
  });

/** The page of what was found. */
export function pathOf({ kind, id, player }: SearchHit): string {
  switch (kind) {
    case 'player':
      return fillPath(pages.adminUser, { userId: id });
    case 'opening':
      return fillPath(pages.roll, { rollId: id });
    case 'round':
      return fillPath(pages.adminGame, { gameId: id });
    case 'room':
      return fillPath(pages.room, { roomId: id });
    case 'listing':
      return `${pages.adminListings}?${new URLSearchParams({ username: player?.username ?? '' })}`;
    case 'ticket':
      return `${pages.admin}?ticket=${id}`;
    case 'transaction':
      return fillPath(pages.adminTransaction, { transactionId: id });
    case 'trade':
      return pages.adminTrades;
  }
}
