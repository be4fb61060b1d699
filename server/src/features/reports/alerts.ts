import { type Alert, GAME_LABELS } from '@karat/contract/reports';
import { fillPath } from '@karat/contract/endpoint';
import { pages } from '@karat/contract/pages';
import type { Sql } from '#db/db.ts';
import type { Deps } from '#deps.ts';
import { selectAdjustmentSums, selectOwnAdjustments } from './adjustment-queries.ts';
import {
  type PendingCounts,
  selectOverpricedListings,
  selectFlagged,
  selectPendingCounts,
  selectOddsWarnings,
  selectPairs,
  selectSharedAddresses,
  selectUsernames,
} from './alert-queries.ts';
import { selectHandovers, selectFastWagerers } from './conduct-queries.ts';
import { findLucky } from './luck.ts';
import { collectReturns } from './reports.ts';

/** Alerts listed per kind; the next appear when these are dealt with. */
const ALERTS_PER_KIND_MAX = 20;
const NAMED_MAX = 8;
const SHARED_ADDRESS_MIN = 5;
const PAIR = { days: 7, least: 5, limit: ALERTS_PER_KIND_MAX };
const OVERPRICED_FACTOR = 5;
const HANDOVER = { days: 7, limit: ALERTS_PER_KIND_MAX };
/** Two a second for ten minutes: too fast for a human. */
const SPEED = { minutes: 10, least: 1_200, limit: ALERTS_PER_KIND_MAX };
const ADJUSTMENT_DAYS = 7;
const RETURNS_DAYS = 30;
const DAY_MS = 86_400_000;

/** Defaults of an alert. */
const alertOf = (fields: Pick<Alert, 'kind' | 'level' | 'link'> & Partial<Alert>): Alert => ({
  users: [],
  count: 1,
  subject: '',
  play: null,
  price: null,
  flow: null,
  changed: null,
  since: null,
  ...fields,
});

/** Alerts from plain counts. */
function pendingAlerts(pending: PendingCounts): Alert[] {
  const { haltReason, pausedCases } = pending;
  const subject = haltReason ?? '';
  const halts = haltReason === null ? 0 : 1;
  const offers = pending.waitingOffers + pending.failedOffers;
  const all: [kind: Alert['kind'], level: Alert['level'], link: string, count: number, more: Partial<Alert>][] = [
    ['halt', 'danger', pages.adminLogs, halts, { subject, since: pending.haltedAt }],
    ['breaches', 'danger', pages.adminLogs, pending.violations, { since: pending.auditedAt }],
    ['adjustments', 'warn', pages.adminAdjustments, pending.waitingAdjustments, { since: pending.adjustmentsSince }],
    ['offers', 'warn', pages.adminTrades, offers, { since: pending.offersSince }],
    ['price_jumps', 'info', pages.adminPrices, pending.priceJumps, { since: pending.pricesSince }],
    [
      'paused_cases',
      'info',
      pages.adminCases,
      pausedCases.length,
      { subject: pausedCases.slice(0, NAMED_MAX).join(', ') },
    ],
  ];
  return all
    .filter(([, , , count]) => count > 0)
    .map(([kind, level, link, count, fields]) => alertOf({ kind, level, link, count, ...fields }));
}

async function gameAlerts(sql: Sql): Promise<Alert[]> {
  const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);
  const range = { from: dayOf(Date.now() - (RETURNS_DAYS - 1) * DAY_MS), to: dayOf(Date.now()) };
  const outside = (await collectReturns(sql, range)).filter(({ verdict }) => verdict === 'outside');
  const warned = await selectOddsWarnings(sql);
  return [
    ...outside.map(({ game, name: subject, games, staked, returned, theoretical }) => {
      const played = { days: RETURNS_DAYS, games, staked, returned, expected: Math.round(theoretical * staked) };
      const link = game === 'case' ? fillPath(pages.caseOdds, { caseName: subject }) : pages.adminGames;
      const play = { game: GAME_LABELS[game], ...played };
      return alertOf({ kind: 'returns', level: 'danger', link, subject, play });
    }),
    ...warned.map(({ caseName: subject, since }) => {
      const link = fillPath(pages.caseOdds, { caseName: subject });
      return alertOf({ kind: 'odds', level: 'danger', link, subject, since });
    }),
  ];
}

