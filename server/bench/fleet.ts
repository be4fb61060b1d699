import { setTimeout as sleep } from 'node:timers/promises';
import { ensureDemoCatalogue } from '#demo.ts';
import { checkBooks } from '#features/audits/audits.ts';
import { createLog } from '#log.ts';
import { isRedisInstalled, openRedis } from '#testing/redis-process.ts';
import type { Figure } from './figures.ts';
import { treeCpu } from './openings/cpu.ts';
import { type HttpTarget, loadHttp } from './openings/http-load.ts';
import { startSubject } from './openings/start.ts';
import { type BenchStore, prepareStore } from './openings/store.ts';

const IS_QUICK = process.argv.includes('--quick');
const PAIRS = IS_QUICK ? 1 : 5;
const SECONDS = IS_QUICK ? 3 : 5;
const CONNECTIONS = 126;
const PROCESSES = 3;

type Run = { readonly perSecond: number; readonly databaseMicroseconds: number };

/** A load with the database's processor time for each operation. */
async function measure(store: BenchStore, target: HttpTarget): Promise<Run> {
  const before = treeCpu(store.postmasterPid);
  const { perSecond, done } = await loadHttp(target, CONNECTIONS, SECONDS);
  return { perSecond, databaseMicroseconds: (treeCpu(store.postmasterPid) - before) / done };
}

type Ports = { readonly alone: readonly number[]; readonly together: readonly number[] };

/** The same load on one process without Redis, and on several that share one. */
async function comparePaths(
  store: BenchStore,
  { alone, together }: Ports,
  { name, ...call }: { name: string; path: string; body?: string },
): Promise<Figure[]> {
  const { tokens } = store;
  await measure(store, { ports: [...alone, ...together], tokens, ...call });
  const pairs: (readonly [one: Run, many: Run])[] = [];
  for (let pair = 0; pair < PAIRS; pair++) {
    const one = await measure(store, { ports: alone, tokens, ...call });
    pairs.push([one, await measure(store, { ports: together, tokens, ...call })]);
  }
  const [one, many] = pairs.at(-1)!;
  return [
    {
      name: `${name} a second: ${PROCESSES} processes / 1 process, ${CONNECTIONS} connections`,
      ratios: pairs.map(([a, b]) => b.perSecond / a.perSecond),
      atLeast: 0.95,
      note: `${Math.round(many.perSecond)}/s against ${Math.round(one.perSecond)}/s`,
    },
    {
      name: `database time of ${name}: ${PROCESSES} processes / 1 process`,
      ratios: pairs.map(([a, b]) => b.databaseMicroseconds / a.databaseMicroseconds),
      atMost: 1.3,
      note: `${Math.round(many.databaseMicroseconds)} against ${Math.round(one.databaseMicroseconds)} us`,
    },
  ];
}

async function untilBetting({ db }: BenchStore): Promise<void> {
  while ((await db.sql`select from roulette_rounds where state = 'BETTING'`).length === 0) await sleep(50);
}

async function measureFleet(store: BenchStore, redisUrl: string): Promise<Figure[]> {
  const alone = await startSubject(store, 'site');
  const together = await Promise.all(Array.from({ length: PROCESSES }, () => startSubject(store, 'site', redisUrl)));
  try {
    await untilBetting(store);
    const ports = { alone: [alone.port], together: together.map(({ port }) => port) };
    const figures = [
      ...(await comparePaths(store, ports, { name: 'openings', path: `/case/openCase/${store.caseName}` })),
      ...(await comparePaths(store, ports, {
        name: 'bets',
        path: '/roulette/placeBet',
        body: JSON.stringify({ playerBet: 'red', amount: 1 }),
      })),
    ];
    const { findings } = await store.db.snapshot((sql) => checkBooks(sql, 'full'));
    const breaches = findings.reduce((sum, { breaches: found }) => sum + found.length, 0);
    return [
      ...figures,
      { name: 'invariants broken by it', ratios: [breaches], atMost: 0, note: `of ${findings.length}` },
    ];
  } finally {
    await Promise.all([alone, ...together].map(({ subject }) => subject.stop()));
  }
}

/** Estimate: three processes share two cores with the load and the database, so they gain nothing and should lose little. */
export async function fleet(): Promise<Figure[]> {
  if (!isRedisInstalled) throw new Error('This bench needs redis-server: install Redis, or choose other benches.');
  const log = createLog('warn');
  const store = await prepareStore((db) => ensureDemoCatalogue({ db, log }));
  const redis = await openRedis();
  try {
    return await measureFleet(store, redis.url);
  } finally {
    await redis.stop();
    await store.stop();
  }
}
