import { setTimeout as sleep } from 'node:timers/promises';
import type { Location } from '@karat/rules/rooms';
import { listenRcon, type RconServer } from '../rcon-server.ts';
import { runConsole } from './commands.ts';
import { createServerState } from './server-state.ts';

/** Lets the response to the command that takes the server offline be sent. */
const RESPONSE_MS = 20;
const RETRY_MS = 200;

type ServerOptions = {
  readonly location: Location;
  /** 0 for any free port. */
  readonly port: number;
  readonly rconPassword: string;
  readonly roundsPerSecond: number;
};

export type SimulatedServer = { readonly port: number; close(): Promise<void> };

/** A simulated game server: a console over real RCON, and matches that play themselves. */
export async function openGameServer({ rconPassword, ...options }: ServerOptions): Promise<SimulatedServer> {
  const closing = new AbortController();
  let rcon: RconServer | undefined;
  let changing: Promise<void> = Promise.resolve();
  let port = options.port;

  async function listen(): Promise<void> {
    const reply = (command: string): Promise<string> => runConsole(serverState, command);
    rcon = await listenRcon({ password: rconPassword, port, dialect: serverState.dialect, reply });
    port = rcon.port;
  }

  /** Retries, because another program may have taken the port: an error here would end the matches of all servers of the process. */
  async function listenAgain(): Promise<void> {
    while (!closing.signal.aborted) {
      try {
        return await listen();
      } catch {
        await sleep(RETRY_MS, undefined, { signal: closing.signal }).catch(() => undefined);
      }
    }
  }

  /** Stops listening for a while, then listens again on the same port. */
  function goOffline(forMs: number): void {
    changing = changing.then(async () => {
      await sleep(RESPONSE_MS);
      await rcon?.close();
      await sleep(forMs, undefined, { signal: closing.signal }).catch(() => undefined);
      await listenAgain();
    });
  }

  const serverState = createServerState({ ...options, port: () => port, goOffline });
  await listen();
  return {
    port,
    async close() {
      closing.abort();
      serverState.reset();
      await changing;
      await rcon?.close();
    },
  };
}
