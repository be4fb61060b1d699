import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { connectFrom, frame, handshake, PING, PONG } from './websocket.ts';

/** Many clients of the live channel in one process. They know only the specification: websocket, reconnects after 1 to 5 s. */

/** Commands of the bench to this process. */
export type ClientOrder =
  /** Connects all, each at a random moment within `spreadMs`. */
  | { readonly ask: 'connect'; readonly spreadMs: number; readonly tokens: readonly string[] }
  | { readonly ask: 'disconnect' }
  /** How many frames arrived since the last time. */
  | { readonly ask: 'frames' };

export type ConnectResult = {
  readonly connectMs: readonly number[];
  readonly failures: Readonly<Record<string, number>>;
};

const [port, count, first] = process.argv.slice(2).map(Number) as [number, number, number];
const TIMEOUT_MS = 20_000;
const RECONNECT_MIN_MS = 1_000;
const RECONNECT_MAX_MS = 5_000;

const HANDSHAKE = handshake(port);
const CONNECTED = Buffer.from('40{"sid"');
const REFUSED = Buffer.from('44{');
const sockets = new Set<Socket>();
let frames = 0;
const failures = new Map<string, number>();

function fail(reason: string): void {
  failures.set(reason, (failures.get(reason) ?? 0) + 1);
}

/** Counts frames by their heads. The server sends no fragments. */
function countFrames(chunk: Buffer): number {
  let found = 0;
  for (let at = 0; at < chunk.length; found++) {
    const short = chunk[at + 1]! & 127;
    at += short < 126 ? 2 + short : short === 126 ? 4 + ((chunk[at + 2]! << 8) | chunk[at + 3]!) : chunk.length;
  }
  return found;
}

/** One attempt; resolves to whether it succeeded. */
function attempt(index: number, token: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connectFrom(index, port);
    let isConnected = false;
    let isUpgraded = false;
    let end = (reason: string): void => {
      end = () => undefined;
      if (!isConnected) fail(reason);
      sockets.delete(socket);
      socket.destroy();
      resolve(false);
    };
    const timer = setTimeout(() => end('timeout'), TIMEOUT_MS);
    socket.on('error', (error: NodeJS.ErrnoException) => end(error.code ?? 'error'));
    socket.on('close', () => end('closed'));
    socket.on('connect', () => socket.write(HANDSHAKE));
    socket.on('data', (chunk) => {
      if (!isUpgraded) {
        isUpgraded = true;
        if (!chunk.subarray(0, 12).equals(Buffer.from('HTTP/1.1 101'))) return end(chunk.toString('latin1', 0, 12));
        // The client is open, so that its timeout ends here.
        clearTimeout(timer);
        return void socket.write(frame(`40${JSON.stringify({ token })}`));
      }
      frames += countFrames(chunk);
      if (chunk.includes(PING)) socket.write(PONG);
      if (isConnected) return;
      if (chunk.includes(REFUSED)) return end('refused');
      if (!chunk.includes(CONNECTED)) return;
      isConnected = true;
      sockets.add(socket);
      resolve(true);
    });
  });
}

async function connectOne(index: number, token: string, delayMs: number): Promise<number> {
  await sleep(delayMs);
  const startMs = performance.now();
  for (let backoffMs = RECONNECT_MIN_MS; !(await attempt(index, token)); backoffMs *= 2) {
    await sleep(Math.min(RECONNECT_MAX_MS, backoffMs) * (0.5 + Math.random()));
  }
  return performance.now() - startMs;
}

async function answer(order: ClientOrder): Promise<unknown> {
  if (order.ask === 'frames') {
    const counted = frames;
    frames = 0;
    return counted;
  }
  if (order.ask === 'disconnect') {
    for (const socket of sockets) socket.destroy();
    return sockets.clear();
  }
  failures.clear();
  const { tokens, spreadMs } = order;
  const connectMs = await Promise.all(
    Array.from({ length: count }, (_, index) =>
      connectOne(first + index, tokens[(first + index) % tokens.length]!, Math.random() * spreadMs),
    ),
  );
  return { connectMs, failures: Object.fromEntries(failures) } satisfies ConnectResult;
}

process.on('message', (order) => void answer(order as ClientOrder).then((value) => process.send?.({ value })));
process.on('disconnect', () => process.exit(0));
process.send?.({ value: 'ready' });
