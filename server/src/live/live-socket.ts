import type { FromServer, FromServerName } from '@karat/contract/live';
import { Refusal } from '@karat/contract/refusal';
import type { Caller } from '#deps.ts';
import type { Log } from '#log.ts';
import type { CutReason } from './cuts.ts';

/** One open tab, as features see it. */
export type LiveSocket = {
  readonly id: string;
  /** Who connected. A handler does not look here but gets the caller of this moment from `signedIn`. */
  readonly caller: Caller | undefined;
  /** What is done with each event, by name: filled by `hear`. */
  readonly hearings: Map<string, (sent: unknown) => Promise<void>>;
  findCaller(): Promise<Caller | undefined>;
  send<Name extends FromServerName>(name: Name, sent: FromServer[Name]): void;
  /** Tasks of one socket run one after another, so that "join, leave" never ends as "leave, join". */
  run(task: () => Promise<void>): void;
  waitingCount(): number;
  /** From now on, until it leaves, the tab hears what is told of this room. */
  watchRoom(roomId: number): void;
  leaveRoom(roomId: number): void;
  /** Ends the connection on purpose: the browser does not come back by itself. */
  cut(why: CutReason): void;
};

/** What a socket needs of the wire under it. */
export type Wire = Pick<LiveSocket, 'id' | 'caller' | 'findCaller' | 'send' | 'cut' | 'watchRoom' | 'leaveRoom'> & {
  isOpen(): boolean;
};

function refuse(socket: LiveSocket, { code, message }: Refusal): void {
  socket.send('ERROR', { message, code });
  // The session ran out while the tab was open: this socket must not go on as a player's.
  if (code === 'unauthenticated' && socket.caller !== undefined) socket.cut('session');
}

/** `running` holds what is being done, so that a stop can wait for it. */
export function createLiveSocket(wire: Wire, { log, running }: { log: Log; running: Set<Promise<void>> }): LiveSocket {
  let waiting = 0;
  let last = Promise.resolve();

  async function attempt(task: () => Promise<void>, before: Promise<void>): Promise<void> {
    await before;
    try {
      if (wire.isOpen()) await task();
    } catch (error) {
      if (error instanceof Refusal) return refuse(socket, error);
      log.error({ err: error }, 'a live event failed');
      socket.send('ERROR', { message: 'Something went wrong.', code: 'internal' });
    } finally {
      waiting -= 1;
    }
  }

  const socket: LiveSocket = {
    ...wire,
    hearings: new Map(),
    run(task) {
      waiting += 1;
      last = attempt(task, last);
      running.add(last);
      void last.finally(running.delete.bind(running, last));
    },
    waitingCount: () => waiting,
  };
  return socket;
}
