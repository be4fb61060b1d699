import type { Deps } from '#deps.ts';
import { repeatWork } from '#repeat-work.ts';
import { deleteExpiredLinks } from './link-queries.ts';
import { answerResetRequests } from './password-reset.ts';
import { deleteExpired } from './session-queries.ts';
import { SESSION_AGE_MAX_MS } from './sessions.ts';

const FIRST_AFTER_MS = 10 * 60_000;
const EVERY_MS = 60 * 60_000;
const RESETS_EVERY_MS = 1_000;

/** Deletes expired sessions, devices and links every hour, and soon after a start. */
export function sessionsLoop(
  deps: Pick<Deps, 'db' | 'log'>,
  signal: AbortSignal,
  { firstAfterMs = FIRST_AFTER_MS, everyMs = EVERY_MS } = {},
): Promise<void> {
  const work = async (): Promise<void> => {
    await deleteExpired(deps.db.sql, SESSION_AGE_MAX_MS);
    await deleteExpiredLinks(deps.db.sql);
  };
  return repeatWork(deps, signal, { work, failed: 'Deleting expired sessions failed', firstAfterMs, everyMs });
}

/** Answers requests for a new password, out of sight of the visitor who made them. */
export function passwordResetsLoop(
  deps: Pick<Deps, 'db' | 'log' | 'env' | 'email' | 'seal'>,
  signal: AbortSignal,
): Promise<void> {
  const work = () => answerResetRequests(deps);
  const everyMs = RESETS_EVERY_MS;
  return repeatWork(deps, signal, { work, failed: 'Answering password resets failed', firstAfterMs: 0, everyMs });
}
