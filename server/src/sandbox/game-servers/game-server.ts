import { setTimeout as sleep } from 'node:timers/promises';
import type { Location } from '@karat/rules/rooms';
import { listenRcon, type RconServer } from '../rcon-server.ts';
import { runConsole } from './commands.ts';
import { createMachine } from './machine.ts';

/** Until the answer to what made a server go away has left. */
const ANSWER_MS = 20;

type ServerOptions = {
  readonly location: Location;
  /** 0: any free one. */
  readonly port: number;
  readonly rconPassword: string;
  readonly roundsPerSecond: number;
};

export type SimulatedServer = { readonly port: number; close(): Promise<void> };

/** One game server of the sandbox: a console behind real RCON, and a match that plays itself. */
export async function openGameServer({ rconPassword, ...options }: ServerOptions): Promise<SimulatedServer> {
  const closing = new AbortController();
  let line: RconServer | undefined;
  let changing: Promise<void> = Promise.resolve();
  let port = options.port;

  async function listen(): Promise<void> {
    const reply = (command: string): Promise<string> => runConsole(machine, command);
    line = await listenRcon({ password: rconPassword, port, dialect: machine.dialect, reply });
    port = line.port;
  }

  /** Back at the same place, afterwards. */
  function goAway(forMs: number): void {
    changing = changing.then(async () => {
      await sleep(ANSWER_MS);
      await line?.close();
      await sleep(forMs, undefined, { signal: closing.signal }).catch(() => undefined);
      if (!closing.signal.aborted) await listen();
    });
  }

  const machine = createMachine({ ...options, port: () => port, goAway });
  await listen();
  return {
    port,
    async close() {
      closing.abort();
      machine.reset();
      await changing;
      await line?.close();
    },
  };
}
