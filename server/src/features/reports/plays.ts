import { caseMoments, type Moments, NOTHING_PLAYED, type Played, roundMoments, sumPlayed } from '@karat/rules/returns';
import type { Sql } from '#db/db.ts';
import {
  type CaseDay,
  countOpenings,
  type DayRange,
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

/** So many games alike. */
function timesPlayed(
  { mean, variance, third }: Moments,
  { games, staked, returned }: Pick<Played, 'games' | 'staked' | 'returned'>,
): Played {
  return { games, staked, returned, expected: games * mean, variance: games * variance, third: games * third };
}

/** What an opening of each version was worth at the prices of a moment. */
async function versionsAt(
  sql: Sql,
  wanted: { versionIds: readonly number[]; at: string },
): Promise<Map<number, Moments>> {
  const drops = await selectDropsAt(sql, wanted);
  return new Map([...Map.groupBy(drops, ({ versionId }) => versionId)].map(([id, group]) => [id, caseMoments(group)]));
}

type Stretch = Pick<OpeningCount, 'versionId' | 'stretch' | 'games' | 'staked' | 'returned'>;

/** Each count of openings with what they should have paid at the prices of their own stretch. */
export async function playedInStretches<Count extends Stretch>(
  sql: Sql,
  counts: readonly Count[],
  { from, changes }: { readonly from: string; readonly changes: readonly string[] },
): Promise<(Count & Played)[]> {
  const played: (Count & Played)[] = [];
  for (const group of byKey(counts, ({ stretch }) => String(stretch))) {
    const at = changes[group[0]!.stretch - 1] ?? `${from}T00:00:00Z`;
    const worths = await versionsAt(sql, { versionIds: [...new Set(group.map(({ versionId }) => versionId))], at });
    for (const count of group) played.push({ ...count, ...timesPlayed(worths.get(count.versionId)!, count) });
  }
  return played;
}

/** Openings by day and version, against what each should have paid at the prices of its own moment. */
export async function playedCases(sql: Sql, range: DayRange): Promise<CaseDay[]> {
  const changes = await selectPayoutChanges(sql, range);
  const counts = await countOpenings(sql, { ...range, changes });
  const played = await playedInStretches(sql, counts, { from: range.from, changes });
  return byKey(played, ({ day, versionId }) => `${day} ${versionId}`).map((parts) => {
    const { day, versionId } = parts[0]!;
    return { day, versionId, ...sumOf(parts) };
  });
}

/** Rounds by day. */
export async function playedRounds(sql: Sql, range: DayRange): Promise<PlayedDay[]> {
  const rounds = (await selectRoundPayouts(sql, range)).map(({ day, staked, returned, ...payouts }) => ({
    day,
    ...timesPlayed(roundMoments(payouts), { games: 1, staked, returned }),
  }));
  return byKey(rounds, ({ day }) => day).map((parts) => ({ day: parts[0]!.day, ...sumOf(parts) }));
}
