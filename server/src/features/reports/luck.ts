import { luckOf, NOTHING_PLAYED, ODD_LUCK_P, type Played, together } from '@karat/rules/returns';
import type { Sql } from '#db/db.ts';
import { type PlayerOpenings, selectPayoutsMax, selectPlayerOpenings, selectPlayerRounds } from './alert-queries.ts';
import { readCaseDays } from './days.ts';
import type { CaseDay } from './queries.ts';

export type Lucky = Pick<Played, 'games' | 'staked' | 'returned' | 'expected'> & {
  readonly playerId: number;
  readonly game: 'cases' | 'roulette';
  readonly days: number;
  readonly p: number;
};

/** The windows that are looked at. */
const WINDOWS = [7, 30] as const;
const DAY_MS = 86_400_000;

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
const keyOf = ({ day, versionId }: { readonly day: string; readonly versionId: number }) => `${day} ${versionId}`;

/** A player's part of what was opened of a version on a day: prices move, so each day has its own expectation. */
function partOf(whole: CaseDay, { games, staked, returned }: PlayerOpenings): Played {
  const part = games / whole.games;
  const [expected, variance, third] = [whole.expected * part, whole.variance * part, whole.third * part];
  return { games, staked, returned, expected, variance, third };
}

async function luckyOpeners(sql: Sql, days: number): Promise<Lucky[]> {
  const range = { from: dayOf(Date.now() - (days - 1) * DAY_MS), to: dayOf(Date.now()) };
  const openings = await selectPlayerOpenings(sql, range);
  const whole = new Map((await readCaseDays(sql, range)).map((row) => [keyOf(row), row]));
  const versionIds = [...new Set(openings.map(({ versionId }) => versionId))];
  const tops = new Map((await selectPayoutsMax(sql, versionIds)).map((row) => [row.versionId, row.payoutMax]));
  return [...Map.groupBy(openings, ({ playerId }) => playerId)].map(([playerId, own]) => {
    const played = own.map((each) => partOf(whole.get(keyOf(each))!, each)).reduce(together, NOTHING_PLAYED);
    // The mean is left in: that makes the luck look less odd than it is, never more.
    const largest = Math.max(...own.map(({ versionId }) => tops.get(versionId)!));
    const { games, staked, returned, expected } = played;
    return { playerId, game: 'cases', days, games, staked, returned, expected, p: luckOf({ ...played, largest }) };
  });
}

async function luckyBettors(sql: Sql, days: number): Promise<Lucky[]> {
  return (await selectPlayerRounds(sql, days)).map(({ playerId, games, staked, ...won }) => {
    const { returned, expected } = won;
    return { playerId, game: 'roulette', days, games, staked, returned, expected, p: luckOf(won) };
  });
}

/** Players who won so much that chance hardly explains it, each game once: over the days that are the least likely. */
export async function findLucky(sql: Sql): Promise<Lucky[]> {
  const found: Lucky[][] = [];
  for (const days of WINDOWS) found.push(await luckyOpeners(sql, days), await luckyBettors(sql, days));
  const odd = found.flatMap((all) => all.filter(({ p }) => p < ODD_LUCK_P)).toSorted((one, other) => one.p - other.p);
  return odd.filter(
    ({ playerId, game }, at) => odd.findIndex((each) => each.playerId === playerId && each.game === game) === at,
  );
}
