import type { Pagination } from '@karat/contract/pagination';
import { type OnlineUser, ONLINE_USERS_MAX } from '@karat/contract/users';
import type { Deps } from '#deps.ts';
import { selectNamesOf } from './queries.ts';

type OnlineDeps = Pick<Deps, 'db' | 'live'>;
type PageRequest = { readonly page: number; readonly limit: number };

/** Lists a page of the people who are online, by name. */
export async function listOnlineUsers(
  { db, live }: OnlineDeps,
  { page, limit }: PageRequest,
): Promise<{ data: OnlineUser[]; pagination: Pagination }> {
  const ids = await live.onlinePeopleIds();
  const data = await selectNamesOf(db.sql, ids, { offset: (page - 1) * limit, limit });
  return { data, pagination: { totalResults: ids.length, resultsPerPage: limit, currentPage: page } };
}

/** The first names, as one event carries them. */
export async function readOnlineUsers(deps: OnlineDeps): Promise<[number, string][]> {
  const { data } = await listOnlineUsers(deps, { page: 1, limit: ONLINE_USERS_MAX });
  return data.map(({ id, username }) => [id, username]);
}
