import { setTimeout as sleep } from 'node:timers/promises';
import { type Lease, LeaseLost } from '#db/lease.ts';
import { createBanSweep } from './ban-sweep.ts';
import { createDeadlines } from './deadlines.ts';
import { createServerRelease } from './server-release.ts';
import { createServerSetup } from './server-setup.ts';
import type { RoomLoopDeps } from './transitions.ts';
import { createMatchMonitor } from './match-monitor.ts';

const TICK_MS = 500;

/** Handles deadlines, sets up game servers and monitors matches while this process is the leader. */
export async function roomsLoop(deps: RoomLoopDeps, signal: AbortSignal, lease: Lease): Promise<void> {
  const tasks = [createBanSweep, createDeadlines, createServerRelease, createServerSetup, createMatchMonitor].map(
    (create) => create(deps, lease),
  );
  while (!signal.aborted) {
    for (const task of tasks) {
      try {
        await task();
      } catch (error) {
        if (signal.aborted || error instanceof LeaseLost) return;
        deps.log.error({ err: error }, 'Room loop task failed');
      }
    }
    await sleep(TICK_MS, undefined, { signal }).catch(() => undefined);
  }
}
