import type { Pagination } from '@karat/contract/pagination';
import { FILTERED_ROOMS_MAX, type RoomPhase, type StaffRoom } from '@karat/contract/rooms';
import { nameKey } from '@karat/rules/names';
import type { RoomState } from '@karat/rules/rooms';
import { type DayRange, timeBounds } from '#day-bounds.ts';
import { forceCustomPlans } from '#db/custom-plans.ts';
import type { Sql } from '#db/db.ts';
import type { Deps } from '#deps.ts';
import {
  countFilteredRooms,
  type RoomFilter,
  selectNewestRoomIds,
  selectNextRoomIds,
  selectPlayerId,
  selectStaffRooms,
} from './staff-queries.ts';

const STATES: Readonly<Record<RoomPhase, readonly RoomState[]>> = {
  active: ['WAITING', 'MATCH_STARTING', 'MATCH_ONGOING'],
  finished: ['MATCH_FINISHED'],
  cancelled: ['MATCH_CANCELLED'],
};

type Filters = DayRange & { readonly phase?: RoomPhase | undefined; readonly username: string };
type Page = { readonly page: number; readonly limit: number };

/** Undefined if there is no player of that name. */
async function findFilter(sql: Sql, { phase, username, ...days }: Filters): Promise<RoomFilter | undefined> {
  const playerId = username === '' ? null : await selectPlayerId(sql, nameKey(username));
  if (playerId === undefined) return undefined;
  return { states: phase === undefined ? null : STATES[phase], playerId, ...timeBounds(days) };
}

/** Active and ended rooms that match the filters, newest first. */
export function listAllRooms(
  { db }: Pick<Deps, 'db'>,
  { page, limit, ...filters }: Page & Filters,
): Promise<{ data: StaffRoom[]; pagination: Pagination }> {
  return db.transaction(async ({ sql }) => {
    await forceCustomPlans(sql);
    const filter = await findFilter(sql, filters);
    const totalResults = filter === undefined ? 0 : await countFilteredRooms(sql, filter, FILTERED_ROOMS_MAX);
    const offset = (page - 1) * limit;
    const isBeyond = filter === undefined || offset >= totalResults;
    const ids = isBeyond ? [] : await selectNewestRoomIds(sql, { ...filter, offset, limit });
    const data = (await selectStaffRooms(sql, ids)).toReversed();
    return { data, pagination: { totalResults, resultsPerPage: limit, currentPage: page } };
  });
}

/** Ids that one statement of a download looks at. */
const WINDOW_IDS = 2_000;

/** All matching rooms, oldest first, in batches. */
export async function* readAllRooms(sql: Sql, filters: Filters): AsyncGenerator<StaffRoom[]> {
  const filter = await findFilter(sql, filters);
  if (filter === undefined) return;
  for (let after = 0; ; after += WINDOW_IDS) {
    const { ids, isLast } = await selectNextRoomIds(sql, { ...filter, after, windowIds: WINDOW_IDS });
    if (ids.length > 0) yield await selectStaffRooms(sql, ids);
    if (isLast) return;
  }
}
