import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Below the ephemeral ports, so that a port is still free when its process restarts. */
const PORTS = { min: 20_000, max: 32_000 };

export async function freePort(): Promise<string> {
  for (;;) {
    const port = randomInt(PORTS.min, PORTS.max);
    const probe = createServer();
    const isFree = await new Promise<boolean>((resolve) => {
      probe.once('error', () => resolve(false)).listen(port, '127.0.0.1', () => resolve(true));
    });
    await new Promise((resolve) => probe.close(resolve));
    if (isFree) return String(port);
  }
}
