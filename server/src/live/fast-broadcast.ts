import type { Socket as TcpSocket } from 'node:net';
import type { Log } from '#log.ts';
import type { Io } from './connections.ts';
import type { Topics } from './topics.ts';

/** 200 writes take about three milliseconds. Work that needs several turns of the event loop meets one slice in each. */
const SLICE_MAX = 200;

/** One bit of a number for each. */
const JOINED_MAX = 30;

const WRITTEN_TOGETHER_BYTES_MAX = 64 * 1024;

const OPEN = 1;
/** State of a sender that is not compressing and has no queue: it writes immediately. */
const IDLE = 0;

type PacketOptions = { preEncoded: true; wsPreEncodedFrame?: readonly Buffer[] };
type Recipients = {
  readonly rooms: ReadonlySet<string>;
  readonly except?: ReadonlySet<string>;
  /** `topic` is ours, set by `channels.ts`: only sockets that have it get the event. */
  readonly flags?: { readonly volatile?: boolean; readonly topic?: Topics };
};

/** Internals of Socket.IO. Where one of them is missing, its standard broadcast is used. */
type InnerSocket = {
  readonly data: { readonly topics?: Topics };
  readonly _anyOutgoingListeners?: readonly unknown[];
  notifyOutgoingListeners(packet: object): void;
  readonly client: {
    readonly conn: {
      readonly transport?: {
        readonly writable: boolean;
        readonly socket?: {
          readonly readyState: number;
          readonly _socket?: TcpSocket | null;
          readonly _sender?: { readonly _state: number };
        };
      };
    };
    writeToEngine(encoded: unknown, options: PacketOptions): void;
  };
};
type InnerAdapter = {
  readonly nsp: { readonly name: string; readonly sockets: ReadonlyMap<string, InnerSocket> };
  readonly rooms: ReadonlyMap<string, unknown>;
  broadcast(packet: object, recipients: Recipients): void;
  apply(recipients: Recipients, visit: (socket: InnerSocket) => void): void;
  _encode(packet: object, options: PacketOptions): unknown;
};

type Packet = {
  readonly packet: object;
  readonly encoded: unknown;
  readonly options: PacketOptions;
  readonly frame: Buffer;
};

/**
 * The TCP socket, if a frame may be written straight to it: nothing is queued before it and the reader keeps up. With queued
 * packets the transport is not writable, and while closing the websocket is not open, so checking those two is enough.
 */
function idleTcpSocket({ _anyOutgoingListeners, client }: InnerSocket): TcpSocket | undefined {
  const { transport } = client.conn;
  if (transport?.writable !== true || _anyOutgoingListeners !== undefined) return undefined;
  const { socket } = transport;
  if (socket?.readyState !== OPEN || socket._sender?._state !== IDLE) return undefined;
  const tcpSocket = socket._socket;
  if (tcpSocket == null) return undefined;
  // A connection with unsent bytes takes the standard path, whose queue the detection of slow readers counts.
  const isFree = tcpSocket.writableLength === 0 || isWrittenTogether(tcpSocket);
  return isFree ? tcpSocket : undefined;
}

/** Bytes of this turn wait for each other, not for the reader. */
function isWrittenTogether({ writableCorked, writableLength }: TcpSocket): boolean {
  return writableCorked > 0 && writableLength < WRITTEN_TOGETHER_BYTES_MAX;
}

function sendTo(socket: InnerSocket, packets: readonly Packet[], frames: Buffer): void {
  const tcpSocket = idleTcpSocket(socket);
  if (tcpSocket !== undefined) return void tcpSocket.write(frames);
  for (const { packet, encoded, options } of packets) {
    socket.notifyOutgoingListeners(packet);
    socket.client.writeToEngine(encoded, options);
  }
}

/** Joins the two pieces of a frame from the standard encoder: one write for each reader instead of two. */
function joinFrame({ wsPreEncodedFrame }: PacketOptions): Buffer | undefined {
  return wsPreEncodedFrame === undefined ? undefined : Buffer.concat(wsPreEncodedFrame);
}

/** Whether the internals are the known ones: they must encode a sample event to exactly these bytes. */
function isSupported(adapter: InnerAdapter): boolean {
  if (typeof adapter.broadcast !== 'function' || typeof adapter.apply !== 'function') return false;
  if (typeof adapter._encode !== 'function') return false;
  const options: PacketOptions = { preEncoded: true };
  adapter._encode({ type: 2, data: ['E', 1], nsp: '/' }, options);
  return joinFrame(options)?.equals(Buffer.from('\u0000\u000942["E",1]').fill(0x81, 0, 1)) ?? false;
}

