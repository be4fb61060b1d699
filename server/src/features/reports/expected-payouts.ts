import { caseMoments, type Moments, NOTHING_PLAYED, type Played, roundMoments, sumPlayed } from '@karat/rules/returns';
import type { Sql } from '#db/db.ts';
import type { DayRange } from './day-range.ts';
import {
  type CaseDay,
  countOpenings,
  type OpeningCount,
  type PlayedDay,
  selectDropsAt,
  selectPayoutChanges,
  selectRoundPayouts,
} from './queries.ts';

function byKey<Row>(rows: readonly Row[], keyOf: (row: Row) => string): Row[][] {
  return [...Map.groupBy(rows, keyOf).values()];
}

const sumOf = (parts: readonly Played[]): Played => parts.reduce(sumPlayed, NOTHING_PLAYED);

/** The statistics of a number of equal games. */
function playedOf(
  { mean, variance, third }: Moments,
  { games, staked, returned }: Pick<Played, 'games' | 'staked' | 'returned'>,
): Played {
  return { games, staked, returned, expected: games * mean, variance: games * variance, third: games * third };
}

/** The payout moments of each version at the prices of a given time. */
async function readPayoutMoments(
  sql: Sql,
  query: { versionIds: readonly number[]; at: string },
): Promise<Map<number, Moments>> {
  const drops = await selectDropsAt(sql, query);
  return new Map([...Map.groupBy(drops, ({ versionId }) => versionId)].map(([id, group]) => [id, caseMoments(group)]));
}

type PeriodCount = Pick<OpeningCount, 'versionId' | 'pricePeriod' | 'games' | 'staked' | 'returned'>;

/** Adds to each count the expected payout at the prices of its own price period. */
export async function withExpectedPayouts<Count extends PeriodCount>(
  sql: Sql,
  counts: readonly Count[],
  { from, changes }: { readonly from: string; readonly changes: readonly string[] },
): Promise<(Count & Played)[]> {
  const played: (Count & Played)[] = [];
  for (const group of byKey(counts, ({ pricePeriod }) => String(pricePeriod))) {
    const at = changes[group[0]!.pricePeriod - 1] ?? `${from}T00:00:00Z`;
    const dropValues = await readPayoutMoments(sql, {
      versionIds: [...new Set(group.map(({ versionId }) => versionId))],
      at,
    });
    for (const count of group) played.push({ ...count, ...playedOf(dropValues.get(count.versionId)!, count) });
  }
  return played;
}

/** Openings by day and version, with the expected payouts at the prices of their time. */
export async function casePayoutsByDay(sql: Sql, range: DayRange): Promise<CaseDay[]> {
  const changes = await selectPayoutChanges(sql, range);
  const counts = await countOpenings(sql, { ...range, changes });
  const played = await withExpectedPayouts(sql, counts, { from: range.from, changes });
  return byKey(played, ({ day, versionId }) => `${day} ${versionId}`).map((parts) => {
    const { day, versionId } = parts[0]!;
    return { day, versionId, ...sumOf(parts) };
  });
}

/** Rounds by day. */
export async function roundPayoutsByDay(sql: Sql, range: DayRange): Promise<PlayedDay[]> {
  const rounds = (await selectRoundPayouts(sql, range)).map(({ day, staked, returned, ...payouts }) => ({
    day,
    ...playedOf(roundMoments(payouts), { games: 1, staked, returned }),
  }));
  return byKey(rounds, ({ day }) => day).map((parts) => ({ day: parts[0]!.day, ...sumOf(parts) }));
}
