import { ensureDemoCatalogue } from '#demo.ts';
import { checkBooks } from '#features/audits/audits.ts';
import { createLog } from '#log.ts';
import type { Figure } from './figures.ts';
import { foreignCores } from './machine.ts';
import { ownDeadCpu, treeCpu } from './openings/cpu.ts';
import { type Load, loadHttp, quantileMs } from './openings/http-load.ts';
import { findLimit, type Limit } from './openings/limit.ts';
import { startSubject, type Subject } from './openings/start.ts';
import { type BenchStore, prepareStore } from './openings/store.ts';

const SECONDS = 3;
/** A quick run measures one pair of each and discards none. */
const PAIRS = process.argv.includes('--quick') ? 1 : 5;
const PAIRS_TRIED_MAX = process.argv.includes('--quick') ? 1 : 9;
const FOREIGN_CORES_MAX = 0.3;

/** A run with its CPU time: of the database, and of the processes in front of it. */
type Run = { readonly load: Load; readonly cpuMicroseconds: number };

async function withCpu(
  store: BenchStore,
  ownCpu: () => Promise<number> | number,
  run: () => Promise<Load>,
): Promise<Run> {
  const cpuNow = async () => treeCpu(store.postmasterPid) + (await ownCpu());
  const before = await cpuNow();
  const load = await run();
  return { load, cpuMicroseconds: ((await cpuNow()) - before) / load.done };
}

type Bench = {
  readonly store: BenchStore;
  readonly limit: Limit;
  readonly site: Subject;
  readonly overHttp: (connections: number) => Promise<Run>;
  readonly single: (clients: number) => Promise<Run>;
};

/** Interleaves both sides (A B A B …), because the speed of a machine varies; the ratio of a pair counts. */
async function pairs<T>(bench: Bench, measure: () => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  for (let tried = 0; results.length < PAIRS && tried < PAIRS_TRIED_MAX; tried++) {
    const pids = [process.pid, bench.site.child.pid!];
    const before = treeCpu(bench.store.postmasterPid) + ownDeadCpu();
    const startMs = performance.now();
    const { result, cores } = await foreignCores(pids, measure);
    const took = (performance.now() - startMs) * 1000;
    const others = cores - (treeCpu(bench.store.postmasterPid) + ownDeadCpu() - before) / took;
    if (others <= FOREIGN_CORES_MAX || PAIRS_TRIED_MAX - tried <= PAIRS - results.length) results.push(result);
  }
  return results;
}

/** The number of clients with the highest throughput of the bare database. */
async function bestClients({ single }: Bench): Promise<number> {
  const tried = [];
  for (const clients of [4, 8, 16]) tried.push({ clients, perSecond: (await single(clients)).load.perSecond });
  return tried.toSorted((a, b) => b.perSecond - a.perSecond)[0]!.clients;
}

const rate = ({ load }: Run): string => `${Math.round(load.perSecond)}/s`;

/** Estimate: half the CPU time of single calls, since a batch shares its commit; 1.5 times their rate. */
async function busySite(bench: Bench, limitName: string): Promise<Figure[]> {
  const best = await bestClients(bench);
  const runs = await pairs(bench, async () => [await bench.overHttp(128), await bench.single(best)] as const);
  const [http, bare] = runs.at(-1)!;
  return [
    {
      name: `processor time: opening over HTTP, 128 connections / ${limitName}, one call each, ${best} clients`,
      ratios: runs.map(([a, b]) => a.cpuMicroseconds / b.cpuMicroseconds),
      atMost: 0.65,
      note: `${Math.round(http.cpuMicroseconds)} against ${Math.round(bare.cpuMicroseconds)} us`,
    },
    {
      name: `openings a second: over HTTP, 128 connections / ${limitName} at its best`,
      ratios: runs.map(([a, b]) => a.load.perSecond / b.load.perSecond),
      atLeast: 1.3,
      note: `${rate(http)} against ${rate(bare)}`,
    },
  ];
}

