import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '#log.ts';
import type { Connection } from './connection.ts';
import { endConnections, selectSilentHolder, type SilentHolder } from './lock-holder.ts';
import type { Tx } from './session.ts';
import { openSharedClient, type SharedClient } from './shared-client.ts';

/** How long a process without the lease waits before it tries again. */
const RETRY_MS = 1_000;
/** How often the leader shows the database that it is alive. */
const HEARTBEAT_MS = 1_000;
/** A leader that is silent for longer than this, in two checks, is treated as dead. */
const SILENT_MS = 5_000;
/** Shorter than `SILENT_MS`, so that a leader that lost the database stops before another takes over. */
const ANSWER_TIMEOUT_MS = 3_500;
/** Waits for writes under the previous epoch. Shorter than the answer timeout, because other leases share the connection. */
const LOCK_TIMEOUT_MS = 2_000;
/** Longer than the lock timeout: another lease of this process may be waiting for its lock. */
const RELEASE_TIMEOUT_MS = 3_000;

/** The right to lead under a name, until another process takes it. */
export type Lease = { readonly name: string; readonly epoch: number };

/** Another process leads or has led meanwhile, so this one must not write. */
export class LeaseLost extends Error {
  constructor({ name, epoch }: Lease) {
    super(`lease ${name} lost (epoch ${epoch})`);
    this.name = 'LeaseLost';
  }
}

/**
 * The first statement of every write that relies on a lease, awaited before the next. Under an old epoch it throws. Under the
 * current one it blocks a new epoch until the transaction ends, so that a successor starts after it.
 */
export async function assertLease(tx: Tx, lease: Lease): Promise<void> {
  const lockedRows =
    await tx.sql`select from leases where name = ${lease.name} and epoch = ${lease.epoch} for key share`;
  if (lockedRows.length === 0) throw new LeaseLost(lease);
}

type LeaseOptions = {
  readonly connection: Connection;
  readonly log: Log;
  readonly retryMs?: number;
  readonly silentMs?: number;
};

type Work = (signal: AbortSignal, lease: Lease) => Promise<void>;

const lockName = (name: string): string => `karat/lead/${name}`;

function openLeaseClient(connection: Connection): Promise<SharedClient> {
  return openSharedClient(connection, {
    heartbeatMs: HEARTBEAT_MS,
    answerTimeoutMs: ANSWER_TIMEOUT_MS,
    settings: { lock_timeout: String(LOCK_TIMEOUT_MS) },
  });
}

/** Unlocks. If that is not confirmed in time, closes the connection, which frees every lock on it. */
async function releaseLease(client: SharedClient, name: string): Promise<void> {
  const unlocked = client
    .query<{ isUnlocked: boolean }>('select pg_advisory_unlock(hashtextextended($1, 0)) as "isUnlocked"', [
      lockName(name),
    ])
    .then(
      ([row]) => row?.isUnlocked === true,
      () => false,
    );
  const isDone = await Promise.race([unlocked, sleep(RELEASE_TIMEOUT_MS, false, { ref: false })]);
  if (!isDone) await client.close();
}

/** Takes the lock until it is released or the connection ends; undefined while another process has it. */
async function takeLease(client: SharedClient, name: string): Promise<Lease | undefined> {
  const [requested] = await client.query<{ isTaken: boolean }>(
    'select pg_try_advisory_lock(hashtextextended($1, 0)) as "isTaken"',
    [lockName(name)],
  );
  if (requested?.isTaken !== true) return undefined;
  try {
    const [lease] = await client.query<Lease>(
      `insert into leases (name, epoch) values ($1, 1)
       on conflict (name) do update set epoch = leases.epoch + 1, taken_at = now()
       returning name, epoch`,
      [name],
    );
    return lease;
  } catch (error) {
    await releaseLease(client, name);
    throw error;
  }
}

/** Runs the work once as the leader and returns its result; undefined if another process leads. */
export async function leadOnce<Result extends object>(
  { connection, name }: { readonly connection: Connection; readonly name: string },
  work: (lease: Lease) => Promise<Result>,
): Promise<Result | undefined> {
  const client = await openLeaseClient(connection);
  try {
    const lease = await takeLease(client, name);
    return lease === undefined ? undefined : await work(lease);
  } finally {
    await client.close();
  }
}

