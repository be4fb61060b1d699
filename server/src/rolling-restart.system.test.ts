import { describe, expect, test, vi } from 'vitest';
import { addPlayer, type TestPlayer } from '#testing/fixtures.ts';
import { startProxy } from '#testing/proxies.ts';
import { haproxyText, isProxyInstalled } from '#testing/proxy-process.ts';
import { startCluster } from '#testing/cluster.ts';
import { freePort } from '#testing/free-port.ts';

const CALLERS = 4;
/** Set higher for a manual measurement. */
const ROUNDS = Number(process.env['ROLLING_RESTARTS'] ?? 1);

/** Calls continuously until told to stop, without retries. */
function startCallers(origin: string, player: TestPlayer) {
  const failures: unknown[] = [];
  let served = 0;
  let isOver = false;

  async function call(at: number): Promise<void> {
    while (!isOver) {
      const address = at % 2 === 0 ? '/auth/me' : '/case/getAllCases';
      const answer = await fetch(`${origin}${address}`, { headers: player.headers }).then(
        async (reply) => ({ status: reply.status, text: await reply.text() }),
        (error: unknown) => ({ status: 0, text: String(error) }),
      );
      if (answer.status === 200) served += 1;
      else failures.push(answer);
    }
  }

  const going = Array.from({ length: CALLERS }, (_, index) => call(index));
  return {
    served: () => served,
    async stop(): Promise<unknown[]> {
      isOver = true;
      await Promise.all(going);
      return failures;
    },
  };
}

describe.skipIf(!isProxyInstalled('haproxy'))('behind HAProxy, if installed', () => {
  test('fails no call while processes are replaced one after another', { timeout: 120_000 * ROUNDS }, async () => {
    const port = await freePort();
    const variables = {
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      TRUST_PROXY: 'on',
      DRAIN_MS: '3000',
      LOG_LEVEL: 'warn',
    };
    const cluster = await startCluster(variables);
    await Promise.all([cluster.start(0), cluster.start(1)]);
    const player = await addPlayer(cluster.db);
    const origins = cluster.sites.map(({ origin }) => origin);
    await startProxy('haproxy', haproxyText({ port, origins }), port);
    const callers = startCallers(`http://127.0.0.1:${port}`, player);
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const place of [0, 1]) {
        expect(await cluster.sites[place]!.stop()).toBe(0);
        const { origin } = await cluster.start(place);
        expect((await fetch(`${origin}/readyz`)).status).toBe(200);
        // Like an operator: replaces the next process once the load balancer uses this one.
        const before = callers.served();
        await vi.waitUntil(() => callers.served() > before + 100, { timeout: 60_000, interval: 20 });
      }
    }
    expect(await callers.stop()).toEqual([]);
    expect(callers.served()).toBeGreaterThan(100);
    if (ROUNDS > 1) process.stdout.write(`served ${callers.served()} calls in ${2 * ROUNDS} restarts\n`);
  });
});
