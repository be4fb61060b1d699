import type { StatsFs } from 'node:fs';
import { statfs } from 'node:fs/promises';
import path from 'node:path';
import type { WebhookOutcome } from '#adapters/webhook/webhook.ts';
import { postWebhook } from '#adapters/webhook/webhook.ts';
import type { AlarmDestination } from '#alarm-settings.ts';
import { assertLease, type Lease } from '#db/lease.ts';
import type { Deps } from '#deps.ts';
import { repeatWork, retryDelayMs, untilStopped } from '#repeat-work.ts';
import { sendClaimed } from '#send-claimed.ts';
import { raiseAlarmOnce } from './alarms.ts';
import { bodyOf, emailOf } from './messages.ts';
import {
  claimDue,
  closeDelivery,
  deleteOldAlarms,
  type DueDelivery,
  insertDeliveries,
  postponeDelivery,
  takeNewAlarms,
} from './queries.ts';

const EVERY_MS = 1_000;
const DISK_EVERY_MS = 60_000;
/** How long a shutdown waits for deliveries on their way. */
const SHUTDOWN_WAIT_MS = 1_000;
/** An alarm that could not be delivered for so long is no news. */
const TTL_MS = 24 * 60 * 60_000;
const STORED_MS = 90 * 24 * 60 * 60_000;
const FREE_PERCENT_MIN = 10;
const DISK_QUIET_MS = 24 * 60 * 60_000;

export type AlarmLoopDeps = Pick<Deps, 'db' | 'log' | 'env' | 'email' | 'siteOrigin'>;

/** Creates a delivery of each new alarm for each destination that wants its kind. */
async function queueDeliveries({ db, env }: AlarmLoopDeps, lease: Lease): Promise<void> {
  await db.transaction(async (tx) => {
    await assertLease(tx, lease);
    const deliveries = (await takeNewAlarms(tx.sql)).flatMap(({ id: alarmId, kind }) =>
      env.alarmDestinations
        .filter(({ kinds }) => kind === 'test' || kinds.has(kind))
        .map(({ key, label }) => ({ alarmId, key, label })),
    );
    if (deliveries.length > 0) await insertDeliveries(tx.sql, deliveries);
  });
}

async function send(deps: AlarmLoopDeps, destination: AlarmDestination, due: DueDelivery): Promise<WebhookOutcome> {
  const origin = deps.siteOrigin();
  if (destination.channel === 'email') {
    if (deps.email === undefined) return { kind: 'rejected', reason: 'the site sends no e-mails' };
    return deps.email.send(emailOf(due, destination.address, origin));
  }
  const { url, secret, format } = destination;
  return postWebhook({ url, secret, deliveryId: due.deliveryId, body: bodyOf(due, format, origin) });
}

async function deliver(deps: AlarmLoopDeps, epoch: number, due: DueDelivery): Promise<void> {
  const { sql } = deps.db;
  const { id, attempts, ageMs } = due;
  const destination = deps.env.alarmDestinations.find(({ key }) => key === due.destinationKey);
  if (destination === undefined) return closeDelivery(sql, { id, state: 'failed', failure: 'no longer a destination' });
  const outcome = await send(deps, destination, due);
  if (outcome.kind === 'sent') return closeDelivery(sql, { id, state: 'sent', failure: null });
  const { reason: failure } = outcome;
  deps.log.warn({ id, kind: due.kind, attempts, failure }, 'Alarm was not delivered');
  if (outcome.kind === 'rejected' || ageMs > TTL_MS) return closeDelivery(sql, { id, state: 'failed', failure });
  await postponeDelivery(sql, { id, epoch, delayMs: retryDelayMs(attempts), failure });
}

/** Sends what is due. Only the leader may call it. */
export async function sendAlarms(deps: AlarmLoopDeps, lease: Lease): Promise<void> {
  await queueDeliveries(deps, lease);
  await sendClaimed(deps, lease, {
    claim: claimDue,
    deliver: (due) => deliver(deps, lease.epoch, due),
    failed: 'Delivering an alarm failed',
  });
}

/** The disk of a folder, or of the one that it would be created in. */
async function statDisk(folder: string): Promise<StatsFs> {
  try {
    return await statfs(folder);
  } catch (error) {
    const parent = path.dirname(folder);
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || parent === folder) throw error;
    return statDisk(parent);
  }
}

/** Raises an alarm when the disk of the data folder is nearly full. */
export async function checkDisk({ db, env }: AlarmLoopDeps, { freePercentMin = FREE_PERCENT_MIN } = {}): Promise<void> {
  const { bavail, blocks } = await statDisk(env.dataDir);
  const freePercent = Math.floor((bavail / blocks) * 100);
  if (freePercent >= freePercentMin) return;
  const details = { path: env.dataDir, freePercent };
  await raiseAlarmOnce(db, { kind: 'diskFull', subject: 'disk', details }, DISK_QUIET_MS);
}

/** Sends alarms and watches the disk while this process is the leader. */
export async function alarmsLoop(deps: AlarmLoopDeps, signal: AbortSignal, lease: Lease): Promise<void> {
  const sending = {
    work: () => sendAlarms(deps, lease),
    failed: 'The alarm loop failed',
    firstAfterMs: 0,
    everyMs: EVERY_MS,
  };
  const watch = async (): Promise<void> => {
    await checkDisk(deps);
    await deleteOldAlarms(deps.db.sql, STORED_MS);
  };
  const watching = { work: watch, failed: 'Checking the disk failed', firstAfterMs: 0, everyMs: DISK_EVERY_MS };
  const loops = [repeatWork(deps, signal, sending), repeatWork(deps, signal, watching)];
  await Promise.race([Promise.all(loops), untilStopped(signal, SHUTDOWN_WAIT_MS)]);
}
