import type { Socket as Line } from 'node:net';
import type { Log } from '#log.ts';
import type { Io } from './connections.ts';

/** So many writes take some three milliseconds. Whatever needs several turns of the loop meets a slice in each of them. */
const SLICE_MAX = 200;

const OPEN = 1;
/** Of a sender that neither compresses nor waits for anything: what it is given goes out at once. */
const IDLE = 0;

type PacketOptions = { preEncoded: true; wsPreEncodedFrame?: readonly Buffer[] };
type Recipients = {
  readonly rooms: ReadonlySet<string>;
  readonly except?: ReadonlySet<string>;
  readonly flags?: { readonly volatile?: boolean };
};

/** The inner parts of Socket.IO that are reached into. Where one of them is missing the stock way is taken. */
type InnerSocket = {
  readonly _anyOutgoingListeners?: readonly unknown[];
  notifyOutgoingListeners(packet: object): void;
  readonly client: {
    readonly conn: {
      readonly transport?: {
        readonly writable: boolean;
        readonly socket?: {
          readonly readyState: number;
          readonly _socket?: Line | null;
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
 * The line under a socket when a frame may go straight onto it: nothing waits before it, and the reader keeps up. A
 * connection with packets that wait, or one that is closing, has a transport that is not writable or a websocket that is
 * not open: looking at those two is enough.
 */
function freeLine({ _anyOutgoingListeners, client }: InnerSocket): Line | undefined {
  const { transport } = client.conn;
  if (transport?.writable !== true || _anyOutgoingListeners !== undefined) return undefined;
  const { socket } = transport;
  if (socket?.readyState !== OPEN || socket._sender?._state !== IDLE) return undefined;
  const line = socket._socket;
  // A line with something unsent is left to the stock way, which the watch over slow readers counts.
  return line?.writableLength === 0 ? line : undefined;
}

function sendTo(socket: InnerSocket, packets: readonly Packet[], frames: Buffer): void {
  const line = freeLine(socket);
  if (line !== undefined) return void line.write(frames);
  for (const { packet, encoded, options } of packets) {
    socket.notifyOutgoingListeners(packet);
    socket.client.writeToEngine(encoded, options);
  }
}

/** A frame made by the stock code in two pieces, joined: one write for each reader instead of two. */
function frameOf({ wsPreEncodedFrame }: PacketOptions): Buffer | undefined {
  return wsPreEncodedFrame === undefined ? undefined : Buffer.concat(wsPreEncodedFrame);
}

/** Whether the inner parts are those that were looked at: what they make of an event is known to the byte. */
function isKnown(adapter: InnerAdapter): boolean {
  if (typeof adapter.broadcast !== 'function' || typeof adapter.apply !== 'function') return false;
  if (typeof adapter._encode !== 'function') return false;
  const options: PacketOptions = { preEncoded: true };
  adapter._encode({ type: 2, data: ['E', 1], nsp: '/' }, options);
  return frameOf(options)?.equals(Buffer.from('\u0000\u000942["E",1]').fill(0x81, 0, 1)) ?? false;
}

/** The same as the adapter's own way round, without looking up by its id each of those who are all there are. */
function visitEach(adapter: InnerAdapter, recipients: Recipients, visit: (socket: InnerSocket) => void): void {
  const { rooms, except = new Set() } = recipients;
  const isForAll = rooms.size === 0 && ![...except].some((room) => adapter.rooms.has(room));
  if (!isForAll) return adapter.apply(recipients, visit);
  for (const socket of adapter.nsp.sockets.values()) visit(socket);
}

/** Packets on their way to a crowd: who is in it is found out when the first slice is sent. */
type Run = { readonly packets: Packet[]; readonly recipients: Recipients };

/** Whether two broadcasts have the same readers, and may so become one write for each of them. */
function areAlike(one: Recipients, other: Recipients): boolean {
  return [...(one.except ?? [])].join() === [...(other.except ?? [])].join();
}

/** Sends to crowds slice by slice, in order; what comes meanwhile for the same crowd goes out together. */
function createRuns(adapter: InnerAdapter, sliceMax: number) {
  const waiting: Run[] = [];
  let isRunning = false;

  function start(): void {
    const run = waiting.shift();
    isRunning = run !== undefined;
    if (run === undefined) return;
    const sockets: InnerSocket[] = [];
    visitEach(adapter, run.recipients, (socket) => sockets.push(socket));
    const frames = Buffer.concat(run.packets.map(({ frame }) => frame));
    let sent = 0;
    (function sendSlice(): void {
      const end = Math.min(sockets.length, sent + sliceMax);
      for (; sent < end; sent++) sendTo(sockets[sent]!, run.packets, frames);
      setImmediate(sent < sockets.length ? sendSlice : start);
    })();
  }

  return {
    isRunning: () => isRunning,
    add(packet: Packet, recipients: Recipients): void {
      const last = waiting.at(-1);
      if (last !== undefined && areAlike(last.recipients, recipients)) last.packets.push(packet);
      else waiting.push({ packets: [packet], recipients });
      if (!isRunning) start();
    },
  };
}

/**
 * Makes broadcasts cost half: the frame is written straight to each line that is free for it. What is for a crowd goes out
 * in slices with everything else having its turn between them; what is for everybody keeps its order. It reaches into
 * private fields, so it looks first, and leaves Socket.IO as it is when anything is not as expected. Returns whether it is
 * in use.
 */
export function speedUpBroadcasts(io: Io, log: Log, { sliceMax = SLICE_MAX } = {}): boolean {
  const adapter = io.of('/').adapter as unknown as InnerAdapter;
  if (!isKnown(adapter)) {
    log.warn('Socket.IO is another than expected: broadcasts take its own, slower way');
    return false;
  }
  const stock = adapter.broadcast.bind(adapter);
  const runs = createRuns(adapter, sliceMax);

  adapter.broadcast = (packet, recipients) => {
    const options: PacketOptions = { preEncoded: true };
    const encoded = adapter._encode(Object.assign(packet, { nsp: adapter.nsp.name }), options);
    const frame = frameOf(options);
    if (frame === undefined || recipients.flags?.volatile === true) return stock(packet, recipients);
    const isForAll = recipients.rooms.size === 0;
    if (isForAll && (runs.isRunning() || io.of('/').sockets.size > sliceMax)) {
      return runs.add({ packet, encoded, options, frame }, recipients);
    }
    const packets = [{ packet, encoded, options, frame }];
    visitEach(adapter, recipients, (socket) => sendTo(socket, packets, frame));
  };
  return true;
}
