import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { validDatabaseText } from './text.ts';

/** The limits that players can set for themselves. If several apply, the lowest counts. */
export const LIMIT_KINDS = ['deposit', 'wager', 'loss'] as const;
export type LimitKind = (typeof LIMIT_KINDS)[number];

/** By UTC: a day begins at midnight, a week on Monday. */
export const LIMIT_PERIODS = ['day', 'week'] as const;
export type LimitPeriod = (typeof LIMIT_PERIODS)[number];

export const LIMIT_DIAMONDS_MAX = 1_000_000_000;
/** Minutes of play after which the reality check appears; 0 for never. */
export const REALITY_MINUTES = [0, 15, 30, 60] as const;

export const BREAK_DAYS_MAX = 42;
/** Calendar months. An exclusion cannot be ended early. */
export const EXCLUSION_MONTHS_MIN = 6;
export const EXCLUSION_MONTHS_MAX = 60;

const kind = z.enum(LIMIT_KINDS, 'Invalid limit.');
const period = z.enum(LIMIT_PERIODS, 'Invalid limit.');

const limit = z.object({
  kind,
  period,
  /** Diamonds; null for no limit. */
  allowed: z.nullable(z.number()),
  used: z.number(),
  /** A less strict limit that the player can confirm from `dueAt` on; `allowed: null` removes the limit. */
  pending: z.nullable(z.object({ allowed: z.nullable(z.number()), dueAt: z.iso.datetime(), isDue: z.boolean() })),
});
export type PlayLimit = z.output<typeof limit>;

export const realityCheck = z.object({
  minutes: z.number(),
  /** The start of the current period of play; null while the player does not play. */
  playingSince: z.nullable(z.iso.datetime()),
  /** The time when the reality check is due; from then on wagers are refused until it is answered. */
  dueAt: z.nullable(z.iso.datetime()),
});
export type RealityCheck = z.output<typeof realityCheck>;

const flows = z.object({
  /** The period in days; null for all time. */
  days: z.nullable(z.number()),
  deposited: z.number(),
  withdrawn: z.number(),
  wagered: z.number(),
  /** Payouts minus stakes: negative for a loss. */
  net: z.number(),
});
export type Flows = z.output<typeof flows>;

const saferPlay = z.object({
  limits: z.array(limit),
  realityCheck,
  breakUntil: z.nullable(z.iso.datetime()),
  excludedUntil: z.nullable(z.iso.datetime()),
  flows: z.array(flows),
});
export type SaferPlay = z.output<typeof saferPlay>;

const state = z.object({ message: z.string(), data: saferPlay });

export const getLimits = endpoint({
  method: 'GET',
  path: '/user/limits',
  summary: "The player's own limits and their usage, breaks, the reality check, and deposits, withdrawals and wagers.",
  reply: z.object({ data: saferPlay }),
});

const allowed = z.nullable(
  z
    .number('Limit must be a whole number of diamonds.')
    .check(
      z.int('Limit must be a whole number of diamonds.'),
      z.minimum(0, 'Limit must be a whole number of diamonds.'),
      z.maximum(LIMIT_DIAMONDS_MAX, 'Limit is too large.'),
    ),
);

/** The limits to change. Omitted limits stay unchanged. */
export const limitChange = z.object({
  limits: z._default(z.array(z.object({ kind, period, allowed })).check(z.maxLength(6, 'Invalid limit.')), []),
  realityMinutes: z.optional(z.literal(REALITY_MINUTES, 'Choose 15, 30 or 60 minutes, or none.')),
});

export const setLimits = endpoint({
  method: 'PUT',
  path: '/user/limits',
  summary: 'Set limits. A stricter one applies at once; a looser one after 24 hours and a second confirmation.',
  body: limitChange,
  refuses: ['reality_check'],
  reply: state,
});

export const confirmLimit = endpoint({
  method: 'POST',
  path: '/user/confirmLimit',
  summary: 'Confirm a looser limit that was requested at least 24 hours ago.',
  body: z.object({ kind, period }),
  refuses: ['not_found', 'too_soon'],
  reply: state,
});

export const dropPendingLimit = endpoint({
  method: 'POST',
  path: '/user/dropPendingLimit',
  summary: 'Discard the requested looser limit and keep the current one.',
  body: z.object({ kind, period }),
  refuses: ['not_found'],
  reply: state,
});

const wholeDays = 'Choose 1 to 42 days.';
const wholeMonths = `Choose ${EXCLUSION_MONTHS_MIN} to ${EXCLUSION_MONTHS_MAX} months.`;

export const breakForm = z.object({
  days: z.number(wholeDays).check(z.int(wholeDays), z.minimum(1, wholeDays), z.maximum(BREAK_DAYS_MAX, wholeDays)),
});

export const takeBreak = endpoint({
  method: 'POST',
  path: '/user/takeBreak',
  summary: 'Take a break from playing, 1 day to 6 weeks. It can be made longer, never shorter.',
  body: breakForm,
  refuses: ['on_break'],
  reply: state,
});

export const exclusionForm = z.object({
  months: z
    .number(wholeMonths)
    .check(
      z.int(wholeMonths),
      z.minimum(EXCLUSION_MONTHS_MIN, wholeMonths),
      z.maximum(EXCLUSION_MONTHS_MAX, wholeMonths),
    ),
});

export const excludeMyself = endpoint({
  method: 'POST',
  path: '/user/excludeMyself',
  summary: 'Exclude the player from playing for six months or more. It can be made longer, never shorter or undone.',
  body: exclusionForm,
  refuses: ['self_excluded'],
  reply: state,
});

export const getRealityCheck = endpoint({
  method: 'GET',
  path: '/user/getRealityCheck',
  summary: 'The duration and result of the current period of play, and whether the player has a break or an exclusion.',
  reply: z.object({
    data: z.extend(realityCheck, {
      wagered: z.number(),
      net: z.number(),
      breakUntil: z.nullable(z.iso.datetime()),
      excludedUntil: z.nullable(z.iso.datetime()),
    }),
  }),
});

export const answerRealityCheck = endpoint({
  method: 'POST',
  path: '/user/answerRealityCheck',
  summary: 'Continue playing after the reality check: the next one counts from now.',
  reply: z.object({ message: z.string(), data: realityCheck }),
});

/** The data export: everything the site stores about the player, as one JSON file. */
export const MY_DATA_PATH = '/user/downloadMyData';

export const deleteAccount = endpoint({
  method: 'POST',
  path: '/user/deleteAccount',
  summary: 'Delete the account: personal data is removed permanently, the ledger stays without names.',
  body: z.object({
    /** The account's own name, as a confirmation. */
    username: z.string('Type your username to confirm.').check(z.trim(), z.maxLength(64), validDatabaseText),
    /** Required if the account has one; others need a Steam sign-in within the last ten minutes. */
    password: z.optional(z.string().check(z.maxLength(128))),
  }),
  refuses: ['account_busy', 'forbidden', 'stale_sign_in', 'wrong_password'],
  reply: z.object({ message: z.string() }),
});
