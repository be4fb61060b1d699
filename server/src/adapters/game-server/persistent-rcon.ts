import { connectRcon, type RconConnection, RconFailed, type RconOptions } from './rcon-client.ts';

/** A reused connection to a server. Commands run one after another; every failure is an `RconFailed`. */
export type Rcon = {
  exec(command: string): Promise<string>;
  close(): void;
};

export type PersistentRconOptions = RconOptions & {
  /** An idle connection is closed after this time. */
  readonly closeAfterIdleMs?: number;
  /** The pause after a refused password, because servers ban addresses that guess. */
  readonly retryRefusedAfterMs?: number;
};

/** Connects on demand and again after a failure, with at most one connection; further callers wait. */
export function openPersistentRcon(options: PersistentRconOptions): Rcon {
  const { timeoutMs, closeAfterIdleMs: keepMs = 60_000, retryRefusedAfterMs: refusedMs = 30_000 } = options;
  let connection: RconConnection | undefined;
  let queue: Promise<unknown> = Promise.resolve();
  let refusedUntilMs = -Infinity;
  let idleTimer: NodeJS.Timeout | undefined;
  let isClosed = false;

  async function connect(): Promise<RconConnection> {
    if (connection?.isOpen()) return connection;
    if (performance.now() < refusedUntilMs) throw new RconFailed('refused_password');
    connection = await connectRcon(options);
    if (isClosed) connection.close();
    return connection;
  }

  async function run(command: string, queuedAtMs: number): Promise<string> {
    if (isClosed) throw new RconFailed('closed');
    // If a server hangs, queued callers do not wait for the timeouts of all callers before them.
    if (performance.now() - queuedAtMs > timeoutMs) throw new RconFailed('timeout');
    clearTimeout(idleTimer);
    try {
      const opened = await connect();
      return await opened.exec(command);
    } catch (error) {
      if (error instanceof RconFailed && error.reason === 'refused_password' && performance.now() >= refusedUntilMs) {
        refusedUntilMs = performance.now() + refusedMs;
      }
      throw error;
    } finally {
      idleTimer = setTimeout(() => connection?.close(), keepMs).unref();
    }
  }

  return {
    exec(command) {
      const queuedAtMs = performance.now();
      const answer = queue.then(() => run(command, queuedAtMs));
      queue = answer.catch(() => undefined);
      return answer;
    },
    close() {
      isClosed = true;
      clearTimeout(idleTimer);
      connection?.close();
    },
  };
}
