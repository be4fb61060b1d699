import type { Deps } from '#deps.ts';
import { auditLoop } from '#features/audits/loop.ts';
import { chatLoop } from '#features/chat/loop.ts';
import { oddsLoop } from '#features/fairness/loop.ts';
import { pricesLoop } from '#features/prices/loop.ts';
import { dropsLoop } from '#features/openings/loop.ts';
import { marketLoop } from '#features/market/loop.ts';
import { pushLoop } from '#features/push/loop.ts';
import { reportsLoop } from '#features/reports/loop.ts';
import { roomsLoop } from '#features/rooms/loop.ts';
import { rouletteLoop } from '#features/roulette/loop.ts';
import { tradesLoop } from '#features/trades/loop.ts';

/** Starts all background loops, each in one process at a time. Returns a stop function. */
export function startLoops(deps: Deps): () => Promise<void> {
  const stops = [
    deps.db.lead('drops', (signal) => dropsLoop(deps, signal)),
    deps.db.lead('audit', (signal) => auditLoop(deps, signal)),
    deps.db.lead('odds', (signal) => oddsLoop(deps, signal)),
    deps.db.lead('roulette', (signal, lease) => rouletteLoop(deps, { signal, lease })),
    deps.db.lead('rooms', (signal, lease) => roomsLoop(deps, signal, lease)),
    deps.db.lead('trades', (signal, lease) => tradesLoop(deps, signal, lease)),
    deps.db.lead('chat', (signal) => chatLoop(deps, signal)),
    deps.db.lead('market', (signal) => marketLoop(deps, signal)),
    deps.db.lead('prices', (signal) => pricesLoop(deps, signal)),
    deps.db.lead('push', (signal) => pushLoop(deps, signal)),
    deps.db.lead('reports', (signal) => reportsLoop(deps, signal)),
  ];
  return async () => {
    await Promise.all(stops.map((stop) => stop()));
  };
}
