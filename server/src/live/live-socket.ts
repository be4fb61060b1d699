import type { Language } from '@karat/contract/language';
import type { FromServer, FromServerName } from '@karat/contract/live';
import { Refusal } from '@karat/contract/refusal';
import type { Caller } from '#deps.ts';
import type { Log } from '#log.ts';
import type { DisconnectReason } from './disconnects.ts';
import type { Topics } from './topics.ts';

/** One open tab, as features see it. */
export type LiveSocket = {
  readonly id: string;
  /** The caller at connect time. Handlers get the current caller from `signedIn` instead. */
  readonly caller: Caller | undefined;
  findCaller(): Promise<Caller | undefined>;
  language(): Language;
  /** Takes effect immediately, for events of all processes. */
  setLanguage(language: Language): void;
  /** Undefined if the client never named any: it gets all. */
  topics(): Topics | undefined;
  setTopics(topics: Topics): void;
  /** Sends also what is no topic of this socket. */
  emit<Name extends FromServerName>(name: Name, payload: FromServer[Name]): void;
  /** What is sent in this turn of the event loop leaves in one write. */
  writeTogether(): void;
  /** Tasks of one socket run one after another, so that "join, leave" never ends as "leave, join". */
  run(task: () => Promise<void>): void;
  waitingCount(): number;
  /** Subscribes to the events of a room, until `leaveRoom`. */
  watchRoom(roomId: number): void;
  leaveRoom(roomId: number): void;
  /** Disconnects with a message, so that the browser does not reconnect by itself. */
  disconnect(reason: DisconnectReason): void;
  /** Closes the connection, so that the browser connects again with its current rights. */
  reconnect(): void;
};

/** The part of a Socket.IO socket that a live socket needs. */
export type SocketTransport = Pick<
  LiveSocket,
  | 'id'
  | 'caller'
  | 'findCaller'
  | 'language'
  | 'setLanguage'
  | 'topics'
  | 'setTopics'
  | 'emit'
  | 'writeTogether'
  | 'disconnect'
  | 'reconnect'
  | 'watchRoom'
  | 'leaveRoom'
> & {
  isOpen(): boolean;
};

function refuse(socket: LiveSocket, { code, message }: Refusal): void {
  socket.emit('ERROR', { message, code });
  // The session expired while the tab was open, so this socket must not continue as a player's.
  if (code === 'unauthenticated' && socket.caller !== undefined) socket.disconnect('session');
}

/** `running` holds unfinished tasks, so that a shutdown can wait for them. */
export function createLiveSocket(
  transport: SocketTransport,
  { log, running }: { log: Log; running: Set<Promise<void>> },
): LiveSocket {
  let waiting = 0;
  let last = Promise.resolve();

  async function attempt(task: () => Promise<void>, before: Promise<void>): Promise<void> {
    await before;
    try {
      if (transport.isOpen()) await task();
    } catch (error) {
      if (error instanceof Refusal) return refuse(socket, error);
      log.error({ err: error }, 'Live event failed');
      socket.emit('ERROR', { message: 'Something went wrong.', code: 'internal' });
    } finally {
      waiting -= 1;
    }
  }

  const socket: LiveSocket = {
    ...transport,
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
