import { createServer, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  createPacketReader,
  encodePacket,
  RCON_EMPTY_SIZE,
  RCON_REFUSED_ID,
  RCON_REQUEST_SIZE_MAX,
  RCON_TYPE,
  type RconPacket,
} from '#adapters/game-server/rcon-wire.ts';

/** A CS:GO server sends this packet after the mirrored end marker. */
const MIRROR_TAIL = Buffer.from([0, 1, 0, 0]);
const SPLIT_BYTES = RCON_REQUEST_SIZE_MAX - RCON_EMPTY_SIZE;
const PAUSE_MS = 2;

export type RconServerOptions = {
  readonly password: string;
  /** Answers a command. A promise that never resolves simulates a hanging server. */
  reply(command: string): string | Promise<string>;
  /** csgo: an empty packet before the auth response, split responses, end markers mirrored twice. cs2: one packet each. */
  readonly dialect?: 'csgo' | 'cs2';
  readonly host?: string;
  /** 0 for any free port. */
  readonly port?: number;
  /** Whether both auth packets of CS:GO are sent in one write. */
  readonly mergesAuth?: boolean;
  /** Splits every write into pieces of this size. */
  readonly pieceBytes?: number;
  /** Whether end markers are mirrored. It is unknown whether real CS2 servers do. */
  readonly mirrors?: boolean;
  /** Closes the connection after this many bytes of a response. */
  readonly diesAfterBytes?: number;
};

export type RconServer = {
  readonly port: number;
  /** Number of login attempts. */
  logins(): number;
  /** Number of open connections. */
  connections(): number;
  /** Closes all connections. */
  dropAll(): void;
  close(): Promise<void>;
};

type Quirks = Required<Pick<RconServerOptions, 'dialect' | 'mergesAuth' | 'mirrors'>> &
  Pick<RconServerOptions, 'password' | 'reply' | 'pieceBytes' | 'diesAfterBytes'>;

function splitAnswer(id: number, answer: string, dialect: Quirks['dialect']): Buffer {
  const bytes = Buffer.from(answer);
  const partBytes = dialect === 'cs2' ? Infinity : SPLIT_BYTES;
  const parts: Buffer[] = [];
  for (let at = 0; at === 0 || at < bytes.length; at += partBytes) {
    parts.push(encodePacket({ id, type: RCON_TYPE.value, body: bytes.subarray(at, at + partBytes) }));
  }
  return Buffer.concat(parts);
}

/** Serves one connection; packets are answered in order. */
function serve(socket: Socket, quirks: Quirks, countLogin: () => void): void {
  const { dialect, password, pieceBytes, diesAfterBytes } = quirks;
  const read = createPacketReader({ sizeMax: RCON_REQUEST_SIZE_MAX });
  let isLoggedIn = false;
  let work = Promise.resolve();

  async function send(bytes: Buffer): Promise<void> {
    const step = pieceBytes ?? bytes.length;
    for (let at = 0; at < bytes.length; at += step) {
      socket.write(bytes.subarray(at, at + step));
      if (pieceBytes !== undefined) await sleep(PAUSE_MS);
    }
  }

  async function logIn({ id, body }: RconPacket): Promise<void> {
    countLogin();
    isLoggedIn = body.toString() === password;
    const outcome = encodePacket({ id: isLoggedIn ? id : RCON_REFUSED_ID, type: RCON_TYPE.authAnswer, body: '' });
    if (dialect === 'cs2') return send(outcome);
    const empty = encodePacket({ id, type: RCON_TYPE.value, body: '' });
    if (quirks.mergesAuth) return send(Buffer.concat([empty, outcome]));
    await send(empty);
    await sleep(PAUSE_MS);
    return send(outcome);
  }

  async function answer({ id, body }: RconPacket): Promise<void> {
    const bytes = splitAnswer(id, await quirks.reply(body.toString()), dialect);
    if (diesAfterBytes === undefined) return send(bytes);
    await send(bytes.subarray(0, diesAfterBytes));
    await sleep(PAUSE_MS);
    socket.destroy();
  }

  async function handle(packet: RconPacket): Promise<void> {
    const { id, type } = packet;
    if (type === RCON_TYPE.auth) return logIn(packet);
    if (!isLoggedIn) return send(encodePacket({ id: RCON_REFUSED_ID, type: RCON_TYPE.authAnswer, body: '' }));
    if (type === RCON_TYPE.command) return answer(packet);
    if (type !== RCON_TYPE.value || !quirks.mirrors) return;
    const mirror = encodePacket({ id, type: RCON_TYPE.value, body: '' });
    const tail = encodePacket({ id, type: RCON_TYPE.value, body: MIRROR_TAIL });
    return send(dialect === 'cs2' ? mirror : Buffer.concat([mirror, tail]));
  }

  socket.setNoDelay(true);
  // A client may disconnect at any time.
  socket.on('error', () => undefined);
  socket.on('data', (data) => {
    try {
      for (const packet of read(data)) work = work.then(() => handle(packet)).catch(() => void socket.destroy());
    } catch {
      socket.destroy();
    }
  });
}

/** The RCON port of a game server: the real protocol over TCP, with a selectable dialect and quirks. */
export async function listenRcon(options: RconServerOptions): Promise<RconServer> {
  const { host = '127.0.0.1', port = 0, ...rest } = options;
  const quirks: Quirks = { dialect: 'cs2', mergesAuth: true, mirrors: true, ...rest };
  const sockets = new Set<Socket>();
  let logins = 0;
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    serve(socket, quirks, () => void (logins += 1));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, host, resolve);
  });
  const dropAll = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: (server.address() as AddressInfo).port,
    logins: () => logins,
    connections: () => sockets.size,
    dropAll,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        dropAll();
      }),
  };
}
