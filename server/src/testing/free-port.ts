import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Below the ephemeral ports, so that a port is still free when its process restarts. */
const FIRST_PORT = 20_000;
const PORTS_PER_WORKER = 500;
const WORKERS_MAX = 24;
/** Each test worker has its own ports: no other test can take one while its process is down. Benches run without workers. */
const worker = Number(process.env.VITEST_POOL_ID ?? 0) % WORKERS_MAX;
const first = FIRST_PORT + worker * PORTS_PER_WORKER;

const taken = new Set<number>();

/** A port that no program listens on. Never returns the same port twice. */
export async function freePort(): Promise<string> {
  for (;;) {
    const port = randomInt(first, first + PORTS_PER_WORKER);
    if (taken.has(port)) continue;
    const probe = createServer();
    const isFree = await new Promise<boolean>((resolve) => {
      probe.once('error', () => resolve(false)).listen(port, '127.0.0.1', () => resolve(true));
    });
    await new Promise((resolve) => probe.close(resolve));
    if (!isFree) continue;
    taken.add(port);
    return String(port);
  }
}
