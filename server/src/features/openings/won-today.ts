import type { getWonToday } from '@karat/contract/drops';
import type { Reply } from '@karat/contract/endpoint';
import { REVEAL_MS } from '@karat/rules/strip';
import { createCachedReading } from '#cached-reading.ts';
import type { Deps } from '#deps.ts';
import { selectBestToday, selectTodayFigures } from './queries.ts';

const BEST_SHOWN_MAX = 4;
/** The home page may be this late; a day has many openings, so a slow reading is repeated less often. */
const FRESH_MS = 10_000;
const FRESH_FACTOR = 50;
/** With fewer openings, the share of gains means little. */
const OPENINGS_COMPARED_MIN = 20;

type WonToday = Reply<typeof getWonToday>;

/** The best openings of the day, read once for all visitors. */
export function createWonToday(
  { db }: Pick<Deps, 'db'>,
  { revealMs = REVEAL_MS, freshMs = FRESH_MS } = {},
): () => Promise<WonToday> {
  return createCachedReading(
    async () => {
      const [data, figures] = await Promise.all([
        selectBestToday(db.sql, { olderThanMs: revealMs, limit: BEST_SHOWN_MAX }),
        selectTodayFigures(db.sql, revealMs),
      ]);
      return { data, figures: figures.openings < OPENINGS_COMPARED_MIN ? null : figures };
    },
    { freshMs, restFactor: FRESH_FACTOR },
  );
}
