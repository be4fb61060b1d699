import type { Deps } from '#deps.ts';
import { createOpenings, type Openings } from '#features/openings/openings.ts';
import { type Bets, createBets } from '#features/roulette/bets.ts';
import { batchMetrics } from '#http/batch-metrics.ts';
import type { Metric } from '#http/exposition.ts';

/** The pipelines of a process that batch wagers. */
export type GameServices = {
  readonly openings: Openings;
  readonly bets: Bets;
  readonly metrics: readonly Metric[];
  /** Finishes running batches. */
  close(): Promise<void>;
};

export function createGameServices(deps: Deps): GameServices {
  const openings = createOpenings(deps);
  const bets = createBets(deps);
  return {
    openings,
    bets,
    metrics: [...batchMetrics('opening', openings.figures), ...batchMetrics('bet', bets.figures)],
    async close() {
      await Promise.all([openings.drain(), bets.drain()]);
    },
  };
}
