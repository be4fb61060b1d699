import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo, Socket as Line } from 'node:net';
import { WebSocketServer } from 'ws';
import { readEnv } from '#env.ts';
import { createRateLimiter } from '#http/rate-limit.ts';
import { createLive } from '#live/live.ts';
import { createLog } from '#log.ts';

/** One implementation of a broadcast, in its own process. */
const side = process.argv[2] as 'ours' | 'loop' | 'framed';
const MESSAGE = 'x'.repeat(150);
const EVENT = `42${JSON.stringify(['ERROR', { message: MESSAGE, code: 'internal' }])}`;

const server = createServer();

function broadcastOurs(): () => void {
  const sessions = {
    find: () => Promise.resolve(undefined),
    isOpen: () => Promise.resolve(true),
    announceEnd: () => Promise.resolve(),
    onEnd: () => undefined,
    hasFreshFactor: async () => false,
    announceChange: async () => undefined,
    onChange: () => undefined,
    close: () => Promise.resolve(),
  };
  const live = createLive({ env: readEnv({}), log: createLog('warn'), limits: createRateLimiter(), sessions });
  live.attach(server);
  return () => live.toAll('ERROR', { message: MESSAGE, code: 'internal' });
}

/** The common implementation. */
function broadcastInLoop(): () => void {
  const sockets = new WebSocketServer({ server, perMessageDeflate: false });
  sockets.on('connection', (socket) => socket.send('hello'));
  return () => {
    for (const socket of sockets.clients) socket.send(EVENT);
  };
}

/** The minimum: one write of prepared bytes for each connection. */
function broadcastFramed(): () => void {
  const sockets = new WebSocketServer({ server, perMessageDeflate: false });
  const lines: Line[] = [];
  sockets.on('connection', (socket, request) => {
    socket.send('hello');
    lines.push(request.socket);
  });
  const body = Buffer.from(EVENT);
  const frame = Buffer.concat([Buffer.from([0x81, 126, body.length >> 8, body.length & 255]), body]);
  return () => {
    for (const line of lines) line.write(frame);
  };
}

const broadcast = { ours: broadcastOurs, loop: broadcastInLoop, framed: broadcastFramed }[side]();
const PAUSE_MS = 20;

function cpuMicroseconds(): number {
  const { user, system } = process.cpuUsage();
  return user + system;
}

/** Sends a number of broadcasts with pauses for the readers; returns the CPU time of one. */
async function run(count: number): Promise<number> {
  const before = cpuMicroseconds();
  for (let sent = 0; sent < count; sent++) {
    broadcast();
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  return (cpuMicroseconds() - before) / count;
}

server.listen(0, '127.0.0.1');
await once(server, 'listening');
let readers = 0;
server.on('upgrade', (_, line) => {
  readers += 1;
  line.once('close', () => (readers -= 1));
});
process.on('message', (count) => void run(count as number).then((value) => process.send?.({ value, readers })));
process.on('disconnect', () => process.exit(0));
process.send?.({ value: (server.address() as AddressInfo).port });
