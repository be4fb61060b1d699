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
import { dayAfter, partsOf, readCaseDays, readLedgerDays, readRouletteDays } from './days.ts';
import {
  type DayRange,
  type LedgerDay,
  selectCaseNames,
  selectStanding,
  sumKeptStakes,
  sumLedgerDays,
  sumWithdrawals,
} from './queries.ts';

/** The accounts that hold what the house earned by each game. */
const GAME_ACCOUNTS: Readonly<Record<Game, readonly string[]>> = {
  case: ['house:cases', 'house:items'],
  roulette: ['house:roulette'],
  duel: ['house:rake'],
};

/** The column of each account of the house. An account that is not named here counts as losses. */
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

const nothing = (): Figures => ({
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
});

/** One sum of the ledger, put where it belongs. What the outside gave is what its account lacks. */
function count(figures: Figures, { type, account, amount, movements }: LedgerDay): void {
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

/** Every day of a range, also those on which nothing was. */
export async function readReportDays(sql: Sql, range: DayRange): Promise<ReportDay[]> {
  const days = new Map(daysOf(range).map((date) => [date, nothing()]));
  for (const line of await readLedgerDays(sql, range)) count(days.get(line.day)!, line);
  for (const { day, amount } of await sumWithdrawals(sql, range)) days.get(day)!.withdrawals += amount;
  return [...days].map(([date, figures]) => ({ date, ...figures }));
}

function totalsOf(days: readonly ReportDay[]): ReportFigures {
  const totals = nothing();
  for (const name of Object.keys(totals) as (keyof Figures)[]) {
    totals[name] = days.reduce((sum, day) => sum + day[name], 0);
  }
  return totals;
}

/** The first day that any book of ours can have. */
const FIRST_DAY = '2000-01-01';
const LAST_DAY = '2099-12-31';

/** What rooms and rounds hold, by the books. */
async function sumStakes(sql: Sql): Promise<number> {
  const { open } = await partsOf(sql, { from: FIRST_DAY, to: LAST_DAY });
  const lines = open === undefined ? [] : await sumLedgerDays(sql, open);
  const recent = lines.filter(({ account }) => account === 'rooms' || account === 'rounds');
  return (await sumKeptStakes(sql)) + recent.reduce((sum, { amount }) => sum + amount, 0);
}

/** What the house earned in a range, and what it owes now: all of one moment. */
export function readReport({ db }: Pick<Deps, 'db'>, range: DayRange): Promise<Report> {
  return db.snapshot(async (sql) => {
    const days = await readReportDays(sql, range);
    const { balances, skins, skinsWithdrawn, buyOrders, pendingOffers } = await selectStanding(sql);
    const stakes = await sumStakes(sql);
    return {
      ...range,
      days,
      totals: totalsOf(days),
      liability: { balances, skins, skinsWithdrawn, stakes, total: balances + skinsWithdrawn + stakes, buyOrders },
      pendingOffers,
      waitingAdjustments: await countWaitingAdjustments(sql),
      at: new Date().toISOString(),
    };
  });
}

type Described = Pick<GameReturn, 'game' | 'name'> & { readonly edges?: Edges | undefined };

const described = ({ game, name, edges }: Described, played: Played): GameReturn => ({
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
  return [described({ game: 'roulette', name: '' }, rounds)];
}

/** The cases with the largest stakes first. All versions of a case are summed up, each by its own rates. */
async function returnsOfCases(sql: Sql, range: DayRange): Promise<GameReturn[]> {
  const versions = await readCaseDays(sql, range);
  const versionIds = [...new Set(versions.map(({ versionId }) => versionId))];
  const names = new Map((await selectCaseNames(sql, versionIds)).map(({ versionId, name }) => [versionId, name]));
  const edges = await findEdges(sql, [...new Set(names.values())]);
  const cases = [...Map.groupBy(versions, ({ versionId }) => names.get(versionId)!)].map(([name, parts]) =>
    described({ game: 'case', name, edges: edges.get(name) }, parts.reduce<Played>(sumPlayed, NOTHING_PLAYED)),
  );
  return cases.toSorted((one, other) => other.staked - one.staked);
}

/** In the order in which staff see them. */
const RETURNS: Readonly<Record<OddsGame, (sql: Sql, range: DayRange) => Promise<GameReturn[]>>> = {
  roulette: returnsOfRoulette,
  case: returnsOfCases,
};

/** What each game with published odds gave back, against what it should have. */
export async function returnsOf(sql: Sql, range: DayRange): Promise<GameReturn[]> {
  const returns: GameReturn[] = [];
  for (const read of Object.values(RETURNS)) returns.push(...(await read(sql, range)));
  return returns;
}

export function readReturns({ db }: Pick<Deps, 'db'>, range: DayRange): Promise<GameReturn[]> {
  return db.snapshot((sql) => returnsOf(sql, range));
}
