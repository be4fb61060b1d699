import { connect, createServer, type AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/**
 * One address in front of all processes, as an operator's proxy is: each connection goes to one of those that are named at
 * the moment, and is cut where that one cannot be reached. It ends with the test.
 */
export async function openProxy(origins: () => readonly string[]): Promise<string> {
  const server = createServer((client) => {
    const all = origins();
    const { port } = new URL(all[Math.floor(Math.random() * all.length)] ?? 'http://localhost:1');
    const site = connect(Number(port), '127.0.0.1');
    for (const [one, other] of [
      [client, site],
      [site, client],
    ] as const) {
      one.pipe(other);
      one.on('error', () => undefined).on('close', () => other.destroy());
    }
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
