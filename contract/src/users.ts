import { GAMES } from '@karat/rules/games';
import { TRADE_KINDS } from '@karat/rules/trades';
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { listOf, pagination, paginationQuery } from './pagination.ts';
import { playerName } from './player-name.ts';
import { staffRole } from './staff.ts';
import { idNumber, idParam, reason, validDatabaseText } from './text.ts';
import { getTransactions } from './wallet.ts';

/** The states of an account. `deleted` is set by its owner and cannot be undone. */
export const USER_STATES = ['active', 'banned', 'deleted'] as const;
export type UserState = (typeof USER_STATES)[number];

/** The states that staff can set. */
export const SETTABLE_STATES = ['active', 'banned'] as const satisfies readonly UserState[];
export type SettableState = (typeof SETTABLE_STATES)[number];

const user = z.object({
  id: z.number(),
  ...playerName,
  email: z.nullable(z.string()),
  avatar: z.string(),
  role: z.enum(['user', 'admin']),
  isAdmin: z.boolean(),
  staffRole,
  balance: z.number(),
  state: z.enum(USER_STATES),
  createdAt: z.iso.datetime(),
});
export type User = z.output<typeof user>;

const ban = z.object({
  at: z.iso.datetime(),
  reason: z.string(),
  /** The staff member who did it. */
  by: z.object({ id: z.number(), username: z.string() }),
});

const userInfo = z.extend(user, {
  steamId: z.nullable(z.string()),
  elo: z.number(),
  level: z.number(),
  /** The last known use of the site. */
  lastSeenAt: z.nullable(z.iso.datetime()),
  isOnline: z.boolean(),
  /** The number of active sessions. */
  sessions: z.number(),
  /** Whether the account has an authenticator app or a passkey. */
  hasSecondFactor: z.boolean(),
  ban: z.nullable(ban),
  mutedUntil: z.nullable(z.iso.datetime()),
  /** The time when the account was flagged for a reversed trade. */
  flaggedAt: z.nullable(z.iso.datetime()),
  /** The trade offer whose reversal caused the flag; the latest one. */
  flaggedFor: z.nullable(z.object({ offerId: z.number(), kind: z.enum(TRADE_KINDS) })),
  breakUntil: z.nullable(z.iso.datetime()),
  excludedUntil: z.nullable(z.iso.datetime()),
  /** An exclusion stored for the same e-mail or Steam id, from this or another account. An unverified e-mail does not enforce it. */
  storedExclusionUntil: z.nullable(z.iso.datetime()),
  ageConfirmedAt: z.nullable(z.iso.datetime()),
});
export type UserInfo = z.output<typeof userInfo>;

/** A stake of a player in any game. */
const userBet = z.object({
  /** The id of the bet, opening or seat. Unique together with `game`. */
  id: z.number(),
  createdAt: z.iso.datetime(),
  ...playerName,
  game: z.enum(GAMES),
  amount: z.number(),
  /** The colour, the name of the case, or the team. */
  choice: z.string(),
  /** The colour that was bet on; null in other games. */
  playerBet: z.nullable(z.enum(['red', 'black', 'green'])),
  /** Diamonds, or the quick sell price of the item from a case; null while undecided. */
  winAmount: z.nullable(z.number()),
  /** The item from a case. */
  item: z.nullable(z.string()),
  /** Whether the stake was refunded. */
  isRefunded: z.boolean(),
  roundId: z.nullable(z.number()),
  /** The id of the round, roll or room. */
  reference: z.number(),
});
export type UserBet = z.output<typeof userBet>;

/** The maximum length of an e-mail address; names are far shorter. */
export const USER_SEARCH_LENGTH_MAX = 254;

const searchKey = z
  .string()
  .check(z.trim(), z.maxLength(USER_SEARCH_LENGTH_MAX, 'Search text is too long'), validDatabaseText);

const searchText = z._default(searchKey, '');

export const getAllUsers = endpoint({
  method: 'GET',
  path: '/admin/getAllUsers',
  summary:
    'All accounts, newest first; with ?search those whose name or e-mail begins with the text, or whose id or Steam id equals it, sorted by name.',
  query: z.object({ ...paginationQuery(), search: searchText }),
  reply: listOf(user),
});

export const getAllUsersByBalance = endpoint({
  method: 'GET',
  path: '/admin/getAllUsersByBalance',
  summary: 'All accounts, highest balance first.',
  query: z.object(paginationQuery()),
  reply: listOf(user),
});

/** The most names in one event, and in one page of the list. */
export const ONLINE_USERS_MAX = 1_000;

const onlineUser = z.object({ id: z.number(), username: z.string() });
export type OnlineUser = z.output<typeof onlineUser>;

export const getOnlineUsers = endpoint({
  method: 'GET',
  path: '/admin/getOnlineUsers',
  summary: 'The people who are online, by name. The event ONLINE_USERS has only the first of them.',
  query: z.object(paginationQuery({ limitMax: ONLINE_USERS_MAX })),
  reply: listOf(onlineUser),
});

