import type { LeaderboardRow } from '@karat/contract/leaderboard';
import type { Pagination } from '@karat/contract/pagination';
import { createBoundedMap } from '#bounded-map.ts';
import type { Deps } from '#deps.ts';
import { countRanked, type LeaderboardSort, selectOwnPlace, selectRanked } from './queries.ts';

/** The list may lag behind by so much: it is on the home page, and matches take minutes. */
const FRESH_MS = 2_000;
const PAGES_KEPT_MAX = 200;

type Asked = { readonly sort: LeaderboardSort; readonly page: number; readonly limit: number };
type Page = { readonly data: LeaderboardRow[]; readonly pagination: Pagination };
type Leaderboard = {
  list(asked: Asked): Promise<Page>;
  /** Null for a visitor, and for whoever has not finished a match. */
  own(sort: LeaderboardSort, playerId: number | undefined): Promise<LeaderboardRow | null>;
};

/** Players by what they have done in matches. Of many who ask at once one reads, and a page is kept for a moment. */
export function createLeaderboard({ db }: Pick<Deps, 'db'>, nowMs = () => performance.now()): Leaderboard {
  const kept = createBoundedMap<string, { page: Promise<Page>; untilMs: number }>(PAGES_KEPT_MAX);

  async function read({ sort, page, limit }: Asked): Promise<Page> {
    const [totalResults, data] = await Promise.all([
      countRanked(db.sql),
      selectRanked(db.sql, { sort, offset: (page - 1) * limit, limit }),
    ]);
    return { data, pagination: { totalResults, resultsPerPage: limit, currentPage: page } };
  }

  return {
    list(asked) {
      const name = `${asked.sort}:${asked.page}:${asked.limit}`;
      const known = kept.get(name);
      if (known !== undefined && nowMs() < known.untilMs) return known.page;
      const page = read(asked);
      const entry = { page, untilMs: nowMs() + FRESH_MS };
      kept.set(name, entry);
      // What failed is not kept: the next to ask tries again.
      page.catch(() => void (entry.untilMs = 0));
      return page;
    },
    async own(sort, playerId) {
      return playerId === undefined ? null : ((await selectOwnPlace(db.sql, { sort, playerId })) ?? null);
    },
  };
}
