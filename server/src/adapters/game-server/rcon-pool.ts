import { connectRcon, type RconConnection, RconFailed, type RconOptions } from './rcon-client.ts';

/** A kept connection of a server. Commands are sent one after another; every failure is an `RconFailed`. */
export type Rcon = {
  exec(command: string): Promise<string>;
  close(): void;
};

export type KeptRconOptions = RconOptions & {
  /** A connection that nobody has used for so long is closed. */
  readonly keepMs?: number;
  /** After a refused password no other try for so long: servers ban addresses that guess. */
  readonly refusedMs?: number;
};

/** Connects when a command comes and again after a failure: by one connection at most, whoever asks meanwhile waits. */
export function keepRcon(options: KeptRconOptions): Rcon {
  const { timeoutMs, keepMs = 60_000, refusedMs = 30_000 } = options;
  let connection: RconConnection | undefined;
  let queue: Promise<unknown> = Promise.resolve();
  let refusedUntilMs = -Infinity;
  let keeper: NodeJS.Timeout | undefined;
  let isClosed = false;

  async function connect(): Promise<RconConnection> {
    if (connection?.isOpen()) return connection;
    if (performance.now() < refusedUntilMs) throw new RconFailed('refused_password');
    connection = await connectRcon(options);
    if (isClosed) connection.close();
    return connection;
  }

  async function run(command: string, askedAtMs: number): Promise<string> {
    if (isClosed) throw new RconFailed('closed');
    // Behind a server that hangs nobody waits for everybody else's time-out.
    if (performance.now() - askedAtMs > timeoutMs) throw new RconFailed('timeout');
    clearTimeout(keeper);
    try {
      const line = await connect();
      return await line.exec(command);
    } catch (error) {
      if (error instanceof RconFailed && error.reason === 'refused_password' && performance.now() >= refusedUntilMs) {
        refusedUntilMs = performance.now() + refusedMs;
      }
      throw error;
    } finally {
      keeper = setTimeout(() => connection?.close(), keepMs).unref();
    }
  }

  return {
    exec(command) {
      const askedAtMs = performance.now();
      const turn = queue.then(() => run(command, askedAtMs));
      queue = turn.catch(() => undefined);
      return turn;
    },
    close() {
      isClosed = true;
      clearTimeout(keeper);
      connection?.close();
    },
  };
}
