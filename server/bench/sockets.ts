import { setTimeout as sleep } from 'node:timers/promises';
import { ensureDemoCatalogue } from '#demo.ts';
import { createLog } from '#log.ts';
import { type Figure, quantile } from './figures.ts';
import { startSubject, type Subject } from './openings/start.ts';
import { type BenchStore, prepareStore } from './openings/store.ts';
import { startCalls } from './sockets/calls.ts';
import type { ConnectResult } from './sockets/clients.ts';
import { startClients } from './sockets/start-clients.ts';

const IS_QUICK = process.argv.includes('--quick');
const SOCKETS = IS_QUICK ? 4_000 : 10_000;
const CLIENT_PROCESSES = 2;
/** Browsers that lose their connection try again within this time. */
const SPREAD_MS = 1_000;
/** Slow enough to measure processor time without a queue. */
const CALM_SPREAD_MS = SOCKETS * 4;
const BROADCASTS = 20;
const BROADCAST_EVERY_MS = 500;

type Clients = {
  connect(spreadMs: number): Promise<ConnectResult>;
  disconnect(): Promise<void>;
  stop(): void;
};

async function startAll(port: number, { tokens }: BenchStore): Promise<Clients> {
  const count = SOCKETS / CLIENT_PROCESSES;
  const processes = await Promise.all(
    Array.from({ length: CLIENT_PROCESSES }, (_, index) => startClients({ port, count, first: index * count })),
  );
  return {
    async connect(spreadMs) {
      const results = await Promise.all(
        processes.map((clients) => clients.ask<ConnectResult>({ ask: 'connect', spreadMs, tokens })),
      );
      const failures: Record<string, number> = {};
      for (const [reason, times] of results.flatMap((result) => Object.entries(result.failures)))
        failures[reason] = (failures[reason] ?? 0) + times;
      return { connectMs: results.flatMap(({ connectMs }) => connectMs), failures };
    },
    async disconnect() {
      await Promise.all(processes.map((clients) => clients.ask({ ask: 'disconnect' })));
      await sleep(3_000);
    },
    stop: () => processes.forEach((clients) => clients.stop()),
  };
}

async function cpuOf(site: Subject, work: () => Promise<unknown>): Promise<number> {
  const before = await site.ask({ ask: 'cpu' });
  await work();
  return (await site.ask({ ask: 'cpu' })) - before;
}

async function connectCalmly(site: Subject, clients: Clients): Promise<Figure[]> {
  const before = await site.ask({ ask: 'memory' });
  const idleMicroseconds = await cpuOf(site, () => sleep(CALM_SPREAD_MS));
  const microseconds = await cpuOf(site, () => clients.connect(CALM_SPREAD_MS));
  await sleep(2_000);
  const kilobytes = ((await site.ask({ ask: 'memory' })) - before) / SOCKETS / 1000;
  const milliseconds = (microseconds - idleMicroseconds) / SOCKETS / 1000;
  return [
    { name: 'memory of a socket in kB', ratios: [kilobytes], atMost: 30, note: `with ${SOCKETS} open` },
    {
      name: 'processor time of a connect in ms',
      ratios: [milliseconds],
      atMost: 2.9,
      note: `${SOCKETS} in ${CALM_SPREAD_MS / 1000} s`,
    },
  ];
}

async function broadcastToAll(site: Subject): Promise<Figure[]> {
  const idle = await cpuOf(site, () => sleep(BROADCASTS * BROADCAST_EVERY_MS));
  const microseconds = await cpuOf(site, async () => {
    await site.ask({ ask: 'broadcast', everyMs: BROADCAST_EVERY_MS });
    await sleep(BROADCASTS * BROADCAST_EVERY_MS);
    await site.ask({ ask: 'broadcast', everyMs: 0 });
  });
  const each = (microseconds - idle) / BROADCASTS / SOCKETS;
  return [{ name: 'processor time of a frame in us', ratios: [each], atMost: 15.8, note: `a broadcast to ${SOCKETS}` }];
}

async function stormWithCalls(store: BenchStore, port: number, clients: Clients): Promise<Figure[]> {
  const opening = `/case/openCase/${encodeURIComponent(store.caseName)}`;
  const calls = startCalls({
    ports: [port],
    tokens: store.tokens,
    calls: [{ path: '/auth/me' }, { path: opening }],
  });
  await sleep(3_000);
  const alone = calls.takeLatencies();
  const startMs = performance.now();
  const { connectMs, failures } = await clients.connect(SPREAD_MS);
  const tookMs = performance.now() - startMs;
  const during = calls.takeLatencies();
  await calls.stop();
  const [p50, p99, slowest] = [0.5, 0.99, 1].map((at) => quantile(during, at).toFixed(0));
  const refused = Object.values(failures).reduce((sum, times) => sum + times, 0);
  return [
    {
      name: `p99 of a call while ${SOCKETS} reconnect, in ms`,
      ratios: [Number(p99)],
      atMost: 500,
      note: `p50 ${p50}, slowest ${slowest} of ${during.length}; alone p99 ${quantile(alone, 0.99).toFixed(0)}`,
    },
    {
      name: 'connects refused or lost',
      ratios: [refused],
      atMost: 0,
      note: refused === 0 ? `all ${SOCKETS} connected at the first attempt` : JSON.stringify(failures),
    },
    {
      name: 'seconds until all are connected',
      ratios: [tookMs / 1000],
      atMost: 20,
      note: `p50 ${quantile(connectMs, 0.5).toFixed(0)} ms, p99 ${quantile(connectMs, 0.99).toFixed(0)} ms`,
    },
  ];
}

/** Many clients of one process: what a socket costs, and what others notice when all of them reconnect at once. */
export async function sockets(): Promise<Figure[]> {
  const log = createLog('warn');
  const store = await prepareStore((db) => ensureDemoCatalogue({ db, log }), { players: SOCKETS });
  const { subject: site, port } = await startSubject(store, 'site');
  const clients = await startAll(port, store);
  try {
    const calm = await connectCalmly(site, clients);
    const frames = await broadcastToAll(site);
    await clients.disconnect();
    return [...calm, ...frames, ...(await stormWithCalls(store, port, clients))];
  } finally {
    clients.stop();
    await site.stop();
    await store.stop();
  }
}
