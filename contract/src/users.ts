import { GAMES } from '@karat/rules/games';
import { TRADE_KINDS } from '@karat/rules/trades';
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { listOf, pagination, paging } from './pagination.ts';
import { idNumber, idParam, reason, storable } from './text.ts';
import { getTransactions } from './wallet.ts';

/** What an account may be; `deleted` is its owner's doing, and nobody's to undo. */
export const USER_STATES = ['active', 'banned', 'deleted'] as const;
export type UserState = (typeof USER_STATES)[number];

/** What staff may make of an account. */
export const SETTABLE_STATES = ['active', 'banned'] as const satisfies readonly UserState[];
export type SettableState = (typeof SETTABLE_STATES)[number];

const user = z.object({
  id: z.number(),
  username: z.string(),
  email: z.nullable(z.string()),
  avatar: z.string(),
  role: z.enum(['user', 'admin']),
  isAdmin: z.boolean(),
  balance: z.number(),
  state: z.enum(USER_STATES),
  /** Made up by the sandbox: no person. */
  isSandbox: z.boolean(),
  createdAt: z.iso.datetime(),
});
export type User = z.output<typeof user>;

const ban = z.object({
  at: z.iso.datetime(),
  reason: z.string(),
  /** Whoever of the staff did it. */
  by: z.object({ id: z.number(), username: z.string() }),
});

const userInfo = z.extend(user, {
  steamId: z.nullable(z.string()),
  elo: z.number(),
  level: z.number(),
  /** Their last use of the site that is still known. */
  lastSeenAt: z.nullable(z.iso.datetime()),
  isOnline: z.boolean(),
  /** How many devices are signed in. */
  sessions: z.number(),
  ban: z.nullable(ban),
  mutedUntil: z.nullable(z.iso.datetime()),
  /** Since when a reversed trade waits for staff. */
  flaggedAt: z.nullable(z.iso.datetime()),
  /** The trade offer whose reversal has done it: the last that was. */
  flaggedFor: z.nullable(z.object({ offerId: z.number(), kind: z.enum(TRADE_KINDS) })),
  breakUntil: z.nullable(z.iso.datetime()),
  excludedUntil: z.nullable(z.iso.datetime()),
  /** An exclusion under the same e-mail or Steam id, of this account or another. By an unverified e-mail it does not hold. */
  storedExclusionUntil: z.nullable(z.iso.datetime()),
  ageConfirmedAt: z.nullable(z.iso.datetime()),
});
export type UserInfo = z.output<typeof userInfo>;

/** Something that a player has put diamonds on, whatever the game. */
const userBet = z.object({
  /** Of the bet, the opening or the seat: with `game` it names one row, and it is the id that the game itself shows. */
  id: z.number(),
  createdAt: z.iso.datetime(),
  username: z.string(),
  game: z.enum(GAMES),
  amount: z.number(),
  /** The colour, the name of the case, or the team. */
  choice: z.string(),
  /** The colour that was bet on; null in other games. */
  playerBet: z.nullable(z.enum(['red', 'black', 'green'])),
  /** Diamonds, or what quick sell pays for the item that came out of a case; null while nobody knows. */
  winAmount: z.nullable(z.number()),
  /** The item that came out of a case. */
  item: z.nullable(z.string()),
  /** The stake was given back. */
  isRefunded: z.boolean(),
  roundId: z.nullable(z.number()),
  /** The number of the round, of the roll or of the room. */
  reference: z.number(),
});
export type UserBet = z.output<typeof userBet>;

/** Longer than any e-mail address, and by far than any name. */
export const USER_SEARCH_LENGTH_MAX = 254;

const sought = z._default(
  z.string().check(z.trim(), z.maxLength(USER_SEARCH_LENGTH_MAX, 'Search text is too long'), storable),
  '',
);

export const getAllUsers = endpoint({
  method: 'GET',
  path: '/admin/getAllUsers',
  summary:
    'Every account, newest first; with ?search those whose name or e-mail begins so, or whose id or Steam id it is, by name.',
  query: z.object({ ...paging(), search: sought }),
  reply: listOf(user),
});

export const getAllUsersByBalance = endpoint({
  method: 'GET',
  path: '/admin/getAllUsersByBalance',
  summary: 'Every account, richest first.',
  query: z.object(paging()),
  reply: listOf(user),
});

export const getUserByUsername = endpoint({
  method: 'GET',
  path: '/admin/getUserByUsername',
  summary: 'The account with this username, or with this e-mail: whole, without regard to case.',
  query: z
    .object({ username: sought, email: sought })
    .check(
      z.refine<{ username: string; email: string }>(
        ({ username, email }) => (username === '') !== (email === ''),
        'Give either a username or an e-mail.',
      ),
    ),
  refuses: ['not_found'],
  reply: z.object({ data: user }),
});

const ofUser = z.object({ userId: idParam });

export const getUserInfoById = endpoint({
  method: 'GET',
  path: '/admin/getUserInfoById/:userId',
  summary: 'One account with all that staff need to know of it. Never a password.',
  params: ofUser,
  refuses: ['not_found'],
  reply: z.object({ data: z.object({ userInfo }) }),
});

export const getTransactionsByUserId = endpoint({
  method: 'GET',
  path: '/admin/getTransactionsByUserId/:userId',
  summary: "A player's ledger, newest first.",
  params: ofUser,
  query: z.object(paging()),
  refuses: ['not_found'],
  reply: z.object({ data: z.object({ transactions: getTransactions.reply.shape.data }), pagination }),
});

export const getBetsByUserId = endpoint({
  method: 'GET',
  path: '/admin/getBetsByUserId/:userId',
  summary: 'All that a player has put diamonds on, newest first: bets of roulette, cases, rooms.',
  params: ofUser,
  query: z.object(paging()),
  refuses: ['not_found'],
  reply: z.object({ data: z.object({ bets: z.array(userBet) }), pagination }),
});

export const stateChange = z.object({ userId: idNumber, state: z.enum(SETTABLE_STATES, 'Invalid choice.'), reason });

export const setUserState = endpoint({
  method: 'POST',
  path: '/admin/setUserState',
  summary: 'Ban a player, which signs them out everywhere, or let them in again. What is so already stays so.',
  body: stateChange,
  refuses: ['not_found'],
  reply: z.object({ message: z.string(), data: z.object({ userId: z.number(), state: z.enum(USER_STATES) }) }),
});

/** An act upon a player that needs no more than its reason. */
export const userAct = z.object({ userId: idNumber, reason });

export const signOutUser = endpoint({
  method: 'POST',
  path: '/admin/signOutUser',
  summary: 'End every session of a player; they may sign in again.',
  body: userAct,
  refuses: ['not_found'],
  reply: z.object({ message: z.string(), data: z.object({ userId: z.number(), sessions: z.number() }) }),
});

export const releaseExclusion = endpoint({
  method: 'POST',
  path: '/admin/releaseExclusion',
  summary: 'End the exclusion of an account, and what is stored under its e-mail and Steam id.',
  body: userAct,
  refuses: ['not_found'],
  reply: z.object({ message: z.string(), data: z.object({ userId: z.number() }) }),
});
