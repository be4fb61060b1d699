import { type Game, gamesWhere } from '@karat/rules/games';
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { day } from './text.ts';

/** What the house earns by, and what it costs; each a column of the report. */
export const REPORT_GAMES = ['cases', 'roulette', 'duels', 'market', 'missions', 'promo', 'losses'] as const;
export type ReportGame = (typeof REPORT_GAMES)[number];

/** The column of the report that each game's profit stands in. */
export const REPORT_COLUMNS = {
  case: 'cases',
  roulette: 'roulette',
  duel: 'duels',
} as const satisfies Record<Game, ReportGame>;

/** The name of each game in alerts and metrics. */
export const GAME_LABELS = { case: 'cases', roulette: 'roulette', duel: 'rooms' } as const satisfies Record<
  Game,
  string
>;

/** The games that draw by published odds, so that what they gave back can be compared with what they should have. */
export const ODDS_GAMES = gamesWhere({ case: true, roulette: true, duel: false });
export type OddsGame = (typeof ODDS_GAMES)[number];

/** The longest range that one report covers. */
export const REPORT_DAYS_MAX = 366;

const DAY_MS = 86_400_000;

/** First and last day, both included, by UTC. */
export const reportRange = z.object({ from: day, to: day }).check(
  z.refine(({ from, to }) => from <= to, 'Invalid date.'),
  z.refine(({ from, to }) => (Date.parse(to) - Date.parse(from)) / DAY_MS < REPORT_DAYS_MAX, 'Invalid date.'),
);

const figures = {
  /** Diamonds the house gained by each; below 0 it paid. */
  cases: z.number(),
  roulette: z.number(),
  duels: z.number(),
  market: z.number(),
  missions: z.number(),
  promo: z.number(),
  losses: z.number(),
  /** Of all of them. */
  profit: z.number(),
  /** Skins that came in, and what of them was taken back; skins that went out, at what they were reckoned at. */
  deposits: z.number(),
  reversals: z.number(),
  withdrawals: z.number(),
  /** By hand: given less taken. */
  adjustments: z.number(),
  movements: z.number(),
};
const reportFigures = z.object(figures);
export type ReportFigures = z.output<typeof reportFigures>;
const reportDay = z.object({ date: z.string(), ...figures });
export type ReportDay = z.output<typeof reportDay>;

/** What the house would owe if everybody left now. */
const liability = z.object({
  balances: z.number(),
  /** What players own, at what quick sell pays for it. */
  skins: z.number(),
  /** What players own, at its price today: what it costs when they withdraw it. */
  skinsWithdrawn: z.number(),
  /** Stakes of rooms and rounds that are not over. */
  stakes: z.number(),
  /** Balances, stakes and skins when withdrawn. */
  total: z.number(),
  /** Promised for skins on the market. Nothing is set aside for it: it is a part of the balances, and not added again. */
  buyOrders: z.number(),
});

const report = z.object({
  from: z.string(),
  to: z.string(),
  days: z.array(reportDay),
  totals: reportFigures,
  liability,
  pendingOffers: z.number(),
  waitingAdjustments: z.number(),
  at: z.iso.datetime(),
});
export type Report = z.output<typeof report>;

export const getReport = endpoint({
  method: 'GET',
  path: '/admin/getReport',
  summary: 'What the house earned by day (UTC) and by game, what came in and went out, and what it owes now.',
  query: reportRange,
  reply: z.object({ data: report }),
});

/** The days of a report as a CSV file; the same range. */
export const REPORT_CSV_PATH = '/admin/downloadReport';
export const REPORT_CSV_COLUMNS = [
  'date',
  ...REPORT_GAMES,
  'profit',
  'deposits',
  'reversals',
  'withdrawals',
  'adjustments',
  'movements',
] as const satisfies readonly (keyof ReportDay)[];

const band = z.nullable(z.object({ low: z.number(), high: z.number() }));

const gameReturn = z.object({
  game: z.enum(ODDS_GAMES),
  /** Of the case; empty for roulette. */
  name: z.string(),
  games: z.number(),
  staked: z.number(),
  returned: z.number(),
  /** Parts of what was staked. */
  actual: z.number(),
  theoretical: z.number(),
  /** Both edges of the case as it is on offer now, in percent; null for roulette. */
  houseEdge: z.nullable(z.number()),
  withdrawalEdge: z.nullable(z.number()),
  /** Where the actual should be 95 times of 100, and 9,999 times of 10,000; null where there is too little to say. */
  near: band,
  far: band,
  verdict: z.enum(['too_few', 'fits', 'outside']),
});
export type GameReturn = z.output<typeof gameReturn>;

export const getReturns = endpoint({
  method: 'GET',
  path: '/admin/getReturns',
  summary: 'What each case and the wheel gave back in a range of days, against what they should have.',
  query: reportRange,
  reply: z.object({ data: z.array(gameReturn) }),
});

/** What staff may want to look into. Flags only: nobody is banned by one. */
export const ALERT_KINDS = [
  'halt',
  'breaches',
  'odds',
  'returns',
  'luck',
  'pair',
  'address',
  'listing',
  'handover',
  'speed',
  'own_adjustment',
  'adjustment_sum',
  'flagged',
  'price_jumps',
  'paused_cases',
  'offers',
  'adjustments',
] as const;
export type AlertKind = (typeof ALERT_KINDS)[number];

const alert = z.object({
  kind: z.enum(ALERT_KINDS),
  level: z.enum(['danger', 'warn', 'info']),
  /** The page where it can be looked into. */
  link: z.string(),
  /** Whom it is about, of so many in all. */
  users: z.array(z.object({ id: z.number(), username: z.string() })),
  count: z.number(),
  /** A case, a skin, a reason: by name; empty where there is none. */
  subject: z.string(),
  /** Of a game: over so many days, in so many games, so much back of so much, where so much was to be expected. */
  play: z.nullable(
    z.object({
      game: z.enum(GAME_LABELS),
      days: z.number(),
      games: z.number(),
      staked: z.number(),
      returned: z.number(),
      expected: z.number(),
    }),
  ),
  /** A price, and what it is held against. */
  price: z.nullable(z.object({ asked: z.number(), reference: z.number() })),
  /** Diamonds that came by deposits, were wagered since, and went to other players on the market. */
  flow: z.nullable(z.object({ deposited: z.number(), wagered: z.number(), spent: z.number() })),
  /** Diamonds given and taken by hand, and how many one admin alone may. */
  changed: z.nullable(z.object({ given: z.number(), taken: z.number(), limit: z.number() })),
  since: z.nullable(z.iso.datetime()),
});
export type Alert = z.output<typeof alert>;

export const getAlerts = endpoint({
  method: 'GET',
  path: '/admin/getAlerts',
  summary: 'What staff may want to look into, the most urgent first. Flags only.',
  reply: z.object({ data: z.array(alert), at: z.iso.datetime() }),
});
