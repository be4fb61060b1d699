import { BUY_ORDER_STATES, LISTING_STATES } from '@karat/rules/market';
import { ROOM_STATES } from '@karat/rules/rooms';
import { COLORS } from '@karat/rules/roulette';
import { TRADE_KINDS, TRADE_STATES } from '@karat/rules/trades';
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { LIMIT_MAX, wholeNumber } from './pagination.ts';
import { day, idParam } from './text.ts';
import { TRANSACTION_TYPES } from './wallet.ts';

/** What a filter of the activity selects. */
export const ACTIVITY_KINDS = [
  'openings',
  'bets',
  'duels',
  'market',
  'trades',
  'missions',
  'account',
  'limits',
  'tickets',
  'notes',
  'staff',
] as const;
export type ActivityKind = (typeof ACTIVITY_KINDS)[number];

const row = { id: z.number(), createdAt: z.iso.datetime() };

const opening = z.object({
  ...row,
  source: z.literal('opening'),
  caseName: z.string(),
  price: z.number(),
  item: z.string(),
  /** The quick sell price of the item. */
  value: z.number(),
});

const bet = z.object({
  ...row,
  source: z.literal('bet'),
  roundId: z.number(),
  color: z.enum(COLORS),
  amount: z.number(),
  /** Null while undecided. */
  winAmount: z.nullable(z.number()),
  isRefunded: z.boolean(),
});

const duel = z.object({
  ...row,
  source: z.literal('duel'),
  roomId: z.number(),
  map: z.string(),
  stake: z.number(),
  /** Null while undecided; a refunded stake counts. */
  returned: z.nullable(z.number()),
  state: z.enum(ROOM_STATES),
});

const listing = z.object({
  ...row,
  source: z.literal('listing'),
  itemId: z.number(),
  item: z.string(),
  price: z.number(),
  fee: z.nullable(z.number()),
  state: z.enum(LISTING_STATES),
});

const purchase = z.object({
  ...row,
  source: z.literal('purchase'),
  itemId: z.number(),
  item: z.string(),
  price: z.number(),
  sellerId: z.number(),
});

const buyOrder = z.object({
  ...row,
  source: z.literal('buyOrder'),
  itemId: z.number(),
  item: z.string(),
  price: z.number(),
  state: z.enum(BUY_ORDER_STATES),
});

const trade = z.object({
  ...row,
  source: z.literal('trade'),
  tradeKind: z.enum(TRADE_KINDS),
  amount: z.number(),
  state: z.enum(TRADE_STATES),
});

/** A mission whose target was reached. */
const mission = z.object({
  ...row,
  source: z.literal('mission'),
  title: z.string(),
  reward: z.number(),
  isClaimed: z.boolean(),
});

const signIn = z.object({
  ...row,
  source: z.literal('signIn'),
  bySteam: z.boolean(),
  /** Null for callers who may not read addresses. */
  device: z.nullable(z.string()),
  address: z.nullable(z.string()),
});

const account = z.object({
  ...row,
  source: z.literal('account'),
  /** An event of the staff log, such as `account.signup`. */
  event: z.string(),
});

const limit = z.object({
  ...row,
  source: z.literal('limit'),
  /** An event of the staff log, such as `safer-play.break`. */
  event: z.string(),
  details: z.nullable(z.record(z.string(), z.union([z.string(), z.number(), z.null()]))),
});

const ticket = z.object({ ...row, source: z.literal('ticket'), title: z.string(), isOpen: z.boolean() });

const note = z.object({ ...row, source: z.literal('note'), text: z.string(), author: z.string() });

const staffAction = z.object({
  ...row,
  source: z.literal('staff'),
  /** An action of the staff log, such as `wallet.adjust`. */
  action: z.string(),
  reason: z.nullable(z.string()),
  /** Null if the site itself or its operator acted. */
  actor: z.nullable(z.object({ id: z.number(), username: z.string() })),
  /** The change of the balance, if it was one. */
  amount: z.nullable(z.number()),
});

const activity = z.discriminatedUnion('source', [
  opening,
  bet,
  duel,
  listing,
  purchase,
  buyOrder,
  trade,
  mission,
  signIn,
  account,
  limit,
  ticket,
  note,
  staffAction,
]);
export type Activity = z.output<typeof activity>;
export type ActivitySource = Activity['source'];
export type ActivityOf<Source extends ActivitySource> = Extract<Activity, { source: Source }>;

const kinds = z.pipe(
  z.pipe(
    z.string('Invalid filter.'),
    z.transform((text) => [...new Set(text.split(','))]),
  ),
  z.array(z.enum(ACTIVITY_KINDS, 'Invalid filter.')),
);

export const ACTIVITY_PER_PAGE = 25;

/** First and last day, both included, by UTC. */
export const dayRange = { from: z.optional(day), to: z.optional(day) };

export const getUserActivity = endpoint({
  method: 'GET',
  path: '/admin/getUserActivity/:userId',
  summary:
    'What a player did, and what staff did with the player, newest first. ?kinds is a list with commas; ?cursor is `next` of the page before.',
  params: z.object({ userId: idParam }),
  query: z.object({
    ...dayRange,
    kinds: z.optional(kinds),
    cursor: z.optional(z.string().check(z.regex(/^[\w-]{1,2000}$/, 'Invalid page.'))),
    limit: z._default(wholeNumber({ min: 1, max: LIMIT_MAX, message: 'Invalid limit.' }), ACTIVITY_PER_PAGE),
  }),
  refuses: ['not_found'],
  reply: z.object({ data: z.array(activity), next: z.nullable(z.string()) }),
});

/** The longest range of days whose change of the balance is summed up. */
export const BALANCE_CHANGE_DAYS_MAX = 42;

const DAY_MS = 86_400_000;

const balanceChange = z.object({
  before: z.number(),
  after: z.number(),
  /** What the transactions of each type add up to, largest loss first. Together they are `after` minus `before`. */
  types: z.array(z.object({ type: z.enum(TRANSACTION_TYPES), count: z.number(), amount: z.number() })),
  /** Items from cases, which are not in the balance, at their quick sell price. */
  items: z.object({ count: z.number(), value: z.number() }),
});
export type BalanceChange = z.output<typeof balanceChange>;

export const getBalanceChange = endpoint({
  method: 'GET',
  path: '/admin/getBalanceChange/:userId',
  summary: "Why a player's balance changed from the first to the last day, both included, by UTC.",
  params: z.object({ userId: idParam }),
  query: z.object({ from: day, to: day }).check(
    z.refine<{ from: string; to: string }>(({ from, to }) => {
      const days = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
      return days >= 1 && days <= BALANCE_CHANGE_DAYS_MAX;
    }, `Choose 1 to ${BALANCE_CHANGE_DAYS_MAX} days.`),
  ),
  refuses: ['not_found'],
  reply: z.object({ data: balanceChange }),
});
