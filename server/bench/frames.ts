import { setTimeout as sleep } from 'node:timers/promises';
import { ensureDemoCatalogue } from '#demo.ts';
import { createLog } from '#log.ts';
import { isRedisInstalled, openRedis } from '#testing/redis-process.ts';
import type { Figure } from './figures.ts';
import { startSubject } from './openings/start.ts';
import { type BenchStore, prepareStore } from './openings/store.ts';
import { startCalls } from './sockets/calls.ts';
import { startClients } from './sockets/start-clients.ts';

const PROCESSES = [1, 2, 4] as const;
const CLIENTS_PER_PROCESS = 200;
const SECONDS = process.argv.includes('--quick') ? 8 : 20;
/** Drops are broadcast when the strips of their openings have stopped. */
const WARM_UP_MS = 12_000;
const RATIO_MAX = 1.1;

type Run = { readonly processes: number; readonly perClient: number; readonly perProcess: number };

/** The same wagers a second, however many processes serve them, and as many clients of each process. */
async function measure(store: BenchStore, redisUrl: string, processes: number): Promise<Run> {
  const sites = await Promise.all(Array.from({ length: processes }, () => startSubject(store, 'site', redisUrl)));
  const clients = await Promise.all(
    sites.map(({ port }, index) =>
      startClients({ port, count: CLIENTS_PER_PROCESS, first: index * CLIENTS_PER_PROCESS }),
    ),
  );
  const { tokens } = store;
  const wagers = [
    { path: `/case/openCase/${encodeURIComponent(store.caseName)}` },
    { path: '/roulette/placeBet', body: JSON.stringify({ playerBet: 'red', amount: 1 }) },
  ];
  try {
    while ((await store.db.sql`select from roulette_rounds where state = 'BETTING'`).length === 0) await sleep(50);
    await Promise.all(clients.map((client) => client.ask({ ask: 'connect', spreadMs: 500, tokens })));
    // Those who wager have no tabs, so that clients get broadcasts only.
    const withoutTabs = tokens.slice(Math.max(...PROCESSES) * CLIENTS_PER_PROCESS);
    const calls = startCalls({ ports: sites.map(({ port }) => port), tokens: withoutTabs, calls: wagers });
    await sleep(WARM_UP_MS);
    await Promise.all(clients.map((client) => client.ask({ ask: 'frames' })));
    await sleep(SECONDS * 1_000);
    const counts = await Promise.all(clients.map((client) => client.ask<number>({ ask: 'frames' })));
    await calls.stop();
    const perProcess = counts.reduce((sum, count) => sum + count, 0) / processes / SECONDS;
    return { processes, perProcess, perClient: perProcess / CLIENTS_PER_PROCESS };
  } finally {
    clients.forEach((client) => client.stop());
    await Promise.all(sites.map(({ subject }) => subject.stop()));
  }
}

/** Broadcasts are collected by one process, so neither a client nor a process sends more when there are more processes. */
export async function frames(): Promise<Figure[]> {
  if (!isRedisInstalled) throw new Error('This bench needs redis-server: install Redis, or choose other benches.');
  const log = createLog('warn');
  const store = await prepareStore((db) => ensureDemoCatalogue({ db, log }));
  const redis = await openRedis();
  try {
    const runs: Run[] = [];
    for (const processes of PROCESSES) runs.push(await measure(store, redis.url, processes));
    const [alone, ...more] = runs as [Run, ...Run[]];
    return more.map(({ processes, perClient, perProcess }) => ({
      name: `frames that a process sends: ${processes} processes / 1 process, ${CLIENTS_PER_PROCESS} clients each`,
      ratios: [perProcess / alone.perProcess],
      atMost: RATIO_MAX,
      note:
        `${perProcess.toFixed(0)}/s against ${alone.perProcess.toFixed(0)}/s; ` +
        `a client gets ${perClient.toFixed(1)}/s against ${alone.perClient.toFixed(1)}/s`,
    }));
  } finally {
    await redis.stop();
    await store.stop();
  }
}
