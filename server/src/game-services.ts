import type { Deps } from '#deps.ts';
import { createDropFeed, type DropFeed } from '#features/openings/drops.ts';
import { createOpenings, type Openings } from '#features/openings/openings.ts';
import { type Bets, createBets } from '#features/roulette/bets.ts';
import { createRouletteNews, type RouletteNews } from '#features/roulette/news.ts';
import { batchMetrics } from '#http/batch-metrics.ts';
import type { Metric } from '#http/exposition.ts';

/** Long-lived parts of the games in a process: the pipelines that batch wagers, and the publishers of live events. */
export type GameServices = {
  readonly openings: Openings;
  readonly dropFeed: DropFeed;
  readonly bets: Bets;
  readonly rouletteNews: RouletteNews;
  readonly metrics: readonly Metric[];
  /** Finishes running batches, then stops the publishers. */
  close(): Promise<void>;
};

export function createGameServices(deps: Deps): GameServices {
  const dropFeed = createDropFeed(deps);
  const openings = createOpenings(deps, dropFeed);
  const rouletteNews = createRouletteNews(deps);
  const bets = createBets({ ...deps, news: rouletteNews });
  return {
    openings,
    dropFeed,
    bets,
    rouletteNews,
    metrics: [...batchMetrics('opening', openings.figures), ...batchMetrics('bet', bets.figures)],
    async close() {
      await Promise.all([openings.drain(), bets.drain()]);
      dropFeed.close();
      await rouletteNews.close();
    },
  };
}
