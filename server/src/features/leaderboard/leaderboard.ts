import type { LeaderboardRow } from '@karat/contract/leaderboard';
import type { Pagination } from '@karat/contract/pagination';
import { createCachedReading } from '#cached-reading.ts';
import type { Deps } from '#deps.ts';
import { createLadder, type Ladder } from './ladder.ts';
import { type LeaderboardSort, type RankedRow, selectRanked, selectRankedPlayer, selectRungs } from './queries.ts';

/** The list may be this old: it is on the home page, and matches take minutes. */
const FRESH_MS = 2_000;
/** Places need a count of all players, so the result is kept this many times as long as counting took. */
const FRESH_TIMES = 50;
const PAGES_KEPT_MAX = 200;

type Asked = { readonly sort: LeaderboardSort; readonly page: number; readonly limit: number };
type Page = { readonly data: LeaderboardRow[]; readonly pagination: Pagination };
type Leaderboard = {
  list(request: Asked): Promise<Page>;
  /** Null for a visitor and for a player without a win. */
  own(sort: LeaderboardSort, playerId: number | undefined): Promise<LeaderboardRow | null>;
};

function rowOf({ placeOf }: Ladder, { value, ...row }: RankedRow): LeaderboardRow {
  return { place: placeOf(value), ...row };
}

/** Ranks players by their results in matches. */
export function createLeaderboard({ db }: Pick<Deps, 'db'>, nowMs = () => performance.now()): Leaderboard {
  const cache = { freshMs: FRESH_MS, restFactor: FRESH_TIMES, keysMax: PAGES_KEPT_MAX, now: nowMs };
  const ladderOf = createCachedReading(
    async (sort: LeaderboardSort): Promise<Ladder> => createLadder(await selectRungs(db.sql, sort)),
    cache,
  );

  async function readPage({ sort, page, limit }: Asked): Promise<Page> {
    const ladder = await ladderOf(sort);
    const start = ladder.at((page - 1) * limit);
    const rows = start === undefined ? [] : await selectRanked(db.sql, { sort, limit, ...start });
    const pagination = { totalResults: ladder.total, resultsPerPage: limit, currentPage: page };
    return { data: rows.map((row) => rowOf(ladder, row)), pagination };
  }

  return {
    list: createCachedReading(readPage, { ...cache, keyOf: ({ sort, page, limit }) => `${sort}:${page}:${limit}` }),
    async own(sort, playerId) {
      const row = playerId === undefined ? undefined : await selectRankedPlayer(db.sql, { sort, playerId });
      return row === undefined ? null : rowOf(await ladderOf(sort), row);
    },
  };
}
