import { LIVE_PATH } from '@karat/contract/live-settings';
import type { IncomingMessage, Server as HttpServer } from 'node:http';
import type { Socket as Line } from 'node:net';
import { type DefaultEventsMap, Server, type Socket } from 'socket.io';
import type { Caller, Deps } from '#deps.ts';
import type { Rate } from '#http/rate-limit.ts';
import { createDoor, tokenOfHandshake } from './handshake.ts';
import { hangUp } from './hang-up.ts';

const FRAME_BYTES_MAX = 16 * 1024;
const CONNECT_TIMEOUT_MS = 10_000;
/** Of anything at all: heartbeats, acknowledgements and namespaces pass no other limit. */
const FRAME_RATE: Rate = { burst: 100, perSecond: 50 };
/** How long the other side may take to answer a goodbye before the line is cut. */
const GOODBYE_MS = 500;

/** What the handshake found out. A token that opens nothing makes a visitor. */
type Admitted = { readonly token?: string; readonly caller?: Caller };
export type Io = Server<DefaultEventsMap, DefaultEventsMap, DefaultEventsMap, Admitted>;
export type RawSocket = Socket<DefaultEventsMap, DefaultEventsMap, DefaultEventsMap, Admitted>;
type Connection = RawSocket['conn'];
type ConnectionDeps = Pick<Deps, 'env' | 'log' | 'limits' | 'sessions'>;

function createIo(admits: (request: IncomingMessage) => boolean): Io {
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
    // `cors.origin` would not guard this transport: a foreign page with the player's cookie would connect.
    allowRequest: (request, decide) => decide(null, admits(request)),
  });
}

// With the id of an open connection a request could move it to another line, and would not be asked at the door.
function refuseMoves(request: IncomingMessage, _response: unknown, next: (error?: Error) => void): void {
  const isMove = new URL(request.url ?? '/', 'http://any').searchParams.has('sid');
  next(isMove ? new Error('a connection stays on its line') : undefined);
}

/** Finds out who comes. Where that cannot be found out the line is dropped, so that the browser tries again by itself. */
function createAdmission({ env, log, sessions }: ConnectionDeps) {
  const seen = new WeakSet<Connection>();

  return async function admit(raw: RawSocket, next: () => void): Promise<void> {
    raw.data = {};
    // A second CONNECT before the first is answered would make a second socket, and double every event, on one line.
    if (seen.has(raw.conn)) raw.conn.close();
    seen.add(raw.conn);
    try {
      const token = tokenOfHandshake(raw.handshake, env);
      const caller = token === undefined ? undefined : await sessions.find(token);
      if (token !== undefined && caller !== undefined) raw.data = { token, caller };
    } catch (error) {
      log.warn({ err: error }, 'a live connection could not be admitted');
      raw.conn.close();
    }
    // Also for a line that has just been closed: Socket.IO forgets the socket then.
    next();
  };
}

/** The lines that sockets stand on: who may open one, how much may come in by it, how all are closed. */
export function createConnections(deps: ConnectionDeps, onOpen: (raw: RawSocket) => void) {
  const lines = new Set<Line>();
  const door = createDoor(deps.env);
  const io = createIo((request) => !isClosing && door.admits(request));
  const admit = createAdmission(deps);
  let isClosing = false;
  let opened = 0;

  function watch(connection: Connection): void {
    const line = connection.request.socket;
    const key = `live-frames:${(opened += 1)}`;
    lines.add(line);
    line.once('close', () => lines.delete(line));
    connection.once('close', door.enter(connection.request));
    connection.once('close', () => hangUp(line));
    connection.on('packet', () => {
      if (deps.limits.take(key, FRAME_RATE) > 0) line.destroy();
    });
  }

  io.use((raw, next) => void admit(raw, next));
  io.on('connection', (raw) => {
    // Who leaves the namespace would keep the line, and no timeout would look at it again.
    raw.once('disconnect', () => raw.conn.close());
    try {
      onOpen(raw);
    } catch (error) {
      deps.log.error({ err: error }, 'a live connection could not be served');
      raw.conn.close();
    }
  });

  return {
    io,
    attach(server: HttpServer): void {
      io.attach(server);
      io.engine.use(refuseMoves);
      io.engine.on('connection', watch);
    },
    figures: () => ({ lines: lines.size, refused: door.refusedCount() }),
    /** Says goodbye in a way that browsers come back from, then cuts who does not answer. */
    async close(): Promise<void> {
      isClosing = true;
      const gone = [...lines].map((line) => new Promise((resolve) => line.once('close', resolve)));
      if (gone.length > 0) io.engine.close();
      const timer = setTimeout(() => lines.forEach((line) => line.destroy()), GOODBYE_MS);
      await Promise.all(gone);
      clearTimeout(timer);
    },
  };
}
