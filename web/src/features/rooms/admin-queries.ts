import { getAllRooms, ROOM_PHASES, type RoomPhase } from '@karat/contract/rooms';
import { pageFrom } from '@karat/rules/pager';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '#core/api.ts';
import { filterQuery, type ListFilter, listFilterOf } from '#ui/admin-list-filters.tsx';
import { rowCountFrom } from '#ui/admin-pager.tsx';

export type RoomsFilter = ListFilter & { readonly phase: RoomPhase | undefined };

/** The filter in a URL; invalid values are ignored. */
export function roomsFilterOf(params: URLSearchParams): RoomsFilter {
  return { ...listFilterOf(params), phase: ROOM_PHASES.find((phase) => phase === params.get('phase')) };
}

export const allRoomsQuery = (filter: RoomsFilter, params: URLSearchParams) => {
  const page = pageFrom(params.get('page'));
  const rows = rowCountFrom(params);
  return queryOptions({
    meta: { isPrivate: true },
    staleTime: 0,
    queryKey: ['admin', 'rooms', filter, page, rows],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => {
      const query = { ...filterQuery(filter), page: String(page), limit: String(rows) };
      return call(getAllRooms, { query }, { signal });
    },
  });
};
