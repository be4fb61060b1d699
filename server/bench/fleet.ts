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

/** Where the processor time of one operation goes, in microseconds. */
const PARTS = ['database', 'processes', 'Redis', 'load'] as const;
type Costs = Readonly<Record<(typeof PARTS)[number], number>>;
type Run = { readonly perSecond: number; readonly costs: Costs; readonly perCommit: number };

type Bench = {
  readonly store: BenchStore;
  readonly redisPid: number;
  readonly alone: readonly Side[];
  readonly together: readonly Side[];
};
type Side = Awaited<ReturnType<typeof startSubject>>;
type Call = { readonly name: string; readonly path: string; readonly body?: string };

function cpuNow({ store, redisPid }: Bench, sides: readonly Side[]): Costs {
  const own = process.cpuUsage();
  return {
    database: treeCpu(store.postmasterPid),
    processes: sides.reduce((sum, { subject }) => sum + treeCpu(subject.child.pid!), 0),
    Redis: treeCpu(redisPid),
    load: own.user + own.system,
  };
}

async function commitsNow({ db }: BenchStore): Promise<number> {
  const [row] = await db.sql<{ commits: number }>`
    select xact_commit as commits from pg_stat_database where datname = current_database()`;
  return row!.commits;
}

/** PostgreSQL reports the commits of a connection at most once a second. */
const STATISTICS_DELAY_MS = 1_200;

/** The processes that are not measured run as well, and do what they do without calls. */
async function measure(bench: Bench, sides: readonly Side[], { path, body }: Call): Promise<Run> {
  const { store } = bench;
  const ports = sides.map(({ port }) => port);
  const target: HttpTarget = { ports, path, tokens: store.tokens, ...(body !== undefined && { body }) };
  const commits = await commitsNow(store);
  const before = cpuNow(bench, sides);
  const { perSecond, done } = await loadHttp(target, CONNECTIONS, SECONDS);
  const after = cpuNow(bench, sides);
  await sleep(STATISTICS_DELAY_MS);
  const costs = Object.fromEntries(PARTS.map((part) => [part, (after[part] - before[part]) / done])) as Costs;
  return { perSecond, costs, perCommit: done / ((await commitsNow(store)) - commits) };
}

const textOf = ({ costs, perCommit }: Run): string =>
  `${PARTS.map((part) => `${part} ${Math.round(costs[part])}`).join(', ')} us; ${perCommit.toFixed(1)} a commit`;

/** The same load on one process without Redis, and on several that share one. */
async function comparePaths(bench: Bench, call: Call): Promise<Figure[]> {
  const { alone, together } = bench;
  await measure(bench, [...alone, ...together], call);
  const pairs: (readonly [one: Run, many: Run])[] = [];
  for (let pair = 0; pair < PAIRS; pair++) {
    const one = await measure(bench, alone, call);
    pairs.push([one, await measure(bench, together, call)]);
  }
  const [one, many] = pairs.at(-1)!;
  return [
    {
      name: `${call.name} a second: ${PROCESSES} processes / 1 process, ${CONNECTIONS} connections`,
      ratios: pairs.map(([a, b]) => b.perSecond / a.perSecond),
      atLeast: 0.95,
      note: `${Math.round(many.perSecond)}/s (${textOf(many)}) against ${Math.round(one.perSecond)}/s (${textOf(one)})`,
    },
    {
      name: `database time of ${call.name}: ${PROCESSES} processes / 1 process`,
      ratios: pairs.map(([a, b]) => b.costs.database / a.costs.database),
      atMost: 1.3,
      note: `${Math.round(many.costs.database)} against ${Math.round(one.costs.database)} us`,
    },
  ];
}

async function untilBetting({ db }: BenchStore): Promise<void> {
  while ((await db.sql`select from roulette_rounds where state = 'BETTING'`).length === 0) await sleep(50);
}

async function measureFleet(store: BenchStore, redis: { url: string; pid: number }): Promise<Figure[]> {
  const alone = [await startSubject(store, 'site')];
  const together = await Promise.all(Array.from({ length: PROCESSES }, () => startSubject(store, 'site', redis.url)));
  try {
    await untilBetting(store);
    const bench = { store, redisPid: redis.pid, alone, together };
    const figures = [
      ...(await comparePaths(bench, { name: 'openings', path: `/case/openCase/${store.caseName}` })),
      ...(await comparePaths(bench, {
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
    await Promise.all([...alone, ...together].map(({ subject }) => subject.stop()));
  }
}

/** Estimate: three processes share two cores with the load and the database, so they gain nothing and should lose little. */
export async function fleet(): Promise<Figure[]> {
  if (!isRedisInstalled) throw new Error('This bench needs redis-server: install Redis, or choose other benches.');
  const log = createLog('warn');
  const store = await prepareStore((db) => ensureDemoCatalogue({ db, log }));
  const redis = await openRedis();
  try {
    return await measureFleet(store, { url: redis.url, pid: redis.pid()! });
  } finally {
    await redis.stop();
    await store.stop();
  }
}