/** Detects a frozen process that holds a lock, and ends its connections. */
function createSilenceDetector({ log, silentMs }: { readonly log: Log; readonly silentMs: number }, name: string) {
  let silentHolder: SilentHolder | undefined;

  /** Requires two sightings: if all processes were suspended together, the leader sends a heartbeat in between. */
  return async function endIfSilent(client: SharedClient): Promise<boolean> {
    const before = silentHolder;
    silentHolder = await selectSilentHolder(client, { name: lockName(name), silentMs });
    if (silentHolder === undefined || silentHolder.processName !== before?.processName) return false;
    if (silentHolder.silentSince !== before.silentSince) return false;
    log.warn({ name, ...silentHolder }, 'Leader is silent; ending its connections');
    try {
      await endConnections(client, silentHolder.processName);
      return true;
    } catch (error) {
      log.warn({ err: error, name }, 'Ending the connections of a silent leader failed');
      return false;
    } finally {
      silentHolder = undefined;
    }
  };
}

/** The connection of all leases: opened on demand, and again after it was lost. */
function createLeaseClient(connection: Connection) {
  let opening: Promise<SharedClient> | undefined;

  async function get(): Promise<SharedClient> {
    const requested = (opening ??= openLeaseClient(connection));
    const client = await requested.catch((error: unknown) => {
      if (opening === requested) opening = undefined;
      throw error;
    });
    if (!client.ended.aborted) return client;
    if (opening === requested) opening = undefined;
    return get();
  }

  async function close(): Promise<void> {
    const client = await opening?.catch(() => undefined);
    opening = undefined;
    await client?.close();
  }

  return { get, close };
}

type Leading = { readonly client: SharedClient; readonly lease: Lease; readonly work: Work; readonly log: Log };

/** Runs the work while the lock is held, then releases it. */
async function runAsLeader({ client, lease, work, log }: Leading, stopping: AbortSignal): Promise<void> {
  log.info(lease, 'Lease taken');
  try {
    await work(AbortSignal.any([stopping, client.ended]), lease);
  } catch (error) {
    if (error instanceof LeaseLost) log.warn(lease, 'Lease lost to another process');
    else if (!stopping.aborted && !client.ended.aborted) log.error({ err: error, name: lease.name }, 'Loop failed');
  }
  if (!client.ended.aborted) await releaseLease(client, lease.name);
}

/** All leases of a process, on one connection. It is open while there are candidates, and losing it loses all leases. */
export function createLeases({ connection, log, retryMs = RETRY_MS, silentMs = SILENT_MS }: LeaseOptions) {
  const shared = createLeaseClient(connection);
  let candidates = 0;
  /** Names led by this process: PostgreSQL would grant a lock to the same session twice. */
  const heldNames = new Set<string>();

  /** Tries to lead once; returns how long to wait before the next attempt. */
  async function tryToLead(
    { name, work, endIfSilent }: { name: string; work: Work; endIfSilent: (client: SharedClient) => Promise<boolean> },
    stopping: AbortSignal,
  ): Promise<number> {
    const client = await shared.get();
    if (heldNames.has(name)) return retryMs;
    heldNames.add(name);
    try {
      const lease = await takeLease(client, name);
      if (lease === undefined) return (await endIfSilent(client)) ? retryMs / 20 : retryMs;
      await runAsLeader({ client, lease, work, log }, stopping);
      return retryMs;
    } finally {
      heldNames.delete(name);
    }
  }

  async function keepTryingToLead(name: string, work: Work, stopping: AbortSignal): Promise<void> {
    const endIfSilent = createSilenceDetector({ log, silentMs }, name);
    let isFailing = false;
    while (!stopping.aborted) {
      let pauseMs = retryMs;
      try {
        pauseMs = await tryToLead({ name, work, endIfSilent }, stopping);
        isFailing = false;
      } catch (error) {
        // Logged once, not every second while the database is down.
        if (!isFailing && !stopping.aborted) log.warn({ err: error, name }, 'Lease request failed');
        isFailing = true;
      }
      await sleep(pauseMs, undefined, { signal: stopping, ref: false }).catch(() => undefined);
    }
  }

  return {
    /** Runs the work in one process at a time, repeatedly until stopped; see `Db.lead`. */
    lead(name: string, work: Work): () => Promise<void> {
      const stopping = new AbortController();
      candidates += 1;
      const done = keepTryingToLead(name, work, stopping.signal).then(() => {
        candidates -= 1;
        return candidates === 0 ? shared.close() : undefined;
      });
      return async () => {
        stopping.abort();
        await done;
      };
    },
  };
}
