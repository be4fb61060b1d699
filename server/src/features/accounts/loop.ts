import type { Deps } from '#deps.ts';
import { repeatWork } from '#repeat-work.ts';
import { deleteExpired } from './session-queries.ts';
import { SESSION_AGE_MAX_MS } from './sessions.ts';

const FIRST_AFTER_MS = 10 * 60_000;
const EVERY_MS = 60 * 60_000;

/** Deletes expired sessions and devices every hour, and soon after a start. */
export function sessionsLoop(
  deps: Pick<Deps, 'db' | 'log'>,
  signal: AbortSignal,
  { firstAfterMs = FIRST_AFTER_MS, everyMs = EVERY_MS } = {},
): Promise<void> {
  const work = () => deleteExpired(deps.db.sql, SESSION_AGE_MAX_MS);
  return repeatWork(deps, signal, { work, failed: 'Deleting expired sessions failed', firstAfterMs, everyMs });
}
