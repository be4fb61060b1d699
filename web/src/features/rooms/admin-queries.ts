import { getAllRooms, ROOM_PHASES, type RoomPhase } from '@karat/contract/rooms';
import { pageFrom } from '@karat/rules/pager';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '#core/api.ts';
import { filterQuery, type ListFilter, listFilterOf } from '#ui/admin-list-filters.tsx';

const ROOMS_PER_PAGE = 20;

export type RoomsFilter = ListFilter & { readonly phase: RoomPhase | undefined };

/** The filter in a URL; invalid values are ignored. */
export function roomsFilterOf(params: URLSearchParams): RoomsFilter {
  return { ...listFilterOf(params), phase: ROOM_PHASES.find((phase) => phase === params.get('phase')) };
}

export const allRoomsQuery = (filter: RoomsFilter, params: URLSearchParams) => {
  const page = pageFrom(params.get('page'));
  return queryOptions({
    meta: { isPrivate: true },
    staleTime: 0,
    queryKey: ['admin', 'rooms', filter, page],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => {
      const query = { ...filterQuery(filter), page: String(page), limit: String(ROOMS_PER_PAGE) };
      return call(getAllRooms, { query }, { signal });
    },
  });
};
