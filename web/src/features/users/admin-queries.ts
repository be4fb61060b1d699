import { getInventoryByUserId } from '@karat/contract/inventory';
import { getLinkedAccounts } from '@karat/contract/links';
import { addNote, getNotes } from '@karat/contract/notes';
import type { StaffRole } from '@karat/contract/staff';
import { clearFlag } from '@karat/contract/trades';
import {
  getAllUsers,
  getAllUsersByBalance,
  getBetsByUserId,
  getOnlineUsers,
  getTransactionsByUserId,
  getUserInfoById,
  getUserTotals,
  releaseExclusion,
  removeSecondFactor,
  setStaffRole,
  setUserState,
  signOutUser,
  USER_SEARCH_LENGTH_MAX,
} from '@karat/contract/users';
import { pageFrom } from '@karat/rules/pager';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '#core/api.ts';
import { type RowCount, rowCountFrom } from '#ui/admin-pager.tsx';

/** Of the lists on the page of one user. */
const ROWS_PER_PAGE = 10;

export type UsersOrder = 'newest' | 'richest';

export type UsersFilter = {
  readonly page: number;
  readonly rows: RowCount;
  readonly order: UsersOrder;
  /** The start of a name or e-mail address, or an id; empty for all. */
  readonly find: string;
};

/** The filter in a URL; invalid values are ignored. */
export function usersFilterOf(params: URLSearchParams): UsersFilter {
  return {
    page: pageFrom(params.get('page')),
    rows: rowCountFrom(params),
    order: params.get('sort') === 'balance' ? 'richest' : 'newest',
    find: (params.get('find') ?? '').trim().slice(0, USER_SEARCH_LENGTH_MAX),
  };
}

// No event updates these, so a returning page fetches them again.
const shared = { meta: { isPrivate: true }, staleTime: 0 } as const;

const lists = { newest: getAllUsers, richest: getAllUsersByBalance };
const pageOf = (page: number, rows: number = ROWS_PER_PAGE) => ({ page: String(page), limit: String(rows) });

export const usersQuery = ({ page, rows, order }: Pick<UsersFilter, 'page' | 'rows' | 'order'>) =>
  queryOptions({
    ...shared,
    queryKey: ['admin', 'users', order, page, rows],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => call(lists[order], { query: pageOf(page, rows) }, { signal }),
  });

export const foundUsersQuery = ({ page, rows, find }: Pick<UsersFilter, 'page' | 'rows' | 'find'>) =>
  queryOptions({
    ...shared,
    queryKey: ['admin', 'users', 'find', find, page, rows],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => call(getAllUsers, { query: { ...pageOf(page, rows), search: find } }, { signal }),
  });

export const ONLINE_PER_PAGE = 200;

/** A page of the users who are online. The first page comes with events instead. */
export const onlineUsersQuery = (page: number) =>
  queryOptions({
    ...shared,
    queryKey: ['admin', 'users', 'online', page],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      call(getOnlineUsers, { query: { page: String(page), limit: String(ONLINE_PER_PAGE) } }, { signal }),
  });

export const userKey = (id: number) => ['admin', 'user', id] as const;

export const userQuery = (id: number) =>
  queryOptions({
    ...shared,
    queryKey: userKey(id),
    queryFn: async ({ signal }) =>
      (await call(getUserInfoById, { params: { userId: String(id) } }, { signal })).data.userInfo,
  });

export const userTotalsQuery = (id: number) =>
  queryOptions({
    ...shared,
    queryKey: [...userKey(id), 'totals'],
    queryFn: async ({ signal }) => (await call(getUserTotals, { params: { userId: String(id) } }, { signal })).data,
  });

export const userBetsQuery = (id: number, page: number) =>
  queryOptions({
    ...shared,
    queryKey: [...userKey(id), 'bets', page],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => call(getBetsByUserId, { params: { userId: String(id) }, query: pageOf(page) }, { signal }),
  });

export const userTransactionsQuery = (id: number, page: number) =>
  queryOptions({
    ...shared,
    queryKey: [...userKey(id), 'transactions', page],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      call(getTransactionsByUserId, { params: { userId: String(id) }, query: pageOf(page) }, { signal }),
  });

export const notesKey = (id: number) => [...userKey(id), 'notes'] as const;

export const notesQuery = (id: number, page: number) =>
  queryOptions({
    ...shared,
    queryKey: [...notesKey(id), page],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => call(getNotes, { params: { userId: String(id) }, query: pageOf(page) }, { signal }),
  });

export const linkedAccountsQuery = (id: number) =>
  queryOptions({
    ...shared,
    queryKey: [...userKey(id), 'links'],
    queryFn: async ({ signal }) => (await call(getLinkedAccounts, { params: { userId: String(id) } }, { signal })).data,
  });

export const userItemsQuery = (id: number, page: number) =>
  queryOptions({
    ...shared,
    queryKey: [...userKey(id), 'items', page],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      call(getInventoryByUserId, { params: { userId: String(id) }, query: pageOf(page) }, { signal }),
  });

export const sendNote = (userId: number, text: string, idempotencyKey: string) =>
  call(addNote, { params: { userId: String(userId) }, body: { text } }, { idempotencyKey });

type UserActionInput = { readonly userId: number; readonly reason: string };

export const banUser = (input: UserActionInput) => call(setUserState, { body: { ...input, state: 'banned' } });
export const unbanUser = (input: UserActionInput) => call(setUserState, { body: { ...input, state: 'active' } });
export const endSessions = (input: UserActionInput) => call(signOutUser, { body: input });
export const removeFactorOf = (input: UserActionInput) => call(removeSecondFactor, { body: input });
export const changeRole = (userId: number, staffRole: StaffRole | null) =>
  call(setStaffRole, { body: { userId, staffRole } });
export const clearFlagOf = (input: UserActionInput) => call(clearFlag, { body: input });
export const releaseExclusionOf = (input: UserActionInput) => call(releaseExclusion, { body: input });
