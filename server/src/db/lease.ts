import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '#log.ts';
import type { Connection } from './connection.ts';
import { countHolders, endConnections, selectSilentHolders, type SilentHolder } from './lock-holder.ts';
import { createRepeated } from './repeated.ts';
import type { Tx } from './session.ts';
import { openSharedClient, type SharedClient } from './shared-client.ts';

/** How long a process waits before it asks again for the leases that others have; with many processes longer. */
const RETRY_MS = 1_000;
/**
 * Each process waits half of `RETRY_MS` for every process, and at most this many times `RETRY_MS`. So up to ten processes together
 * ask about twice in `RETRY_MS`, and find a free lease as soon as one process that asks as often.
 */
const PAUSE_FACTOR_MAX = 5;
/** Processes that started together do not ask together. */
const JITTER = 0.25;
/** A process takes a few leases at a time and then lets others ask, so that they spread over processes that start together. */
const TAKEN_AT_ONCE_MAX = 3;
const TAKE_MORE_MS = 50;
/** A process with more leases asks later for the next, and gives one up while it has more than its share. */
const HELD_DELAY_MS = 50;
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
  /** Listens to `LEASES_CHANNEL`; resolves to a stop function. */
  readonly onPublished?: (listener: () => void) => Promise<() => Promise<void>>;
  readonly retryMs?: number;
  readonly silentMs?: number;
};

type Work = (signal: AbortSignal, lease: Lease) => Promise<void>;

/** A process publishes here when it releases a lease or begins to want some, so that others need not ask for it. */
export const LEASES_CHANNEL = 'leases';

/** Every process that wants leases holds this lock together with the others, so that they can count each other. */
const CANDIDATES_LOCK = 'karat/candidates';
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
    .query<{ isUnlocked: boolean }>(
      'select pg_advisory_unlock(hashtextextended($1, 0)) as "isUnlocked", pg_notify($2, $3)',
      [lockName(name), LEASES_CHANNEL, name],
    )
    .then(
      ([row]) => row?.isUnlocked === true,
      () => false,
    );
  const isDone = await Promise.race([unlocked, sleep(RELEASE_TIMEOUT_MS, false, { ref: false })]);
  if (!isDone) await client.close();
}

/** Takes locks until they are released or the connection ends: of those that no other process has, at most `max`. */
async function takeLeases(client: SharedClient, names: readonly string[], max: number): Promise<Lease[]> {
  const locked = await client.query<{ name: string }>(
    `select name from unnest($1::text[], $2::text[]) as wanted (name, lock)
     where pg_try_advisory_lock(hashtextextended(lock, 0)) limit $3`,
    [names, names.map(lockName), max],
  );
  if (locked.length === 0) return [];
  const lockedNames = locked.map(({ name }) => name);
  try {
    return await client.query<Lease>(
      `insert into leases (name, epoch) select name, 1 from unnest($1::text[]) as name
       on conflict (name) do update set epoch = leases.epoch + 1, taken_at = now()
       returning name, epoch`,
      [lockedNames],
    );
  } catch (error) {
    for (const name of lockedNames) await releaseLease(client, name);
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
    const [lease] = await takeLeases(client, [name], 1);
    return lease === undefined ? undefined : await work(lease);
  } finally {
    await client.close();
  }
}

/** Detects frozen processes that hold locks, and ends their connections. */
function createSilenceDetector({ log, silentMs }: { readonly log: Log; readonly silentMs: number }) {
  let sightings: readonly SilentHolder[] = [];

  async function end(client: SharedClient, holder: SilentHolder): Promise<boolean> {
    log.warn(holder, 'Leader is silent; ending its connections');
    try {
      await endConnections(client, holder.processName);
      return true;
    } catch (error) {
      log.warn({ err: error, ...holder }, 'Ending the connections of a silent leader failed');
      return false;
    }
  }

  /**
   * Requires two sightings: if all processes were suspended together, the leader sends a heartbeat in between. Tells whether there
   * was one, and whether its connections were ended.
   */
  return async function endSilent(
    client: SharedClient,
    names: readonly string[],
  ): Promise<'none' | 'suspected' | 'ended'> {
    const before = sightings;
    const isSame = (one: SilentHolder) => (other: SilentHolder) =>
      one.processName === other.processName && one.silentSince === other.silentSince;
    sightings = await selectSilentHolders(client, { names: names.map(lockName), silentMs });
    const silent = sightings.filter((holder) => before.some(isSame(holder)));
    const ended = await Promise.all(silent.map((holder) => end(client, holder)));
    if (silent.length > 0) sightings = [];
    if (ended.includes(true)) return 'ended';
    return sightings.length > 0 ? 'suspected' : 'none';
  };
}

