import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { storable } from './text.ts';

/** What a player may hold themselves to. The lowest that fits counts. */
export const LIMIT_KINDS = ['deposit', 'wager', 'loss'] as const;
export type LimitKind = (typeof LIMIT_KINDS)[number];

/** By UTC: a day begins at midnight, a week on Monday. */
export const LIMIT_PERIODS = ['day', 'week'] as const;
export type LimitPeriod = (typeof LIMIT_PERIODS)[number];

export const LIMIT_DIAMONDS_MAX = 1_000_000_000;
/** Minutes of play after which the player is asked, 0 for never. */
export const REALITY_MINUTES = [0, 15, 30, 60] as const;

export const BREAK_DAYS_MAX = 42;
/** Months of the calendar. Nobody ends it early. */
export const EXCLUSION_MONTHS_MIN = 6;
export const EXCLUSION_MONTHS_MAX = 60;

const kind = z.enum(LIMIT_KINDS, 'Invalid limit.');
const period = z.enum(LIMIT_PERIODS, 'Invalid limit.');

const limit = z.object({
  kind,
  period,
  /** Diamonds; null where there is no limit. */
  allowed: z.nullable(z.number()),
  used: z.number(),
  /** What it will be once the player has confirmed it again, from `dueAt` on; null allows without limit. */
  pending: z.nullable(z.object({ allowed: z.nullable(z.number()), dueAt: z.iso.datetime(), isDue: z.boolean() })),
});
export type PlayLimit = z.output<typeof limit>;

export const realityCheck = z.object({
  minutes: z.number(),
  /** Since when this stretch of play goes on; null while nobody plays. */
  playingSince: z.nullable(z.iso.datetime()),
  /** When the question comes; wagers wait for the answer from then on. */
  dueAt: z.nullable(z.iso.datetime()),
});
export type RealityCheck = z.output<typeof realityCheck>;

const flows = z.object({
  /** Of the last so many days; null for all time. */
  days: z.nullable(z.number()),
  deposited: z.number(),
  withdrawn: z.number(),
  wagered: z.number(),
  /** What games gave back, less what was wagered: below 0 is lost. */
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
  summary: "The player's own limits with what is used of them, breaks, the reality check, and what went in and out.",
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

/** Whatever is left out stays as it is. */
export const limitChange = z.object({
  limits: z._default(z.array(z.object({ kind, period, allowed })).check(z.maxLength(6, 'Invalid limit.')), []),
  realityMinutes: z.optional(z.literal(REALITY_MINUTES, 'Choose 15, 30 or 60 minutes, or none.')),
});

export const setLimits = endpoint({
  method: 'PUT',
  path: '/user/limits',
  summary: 'Set limits. A tighter one holds at once; a looser one after 24 hours and a second confirmation.',
  body: limitChange,
  refuses: ['reality_check'],
  reply: state,
});

export const confirmLimit = endpoint({
  method: 'POST',
  path: '/user/confirmLimit',
  summary: 'Confirm a looser limit that was asked for 24 hours ago or more.',
  body: z.object({ kind, period }),
  refuses: ['not_found', 'too_soon'],
  reply: state,
});

export const dropPendingLimit = endpoint({
  method: 'POST',
  path: '/user/dropPendingLimit',
  summary: 'Keep the limit as it is: forget the looser one that was asked for.',
  body: z.object({ kind, period }),
  refuses: ['not_found'],
  reply: state,
});

const wholeDays = 'Choose 1 to 42 days.';
const wholeMonths = `Choose ${EXCLUSION_MONTHS_MIN} to ${EXCLUSION_MONTHS_MAX} months.`;

export const breakWish = z.object({
  days: z.number(wholeDays).check(z.int(wholeDays), z.minimum(1, wholeDays), z.maximum(BREAK_DAYS_MAX, wholeDays)),
});

export const takeBreak = endpoint({
  method: 'POST',
  path: '/user/takeBreak',
  summary: 'Take a break from playing, 1 day to 6 weeks. It can be made longer, never shorter.',
  body: breakWish,
  refuses: ['on_break'],
  reply: state,
});

export const exclusionWish = z.object({
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
  summary: 'Exclude oneself from playing for six months or more. It can be made longer, never shorter or undone.',
  body: exclusionWish,
  refuses: ['self_excluded'],
  reply: state,
});

export const getRealityCheck = endpoint({
  method: 'GET',
  path: '/user/getRealityCheck',
  summary:
    'How long this stretch of play has gone on, what it has cost or brought, and whether there is a rest from it.',
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
  summary: 'Go on playing after the reality check: the next one counts from now.',
  reply: z.object({ message: z.string(), data: realityCheck }),
});

/** Everything the site keeps about the player, as one JSON file. */
export const MY_DATA_PATH = '/user/downloadMyData';

export const deleteAccount = endpoint({
  method: 'POST',
  path: '/user/deleteAccount',
  summary: 'Remove the person from the account for good: the books stay, nobody is named in them.',
  body: z.object({
    /** The account's own name, typed once more. */
    username: z.string('Type your user name to confirm.').check(z.trim(), z.maxLength(64), storable),
    /** Needed where the account has one; others need a Steam sign-in of the last ten minutes. */
    password: z.optional(z.string().check(z.maxLength(128))),
  }),
  refuses: ['account_busy', 'forbidden', 'stale_sign_in', 'wrong_password'],
  reply: z.object({ message: z.string() }),
});
