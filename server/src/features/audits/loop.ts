import { setTimeout as sleep } from 'node:timers/promises';
import { deleteOldRequestKeys } from '#db/request-keys.ts';
import { audit, type AuditDeps } from './audits.ts';
import { selectLastAudits } from './queries.ts';

const FIRST_AFTER_MS = 60_000;
const EVERY_MS = 5 * 60_000;
/** The hour of the nightly audit, when few players are online. */
const NIGHT_HOUR_UTC = 3;
const DAY_MS = 24 * 60 * 60_000;
const KEYS_PER_RUN_MAX = 10_000;

/** Whether the nightly hour has passed since the last full audit. */
export function isFullAuditDue(lastAt: Date | undefined, now: Date): boolean {
  if (lastAt === undefined) return true;
  const nightMs = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate(), NIGHT_HOUR_UTC);
  const lastNightMs = nightMs <= now.getTime() ? nightMs : nightMs - DAY_MS;
  return lastAt.getTime() < lastNightMs;
}

async function auditDue(deps: AuditDeps, isFirst: boolean, signal: AbortSignal): Promise<void> {
  const lastFull = (await selectLastAudits(deps.db.sql)).find(({ kind }) => kind === 'full');
  const isDue = isFirst || isFullAuditDue(lastFull && new Date(lastFull.at), new Date());
  await audit(deps, isDue ? 'full' : 'recent', signal);
  await deleteOldRequestKeys(deps.db.sql, KEYS_PER_RUN_MAX);
}

/** Audits recent changes every few minutes, and all months that are not sealed once a night and soon after this process takes over. */
export async function auditLoop(
  deps: AuditDeps,
  signal: AbortSignal,
  { firstAfterMs = FIRST_AFTER_MS, everyMs = EVERY_MS } = {},
): Promise<void> {
  const wait = (ms: number) => sleep(ms, undefined, { signal, ref: false }).catch(() => undefined);
  await wait(firstAfterMs);
  for (let isFirst = true; !signal.aborted; await wait(everyMs)) {
    try {
      await auditDue(deps, isFirst, signal);
      isFirst = false;
    } catch (error) {
      // Retries after the database was unavailable; a bug must not end the loop either.
      if (!signal.aborted) deps.log.error({ err: error }, 'Audit failed');
    }
  }
}
