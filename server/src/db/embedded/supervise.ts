import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '#log.ts';
import { launch, type Installation } from './postmaster.ts';
import { stopOrphan } from './stop-server.ts';

const RESTART_PAUSE_FIRST_MS = 250;
const RESTART_PAUSE_MAX_MS = 3_000;

/** Starts the server and keeps it running: one that dies is started again, for as long as it takes. Resolves to the stop. */
export async function supervise(installation: Installation, log: Log): Promise<() => Promise<void>> {
  const stopping = new AbortController();
  let current = await launch(installation, stopping.signal);

  async function restart(): Promise<void> {
    let pauseMs = RESTART_PAUSE_FIRST_MS;
    while (!stopping.signal.aborted) {
      try {
        await stopOrphan(installation.dataFolder);
        current = await launch(installation, stopping.signal);
        log.info({ pid: current.pid }, 'PostgreSQL runs again');
        return;
      } catch (error) {
        if (stopping.signal.aborted) return;
        log.error({ err: error }, 'PostgreSQL could not be started again');
        await sleep(pauseMs, undefined, { signal: stopping.signal }).catch(() => undefined);
        pauseMs = Math.min(pauseMs * 2, RESTART_PAUSE_MAX_MS);
      }
    }
  }

  async function watch(): Promise<void> {
    while (!stopping.signal.aborted) {
      await current.exited;
      if (stopping.signal.aborted) return;
      log.error({ pid: current.pid }, 'PostgreSQL ended unexpectedly and is started again');
      await restart();
    }
  }

  const watching = watch();
  return async () => {
    stopping.abort();
    await current.stop();
    await watching;
    // A restart that was under way may have put another in its place.
    await current.stop();
  };
}
