import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import type { Log } from '#log.ts';
import { clientConfig, type Connection } from './connection.ts';
import { endConnections, selectSilentHolder, type SilentHolder } from './holder.ts';
import { untilLost } from './listen.ts';
import type { Tx } from './session.ts';
import { wireTypes } from './statements.ts';

/** How long a process that is not first waits before it asks again. */
const ASK_AGAIN_MS = 1_000;
/** How often the one that leads shows the store that it lives. */
const ALIVE_EVERY_MS = 1_000;
/** Silent for longer than this, and still a moment later, it is taken for dead. */
const SILENT_MS = 5_000;
/** Shorter than that: an owner cut off from the store gives up before another is let in. */
const ANSWER_TIMEOUT_MS = 3_500;
/** For writes under the epoch before. */
const LOCK_TIMEOUT_MS = 2_000;
const RELEASE_TIMEOUT_MS = 1_000;

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

type Leading = {
  readonly connection: Connection;
  readonly log: Log;
  readonly name: string;
  readonly work: (signal: AbortSignal, lease: Lease) => Promise<void>;
  readonly askAgainMs?: number;
  readonly silentMs?: number;
};

const lockName = (name: string): string => `karat/lead/${name}`;

async function openClient(connection: Connection): Promise<Client> {
  const client = new Client({
    ...clientConfig(connection),
    types: wireTypes,
    query_timeout: ANSWER_TIMEOUT_MS,
    lock_timeout: LOCK_TIMEOUT_MS,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
  } catch (error) {
    await letGo(client);
    throw error;
  }
  return client;
}

/** Ends the connection, and with it the lock. A store that is cut off says no goodbye, and is not waited for. */
async function letGo(client: Client): Promise<void> {
  const ended = client.end().catch(() => undefined);
  await Promise.race([ended, sleep(RELEASE_TIMEOUT_MS, undefined, { ref: false })]);
}

/** The lock is held for as long as the connection lives; undefined while another has it. */
async function takeLease(client: Client, name: string): Promise<Lease | undefined> {
  const { rows: asked } = await client.query<{ isTaken: boolean }>(
    'select pg_try_advisory_lock(hashtextextended($1, 0)) as "isTaken"',
    [lockName(name)],
  );
  if (asked[0]?.isTaken !== true) return undefined;
  const { rows } = await client.query<Lease>(
    `insert into leases (name, epoch) values ($1, 1)
     on conflict (name) do update set epoch = leases.epoch + 1, taken_at = now()
     returning name, epoch`,
    [name],
  );
  return rows[0];
}

/** Works while the lock is held, and ends both. */
async function workUnder(client: Client, lease: Lease, leading: Leading, stopping: AbortSignal): Promise<void> {
  const { log, work } = leading;
  const lost = new AbortController();
  const gone = untilLost(client, { askEveryMs: ALIVE_EVERY_MS }).then(() => lost.abort());
  log.info(lease, 'this process leads a loop');
  try {
    await work(AbortSignal.any([stopping, lost.signal]), lease);
  } catch (error) {
    if (error instanceof LeaseLost) log.warn(lease, 'another process leads a loop');
    else if (!stopping.aborted && !lost.signal.aborted) log.error({ err: error, name: lease.name }, 'a loop failed');
  }
  await Promise.race([gone, letGo(client)]);
}

/** Asks for the lock on one connection, kept as long as it lives; what it comes to is awaited. */
function createCandidate(leading: Leading, stopping: AbortSignal) {
  const { connection, log, name, askAgainMs = ASK_AGAIN_MS, silentMs = SILENT_MS } = leading;
  let client: Client | undefined;
  let silent: SilentHolder | undefined;

  /** Seen twice: where all were asleep together, the owner speaks before that. */
  async function endIfSilent(asking: Client): Promise<boolean> {
    const before = silent;
    silent = await selectSilentHolder(asking, { name: lockName(name), silentMs });
    if (silent === undefined || silent.processName !== before?.processName) return false;
    if (silent.silentSince !== before.silentSince) return false;
    log.warn({ name, ...silent }, 'a process that leads is silent: its connections are ended');
    try {
      await endConnections(asking, silent.processName);
      return true;
    } catch (error) {
      log.warn({ err: error, name }, 'the connections of a silent process cannot be ended');
      return false;
    } finally {
      silent = undefined;
    }
  }

  /** Returns how long to wait before the next time. */
  async function ask(): Promise<number> {
    client ??= await openClient(connection);
    const lease = await takeLease(client, name);
    if (lease === undefined) return (await endIfSilent(client)) ? askAgainMs / 20 : askAgainMs;
    const held = client;
    client = undefined;
    silent = undefined;
    await workUnder(held, lease, leading, stopping);
    return askAgainMs;
  }

  async function end(): Promise<void> {
    if (client !== undefined) await letGo(client);
    client = undefined;
  }

  return { ask, end };
}

/** Does the work once, as the one that leads, and answers what came of it; undefined where another leads. */
export async function leadOnce<Result extends object>(
  { connection, name }: Pick<Leading, 'connection' | 'name'>,
  work: (lease: Lease) => Promise<Result>,
): Promise<Result | undefined> {
  const client = await openClient(connection);
  try {
    const lease = await takeLease(client, name);
    if (lease === undefined) return undefined;
    // Whoever waits for the lock would take a silent holder for dead.
    void untilLost(client, { askEveryMs: ALIVE_EVERY_MS });
    return await work(lease);
  } finally {
    await letGo(client);
  }
}

/** Does the work in one process at a time, again and again until stopped; see `Db.lead`. */
export function lead(leading: Leading): () => Promise<void> {
  const { log, name, askAgainMs = ASK_AGAIN_MS } = leading;
  const stopping = new AbortController();
  const candidate = createCandidate(leading, stopping.signal);

  async function keepAsking(): Promise<void> {
    let isFailing = false;
    while (!stopping.signal.aborted) {
      let pauseMs = askAgainMs;
      try {
        pauseMs = await candidate.ask();
        isFailing = false;
      } catch (error) {
        // Once, not each second for as long as the store is away.
        if (!isFailing) log.warn({ err: error, name }, 'the lock of a loop cannot be had');
        isFailing = true;
        await candidate.end();
      }
      await sleep(pauseMs, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined);
    }
    await candidate.end();
  }

  const done = keepAsking();
  return async () => {
    stopping.abort();
    await done;
  };
}
