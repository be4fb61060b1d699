import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '#log.ts';
import { launch, type Installation } from './postmaster.ts';
import { stopOrphan } from './stop-server.ts';

const RESTART_PAUSE_FIRST_MS = 250;
const RESTART_PAUSE_MAX_MS = 3_000;

/** Starts the server and restarts it whenever it dies, until stopped. Resolves to the stop function. */
export async function supervise(installation: Installation, log: Log): Promise<() => Promise<void>> {
  const stopping = new AbortController();
  let current = await launch(installation, stopping.signal);

  async function restart(): Promise<void> {
    let pauseMs = RESTART_PAUSE_FIRST_MS;
    while (!stopping.signal.aborted) {
      try {
        await stopOrphan(installation.dataFolder);
        current = await launch(installation, stopping.signal);
        log.info({ pid: current.pid }, 'PostgreSQL restarted');
        return;
      } catch (error) {
        if (stopping.signal.aborted) return;
        log.error({ err: error }, 'PostgreSQL restart failed');
        await sleep(pauseMs, undefined, { signal: stopping.signal }).catch(() => undefined);
        pauseMs = Math.min(pauseMs * 2, RESTART_PAUSE_MAX_MS);
      }
    }
  }

  async function watch(): Promise<void> {
    while (!stopping.signal.aborted) {
      await current.exited;
      if (stopping.signal.aborted) return;
      log.error({ pid: current.pid }, 'PostgreSQL exited unexpectedly; restarting');
      await restart();
    }
  }

  const watching = watch();
  return async () => {
    stopping.abort();
    await current.stop();
    await watching;
    // A restart in progress may have started another server meanwhile.
    await current.stop();
  };
}
