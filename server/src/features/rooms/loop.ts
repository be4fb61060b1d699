import { setTimeout as sleep } from 'node:timers/promises';
import { type Lease, LeaseLost } from '#db/lock.ts';
import { createBans } from './bans.ts';
import { createDeadlines } from './deadlines.ts';
import { createReleases } from './releases.ts';
import { createSetUps } from './set-ups.ts';
import type { RoomLoopDeps } from './steps.ts';
import { createWatch } from './watch.ts';

const TICK_MS = 500;

/** Handles deadlines, sets up game servers and monitors matches while this process is the leader. */
export async function roomsLoop(deps: RoomLoopDeps, signal: AbortSignal, lease: Lease): Promise<void> {
  const looks = [createBans, createDeadlines, createReleases, createSetUps, createWatch].map((create) =>
    create(deps, lease),
  );
  while (!signal.aborted) {
    for (const look of looks) {
      try {
        await look();
      } catch (error) {
        if (signal.aborted || error instanceof LeaseLost) return;
        deps.log.error({ err: error }, 'Room loop task failed');
      }
    }
    await sleep(TICK_MS, undefined, { signal }).catch(() => undefined);
  }
}
