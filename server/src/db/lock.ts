import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '#log.ts';
import type { Connection } from './connection.ts';
import { endConnections, selectSilentHolder, type SilentHolder } from './holder.ts';
import type { Tx } from './session.ts';
import { openSharedClient, type SharedClient } from './shared-client.ts';

/** How long a process that is not first waits before it asks again. */
const ASK_AGAIN_MS = 1_000;
/** How often the one that leads shows the store that it lives. */
const ALIVE_EVERY_MS = 1_000;
/** Silent for longer than this, and still a moment later, it is taken for dead. */
const SILENT_MS = 5_000;
/** Shorter than that: an owner cut off from the store gives up before another is let in. */
const ANSWER_TIMEOUT_MS = 3_500;
/** For writes under the epoch before. Shorter than the answer timeout: other leases share the connection. */
const LOCK_TIMEOUT_MS = 2_000;
/** Longer than that: another lease of this process may be waiting for its lock. */
const RELEASE_TIMEOUT_MS = 3_000;

/** The right to lead under a name, for as long as nobody has taken it since. */
export type Lease = { readonly name: string; readonly epoch: number };

/** Another process leads, or has led meanwhile: nothing may be written in its place. */
export class LeaseLost extends Error {
  constructor({ name, epoch }: Lease) {
    super(`the lease ${name} of epoch ${epoch} was lost`);
    this.name = 'LeaseLost';
  }
}

/**
 * The first statement of every write that relies on leading, awaited before the next. Under an old epoch it throws; under the
 * current one it keeps the epoch from rising until the transaction ends, so that a successor begins after it.
 */
export async function assertLease(tx: Tx, lease: Lease): Promise<void> {
  const held = await tx.sql`select from leases where name = ${lease.name} and epoch = ${lease.epoch} for key share`;
  if (held.length === 0) throw new LeaseLost(lease);
}

type LeaseOptions = {
  readonly connection: Connection;
  readonly log: Log;
  readonly askAgainMs?: number;
  readonly silentMs?: number;
};

type Work = (signal: AbortSignal, lease: Lease) => Promise<void>;

const lockName = (name: string): string => `karat/lead/${name}`;

function openLeaseClient(connection: Connection): Promise<SharedClient> {
  return openSharedClient(connection, {
    heartbeatMs: ALIVE_EVERY_MS,
    answerTimeoutMs: ANSWER_TIMEOUT_MS,
    settings: { lock_timeout: String(LOCK_TIMEOUT_MS) },
  });
}

/** Unlocks. Where that cannot be confirmed in time the connection is closed, and with it every lock on it. */
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

/** The lock is held until it is released or the connection ends; undefined while another process has it. */
async function takeLease(client: SharedClient, name: string): Promise<Lease | undefined> {
  const [asked] = await client.query<{ isTaken: boolean }>(
    'select pg_try_advisory_lock(hashtextextended($1, 0)) as "isTaken"',
    [lockName(name)],
  );
  if (asked?.isTaken !== true) return undefined;
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

/** Does the work once, as the one that leads, and answers what came of it; undefined where another leads. */
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

/** Looks for a process that holds a lock and is frozen, and ends its connections. */
function createSilenceWatch({ log, silentMs }: { readonly log: Log; readonly silentMs: number }, name: string) {
  let silent: SilentHolder | undefined;

  /** Seen twice: where all were asleep together, the owner speaks before that. */
  return async function endIfSilent(client: SharedClient): Promise<boolean> {
    const before = silent;
    silent = await selectSilentHolder(client, { name: lockName(name), silentMs });
    if (silent === undefined || silent.processName !== before?.processName) return false;
    if (silent.silentSince !== before.silentSince) return false;
    log.warn({ name, ...silent }, 'a process that leads is silent: its connections are ended');
    try {
      await endConnections(client, silent.processName);
      return true;
    } catch (error) {
      log.warn({ err: error, name }, 'the connections of a silent process cannot be ended');
      return false;
    } finally {
      silent = undefined;
    }
  };
}

/** The connection of all leases: opened when it is asked for, and again after it was lost. */
function createLeaseClient(connection: Connection) {
  let opening: Promise<SharedClient> | undefined;

  async function get(): Promise<SharedClient> {
    const asked = (opening ??= openLeaseClient(connection));
    const client = await asked.catch((error: unknown) => {
      if (opening === asked) opening = undefined;
      throw error;
    });
    if (!client.ended.aborted) return client;
    if (opening === asked) opening = undefined;
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

/** Works while the lock is held, then releases it. */
async function workUnder({ client, lease, work, log }: Leading, stopping: AbortSignal): Promise<void> {
  log.info(lease, 'this process leads a loop');
  try {
    await work(AbortSignal.any([stopping, client.ended]), lease);
  } catch (error) {
    if (error instanceof LeaseLost) log.warn(lease, 'another process leads a loop');
    else if (!stopping.aborted && !client.ended.aborted) log.error({ err: error, name: lease.name }, 'a loop failed');
  }
  if (!client.ended.aborted) await releaseLease(client, lease.name);
}

/** All leases of a process, on one connection: it is open while there is something to lead, and its loss loses all of them. */
export function createLeases({ connection, log, askAgainMs = ASK_AGAIN_MS, silentMs = SILENT_MS }: LeaseOptions) {
  const shared = createLeaseClient(connection);
  let candidates = 0;
  /** A session that has a lock would be given it again. */
  const held = new Set<string>();

  /** Asks for the lock once; returns how long to wait before the next time. */
  async function ask(
    { name, work, endIfSilent }: { name: string; work: Work; endIfSilent: (client: SharedClient) => Promise<boolean> },
    stopping: AbortSignal,
  ): Promise<number> {
    const client = await shared.get();
    if (held.has(name)) return askAgainMs;
    held.add(name);
    try {
      const lease = await takeLease(client, name);
      if (lease === undefined) return (await endIfSilent(client)) ? askAgainMs / 20 : askAgainMs;
      await workUnder({ client, lease, work, log }, stopping);
      return askAgainMs;
    } finally {
      held.delete(name);
    }
  }

  async function keepAsking(name: string, work: Work, stopping: AbortSignal): Promise<void> {
    const endIfSilent = createSilenceWatch({ log, silentMs }, name);
    let isFailing = false;
    while (!stopping.aborted) {
      let pauseMs = askAgainMs;
      try {
        pauseMs = await ask({ name, work, endIfSilent }, stopping);
        isFailing = false;
      } catch (error) {
        // Once, not each second for as long as the store is away.
        if (!isFailing && !stopping.aborted) log.warn({ err: error, name }, 'the lock of a loop cannot be had');
        isFailing = true;
      }
      await sleep(pauseMs, undefined, { signal: stopping, ref: false }).catch(() => undefined);
    }
  }

  return {
    /** Does the work in one process at a time, again and again until stopped; see `Db.lead`. */
    lead(name: string, work: Work): () => Promise<void> {
      const stopping = new AbortController();
      candidates += 1;
      const done = keepAsking(name, work, stopping.signal).then(() => {
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