/** Like the adapter's own iteration, but iterates sockets directly when the broadcast is for everyone, and knows topics. */
function forEachRecipient(adapter: InnerAdapter, recipients: Recipients, visit: (socket: InnerSocket) => void): void {
  const { rooms, except = new Set(), flags: { topic = 0 } = {} } = recipients;
  const isForAll = rooms.size === 0 && ![...except].some((room) => adapter.rooms.has(room));
  function visitIfWanted(socket: InnerSocket): void {
    const { topics } = socket.data;
    if (topic === 0 || topics === undefined || (topics & topic) !== 0) visit(socket);
  }
  if (!isForAll) return adapter.apply(recipients, visitIfWanted);
  for (const socket of adapter.nsp.sockets.values()) visitIfWanted(socket);
}

/** The sockets are looked up when the first slice is sent. */
type QueuedBroadcast = { readonly packet: Packet; readonly recipients: Recipients };

/** What each socket gets of these broadcasts: the packets and their bytes, shared by all sockets that get the same. */
function joinBroadcasts(adapter: InnerAdapter, broadcasts: readonly QueuedBroadcast[]) {
  const chosen = new Map<InnerSocket, number>();
  broadcasts.forEach(({ recipients }, index) =>
    forEachRecipient(adapter, recipients, (socket) => chosen.set(socket, (chosen.get(socket) ?? 0) | (1 << index))),
  );
  const joined = new Map<number, { readonly packets: Packet[]; readonly frames: Buffer }>();
  for (const choice of new Set(chosen.values())) {
    const packets = broadcasts.filter((_, index) => (choice & (1 << index)) !== 0).map(({ packet }) => packet);
    joined.set(choice, { packets, frames: Buffer.concat(packets.map(({ frame }) => frame)) });
  }
  return [...chosen].map(([socket, choice]) => [socket, joined.get(choice)!] as const);
}

/** Sends to many sockets in slices and in order. Broadcasts that arrive meanwhile are joined: one write for each socket. */
function createBroadcastQueue(adapter: InnerAdapter, sliceMax: number) {
  const waiting: QueuedBroadcast[] = [];
  let isRunning = false;
  const idleListeners: (() => void)[] = [];

  function start(): void {
    const broadcasts = waiting.splice(0, JOINED_MAX);
    isRunning = broadcasts.length > 0;
    if (!isRunning) {
      for (const listener of idleListeners.splice(0)) listener();
      return;
    }
    const sends = joinBroadcasts(adapter, broadcasts);
    let sentCount = 0;
    (function sendSlice(): void {
      const end = Math.min(sends.length, sentCount + sliceMax);
      for (; sentCount < end; sentCount++) {
        const [socket, { packets, frames }] = sends[sentCount]!;
        sendTo(socket, packets, frames);
      }
      setImmediate(sentCount < sends.length ? sendSlice : start);
    })();
  }

  return {
    isRunning: () => isRunning,
    add(broadcast: QueuedBroadcast): void {
      waiting.push(broadcast);
      if (!isRunning) start();
    },
    untilIdle: (): Promise<void> =>
      isRunning ? new Promise((resolve) => idleListeners.push(resolve)) : Promise.resolve(),
  };
}

type FastBroadcasts = {
  readonly isFast: boolean;
  /** Resolves when all broadcasts so far have been written. */
  untilSent(): Promise<void>;
};

/**
 * Halves the cost of broadcasts by writing the frame straight to each idle connection. Broadcasts to many sockets go out in
 * slices, so that other work runs in between; broadcasts to everyone keep their order. Uses private fields of Socket.IO: if
 * one is not as expected, Socket.IO stays as it is, and everyone gets all topics.
 */
export function speedUpBroadcasts(io: Io, log: Log, { sliceMax = SLICE_MAX } = {}): FastBroadcasts {
  const adapter = io.of('/').adapter as unknown as InnerAdapter;
  if (!isSupported(adapter)) {
    log.warn('Unsupported Socket.IO version; using standard broadcasts');
    return { isFast: false, untilSent: () => Promise.resolve() };
  }
  const standardBroadcast = adapter.broadcast.bind(adapter);
  const queue = createBroadcastQueue(adapter, sliceMax);

  adapter.broadcast = (packet, recipients) => {
    const options: PacketOptions = { preEncoded: true };
    const encoded = adapter._encode(Object.assign(packet, { nsp: adapter.nsp.name }), options);
    const frame = joinFrame(options);
    if (frame === undefined || recipients.flags?.volatile === true) return standardBroadcast(packet, recipients);
    const isForAll = recipients.rooms.size === 0;
    if (isForAll && (queue.isRunning() || io.of('/').sockets.size > sliceMax)) {
      return queue.add({ packet: { packet, encoded, options, frame }, recipients });
    }
    const packets = [{ packet, encoded, options, frame }];
    forEachRecipient(adapter, recipients, (socket) => sendTo(socket, packets, frame));
  };
  return { isFast: true, untilSent: queue.untilIdle };
}