async function waiting(bench: Bench, limitName: string): Promise<Figure[]> {
  const p = (at: number) => (run: Run) => quantileMs(run.load, at);
  const eight = await pairs(bench, async () => [await bench.overHttp(8), await bench.single(8)] as const);
  const many = await pairs(bench, async () => [await bench.overHttp(32), await bench.single(32)] as const);
  const one = await pairs(bench, async () => [await bench.overHttp(1), await bench.single(1)] as const);
  const ratios = (runs: readonly (readonly [Run, Run])[], of: (run: Run) => number) =>
    runs.map(([a, b]) => of(a) / of(b));
  return [
    {
      name: `openings a second: over HTTP, 8 connections / ${limitName}, 8 clients`,
      ratios: ratios(eight, ({ load }) => load.perSecond),
      atLeast: 0.75,
      note: eight.at(-1)!.map(rate).join(' against '),
    },
    {
      name: `p99: over HTTP, 32 connections / ${limitName}, 32 clients`,
      ratios: ratios(many, p(0.99)),
      atMost: 1,
      note: many
        .at(-1)!
        .map((run) => `${p(0.99)(run).toFixed(1)} ms`)
        .join(' against '),
    },
    {
      name: `p50: over HTTP, 1 connection / ${limitName}, 1 client`,
      ratios: ratios(one, p(0.5)),
      atMost: 2.5,
      note: one
        .at(-1)!
        .map((run) => `${p(0.5)(run).toFixed(2)} ms`)
        .join(' against '),
    },
  ];
}

async function engine(bench: Bench, limitName: string): Promise<Figure[]> {
  const { store } = bench;
  const { subject } = await startSubject(store, 'engine');
  const allPlayers = Array.from({ length: store.players }, (_, index) => store.firstPlayerId + index);
  const open = async (ask: 'engine' | 'naive', clients: number, players: readonly number[]) =>
    (await subject.ask({ ask, clients, seconds: SECONDS, players, caseName: store.caseName })) / SECONDS;
  const batch = await pairs(bench, async () => [await open('engine', 128, allPlayers), await bench.single(8)] as const);
  const hot = allPlayers.slice(0, 1);
  const one = await pairs(bench, async () => [await open('engine', 32, hot), await open('naive', 32, hot)] as const);
  await subject.stop();
  return [
    {
      name: `openings a second: the batches alone, 128 at once / ${limitName}, 8 clients`,
      ratios: batch.map(([a, b]) => a / b.load.perSecond),
      atLeast: 3.5,
      note: `${Math.round(batch.at(-1)![0])}/s against ${rate(batch.at(-1)![1])}`,
    },
    {
      name: 'openings a second of one player, 32 at once: ours / a transaction that locks the row',
      ratios: one.map(([a, b]) => a / b),
      atLeast: 4,
      note: one
        .at(-1)!
        .map((each) => `${Math.round(each)}/s`)
        .join(' against '),
    },
  ];
}

/** Audits everything that the bench has opened: speed is worthless if it loses a diamond. */
async function invariants({ db }: BenchStore): Promise<Figure> {
  const { violations, findings } = await db.snapshot(async (sql) => {
    const { findings: found } = await checkBooks(sql, 'full');
    return { findings: found, violations: found.reduce((sum, { breaches }) => sum + breaches.length, 0) };
  });
  const openings = findings.find(({ rowKind }) => rowKind === 'openings')?.count ?? 0;
  return { name: 'invariants broken after it all', ratios: [violations], atMost: 0, note: `${openings} openings` };
}

/** Compares opening cases with what the bare database can do on the same tables. */
export async function openings(): Promise<Figure[]> {
  const log = createLog('warn');
  const store = await prepareStore((db) => ensureDemoCatalogue({ db, log }));
  const { name, limit } = await findLimit();
  const { subject: site, port } = await startSubject(store, 'site');
  try {
    const path = `/case/openCase/${encodeURIComponent(store.caseName)}`;
    const target = { ports: [port], path, tokens: store.tokens };
    const bench: Bench = {
      store,
      limit,
      site,
      overHttp: (connections) =>
        withCpu(
          store,
          () => site.ask({ ask: 'cpu' }),
          () => loadHttp(target, connections, SECONDS),
        ),
      single: (clients) => withCpu(store, ownDeadCpu, () => limit(store, clients, SECONDS)),
    };
    // Plans made while the tables were empty would scan them for ever after.
    await bench.overHttp(128);
    await bench.single(8);
    await store.db.sql`analyze`;
    const figures = [...(await busySite(bench, name)), ...(await waiting(bench, name)), ...(await engine(bench, name))];
    return [...figures, await invariants(store)];
  } finally {
    await site.stop();
    await store.stop();
  }
}
