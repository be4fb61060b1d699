import { type Language, languageOf } from '@karat/contract/language';
import { LIVE_PATH } from '@karat/contract/live-settings';
import type { IncomingMessage, Server as HttpServer } from 'node:http';
import type { Socket as TcpSocket } from 'node:net';
import { type DefaultEventsMap, Server, type Socket } from 'socket.io';
import type { Caller, Deps } from '#deps.ts';
import { callerAt } from '#http/callers.ts';
import { clientIpOf } from '#http/origin.ts';
import { createTokenBucket, type Rate } from '#http/rate-limit.ts';
import { createAdmission } from './admission.ts';
import { createConnectionGuard, tokenOfHandshake } from './handshake.ts';
import { forceCloseLater } from './force-close.ts';
import { type Topics, topicsOfHandshake } from './topics.ts';
import { writeTogether } from './write-together.ts';

const FRAME_BYTES_MAX = 16 * 1024;
/** Includes the wait for admission when very many clients connect at once. */
const CONNECT_TIMEOUT_MS = 60_000;
/** Counts every frame: heartbeats, acknowledgements and namespaces pass no other limit. */
const FRAME_RATE: Rate = { burst: 100, perSecond: 50 };
/** How long a client may take to close before its TCP connection is destroyed. */
const CLOSE_TIMEOUT_MS = 500;

/** Set during the handshake. A client with an invalid token is a visitor. */
type SocketData = {
  readonly token?: string;
  readonly caller?: Caller;
  readonly address: string;
  readonly language: Language;
  /** Undefined if the client names none: it gets all. */
  readonly topics?: Topics;
};
export type Io = Server<DefaultEventsMap, DefaultEventsMap, DefaultEventsMap, SocketData>;
export type RawSocket = Socket<DefaultEventsMap, DefaultEventsMap, DefaultEventsMap, SocketData>;
type Connection = RawSocket['conn'];
type ConnectionDeps = Pick<Deps, 'env' | 'log' | 'sessions'>;

function createIo(isAllowed: (request: IncomingMessage) => boolean): Io {
  return new Server({
    path: LIVE_PATH,
    transports: ['websocket'],
    allowUpgrades: false,
    serveClient: false,
    perMessageDeflate: false,
    maxHttpBufferSize: FRAME_BYTES_MAX,
    connectTimeout: CONNECT_TIMEOUT_MS,
    pingInterval: 25_000,
    pingTimeout: 20_000,
    // `cors.origin` does not apply to websockets, so a page of another site would connect with the player's cookie.
    allowRequest(request, decide) {
      const isAccepted = isAllowed(request);
      if (isAccepted) writeTogether(request.socket);
      decide(null, isAccepted);
    },
  });
}

// A request with the id of an open session would move that session to a new connection and skip the connection guard.
function refuseSessionMoves(request: IncomingMessage, _response: unknown, next: (error?: Error) => void): void {
  const isMove = new URL(request.url ?? '/', 'http://any').searchParams.has('sid');
  next(isMove ? new Error('Moving a session to another connection is not supported') : undefined);
}

/** Authenticates a socket. On an error it closes the connection, so that the browser tries again by itself. */
function createAuthenticator({ env, log, sessions }: ConnectionDeps) {
  return async function authenticate(raw: RawSocket, next: () => void): Promise<void> {
    const { auth } = raw.handshake;
    const topics = topicsOfHandshake(auth);
    const address = clientIpOf(raw.conn.request, env);
    raw.data = { language: languageOf(auth['language']), address, ...(topics !== undefined && { topics }) };
    try {
      const token = tokenOfHandshake(raw.handshake, env);
      const caller = callerAt(token === undefined ? undefined : await sessions.find(token), address, env);
      if (token !== undefined && caller !== undefined) raw.data = { ...raw.data, token, caller };
    } catch (error) {
      log.warn({ err: error }, 'Authentication of a live connection failed');
      raw.conn.close();
    }
    // Also after a close: Socket.IO discards the socket then.
    next();
  };
}

/** The request and its headers take kilobytes, and only the handshake needs them. */
function releaseHandshake(raw: RawSocket): void {
  Object.assign(raw.conn, { request: { socket: raw.conn.request.socket } });
  Object.assign(raw, { handshake: undefined });
}

/** Opens and closes the network connections of sockets, and limits their number and their incoming frames. */
export function createConnections(deps: ConnectionDeps, onOpen: (raw: RawSocket) => void) {
  const tcpSockets = new Set<TcpSocket>();
  const guard = createConnectionGuard(deps.env);
  const io = createIo((request) => !isClosing && guard.admits(request));
  const authenticate = createAuthenticator(deps);
  const admission = createAdmission();
  const connecting = new WeakSet<Connection>();
  let isClosing = false;

  // With `on`, because each listener that is added with `once` takes another half kilobyte.
  function track(connection: Connection): void {
    const tcpSocket = connection.request.socket;
    const takeFrame = createTokenBucket(FRAME_RATE);
    const uncount = guard.countConnection(connection.request);
    tcpSockets.add(tcpSocket);
    tcpSocket.on('close', () => tcpSockets.delete(tcpSocket));
    connection.on('close', () => {
      uncount();
      forceCloseLater(tcpSocket);
    });
    connection.on('packet', () => {
      if (!takeFrame()) tcpSocket.destroy();
    });
  }

  io.use((raw, next) => {
    // A second CONNECT before the first is answered would create a second socket on one connection and double every event.
    if (connecting.has(raw.conn)) raw.conn.close();
    connecting.add(raw.conn);
    admission.enter({
      isOpen: () => raw.conn.readyState === 'open',
      admit: () => void authenticate(raw, next),
    });
  });
  io.on('connection', (raw) => {
    // A client that leaves the namespace would keep the connection, and no timeout would apply to it.
    raw.on('disconnect', () => raw.conn.close());
    try {
      onOpen(raw);
    } catch (error) {
      deps.log.error({ err: error }, 'Setup of a live connection failed');
      raw.conn.close();
    }
    releaseHandshake(raw);
  });

  return {
    io,
    attach(server: HttpServer): void {
      io.attach(server);
      io.engine.use(refuseSessionMoves);
      io.engine.on('connection', track);
    },
    figures: () => ({
      connections: tcpSockets.size,
      waiting: admission.waitingCount(),
      refused: guard.refusedCount(),
    }),
    /** Closes all connections so that browsers reconnect, and destroys those that do not close in time. */
    async close(): Promise<void> {
      isClosing = true;
      admission.close();
      const closed = [...tcpSockets].map((tcpSocket) => new Promise((resolve) => tcpSocket.once('close', resolve)));
      if (closed.length > 0) io.engine.close();
      const timer = setTimeout(() => tcpSockets.forEach((tcpSocket) => tcpSocket.destroy()), CLOSE_TIMEOUT_MS);
      await Promise.all(closed);
      clearTimeout(timer);
    },
  };
}
