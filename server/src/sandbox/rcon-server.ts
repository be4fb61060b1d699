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

/** What a CS:GO server adds after the end marker that it mirrors. */
const MIRROR_TAIL = Buffer.from([0, 1, 0, 0]);
const SPLIT_BYTES = RCON_REQUEST_SIZE_MAX - RCON_EMPTY_SIZE;
const PAUSE_MS = 2;

export type RconServerOptions = {
  readonly password: string;
  /** Answers a command; one that never resolves hangs as a server may. */
  reply(command: string): string | Promise<string>;
  /** csgo: an empty packet before the auth answer, long answers split, end markers mirrored twice. cs2: one packet each. */
  readonly dialect?: 'csgo' | 'cs2';
  readonly host?: string;
  /** 0: any free one. */
  readonly port?: number;
  /** Whether both auth packets of CS:GO come in one piece. */
  readonly mergesAuth?: boolean;
  /** Every write is cut into pieces of so many bytes. */
  readonly pieceBytes?: number;
  /** Whether end markers are answered; that real CS2 servers do so is not known. */
  readonly mirrors?: boolean;
  /** Goes away after so many bytes of the answer to a command. */
  readonly diesAfterBytes?: number;
};

export type RconServer = {
  readonly port: number;
  /** How often somebody tried a password. */
  logins(): number;
  /** How many are connected. */
  connections(): number;
  /** Drops whoever is connected. */
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

/** Serves one connection; what comes is answered in order. */
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
  // Whoever goes away in the middle is no trouble of the server's.
  socket.on('error', () => undefined);
  socket.on('data', (data) => {
    try {
      for (const packet of read(data)) work = work.then(() => handle(packet)).catch(() => void socket.destroy());
    } catch {
      socket.destroy();
    }
  });
}

/** A game server's RCON port: the real protocol over TCP, in the dialect and with the quirks that are asked for. */
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