async function luckAlerts(sql: Sql): Promise<Alert[]> {
  const lucky = (await findLucky(sql)).slice(0, ALERTS_PER_KIND_MAX);
  const ids = lucky.map(({ playerId }) => playerId);
  const users = new Map((await selectUsernames(sql, ids)).map((user) => [user.id, user]));
  return lucky.map(({ playerId: userId, game, days, games, staked, returned, expected }) => {
    const play = { game, days, games, staked, returned, expected: Math.round(expected) };
    const link = fillPath(pages.adminUser, { userId });
    return alertOf({ kind: 'luck', level: 'warn', link, users: [users.get(userId)!], play });
  });
}

async function relationAlerts(sql: Sql): Promise<Alert[]> {
  const shared = await selectSharedAddresses(sql, {
    least: SHARED_ADDRESS_MIN,
    named: NAMED_MAX,
    limit: ALERTS_PER_KIND_MAX,
  });
  const pairs = await selectPairs(sql, PAIR);
  return [
    ...pairs.map(({ loser, winner, rooms, lost, returned, since }) => {
      const play = {
        game: GAME_LABELS.duel,
        days: PAIR.days,
        games: rooms,
        staked: lost,
        returned,
        expected: 0,
      } as const;
      const link = fillPath(pages.adminUser, { userId: loser.id });
      return alertOf({ kind: 'pair', level: 'warn', link, users: [loser, winner], play, since });
    }),
    ...shared.map(({ users, count, since }) => {
      const link = fillPath(pages.adminUser, { userId: users[0]!.id });
      return alertOf({ kind: 'address', level: 'warn', link, users: [...users], count, since });
    }),
  ];
}

async function tradeAlerts(sql: Sql): Promise<Alert[]> {
  const { users, count, since: flaggedAt } = await selectFlagged(sql, NAMED_MAX);
  const overpriced = await selectOverpricedListings(sql, { times: OVERPRICED_FACTOR, limit: ALERTS_PER_KIND_MAX });
  const flagged = { link: pages.adminTrades, users: [...users], count, since: flaggedAt };
  return [
    ...(count === 0 ? [] : [alertOf({ kind: 'flagged', level: 'warn', ...flagged })]),
    ...overpriced.map(({ user, name: subject, asked, reference, since }) => {
      const fields = { link: pages.adminListings, users: [user], subject, price: { asked, reference }, since };
      return alertOf({ kind: 'listing', level: 'info', ...fields });
    }),
  ];
}

async function conductAlerts(sql: Sql): Promise<Alert[]> {
  const handovers = await selectHandovers(sql, HANDOVER);
  const fast = await selectFastWagerers(sql, SPEED);
  return [
    ...handovers.map(({ buyer, seller, deposited, wagered, spent, purchases: count, since }) => {
      const link = fillPath(pages.adminUser, { userId: buyer.id });
      const fields = { link, users: [buyer, seller], count, flow: { deposited, wagered, spent }, since };
      return alertOf({ kind: 'handover', level: 'warn', ...fields });
    }),
    ...fast.map(({ user, wagers: count, since }) => {
      const link = fillPath(pages.adminUser, { userId: user.id });
      return alertOf({ kind: 'speed', level: 'warn', link, users: [user], count, since });
    }),
  ];
}

async function adjustmentAlerts(sql: Sql): Promise<Alert[]> {
  const kinds = [
    ['own_adjustment', await selectOwnAdjustments(sql, ADJUSTMENT_DAYS)],
    ['adjustment_sum', await selectAdjustmentSums(sql, ADJUSTMENT_DAYS)],
  ] as const;
  return kinds.flatMap(([kind, found]) =>
    found.map(({ user, changes: count, given, taken, limit, since }) => {
      const fields = { link: pages.adminLogs, users: [user], count, changed: { given, taken, limit }, since };
      return alertOf({ kind, level: 'warn', ...fields });
    }),
  );
}

const LEVELS = ['danger', 'warn', 'info'] as const satisfies readonly Alert['level'][];

/** All alerts for staff, most urgent first. They trigger nothing. */
export async function readAlerts({ db }: Pick<Deps, 'db'>): Promise<{ data: Alert[]; at: string }> {
  const { asOf, snapshot } = await db.reader();
  return snapshot(async (sql) => {
    const all = [
      ...pendingAlerts(await selectPendingCounts(sql)),
      ...(await gameAlerts(sql)),
      ...(await adjustmentAlerts(sql)),
      ...(await luckAlerts(sql)),
      ...(await relationAlerts(sql)),
      ...(await conductAlerts(sql)),
      ...(await tradeAlerts(sql)),
    ];
    const data = all.toSorted((a, b) => LEVELS.indexOf(a.level) - LEVELS.indexOf(b.level));
    return { data, at: asOf.toISOString() };
  });
}
