import type { Deps } from '#deps.ts';
import { createOpenings, type Openings } from '#features/openings/openings.ts';
import { type Bets, createBets } from '#features/roulette/bets.ts';
import { createRouletteUpdates, type RouletteUpdates } from '#features/roulette/live-updates.ts';
import { batchMetrics } from '#http/batch-metrics.ts';
import type { Metric } from '#http/exposition.ts';

/** Long-lived parts of the games in a process: the pipelines that batch wagers, and the publishers of live events. */
export type GameServices = {
  readonly openings: Openings;
  readonly bets: Bets;
  readonly rouletteUpdates: RouletteUpdates;
  readonly metrics: readonly Metric[];
  /** Finishes running batches, then stops the publishers. */
  close(): Promise<void>;
};

export function createGameServices(deps: Deps): GameServices {
  const openings = createOpenings(deps);
  const rouletteUpdates = createRouletteUpdates(deps);
  const bets = createBets(deps);
  return {
    openings,
    bets,
    rouletteUpdates,
    metrics: [...batchMetrics('opening', openings.figures), ...batchMetrics('bet', bets.figures)],
    async close() {
      await Promise.all([openings.drain(), bets.drain()]);
      await rouletteUpdates.close();
    },
  };
}
