import { GAME_LABELS, ODDS_GAMES, type OddsGame } from '@karat/contract/reports';
import { luckProbability, NOTHING_PLAYED, SUSPICIOUS_LUCK_P, type Played, sumPlayed } from '@karat/rules/returns';
import type { Sql } from '#db/db.ts';
import { type PlayerOpenings, selectPayoutsMax, selectPlayerOpenings, selectPlayerRounds } from './alert-queries.ts';
import { withExpectedPayouts } from './expected-payouts.ts';
import { selectPayoutChanges } from './queries.ts';

export type Lucky = Pick<Played, 'games' | 'staked' | 'returned' | 'expected'> & {
  readonly playerId: number;
  readonly game: (typeof GAME_LABELS)[OddsGame];
  readonly days: number;
  readonly p: number;
};

/** Windows in days. */
const WINDOWS = [7, 30] as const;
const DAY_MS = 86_400_000;

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
const firstDayOf = (days: number): string => dayOf(Date.now() - (days - 1) * DAY_MS);

/** Openings of the longest window. Each has the prices of its time, because a player who opens while prices are high wins more. */
async function readOpenings(sql: Sql, days: number): Promise<(PlayerOpenings & Played)[]> {
  const range = { from: firstDayOf(days), to: dayOf(Date.now()) };
  const changes = await selectPayoutChanges(sql, range);
  const openings = await selectPlayerOpenings(sql, { ...range, changes });
  return withExpectedPayouts(sql, openings, { from: range.from, changes });
}

async function luckyOpeners(sql: Sql): Promise<Lucky[]> {
  const openings = await readOpenings(sql, Math.max(...WINDOWS));
  const versionIds = [...new Set(openings.map(({ versionId }) => versionId))];
  const tops = new Map((await selectPayoutsMax(sql, versionIds)).map((row) => [row.versionId, row.payoutMax]));
  return WINDOWS.flatMap((days) => {
    const recent = openings.filter(({ day }) => day >= firstDayOf(days));
    return [...Map.groupBy(recent, ({ playerId }) => playerId)].map(([playerId, rows]) => {
      const played = rows.reduce<Played>(sumPlayed, NOTHING_PLAYED);
      // Does not subtract the mean. This can only understate how unusual the luck is.
      const largest = Math.max(...rows.map(({ versionId }) => tops.get(versionId)!));
      const { games, staked, returned, expected } = played;
      return {
        playerId,
        game: GAME_LABELS.case,
        days,
        games,
        staked,
        returned,
        expected,
        p: luckProbability({ ...played, largest }),
      };
    });
  });
}

async function findLuckyBettors(sql: Sql, days: number): Promise<Lucky[]> {
  return (await selectPlayerRounds(sql, days)).map(({ playerId, games, staked, ...won }) => {
    const { returned, expected } = won;
    return { playerId, game: GAME_LABELS.roulette, days, games, staked, returned, expected, p: luckProbability(won) };
  });
}

async function luckyBettors(sql: Sql): Promise<Lucky[]> {
  const found: Lucky[] = [];
  for (const days of WINDOWS) found.push(...(await findLuckyBettors(sql, days)));
  return found;
}

const FINDERS: Readonly<Record<OddsGame, (sql: Sql) => Promise<Lucky[]>>> = {
  case: luckyOpeners,
  roulette: luckyBettors,
};

/** Players whose winnings are hardly explained by chance, once per game, with the least likely window. */
export async function findLucky(sql: Sql): Promise<Lucky[]> {
  const found: Lucky[][] = [];
  for (const game of ODDS_GAMES) found.push(await FINDERS[game](sql));
  const suspicious = found.flatMap((all) => all.filter(({ p }) => p < SUSPICIOUS_LUCK_P)).toSorted((a, b) => a.p - b.p);
  return suspicious.filter(
    ({ playerId, game }, index) =>
      suspicious.findIndex((each) => each.playerId === playerId && each.game === game) === index,
  );
}
