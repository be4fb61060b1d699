import { setTimeout as sleep } from 'node:timers/promises';
import type { PushKeys, PushOutcome, PushSender } from '#adapters/push/push.ts';
import type { Deps } from '#deps.ts';
import { createPushKeys } from './keys.ts';
import {
  claimDue,
  deleteExpired,
  deleteMessage,
  deleteStale,
  deleteSubscription,
  type DueMessage,
  postponeMessage,
  updateFailed,
  updateSucceeded,
} from './queries.ts';

const EVERY_MS = 1_000;
const CLEANUP_EVERY_MS = 60 * 60_000;
/** Sends this many at once, so that one slow push service does not hold up the others. */
const CONCURRENT_MAX = 16;
/** Longer than sending one takes. */
const CLAIM_MS = 60_000;
/** How long a shutdown waits for messages on their way. */
const SHUTDOWN_WAIT_MS = 1_000;
const ATTEMPTS_MAX = 6;
/** 2, 8, 32, 128 and 512 seconds. */
const FIRST_RETRY_MS = 2_000;
const RETRY_FACTOR = 4;
/** A service may ask to wait, but not for longer than this. */
const RETRY_MS_MAX = 60 * 60_000;
/** A browser that failed so often in a row is given up. */
const FAILURES_MAX = 10;
/** A browser that was not on the site for so long is given up. */
const UNSEEN_MAX_MS = 60 * 24 * 60 * 60_000;

export type PushLoopDeps = Pick<Deps, 'db' | 'log' | 'seal' | 'push'>;
type SendingDeps = Pick<Deps, 'db' | 'log'> & { readonly push: PushSender };

async function countFailure({ db }: SendingDeps, { id, subscriptionId }: DueMessage): Promise<void> {
  await deleteMessage(db.sql, id);
  if ((await updateFailed(db.sql, subscriptionId)) >= FAILURES_MAX) await deleteSubscription(db.sql, subscriptionId);
}

async function applyOutcome(deps: SendingDeps, message: DueMessage, outcome: PushOutcome): Promise<void> {
  const { sql } = deps.db;
  const { id, subscriptionId, attempts, endpoint } = message;
  if (outcome.kind === 'gone') return deleteSubscription(sql, subscriptionId);
  if (outcome.kind === 'sent') {
    await deleteMessage(sql, id);
    return updateSucceeded(sql, subscriptionId);
  }
  // The endpoint itself is a secret of the browser.
  const details = { service: new URL(endpoint).hostname, reason: outcome.reason, attempts: attempts + 1 };
  deps.log.info(details, 'Push message was not delivered');
  if (outcome.kind === 'rejected' || attempts + 1 >= ATTEMPTS_MAX) return countFailure(deps, message);
  const backoffMs = FIRST_RETRY_MS * RETRY_FACTOR ** attempts;
  const requestedMs = (outcome.retryAfterSeconds ?? 0) * 1_000;
  await postponeMessage(sql, id, Math.min(Math.max(backoffMs, requestedMs), RETRY_MS_MAX));
}

async function deliver(deps: SendingDeps, keys: PushKeys, message: DueMessage): Promise<void> {
  const { endpoint, p256dh, auth, payload, category, remainingSeconds: ttlSeconds } = message;
  if (ttlSeconds <= 0) return deleteMessage(deps.db.sql, message.id);
  const urgency = category === 'match' || category === null ? 'high' : 'normal';
  const text = JSON.stringify(payload);
  const outcome = await deps.push.send({ endpoint, p256dh, auth }, { text, ttlSeconds, urgency }, keys);
  await applyOutcome(deps, message, outcome);
}

/** Starts sending what is due; the returned promise resolves when all of it is done. */
export function createDelivery(deps: PushLoopDeps & SendingDeps) {
  const keys = createPushKeys(deps);
  const running = new Set<Promise<void>>();

  async function run(message: DueMessage): Promise<void> {
    try {
      await deliver(deps, await keys(), message);
    } catch (error) {
      // It stays claimed, and is due again later.
      deps.log.error({ err: error }, 'Sending a push message failed');
    }
  }

  return async (): Promise<void> => {
    const limit = CONCURRENT_MAX - running.size;
    const due = limit > 0 ? await claimDue(deps.db.sql, { limit, claimMs: CLAIM_MS }) : [];
    for (const message of due) {
      const sending = run(message).finally(() => running.delete(sending));
      running.add(sending);
    }
    await Promise.all(running);
  };
}

async function cleanUp({ db }: PushLoopDeps): Promise<void> {
  await deleteExpired(db.sql);
  await deleteStale(db.sql, UNSEEN_MAX_MS);
}

/**
 * Sends queued messages while this process is the leader. A message whose sender died is sent again: the browser shows it once,
 * because both have the same tag.
 */
export async function pushLoop(deps: PushLoopDeps, signal: AbortSignal, { everyMs = EVERY_MS } = {}): Promise<void> {
  const { push, log } = deps;
  const sendDue = push === undefined ? undefined : createDelivery({ ...deps, push });
  const report = (error: unknown): void => {
    if (!signal.aborted) log.error({ err: error }, 'The push loop failed');
  };
  let sending: Promise<unknown> = Promise.resolve();
  let cleanedAt = -Infinity;
  while (!signal.aborted) {
    if (performance.now() - cleanedAt > CLEANUP_EVERY_MS) {
      cleanedAt = performance.now();
      await cleanUp(deps).catch(report);
    }
    // Not awaited: a slow push service must not hold up the others.
    if (sendDue !== undefined) sending = sendDue().catch(report);
    await sleep(everyMs, undefined, { signal, ref: false }).catch(() => undefined);
  }
  await Promise.race([sending, sleep(SHUTDOWN_WAIT_MS, undefined, { ref: false })]);
}
