import {
  REPORT_COLUMNS,
  type ReportDay,
  type ReportFigures,
  type ReportGame,
  type ReportPlayers,
} from '@karat/contract/reports';
import { type Game, GAMES } from '@karat/rules/games';
import type { Sql } from '#db/db.ts';
import { type DayRange, daysOf } from './day-range.ts';
import { readLedgerDays } from './days.ts';
import { type LedgerDay, sumSandboxDays } from './queries.ts';
import { readSkinGains, type SkinGain } from './skins.ts';

/** House accounts with the earnings of each game. */
const GAME_ACCOUNTS: Readonly<Record<Game, readonly string[]>> = {
  case: ['house:cases', 'house:items'],
  roulette: ['house:roulette'],
  duel: ['house:rake'],
};

/** What holds the stakes of each game until it is over, as daily sums name it; null if the house gets them at once. */
const GAME_STAKES: Readonly<Record<Game, string | null>> = { case: null, roulette: 'rounds', duel: 'rooms' };

type GameColumn = (typeof REPORT_COLUMNS)[Game];
const GAME_COLUMNS = Object.fromEntries(GAMES.map((game) => [REPORT_COLUMNS[game], GAME_ACCOUNTS[game]])) as Readonly<
  Record<GameColumn, readonly string[]>
>;

/** House accounts of each column of the report; unknown house accounts count as losses. */
export const COLUMN_ACCOUNTS: Readonly<Record<ReportGame, readonly string[]>> = {
  ...GAME_COLUMNS,
  market: ['house:market'],
  missions: ['house:missions'],
  promo: ['house:promo'],
  losses: ['house:losses'],
};

const COLUMN_OF: Readonly<Record<string, ReportGame>> = Object.fromEntries(
  Object.entries(COLUMN_ACCOUNTS).flatMap(([column, accounts]) =>
    accounts.map((account) => [account, column as ReportGame] as const),
  ),
);

/** Where the house gains what sandbox players put into stakes. */
export const STAKE_ACCOUNTS: Readonly<Record<string, string>> = Object.fromEntries(
  GAMES.flatMap((game) => {
    const stakes = GAME_STAKES[game];
    return stakes === null ? [] : [[stakes, GAME_ACCOUNTS[game][0]!] as const];
  }),
);

type Sums = { -readonly [Name in keyof Omit<ReportFigures, 'skins' | 'net'>]: number };

const noSums = (): Sums => ({
  cases: 0,
  roulette: 0,
  duels: 0,
  market: 0,
  missions: 0,
  promo: 0,
  losses: 0,
  profit: 0,
  deposits: 0,
  reversals: 0,
  withdrawals: 0,
  adjustments: 0,
  movements: 0,
  sandbox: 0,
});

/** Adds one daily sum to its columns. A negative amount of an external account is an inflow. */
function addTo(sums: Sums, { type, account, amount, movements }: Omit<LedgerDay, 'day'>): void {
  sums.movements += movements;
  if (account.startsWith('house:')) {
    sums[COLUMN_OF[account] ?? 'losses'] += amount;
    sums.profit += amount;
  }
  if (account === 'external:vault' && type === 'DEPOSIT') sums.deposits -= amount;
  if (account === 'external:vault' && type === 'DEPOSIT_REVERSAL') sums.reversals += amount;
  if (account === 'external:adjust') sums.adjustments -= amount;
}

/** Takes out what sandbox players gave the house, or counts it. */
function applySandbox(sums: Sums, players: ReportPlayers, { type, account, amount, movements }: LedgerDay): void {
  if (players === 'all') sums.sandbox += amount;
  else addTo(sums, { type, account: STAKE_ACCOUNTS[account] ?? account, amount: -amount, movements: -movements });
}

const gainOf = ({ people, sandbox }: SkinGain, players: ReportPlayers): number | null =>
  people === null || sandbox === null ? null : players === 'people' ? people : people + sandbox;

/** What is left after everything: the books, what staff gave away, and what players hold in skins. */
const netOf = ({ profit, adjustments }: Sums, skins: number | null): number | null =>
  skins === null ? null : profit - adjustments + skins;

/** Reads every day of a range, empty days included. */
export async function readReportDays(sql: Sql, range: DayRange, players: ReportPlayers): Promise<ReportDay[]> {
  const days = new Map(daysOf(range).map((date) => [date, noSums()]));
  for (const line of await readLedgerDays(sql, range)) addTo(days.get(line.day)!, line);
  for (const line of await sumSandboxDays(sql, range)) applySandbox(days.get(line.day)!, players, line);
  const skinGains = await readSkinGains(sql, range);
  return [...days].map(([date, sums]) => {
    const { gain, withdrawn } = skinGains.get(date)!;
    const skins = gainOf(gain, players);
    const withdrawals = withdrawn.people + (players === 'people' ? 0 : withdrawn.sandbox);
    return { date, ...sums, withdrawals, skins, net: netOf(sums, skins) };
  });
}

const sumOrNull = (values: readonly (number | null)[]): number | null =>
  values.reduce((sum, value) => (sum === null || value === null ? null : sum + value), 0);

export function totalsOf(days: readonly ReportDay[]): ReportFigures {
  const totals = noSums();
  for (const name of Object.keys(totals) as (keyof Sums)[])
    totals[name] = days.reduce((sum, day) => sum + day[name], 0);
  return {
    ...totals,
    skins: sumOrNull(days.map(({ skins }) => skins)),
    net: sumOrNull(days.map(({ net }) => net)),
  };
}
