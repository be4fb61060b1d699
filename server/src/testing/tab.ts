import type { FromServer, FromServerName } from '@karat/contract/live';
import { io } from 'socket.io-client';

type Options = {
  token?: string | undefined;
  language?: string | undefined;
  topics?: readonly string[];
  headers?: Record<string, string>;
  query?: Record<string, string>;
};
type ReceivedEvent = { name: string; payload: unknown };

/** The host that `inject` uses, so that events and injected calls contain URLs of the same origin. */
const INJECTED_HOST = 'localhost:80';

/** The Socket.IO client of a browser tab. Keeps received events until the test takes them. */
export function openTab(port: number, { token, language, topics, headers = {}, query = {} }: Options = {}) {
  const socket = io(`http://127.0.0.1:${port}`, {
    transports: ['websocket'],
    forceNew: true,
    reconnection: false,
    query,
    extraHeaders: 'origin' in headers ? headers : { host: INJECTED_HOST, ...headers },
    auth: {
      ...(token !== undefined && { token }),
      ...(language !== undefined && { language }),
      ...(topics !== undefined && { topics }),
    },
  });
  const received: ReceivedEvent[] = [];
  const waiting = new Set<() => void>();

  socket.onAny((name: string, payload: unknown) => {
    received.push({ name, payload });
    for (const check of waiting) check();
  });

  return {
    socket,
    emit: (name: string, ...payload: unknown[]) => void socket.emit(name, ...payload),

    /** Takes the first received event that matches, or waits for one. */
    next<Name extends FromServerName>(
      name: Name,
      fits: (payload: FromServer[Name]) => boolean = () => true,
    ): Promise<FromServer[Name]> {
      return new Promise((resolve) => {
        function check(): void {
          const at = received.findIndex((each) => each.name === name && fits(each.payload as FromServer[Name]));
          if (at < 0) return;
          waiting.delete(check);
          resolve(received.splice(at, 1)[0]!.payload as FromServer[Name]);
        }
        waiting.add(check);
        check();
      });
    },
    /** Discards the events received so far. */
    clear: () => void received.splice(0),
    receivedCount: (name: FromServerName) => received.filter((each) => each.name === name).length,

    connected: () =>
      new Promise<void>((resolve, reject) => {
        if (socket.connected) resolve();
        socket.once('connect', resolve);
        socket.once('connect_error', reject);
      }),
    refused: () => new Promise<Error>((resolve) => void socket.once('connect_error', resolve)),
    /** Resolves to the reason: 'io server disconnect' if the server closed the connection on purpose. */
    disconnected: () => new Promise<string>((resolve) => void socket.once('disconnect', resolve)),
    close: () => void socket.disconnect(),
  };
}

export type Tab = ReturnType<typeof openTab>;