/** The connection of all leases: opened on demand, and again after it was lost. */
function createLeaseClient(connection: Connection) {
  let opening: Promise<SharedClient> | undefined;

  async function open(): Promise<SharedClient> {
    const client = await openLeaseClient(connection);
    await client.query('select pg_advisory_lock_shared(hashtextextended($1, 0)), pg_notify($2, $3)', [
      CANDIDATES_LOCK,
      LEASES_CHANNEL,
      '',
    ]);
    return client;
  }

  async function get(): Promise<SharedClient> {
    const requested = (opening ??= open());
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

/** Work that waits for its lease or has it. */
type Candidate = {
  readonly name: string;
  readonly work: Work;
  readonly stopping: AbortController;
  /** While it has the lease. */
  leading: Promise<void> | undefined;
  /** Ends the work, so that another process can have the lease. */
  handOver: AbortController;
  /** Work that failed waits before it starts again. */
  restsUntilMs: number;
};

type Leading = { readonly client: SharedClient; readonly lease: Lease; readonly log: Log };

/** Runs the work while the lock is held, then releases it. */
async function runAsLeader({ work, stopping, handOver }: Candidate, { client, lease, log }: Leading): Promise<void> {
  const ending = AbortSignal.any([stopping.signal, handOver.signal, client.ended]);
  log.info(lease, 'Lease taken');
  try {
    await work(ending, lease);
  } catch (error) {
    if (error instanceof LeaseLost) log.warn(lease, 'Lease lost to another process');
    else if (!ending.aborted) log.error({ err: error, name: lease.name }, 'Loop failed');
  }
  if (!client.ended.aborted) await releaseLease(client, lease.name);
}

/** The candidates of a process. At most one of each name leads: PostgreSQL would grant a lock to the same session twice. */
function createCandidates() {
  const all = new Set<Candidate>();

  /** The first that may lead, by name. */
  function waiting(): Map<string, Candidate> {
    const ledNames = new Set([...all].filter(({ leading }) => leading !== undefined).map(({ name }) => name));
    const byName = new Map<string, Candidate>();
    for (const candidate of all) {
      const { name, stopping, restsUntilMs } = candidate;
      if (ledNames.has(name) || byName.has(name) || stopping.signal.aborted) continue;
      if (performance.now() >= restsUntilMs) byName.set(name, candidate);
    }
    return byName;
  }

  const led = (): Candidate[] => [...all].filter(({ leading }) => leading !== undefined);

  return {
    all,
    waiting,
    ledCount: () => led().length,
    /** Gives up one lease if this process has more than its share of them. The oldest: a new one may be wanted by no other process. */
    shareWith(processes: number): void {
      const ledNow = led();
      const share = Math.ceil(new Set([...all].map(({ name }) => name)).size / processes);
      if (ledNow.length > share) ledNow[0]!.handOver.abort();
    },
  };
}

/** How long to wait before the next question, with this many processes. */
export function pauseMsOf(retryMs: number, processes: number, random = Math.random()): number {
  const factor = Math.min(Math.max(processes / 2, 1), PAUSE_FACTOR_MAX);
  return retryMs * factor * (1 - JITTER + 2 * JITTER * random);
}

/** All leases of a process, on one connection. It is open while there are candidates, and losing it loses all leases. */
export function createLeases(options: LeaseOptions) {
  const { connection, log, onPublished, retryMs = RETRY_MS, silentMs = SILENT_MS } = options;
  const shared = createLeaseClient(connection);
  const candidates = createCandidates();
  const endSilent = createSilenceDetector({ log, silentMs });
  /** Whether another process has released a lease or wants some. */
  let hasNews = false;
  let listening: Promise<() => Promise<void>> | undefined;
  const heldDelayMs = (): number => Math.min(HELD_DELAY_MS * candidates.ledCount(), retryMs);

  function start(candidate: Candidate, leading: Leading): void {
    candidate.handOver = new AbortController();
    // The oldest lease first.
    candidates.all.delete(candidate);
    candidates.all.add(candidate);
    candidate.leading = runAsLeader(candidate, leading).finally(() => {
      candidate.leading = undefined;
      candidate.restsUntilMs = performance.now() + retryMs;
    });
  }

  /** Asks once for all leases that this process waits for; returns how long to wait before the next time. */
  async function ask(): Promise<number> {
    if (candidates.waiting().size === 0 && !hasNews) return retryMs;
    hasNews = false;
    const client = await shared.get();
    const processes = await countHolders(client, CANDIDATES_LOCK);
    candidates.shareWith(processes);
    const waiting = candidates.waiting();
    const leases = await takeLeases(client, [...waiting.keys()], TAKEN_AT_ONCE_MAX);
    for (const lease of leases) {
      const candidate = waiting.get(lease.name)!;
      if (candidate.stopping.signal.aborted) await releaseLease(client, lease.name);
      else start(candidate, { client, lease, log });
    }
    if (leases.length === TAKEN_AT_ONCE_MAX) return Math.min(TAKE_MORE_MS, retryMs);
    const missing = [...candidates.waiting().keys()];
    const silence = missing.length === 0 ? 'none' : await endSilent(client, missing);
    if (silence === 'ended') return retryMs / 20;
    return silence === 'suspected' ? retryMs : pauseMsOf(retryMs, processes) + heldDelayMs();
  }

  const asking = createRepeated({
    work: ask,
    isNeeded: () => candidates.all.size > 0,
    retryMs,
    onFailure: (error) => candidates.waiting().size > 0 && log.warn({ err: error }, 'Lease request failed'),
    async onEnd() {
      const stopListening = await listening;
      await Promise.all([shared.close(), stopListening?.()]);
    },
  });

  function onNews(): void {
    hasNews = true;
    asking.wakeIn(heldDelayMs());
  }

  async function stop(candidate: Candidate): Promise<void> {
    candidate.stopping.abort();
    await candidate.leading;
    candidates.all.delete(candidate);
    if (candidates.all.size === 0) await asking.ended();
  }

  return {
    /** Runs the work in one process at a time, repeatedly until stopped; see `Db.lead`. */
    lead(name: string, work: Work): () => Promise<void> {
      const [stopping, handOver] = [new AbortController(), new AbortController()];
      const candidate: Candidate = { name, work, stopping, handOver, leading: undefined, restsUntilMs: 0 };
      candidates.all.add(candidate);
      if (asking.start()) listening = onPublished?.(onNews);
      return () => stop(candidate);
    },
  };
}
