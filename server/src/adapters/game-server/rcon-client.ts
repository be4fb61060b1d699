import assert from 'node:assert/strict';
import { createConnection } from 'node:net';
import {
  createPacketReader,
  encodePacket,
  RCON_EMPTY_SIZE,
  RCON_REFUSED_ID,
  RCON_REQUEST_SIZE_MAX,
  RCON_TYPE,
  type RconPacket,
} from './rcon-wire.ts';

export type RconFailure = 'refused_password' | 'timeout' | 'unreachable' | 'closed' | 'too_long' | 'control_character';

/** After `timeout` and `closed` it is unknown whether the command was executed. */
export class RconFailed extends Error {
  readonly reason: RconFailure;

  constructor(reason: RconFailure, cause?: unknown) {
    super(`rcon: ${reason}`, { cause });
    this.reason = reason;
  }
}

export type RconOptions = {
  readonly host: string;
  readonly port: number;
  readonly password: string;
  readonly timeoutMs: number;
  /** The pause that ends an answer of a server that does not mirror end markers. */
  readonly idleMs: number;
};

export type RconConnection = {
  /** One at a time. */
  exec(command: string): Promise<string>;
  isOpen(): boolean;
  close(): void;
};

/** CS2 answers with one packet of any length. */
const ANSWER_SIZE_MAX = 8 * 1024 * 1024;
const ID_MAX = 0x7fff_ffff;
/** Multiplies `idleMs` for a server that splits its answers. */
const SPLITTER_PATIENCE = 10;
const CONTROL_CHARACTER = /[\u0000-\u001F\u007F]/;

type Listener = { packet(packet: RconPacket): void; data(): void; fail(failed: RconFailed): void };
type RconSocket = ReturnType<typeof openSocket>;

/** The socket and its current listener. */
function openSocket({ host, port }: RconOptions) {
  const socket = createConnection({ host, port });
  const read = createPacketReader({ sizeMax: ANSWER_SIZE_MAX });
  let listener: Listener | undefined;
  let lastId = 0;
  let isConnected = false;

  socket.setNoDelay(true);
  socket.on('connect', () => void (isConnected = true));
  socket.on('error', (error) => listener?.fail(new RconFailed(isConnected ? 'closed' : 'unreachable', error)));
  socket.on('close', () => listener?.fail(new RconFailed('closed')));
  socket.on('data', (data) => {
    let packets: RconPacket[] = [];
    try {
      packets = read(data);
    } catch (error) {
      return void socket.destroy(error as Error);
    }
    listener?.data();
    for (const packet of packets) listener?.packet(packet);
  });

  return {
    socket,
    listen: (next: Listener | undefined) => void (listener = next),
    newId: (): number => (lastId = (lastId % ID_MAX) + 1),
  };
}

/**
 * Listens until `onPacket` returns that the answer is complete, nothing arrives for `idleMs` after a first part, or the timeout. A
 * failed connection is closed, because a late answer could be taken for the answer to another command.
 */
function listenUntil(
  { socket, listen }: RconSocket,
  { timeoutMs, idleMs }: { timeoutMs: number; idleMs: number | undefined },
  onPacket: (packet: RconPacket) => 'more' | 'part' | 'whole' | RconFailed,
): Promise<void> {
  return new Promise((resolve, reject) => {
    let idle: NodeJS.Timeout | undefined;
    const settle = (failed?: RconFailed): void => {
      clearTimeout(timer);
      clearTimeout(idle);
      listen(undefined);
      if (failed === undefined) return resolve();
      socket.destroy();
      reject(failed);
    };
    const timer = setTimeout(() => settle(new RconFailed('timeout')), timeoutMs);
    listen({
      fail: settle,
      data: () => void idle?.refresh(),
      packet: (packet) => {
        const progress = onPacket(packet);
        if (progress instanceof RconFailed) settle(progress);
        else if (progress === 'whole') settle();
        else if (progress === 'part' && idleMs !== undefined) idle ??= setTimeout(settle, idleMs);
      },
    });
  });
}

/** Resolves to whether the server sends an empty packet first, as CS:GO does. */
async function logIn(connection: RconSocket, { password, timeoutMs }: RconOptions): Promise<boolean> {
  const id = connection.newId();
  let isSplitter = false;
  const done = listenUntil(connection, { timeoutMs, idleMs: undefined }, (packet) => {
    if (packet.type === RCON_TYPE.authAnswer) return packet.id === id ? 'whole' : new RconFailed('refused_password');
    isSplitter = true;
    return 'more';
  });
  connection.socket.write(encodePacket({ id, type: RCON_TYPE.auth, body: password }));
  await done;
  return isSplitter;
}

function checkCommand(command: string): void {
  if (CONTROL_CHARACTER.test(command)) throw new RconFailed('control_character');
  if (Buffer.byteLength(command) + RCON_EMPTY_SIZE > RCON_REQUEST_SIZE_MAX) throw new RconFailed('too_long');
}

/** Connects and logs in. Every failure, here and later, is an `RconFailed`. */
export async function connectRcon(options: RconOptions): Promise<RconConnection> {
  const { timeoutMs, idleMs } = options;
  const connection = openSocket(options);
  const isSplitter = await logIn(connection, options);
  let isMirroring = false;
  let isBusy = false;

  /** Sends an empty packet after each command: its echo marks the end of the answer; without an echo, a pause does. */
  async function request(command: string): Promise<string> {
    const [id, endId] = [connection.newId(), connection.newId()];
    const parts: Buffer[] = [];
    const patienceMs = isSplitter ? idleMs * SPLITTER_PATIENCE : idleMs;
    const done = listenUntil(connection, { timeoutMs, idleMs: isMirroring ? undefined : patienceMs }, (packet) => {
      if (packet.id === RCON_REFUSED_ID) return new RconFailed('refused_password');
      if (packet.type !== RCON_TYPE.value) return 'more';
      if (packet.id === endId) {
        isMirroring = true;
        return 'whole';
      }
      if (packet.id !== id) return 'more';
      parts.push(packet.body);
      return 'part';
    });
    connection.socket.write(encodePacket({ id, type: RCON_TYPE.command, body: command }));
    connection.socket.write(encodePacket({ id: endId, type: RCON_TYPE.value, body: '' }));
    await done;
    return Buffer.concat(parts).toString().replace(/\0+$/, '');
  }

  return {
    async exec(command) {
      assert(!isBusy, 'one command at a time');
      checkCommand(command);
      if (connection.socket.destroyed || !connection.socket.writable) throw new RconFailed('closed');
      isBusy = true;
      return request(command).finally(() => void (isBusy = false));
    },
    isOpen: () => !connection.socket.destroyed && connection.socket.writable,
    close: () => void connection.socket.destroy(),
  };
}
