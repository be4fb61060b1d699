import {
  type GameReturn,
  type OddsGame,
  type Report,
  REPORT_COLUMNS,
  type ReportDay,
  type ReportFigures,
  type ReportGame,
} from '@karat/contract/reports';
import { type Game, GAMES } from '@karat/rules/games';
import { NOTHING_PLAYED, type Played, returnOf, sumPlayed } from '@karat/rules/returns';
import type { Sql } from '#db/db.ts';
import type { Deps } from '#deps.ts';
import { countWaitingAdjustments } from '#features/adjustments/adjustments.ts';
import { type Edges, findEdges } from '#features/cases/cases.ts';
import { dayAfter, splitRange, readCaseDays, readLedgerDays, readRouletteDays } from './days.ts';
import {
  type DayRange,
  type LedgerDay,
  selectCaseNames,
  selectHoldings,
  sumClosedStakes,
  sumLedgerDays,
  sumSandboxLosses,
  sumWithdrawals,
} from './queries.ts';

/** House accounts with the earnings of each game. */
const GAME_ACCOUNTS: Readonly<Record<Game, readonly string[]>> = {
  case: ['house:cases', 'house:items'],
  roulette: ['house:roulette'],
  duel: ['house:rake'],
};

/** Report column of each house account; unknown accounts count as losses. */
const COLUMN_OF: Readonly<Record<string, ReportGame>> = {
  ...Object.fromEntries(
    GAMES.flatMap((game) => GAME_ACCOUNTS[game].map((account) => [account, REPORT_COLUMNS[game]] as const)),
  ),
  'house:market': 'market',
  'house:missions': 'missions',
  'house:promo': 'promo',
  'house:losses': 'losses',
};

type Figures = { -readonly [Name in keyof ReportFigures]: number };

const zeroFigures = (): Figures => ({
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
function addToFigures(figures: Figures, { type, account, amount, movements }: LedgerDay): void {
  figures.movements += movements;
  if (account.startsWith('house:')) {
    figures[COLUMN_OF[account] ?? 'losses'] += amount;
    figures.profit += amount;
  }
  if (account === 'external:vault' && type === 'DEPOSIT') figures.deposits -= amount;
  if (account === 'external:vault' && type === 'DEPOSIT_REVERSAL') figures.reversals += amount;
  if (account === 'external:adjust') figures.adjustments -= amount;
}

function daysOf({ from, to }: DayRange): string[] {
  const days = [from];
  while (days.at(-1)! < to) days.push(dayAfter(days.at(-1)!));
  return days;
}

/** Reads every day of a range, empty days included. */
export async function readReportDays(sql: Sql, range: DayRange): Promise<ReportDay[]> {
  const days = new Map(daysOf(range).map((date) => [date, zeroFigures()]));
  for (const line of await readLedgerDays(sql, range)) addToFigures(days.get(line.day)!, line);
  for (const { day, amount } of await sumWithdrawals(sql, range)) days.get(day)!.withdrawals += amount;
  for (const { day, amount } of await sumSandboxLosses(sql, range)) days.get(day)!.sandbox += amount;
  return [...days].map(([date, figures]) => ({ date, ...figures }));
}

function totalsOf(days: readonly ReportDay[]): ReportFigures {
  const totals = zeroFigures();
  for (const name of Object.keys(totals) as (keyof Figures)[]) {
    totals[name] = days.reduce((sum, day) => sum + day[name], 0);
  }
  return totals;
}

/** Earlier than any ledger row. */
const FIRST_DAY = '2000-01-01';
const LAST_DAY = '2099-12-31';

/** Stakes that rooms and rounds hold. */
async function sumStakes(sql: Sql): Promise<number> {
  const { open } = await splitRange(sql, { from: FIRST_DAY, to: LAST_DAY });
  const lines = open === undefined ? [] : await sumLedgerDays(sql, open);
  const recent = lines.filter(({ account }) => account === 'rooms' || account === 'rounds');
  return (await sumClosedStakes(sql)) + recent.reduce((sum, { amount }) => sum + amount, 0);
}

/** Earnings of a range and the current liability, in one snapshot. */
export async function readReport({ db }: Pick<Deps, 'db'>, range: DayRange): Promise<Report> {
  const { asOf, snapshot } = await db.reader();
  return snapshot(async (sql) => {
    const days = await readReportDays(sql, range);
    const { balances, skins, skinsWithdrawn, buyOrders, pendingOffers } = await selectHoldings(sql);
    const stakes = await sumStakes(sql);
    return {
      ...range,
      days,
      totals: totalsOf(days),
      liability: { balances, skins, skinsWithdrawn, stakes, total: balances + skinsWithdrawn + stakes, buyOrders },
      pendingOffers,
      waitingAdjustments: await countWaitingAdjustments(sql),
      at: asOf.toISOString(),
    };
  });
}

type Described = Pick<GameReturn, 'game' | 'name'> & { readonly edges?: Edges | undefined };

const toGameReturn = ({ game, name, edges }: Described, played: Played): GameReturn => ({
  game,
  name,
  houseEdge: edges?.houseEdge ?? null,
  withdrawalEdge: edges?.withdrawalEdge ?? null,
  games: played.games,
  staked: played.staked,
  returned: played.returned,
  ...returnOf(played),
});

async function returnsOfRoulette(sql: Sql, range: DayRange): Promise<GameReturn[]> {
  const rounds = (await readRouletteDays(sql, range)).reduce<Played>(sumPlayed, NOTHING_PLAYED);
  return [toGameReturn({ game: 'roulette', name: '' }, rounds)];
}

/** Largest stakes first. Sums all versions of a case, each with its own odds. */
async function returnsOfCases(sql: Sql, range: DayRange): Promise<GameReturn[]> {
  const versions = await readCaseDays(sql, range);
  const versionIds = [...new Set(versions.map(({ versionId }) => versionId))];
  const names = new Map((await selectCaseNames(sql, versionIds)).map(({ versionId, name }) => [versionId, name]));
  const edges = await findEdges(sql, [...new Set(names.values())]);
  const cases = [...Map.groupBy(versions, ({ versionId }) => names.get(versionId)!)].map(([name, parts]) =>
    toGameReturn({ game: 'case', name, edges: edges.get(name) }, parts.reduce<Played>(sumPlayed, NOTHING_PLAYED)),
  );
  return cases.toSorted((a, b) => b.staked - a.staked);
}

/** In display order. */
const RETURNS: Readonly<Record<OddsGame, (sql: Sql, range: DayRange) => Promise<GameReturn[]>>> = {
  roulette: returnsOfRoulette,
  case: returnsOfCases,
};

/** Compares the actual return of each game with published odds with the expected one. */
export async function collectReturns(sql: Sql, range: DayRange): Promise<GameReturn[]> {
  const returns: GameReturn[] = [];
  for (const read of Object.values(RETURNS)) returns.push(...(await read(sql, range)));
  return returns;
}

export async function readReturns(
  { db }: Pick<Deps, 'db'>,
  range: DayRange,
): Promise<{ data: GameReturn[]; at: string }> {
  const { asOf, snapshot } = await db.reader();
  return { data: await snapshot((sql) => collectReturns(sql, range)), at: asOf.toISOString() };
}
