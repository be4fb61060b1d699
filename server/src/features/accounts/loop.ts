import { setTimeout as sleep } from 'node:timers/promises';
import type { Deps } from '#deps.ts';
import { deleteExpired } from './session-queries.ts';
import { SESSION_AGE_MAX_MS } from './sessions.ts';

const FIRST_AFTER_MS = 10 * 60_000;
const EVERY_MS = 60 * 60_000;

/** Deletes expired sessions and devices every hour, and soon after a start. */
export async function sessionsLoop(
  deps: Pick<Deps, 'db' | 'log'>,
  signal: AbortSignal,
  { firstAfterMs = FIRST_AFTER_MS, everyMs = EVERY_MS } = {},
): Promise<void> {
  const wait = (ms: number) => sleep(ms, undefined, { signal, ref: false }).catch(() => undefined);
  for (await wait(firstAfterMs); !signal.aborted; await wait(everyMs)) {
    await deleteExpired(deps.db.sql, SESSION_AGE_MAX_MS).catch((error: unknown) =>
      deps.log.error({ err: error }, 'Deleting expired sessions failed'),
    );
  }
}
