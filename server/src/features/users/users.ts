import type { Pagination } from '@karat/contract/pagination';
import { Refusal } from '@karat/contract/refusal';
import type { User, UserBet, UserInfo } from '@karat/contract/users';
import { nameKey } from '@karat/rules/names';
import { ratingTier } from '@karat/rules/rating';
import type { Sql } from '#db/db.ts';
import type { Deps } from '#deps.ts';
import { countSessions, emailKey, hasAnyFactor } from '#features/accounts/accounts.ts';
import { findStoredExclusion } from '#features/safer-play/safer-play.ts';
import { avatarUrl } from '#http/avatars.ts';
import { countStakes, selectBetsOf, selectNewestStakes } from './bet-queries.ts';
import {
  countFoundUsers,
  countUsers,
  isUser,
  selectNewestUsers,
  selectRichestUsers,
  selectFoundUsers,
  selectUserByEmail,
  selectUserByName,
  selectUserInfo,
  type UserInfoRow,
  type UserRow,
} from './queries.ts';

export const userNotFound = (): Refusal => new Refusal('not_found', 'User not found.');

/** Refuses an unknown account. */
export async function assertUser(sql: Sql, playerId: number): Promise<void> {
  if (!(await isUser(sql, playerId))) throw userNotFound();
}

const withAvatarUrl = (row: UserRow, origin: string): User => ({ ...row, avatar: avatarUrl(row, origin) });

const orders = { newest: selectNewestUsers, richest: selectRichestUsers };

type ListRequest = { readonly order: keyof typeof orders; readonly page: number; readonly limit: number };

/** Lists a page of all accounts. */
export async function listUsers(
  sql: Sql,
  { order, page, limit }: ListRequest,
  origin: string,
): Promise<{ data: User[]; pagination: Pagination }> {
  const totalResults = await countUsers(sql);
  const rows = await orders[order](sql, { offset: (page - 1) * limit, limit });
  const pagination = { totalResults, resultsPerPage: limit, currentPage: page };
  return { data: rows.map((row) => withAvatarUrl(row, origin)), pagination };
}

type SearchRequest = { readonly search: string; readonly page: number; readonly limit: number };

/** Finds accounts by a prefix of name or e-mail, or by player or Steam id; an empty search lists all. */
export async function searchUsers(
  sql: Sql,
  { search, page, limit }: SearchRequest,
  origin: string,
): Promise<{ data: User[]; pagination: Pagination }> {
  if (search === '') return listUsers(sql, { order: 'newest', page, limit }, origin);
  const filter = { nameKey: nameKey(search), emailKey: emailKey(search), text: search };
  const totalResults = await countFoundUsers(sql, filter);
  const rows = await selectFoundUsers(sql, filter, { offset: (page - 1) * limit, limit });
  const pagination = { totalResults, resultsPerPage: limit, currentPage: page };
  return { data: rows.map((row) => withAvatarUrl(row, origin)), pagination };
}

/** Finds an account by its exact name, or without one by its exact e-mail; both ignore case. */
export async function findUser(
  sql: Sql,
  { username, email }: { username: string; email: string },
  origin: string,
): Promise<User> {
  const row = await (username === ''
    ? selectUserByEmail(sql, emailKey(email))
    : selectUserByName(sql, nameKey(username)));
  if (row === undefined) throw userNotFound();
  return withAvatarUrl(row, origin);
}

function banOf({ state, bannedAt, banReason, bannedById, bannedByName }: UserInfoRow): UserInfo['ban'] {
  if (state !== 'banned' || bannedAt === null || banReason === null) return null;
  if (bannedById === null || bannedByName === null) return null;
  return { at: bannedAt, reason: banReason, by: { id: bannedById, username: bannedByName } };
}

/** Reads one account with everything that staff need. */
export async function describeUser(
  deps: Pick<Deps, 'db' | 'live' | 'seal' | 'log'>,
  playerId: number,
  origin: string,
): Promise<UserInfo> {
  const { db, live } = deps;
  const row = await selectUserInfo(db.sql, playerId);
  if (row === undefined) throw userNotFound();
  const sessions = await countSessions(db.sql, { playerId, staffRole: row.staffRole });
  const hasSecondFactor = await hasAnyFactor(db.sql, playerId);
  const storedExclusionUntil = await findStoredExclusion(db.sql, deps, playerId);
  const level = ratingTier(row.elo);
  const isOnline = await live.isOnline(playerId);
  const details = { ban: banOf(row), sessions, hasSecondFactor, level, isOnline, storedExclusionUntil };
  return { ...row, ...details, avatar: avatarUrl(row, origin) };
}

type BetsRequest = { readonly playerId: number; readonly page: number; readonly limit: number };
type Bets = { readonly data: { readonly bets: UserBet[] }; readonly pagination: Pagination };

/** Lists all wagers of a player, finished or not, newest first. */
export async function listBets(sql: Sql, { playerId, page, limit }: BetsRequest): Promise<Bets> {
  await assertUser(sql, playerId);
  const totalResults = await countStakes(sql, playerId);
  const ids = await selectNewestStakes(sql, { playerId, offset: (page - 1) * limit, limit });
  const bets = await selectBetsOf(sql, ids);
  return { data: { bets }, pagination: { totalResults, resultsPerPage: limit, currentPage: page } };
}
