import { connectFrom, frame, handshake, PING, PONG } from '../sockets/websocket.ts';

/** Many readers in one process: raw connections that upgrade, connect, and discard what they receive. */
const [port, count, greeting] = [Number(process.argv[2]), Number(process.argv[3]), process.argv[4] ?? ''];
const CONCURRENT_JOINS = 50;

const HANDSHAKE = handshake(port);

/** Broadcasts arrive in waves, from the first reader to the last. The pause between two waves is longer than this. */
const SILENCE_MS = 300;
/** The event of the bench; the site also sends drops meanwhile. */
const NEWS = Buffer.from('x'.repeat(50));
let wave = { firstMs: 0, lastMs: 0 };
let spreadsMs: number[] = [];

function note(nowMs: number): void {
  if (nowMs - wave.lastMs > SILENCE_MS) {
    spreadsMs.push(wave.lastMs - wave.firstMs);
    wave = { firstMs: nowMs, lastMs: nowMs };
  }
  wave.lastMs = nowMs;
}

/** The median since the last request. */
function takeSpread(): number {
  const sorted = spreadsMs.toSorted((a, b) => a - b);
  spreadsMs = [];
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

function join(at: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const line = connectFrom(at, port);
    let messages = 0;
    line.on('error', reject).on('connect', () => line.write(HANDSHAKE));
    line.on('data', (chunk) => {
      messages += 1;
      if (messages === 1 && greeting !== '') line.write(frame(greeting));
      if (messages === (greeting === '' ? 1 : 2)) resolve();
      // Also when it arrives in one chunk with an event: clients that do not answer pings are disconnected.
      if (chunk.includes(PING)) line.write(PONG);
      if (chunk.includes(NEWS)) note(performance.now());
    });
  });
}

for (let at = 0; at < count; at += CONCURRENT_JOINS) {
  await Promise.all(Array.from({ length: Math.min(CONCURRENT_JOINS, count - at) }, (_, index) => join(at + index)));
}
process.on('message', () => process.send?.({ spreadMs: takeSpread() }));
process.send?.('here');
process.on('disconnect', () => process.exit(0));
