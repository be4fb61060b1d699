import { connect } from 'node:net';

/** Many readers in one process: raw connections that upgrade, connect, and discard what they receive. */
const [port, count, greeting] = [Number(process.argv[2]), Number(process.argv[3]), process.argv[4] ?? ''];
const LOOPBACK_ADDRESSES = 10;
const CONCURRENT_JOINS = 50;
const MASK = [1, 2, 3, 4] as const;

function frame(text: string): Buffer {
  const masked = Buffer.from(text).map((byte, index) => byte ^ MASK[index % 4]!);
  return Buffer.concat([Buffer.from([0x81, 0x80 | masked.length, ...MASK]), masked]);
}

const HANDSHAKE = [
  'GET /socket.io/?EIO=4&transport=websocket HTTP/1.1',
  `Host: 127.0.0.1:${port}`,
  'Connection: Upgrade',
  'Upgrade: websocket',
  'Sec-WebSocket-Version: 13',
  'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
  '\r\n',
].join('\r\n');
const PONG = frame('3');
const PING = Buffer.from([0x81, 1, 0x32]);

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
    // Uses several loopback addresses, because the connections of one address are limited.
    const localAddress = `127.0.0.${1 + (at % LOOPBACK_ADDRESSES)}`;
    const line = connect({ port, host: '127.0.0.1', localAddress, noDelay: true });
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
