import { type Game, GAMES, pickGames } from '@karat/rules/games';
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { pagination, paginationQuery } from './pagination.ts';
import { playerName } from './player-name.ts';
import { day } from './text.ts';

/** The columns of the report: what the house earns from and what it pays for. */
export const REPORT_GAMES = ['cases', 'roulette', 'duels', 'market', 'missions', 'promo', 'losses'] as const;
export type ReportGame = (typeof REPORT_GAMES)[number];

/** The column of each game's profit. */
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

/** The games with published odds, whose payouts can be compared with the expected ones. */
export const ODDS_GAMES = pickGames({ case: true, roulette: true, duel: false });
export type OddsGame = (typeof ODDS_GAMES)[number];

/** The longest range of a report. */
export const REPORT_DAYS_MAX = 366;

const DAY_MS = 86_400_000;

/** First and last day, both included, by UTC. */
const range = { from: day, to: day };
type Range = { readonly from: string; readonly to: string };
const isReportRange = z.refine<Range>(
  ({ from, to }) => from <= to && (Date.parse(to) - Date.parse(from)) / DAY_MS < REPORT_DAYS_MAX,
  'Invalid date.',
);
const reportRange = z.object(range).check(isReportRange);

/** Whose play a report counts: that of all, or of people without sandbox players. */
export const REPORT_PLAYERS = ['all', 'people'] as const;
export type ReportPlayers = (typeof REPORT_PLAYERS)[number];
const players = z._default(z.enum(REPORT_PLAYERS, 'Invalid filter.'), 'all');
export const reportQuery = z.object({ ...range, players }).check(isReportRange);

const figures = {
  /** Diamonds that the house gained; negative if it paid. */
  cases: z.number(),
  roulette: z.number(),
  duels: z.number(),
  market: z.number(),
  missions: z.number(),
  promo: z.number(),
  losses: z.number(),
  /** The sum of the columns above. */
  profit: z.number(),
  /** The value of deposited skins, of reversed deposits, and of withdrawn skins less those that came back. */
  deposits: z.number(),
  reversals: z.number(),
  withdrawals: z.number(),
  /** Adjustments by staff: given minus taken. */
  adjustments: z.number(),
  movements: z.number(),
  /** What sandbox players lost in total, gifts to them subtracted; negative if they gained. The columns above include it, or it is 0. */
  sandbox: z.number(),
  /**
   * What the house gained by skins, at their prices: how much less of them players hold, without those that were withdrawn. Null for
   * days that were closed before these values were stored.
   */
  skins: z.nullable(z.number()),
  /** The profit less adjustments, with the gain by skins: deposits less withdrawals less what the house owes more. */
  net: z.nullable(z.number()),
};
const reportFigures = z.object(figures);
export type ReportFigures = z.output<typeof reportFigures>;
const reportDay = z.object({ date: z.string(), ...figures });
export type ReportDay = z.output<typeof reportDay>;

/** The amount that the house would owe if all players withdrew everything now. */
const liability = z.object({
  balances: z.number(),
  /** Skins of players at their quick sell prices. */
  skins: z.number(),
  /** Skins of players at their current prices: the cost if they are withdrawn. */
  skinsWithdrawn: z.number(),
  /** Stakes of unfinished rooms and rounds. */
  stakes: z.number(),
  /** The sum of balances, stakes and skins at their current prices. */
  total: z.number(),
  /** The total of open buy orders. It is not reserved and is already part of the balances, so it is not added. */
  buyOrders: z.number(),
});

const report = z.object({
  from: z.string(),
  to: z.string(),
  players: z.enum(REPORT_PLAYERS),
  days: z.array(reportDay),
  totals: reportFigures,
  liability,
  pendingOffers: z.number(),
  /** Adjustments that are pending: they wait for the approval of a second person. */
  waitingAdjustments: z.number(),
  /** Everything that was committed before this moment is counted. */
  at: z.iso.datetime(),
});
export type Report = z.output<typeof report>;

export const getReport = endpoint({
  method: 'GET',
  path: '/admin/getReport',
  summary: 'What the house earned by day (UTC) and by game, deposits and withdrawals, and what it owes now.',
  query: reportQuery,
  reply: z.object({ data: report }),
});

/** The figures of a report that are sums of rows. */
export const ROW_FIGURES = [...REPORT_GAMES, 'profit', 'deposits', 'reversals', 'withdrawals', 'adjustments'] as const;
export type RowFigure = (typeof ROW_FIGURES)[number];
/** `people` is the rows of `all` less those of `sandbox`. */
export const ROW_PLAYERS = ['all', 'sandbox'] as const;
export type RowPlayers = (typeof ROW_PLAYERS)[number];
export const REPORT_ROWS_LISTED = 50;

const reportRow = z.object({
  id: z.number(),
  createdAt: z.iso.datetime(),
  type: z.string(),
  reference: z.string(),
  /** The accounts of a ledger row; null for withdrawals, which move no diamonds. */
  account: z.nullable(z.string()),
  toAccount: z.nullable(z.string()),
  player: z.nullable(z.object({ id: z.number(), ...playerName })),
  /** What the row adds to the figure. */
  amount: z.number(),
});
export type ReportRow = z.output<typeof reportRow>;