export const getUserByUsername = endpoint({
  method: 'GET',
  path: '/admin/getUserByUsername',
  summary: 'The account with exactly this username or e-mail, ignoring case.',
  query: z
    .object({ username: searchText, email: searchText })
    .check(
      z.refine<{ username: string; email: string }>(
        ({ username, email }) => (username === '') !== (email === ''),
        'Enter a username or an e-mail address, not both.',
      ),
    ),
  refuses: ['not_found'],
  reply: z.object({ data: user }),
});

const userParams = z.object({ userId: idParam });

export const getUserInfoById = endpoint({
  method: 'GET',
  path: '/admin/getUserInfoById/:userId',
  summary: 'One account with everything that staff need to know. Never a password.',
  params: userParams,
  refuses: ['not_found'],
  reply: z.object({ data: z.object({ userInfo }) }),
});

export const getTransactionsByUserId = endpoint({
  method: 'GET',
  path: '/admin/getTransactionsByUserId/:userId',
  summary: "A player's ledger, newest first.",
  params: userParams,
  query: z.object(paginationQuery()),
  refuses: ['not_found'],
  reply: z.object({ data: z.object({ transactions: getTransactions.reply.shape.data }), pagination }),
});

export const getBetsByUserId = endpoint({
  method: 'GET',
  path: '/admin/getBetsByUserId/:userId',
  summary: 'All stakes of a player, newest first: roulette bets, cases, rooms.',
  params: userParams,
  query: z.object(paginationQuery()),
  refuses: ['not_found'],
  reply: z.object({ data: z.object({ bets: z.array(userBet) }), pagination }),
});

const userTotals = z.object({
  /** Diamonds from deposits that were not reversed. */
  deposited: z.number(),
  /** The value of delivered withdrawals that were not reversed. */
  withdrawn: z.number(),
  /** Stakes that were not refunded. */
  wagered: z.number(),
  /** Payouts of games, and items from cases at their quick sell price. */
  won: z.number(),
  /** `won` minus `wagered`: negative for a loss. */
  net: z.number(),
  /** Diamonds from deposits that can still be reversed. */
  held: z.number(),
});
export type UserTotals = z.output<typeof userTotals>;

export const getUserTotals = endpoint({
  method: 'GET',
  path: '/admin/getUserTotals/:userId',
  summary: "Sums of a player's deposits, withdrawals and wagers of all time, and what is on hold now.",
  params: userParams,
  refuses: ['not_found'],
  reply: z.object({ data: userTotals }),
});

export const stateChange = z.object({ userId: idNumber, state: z.enum(SETTABLE_STATES, 'Invalid choice.'), reason });

export const setUserState = endpoint({
  method: 'POST',
  path: '/admin/setUserState',
  summary: 'Ban a player, which ends all their sessions, or lift the ban. Setting the current state changes nothing.',
  body: stateChange,
  refuses: ['not_found'],
  reply: z.object({ message: z.string(), data: z.object({ userId: z.number(), state: z.enum(USER_STATES) }) }),
});

/** The body of staff actions on a player that need only a reason. */
export const userActionBody = z.object({ userId: idNumber, reason });

export const signOutUser = endpoint({
  method: 'POST',
  path: '/admin/signOutUser',
  summary: 'End all sessions of a player, who may sign in again.',
  body: userActionBody,
  refuses: ['not_found'],
  reply: z.object({ message: z.string(), data: z.object({ userId: z.number(), sessions: z.number() }) }),
});

export const removeSecondFactor = endpoint({
  method: 'POST',
  path: '/admin/removeSecondFactor',
  summary:
    'Remove the authenticator app, the recovery codes and all passkeys of an account whose owner lost them, and end its sessions. Not for the own account.',
  body: userActionBody,
  refuses: ['not_found'],
  reply: z.object({ message: z.string(), data: z.object({ userId: z.number(), sessions: z.number() }) }),
});

const ONE_ACCOUNT = 'Enter a username or a user id, not both.';

/** An account by its id or by its name, and its new role; null makes it a player's. */
export const roleChange = z
  .object({ userId: z.optional(idNumber), username: z.optional(searchKey), staffRole })
  .check(
    z.refine<{ userId?: number | undefined; username?: string | undefined }>(
      ({ userId, username }) => (userId === undefined) !== (username === undefined),
      ONE_ACCOUNT,
    ),
  );

export const setStaffRole = endpoint({
  method: 'PUT',
  path: '/admin/setStaffRole',
  summary:
    'Make an account staff, change its role, or with null make it a player again. Ends all its sessions. The last admin cannot be demoted.',
  body: roleChange,
  refuses: ['not_found'],
  reply: z.object({ message: z.string(), data: z.object({ userId: z.number(), staffRole }) }),
});

export const releaseExclusion = endpoint({
  method: 'POST',
  path: '/admin/releaseExclusion',
  summary: 'End the exclusion of an account, including what is stored for its e-mail and Steam id.',
  body: userActionBody,
  refuses: ['not_found'],
  reply: z.object({ message: z.string(), data: z.object({ userId: z.number() }) }),
});
