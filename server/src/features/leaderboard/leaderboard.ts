import type { LeaderboardRow } from '@karat/contract/leaderboard';
import type { Pagination } from '@karat/contract/pagination';
import { createCachedReading } from '#cached-reading.ts';
import type { Deps } from '#deps.ts';
import { createRanking, type Ranking } from './ranking.ts';
import {
  type LeaderboardSort,
  type RankedRow,
  selectRanked,
  selectRankedPlayer,
  selectValueCounts,
} from './queries.ts';

/** The list may be this old, because it is on the home page, and matches take minutes. */
const FRESH_MS = 2_000;
/** Places need a count of all players, so the result is kept this many times as long as counting took. */
const FRESH_FACTOR = 50;
const CACHED_PAGES_MAX = 200;

type PageRequest = { readonly sort: LeaderboardSort; readonly page: number; readonly limit: number };
type Page = { readonly data: LeaderboardRow[]; readonly pagination: Pagination };
type Leaderboard = {
  list(request: PageRequest): Promise<Page>;
  /** Null for a visitor and for a player without a win. */
  ownRow(sort: LeaderboardSort, playerId: number | undefined): Promise<LeaderboardRow | null>;
};

function rowOf({ placeOf }: Ranking, { value, ...row }: RankedRow): LeaderboardRow {
  return { place: placeOf(value), ...row };
}

/** Ranks players by their results in matches. */
export function createLeaderboard({ db }: Pick<Deps, 'db'>, nowMs = () => performance.now()): Leaderboard {
  const cache = { freshMs: FRESH_MS, restFactor: FRESH_FACTOR, keysMax: CACHED_PAGES_MAX, now: nowMs };
  const readRanking = createCachedReading(
    async (sort: LeaderboardSort): Promise<Ranking> => createRanking(await selectValueCounts(db.sql, sort)),
    cache,
  );

  async function readPage({ sort, page, limit }: PageRequest): Promise<Page> {
    const ranking = await readRanking(sort);
    const start = ranking.pageStart((page - 1) * limit);
    const rows = start === undefined ? [] : await selectRanked(db.sql, { sort, limit, ...start });
    const pagination = { totalResults: ranking.total, resultsPerPage: limit, currentPage: page };
    return { data: rows.map((row) => rowOf(ranking, row)), pagination };
  }

  return {
    list: createCachedReading(readPage, { ...cache, keyOf: ({ sort, page, limit }) => `${sort}:${page}:${limit}` }),
    async ownRow(sort, playerId) {
      const row = playerId === undefined ? undefined : await selectRankedPlayer(db.sql, { sort, playerId });
      return row === undefined ? null : rowOf(await readRanking(sort), row);
    },
  };
}
