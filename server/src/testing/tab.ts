import type { FromServer, FromServerName } from '@karat/contract/live';
import { io } from 'socket.io-client';

type Options = { token?: string | undefined; headers?: Record<string, string>; query?: Record<string, string> };
type Heard = { name: string; sent: unknown };

/** The host that `inject` names: events and injected calls then carry addresses under one origin. */
const INJECTED_HOST = 'localhost:80';

/** A browser's end of the live channel that keeps what it hears until somebody asks for it. */
export function openTab(port: number, { token, headers = {}, query = {} }: Options = {}) {
  const socket = io(`http://127.0.0.1:${port}`, {
    transports: ['websocket'],
    forceNew: true,
    reconnection: false,
    query,
    extraHeaders: 'origin' in headers ? headers : { host: INJECTED_HOST, ...headers },
    ...(token === undefined ? {} : { auth: { token } }),
  });
  const heard: Heard[] = [];
  const waiting = new Set<() => void>();

  socket.onAny((name: string, sent: unknown) => {
    heard.push({ name, sent });
    for (const look of waiting) look();
  });

  return {
    socket,
    emit: (name: string, ...sent: unknown[]) => void socket.emit(name, ...sent),

    /** The first such event that nobody has asked for yet, waited for if need be. */
    next<Name extends FromServerName>(
      name: Name,
      fits: (sent: FromServer[Name]) => boolean = () => true,
    ): Promise<FromServer[Name]> {
      return new Promise((resolve) => {
        function look(): void {
          const at = heard.findIndex((each) => each.name === name && fits(each.sent as FromServer[Name]));
          if (at < 0) return;
          waiting.delete(look);
          resolve(heard.splice(at, 1)[0]!.sent as FromServer[Name]);
        }
        waiting.add(look);
        look();
      });
    },
    /** What has been heard so far is nobody's business any more. */
    forget: () => void heard.splice(0),
    heardCount: (name: FromServerName) => heard.filter((each) => each.name === name).length,

    connected: () =>
      new Promise<void>((resolve, reject) => {
        if (socket.connected) resolve();
        socket.once('connect', resolve);
        socket.once('connect_error', reject);
      }),
    refused: () => new Promise<Error>((resolve) => void socket.once('connect_error', resolve)),
    /** Why the line went down: 'io server disconnect' when the server ended it on purpose. */
    disconnected: () => new Promise<string>((resolve) => void socket.once('disconnect', resolve)),
    close: () => void socket.disconnect(),
  };
}

export type Tab = ReturnType<typeof openTab>;
