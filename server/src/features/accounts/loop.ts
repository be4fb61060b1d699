import type { Deps } from '#deps.ts';
import { deleteOldEvents } from '#features/logs/logs.ts';
import { repeatWork } from '#repeat-work.ts';
import { deleteExpiredLinks } from './link-queries.ts';
import { answerResetRequests } from './password-reset.ts';
import { deleteOldDevices, deleteOldSessions, deleteOldSignIns, deleteUnfinishedSignIns } from './session-queries.ts';

const FIRST_AFTER_MS = 10 * 60_000;
const EVERY_MS = 60 * 60_000;
const RESETS_EVERY_MS = 1_000;
const SESSIONS_MAX = 1_000;

export type RetentionDeps = Pick<Deps, 'db' | 'env' | 'sessions'>;

/** Ends and deletes sessions that are as old as the operator allows, in every process at once. */
async function endOldSessions({ db, env, sessions }: RetentionDeps): Promise<void> {
  const ended = await db.transaction(async (tx) => {
    const rows = await deleteOldSessions(tx.sql, { ageMs: env.lifetimes.sessionsMs, limit: SESSIONS_MAX });
    await sessions.announceEnd(tx, rows);
    return rows.length;
  });
  if (ended === SESSIONS_MAX) await endOldSessions({ db, env, sessions });
}

/** Deletes personal data that is older than the operator has set. */
export async function deleteOldData(deps: RetentionDeps): Promise<void> {
  const { sql } = deps.db;
  const { signInsMs, devicesMs, eventsMs } = deps.env.lifetimes;
  await endOldSessions(deps);
  await deleteUnfinishedSignIns(sql);
  await deleteExpiredLinks(sql);
  await deleteOldSignIns(sql, signInsMs);
  await deleteOldDevices(sql, devicesMs);
  await deleteOldEvents(sql, eventsMs);
}

/** Deletes old personal data every hour, and soon after a start. */
export function retentionLoop(
  deps: RetentionDeps & Pick<Deps, 'log'>,
  signal: AbortSignal,
  { firstAfterMs = FIRST_AFTER_MS, everyMs = EVERY_MS } = {},
): Promise<void> {
  const work = () => deleteOldData(deps);
  return repeatWork(deps, signal, { work, failed: 'Deleting old data failed', firstAfterMs, everyMs });
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
