import type { Lease } from '#db/lease.ts';
import type { Deps } from '#deps.ts';
import { passwordResetsLoop, retentionLoop } from '#features/accounts/loop.ts';
import { alarmsLoop } from '#features/alarms/loop.ts';
import { auditLoop } from '#features/audits/loop.ts';
import { chatLoop } from '#features/chat/loop.ts';
import { emailsLoop } from '#features/emails/loop.ts';
import { monthsLoop } from '#features/months/loop.ts';
import { oddsLoop } from '#features/fairness/loop.ts';
import { pricesLoop } from '#features/prices/loop.ts';
import { dropsLoop } from '#features/openings/loop.ts';
import { marketLoop } from '#features/market/loop.ts';
import { pushLoop } from '#features/push/loop.ts';
import { reportsLoop } from '#features/reports/loop.ts';
import { roomsLoop } from '#features/rooms/loop.ts';
import { rouletteLoop } from '#features/roulette/loop.ts';
import { tradesLoop } from '#features/trades/loop.ts';

/** Background loops by the name of their lease. */
const LOOPS: Readonly<Record<string, (deps: Deps, signal: AbortSignal, lease: Lease) => Promise<void>>> = {
  drops: dropsLoop,
  audit: (deps, signal) => auditLoop(deps, signal),
  odds: (deps, signal) => oddsLoop(deps, signal),
  roulette: (deps, signal, lease) => rouletteLoop(deps, { signal, lease }),
  rooms: roomsLoop,
  trades: tradesLoop,
  chat: (deps, signal) => chatLoop(deps, signal),
  market: (deps, signal) => marketLoop(deps, signal),
  prices: (deps, signal) => pricesLoop(deps, signal),
  emails: emailsLoop,
  alarms: alarmsLoop,
  'password-resets': (deps, signal) => passwordResetsLoop(deps, signal),
  push: (deps, signal) => pushLoop(deps, signal),
  reports: (deps, signal) => reportsLoop(deps, signal),
  months: (deps, signal) => monthsLoop(deps, signal),
  retention: (deps, signal) => retentionLoop(deps, signal),
};

/** Starts all background loops, each in one process at a time. Returns a stop function. */
export function startLoops(deps: Deps): () => Promise<void> {
  const stops = Object.entries(LOOPS).map(([name, run]) =>
    deps.db.lead(name, (signal, lease) => run(deps, signal, lease)),
  );
  return async () => {
    await Promise.all(stops.map((stop) => stop()));
  };
}
