import type { GameReturn, OddsGame, Report, ReportPlayers } from '@karat/contract/reports';
import { NOTHING_PLAYED, type Played, returnOf, sumPlayed } from '@karat/rules/returns';
import type { Sql } from '#db/db.ts';
import type { Deps } from '#deps.ts';
import { countWaitingAdjustments } from '#features/adjustments/adjustments.ts';
import { type Edges, findEdges } from '#features/cases/cases.ts';
import type { DayRange } from './day-range.ts';
import { splitRange, readCaseDays, readRouletteDays } from './days.ts';
import { readReportDays, totalsOf } from './figures.ts';
import { selectCaseNames, selectHoldings, sumClosedStakes, sumLedgerDays } from './queries.ts';

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
export async function readReport(
  { db }: Pick<Deps, 'db'>,
  { from, to, players }: DayRange & { readonly players: ReportPlayers },
): Promise<Report> {
  const range = { from, to };
  const { asOf, snapshot } = await db.reader();
  return snapshot(async (sql) => {
    const days = await readReportDays(sql, range, players);
    const { balances, skins, skinsWithdrawn, buyOrders, pendingOffers } = await selectHoldings(sql);
    const stakes = await sumStakes(sql);
    return {
      ...range,
      players,
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
