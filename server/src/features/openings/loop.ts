import { setTimeout as sleep } from 'node:timers/promises';
import type { Deps } from '#deps.ts';
import { createDropNews } from './drops.ts';

const EVERY_MS = 500;

/** Broadcasts drops twice per second while this process leads. */
export async function dropsLoop(deps: Pick<Deps, 'db' | 'live' | 'log' | 'seal'>, signal: AbortSignal): Promise<void> {
  const broadcastDrops = createDropNews(deps);
  while (!signal.aborted) {
    await broadcastDrops().catch((error: unknown) => deps.log.warn({ err: error }, 'Drop broadcast failed'));
    await sleep(EVERY_MS, undefined, { signal, ref: false }).catch(() => undefined);
  }
}