export const getReportRows = endpoint({
  method: 'GET',
  path: '/admin/getReportRows',
  summary: 'The rows of one figure of a report, newest first, with their sum. ?cursor is `next` of the page before.',
  query: z
    .object({
      ...range,
      figure: z.enum(ROW_FIGURES, 'Invalid filter.'),
      players: z._default(z.enum(ROW_PLAYERS, 'Invalid filter.'), 'all'),
      cursor: z.optional(z.string().check(z.regex(/^\d{4}-\d\d-\d\d_\d{1,18}$/, 'Invalid page.'))),
    })
    .check(isReportRange),
  reply: z.object({
    data: z.array(reportRow),
    next: z.nullable(z.string()),
    /** Of all rows of the range, not only those of this page. */
    sum: z.number(),
    count: z.number(),
    at: z.iso.datetime(),
  }),
});

const held = z.object({ count: z.number(), price: z.number() });
const skinChange = z.object({
  itemId: z.number(),
  name: z.string(),
  /** What players held before the first and after the last day. */
  start: held,
  end: held,
  withdrawn: z.number(),
  /** The value before, less the value after, less what was withdrawn. */
  gain: z.number(),
});
export type SkinChange = z.output<typeof skinChange>;

export const getSkinChanges = endpoint({
  method: 'GET',
  path: '/admin/getSkinChanges',
  summary: 'What players held of each item before and after a range of days: the rows of the figure `skins`.',
  query: z.object({ ...paginationQuery(), ...range, players }).check(isReportRange),
  reply: z.object({
    data: z.array(skinChange),
    pagination,
    /** Of all items; null if it is not known for all days. */
    sum: z.nullable(z.number()),
    at: z.iso.datetime(),
  }),
});

/** The days of a report as a CSV file, with the same query. */
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
  'sandbox',
  'skins',
  'net',
] as const satisfies readonly (keyof ReportDay)[];

const band = z.nullable(z.object({ low: z.number(), high: z.number() }));

const gameReturn = z.object({
  game: z.enum(ODDS_GAMES),
  /** The name of the case; empty for roulette. */
  name: z.string(),
  games: z.number(),
  staked: z.number(),
  returned: z.number(),
  /** As fractions of the stakes. */
  actual: z.number(),
  theoretical: z.number(),
  /** The edges of the current case version, in percent; null for roulette. */
  houseEdge: z.nullable(z.number()),
  withdrawalEdge: z.nullable(z.number()),
  /** The ranges in which `actual` should lie 95 times out of 100, and 9,999 times out of 10,000; null if there are too few games. */
  near: band,
  far: band,
  verdict: z.enum(['too_few', 'fits', 'outside']),
});
export type GameReturn = z.output<typeof gameReturn>;

export const getReturns = endpoint({
  method: 'GET',
  path: '/admin/getReturns',
  summary: 'Actual and expected payouts of each case and of roulette in a range of days.',
  query: reportRange,
  reply: z.object({ data: z.array(gameReturn), at: z.iso.datetime() }),
});

export const NOTABLE_LISTED = 10;
const namedPlayer = z.object({ id: z.number(), ...playerName });
const notable = z.object({
  /** The largest wins, by what they brought above the stake. */
  wins: z.array(
    z.object({
      day: z.string(),
      game: z.enum(GAMES),
      /** The opening, bet or room, and what its page shows: a bet is part of a round. */
      reference: z.number(),
      pageId: z.number(),
      player: namedPlayer,
      gain: z.number(),
    }),
  ),
  /** The players who gained most at all games, won skins at the price for which they can be sold back. */
  players: z.array(z.object({ player: namedPlayer, gain: z.number() })),
  at: z.iso.datetime(),
});
export type Notable = z.output<typeof notable>;

export const getNotable = endpoint({
  method: 'GET',
  path: '/admin/getNotable',
  summary: `The ${NOTABLE_LISTED} largest wins in a range of days, and the ${NOTABLE_LISTED} players who gained most.`,
  query: reportQuery,
  reply: notable,
});

/** Alerts for staff. They only point something out: none of them bans a player. */
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
  /** The page with the details. */
  link: z.string(),
  /** The players concerned (the first of them), and their total number. */
  users: z.array(z.object({ id: z.number(), username: z.string() })),
  count: z.number(),
  /** The name of a case or skin, or a reason; empty if there is none. */
  subject: z.string(),
  /** For alerts about a game: the period in days, the number of games, stakes, actual and expected payouts. */
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
  /** A price, and the one it is compared with. */
  price: z.nullable(z.object({ asked: z.number(), reference: z.number() })),
  /** Diamonds that were deposited, wagered since then, and spent on other players' listings. */
  flow: z.nullable(z.object({ deposited: z.number(), wagered: z.number(), spent: z.number() })),
  /** Diamonds given and taken by adjustments, and the limit for one person alone. */
  changed: z.nullable(z.object({ given: z.number(), taken: z.number(), limit: z.number() })),
  since: z.nullable(z.iso.datetime()),
});
export type Alert = z.output<typeof alert>;

export const getAlerts = endpoint({
  method: 'GET',
  path: '/admin/getAlerts',
  summary: 'Alerts for staff, the most urgent first.',
  reply: z.object({ data: z.array(alert), at: z.iso.datetime() }),
});
