import assert from 'node:assert/strict';
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { ensureDemoCatalogue } from '#demo.ts';
import { createLog } from '#log.ts';
import { type Figure, quantile } from './figures.ts';
import { foreignCores } from './machine.ts';
import { loadHttp, quantileMs } from './openings/http-load.ts';
import { startSubject } from './openings/start.ts';
import { prepareStore } from './openings/store.ts';

const IS_QUICK = process.argv.includes('--quick');
const READERS = 1_000;
const BROADCASTS = 60;
const PAIRS = IS_QUICK ? 1 : 7;
const PAIRS_TRIED_MAX = IS_QUICK ? 1 : 14;
const FOREIGN_CORES_MAX = 0.3;

function start(file: string, ...args: string[]): ChildProcess {
  return fork(fileURLToPath(new URL(file, import.meta.url)), args);
}

async function nextMessage<Message>(child: ChildProcess): Promise<Message> {
  const [message] = (await once(child, 'message')) as [Message];
  return message;
}

/** Starts readers of a port in a child process. */
async function startReaders(port: number, count: number, greeting: string): Promise<ChildProcess> {
  const readerProcess = start('./live/readers.ts', String(port), String(count), greeting);
  await nextMessage(readerProcess);
  return readerProcess;
}

type Side = 'ours' | 'loop' | 'framed';

async function startSide(side: Side) {
  const server = start('./live/broadcaster.ts', side);
  const { value: port } = await nextMessage<{ value: number }>(server);
  const readerProcess = await startReaders(port, READERS, side === 'ours' ? '40' : '');
  return {
    pids: [server.pid!, readerProcess.pid!],
    /** CPU time of one broadcast in microseconds. */
    async measure(): Promise<number> {
      const answer = nextMessage<{ value: number; readers: number }>(server);
      server.send(BROADCASTS);
      const { value, readers } = await answer;
      assert.equal(readers, READERS, 'a broadcast to fewer costs less');
      return value;
    },
    stop: () => [server, readerProcess].map((child) => child.kill()),
  };
}

/** Estimate: one write for each reader instead of framing and two writes, so about half. */
async function broadcasts(): Promise<Figure[]> {
  const sides = [await startSide('ours'), await startSide('loop'), await startSide('framed')] as const;
  const pids = [process.pid, ...sides.flatMap((side) => side.pids)];
  const runs: (readonly [ours: number, loop: number, framed: number])[] = [];
  try {
    for (const side of sides) await side.measure();
    for (let tried = 0; runs.length < PAIRS && tried < PAIRS_TRIED_MAX; tried++) {
      const { result, cores } = await foreignCores(pids, async () => {
        const [ours, loop, framed] = sides;
        return [await ours.measure(), await loop.measure(), await framed.measure()] as const;
      });
      if (cores <= FOREIGN_CORES_MAX || PAIRS_TRIED_MAX - tried <= PAIRS - runs.length) runs.push(result);
    }
  } finally {
    sides.forEach((side) => side.stop());
  }
  const ms = (at: 0 | 1 | 2) =>
    `${(
      quantile(
        runs.map((run) => run[at]),
        0.5,
      ) / 1000
    ).toFixed(1)} ms`;
  return [
    {
      name: `processor time of a broadcast to ${READERS}: a loop of ws.send / ours`,
      ratios: runs.map(([ours, loop]) => loop / ours),
      atLeast: 1.5,
      note: `${ms(1)} against ${ms(0)}`,
    },
    {
      name: `processor time of a broadcast to ${READERS}: ready-made frames / ours`,
      ratios: runs.map(([ours, , framed]) => framed / ours),
      atLeast: 0.65,
      note: `${ms(2)} against ${ms(0)}`,
    },
  ];
}

const BROADCAST_READERS = IS_QUICK ? 4_000 : 10_000;
const READER_PROCESSES = 2;
const SECONDS = 5;
const ROUNDS = IS_QUICK ? 1 : 3;
const BROADCAST_EVERY_MS = 1_000;

/**
 * Openings during a broadcast each second, compared with the duration of a broadcast: an opening must not wait for its end.
 * Estimate: a slice is a tenth of a broadcast, and an opening meets two or three, so 0.3.
 */
async function openingsDuringBroadcasts(): Promise<Figure[]> {
  const log = createLog('warn');
  const store = await prepareStore((db) => ensureDemoCatalogue({ db, log }));
  const { subject: site, port } = await startSubject(store, 'site');
  const target = { ports: [port], path: `/case/openCase/${encodeURIComponent(store.caseName)}`, tokens: store.tokens };
  const readerProcesses: ChildProcess[] = [];
  const spread = async (): Promise<number> => {
    const spreads = await Promise.all(
      readerProcesses.map((readerProcess) => {
        const answer = nextMessage<{ spreadMs: number }>(readerProcess);
        readerProcess.send('spread');
        return answer;
      }),
    );
    return Math.max(...spreads.map(({ spreadMs }) => spreadMs));
  };
  try {
    await loadHttp(target, 8, SECONDS);
    await store.db.sql`analyze`;
    const alone = await loadHttp(target, 8, SECONDS);
    for (let each = 0; each < READER_PROCESSES; each++)
      readerProcesses.push(await startReaders(port, BROADCAST_READERS / READER_PROCESSES, '40'));
    await site.ask({ ask: 'broadcast', everyMs: BROADCAST_EVERY_MS });
    const rounds: { p99: number; p50: number; spreadMs: number }[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      await spread();
      const load = await loadHttp(target, 8, SECONDS);
      rounds.push({ p99: quantileMs(load, 0.99), p50: quantileMs(load, 0.5), spreadMs: await spread() });
    }
    const last = rounds.at(-1)!;
    const [aloneP99, p50, p99, whole] = [quantileMs(alone, 0.99), last.p50, last.p99, last.spreadMs];
    return [
      {
        name: `p99 of an opening while ${BROADCAST_READERS} get a broadcast / duration of the broadcast`,
        ratios: rounds.map((round) => round.p99 / round.spreadMs),
        atMost: 0.5,
        note: `${p99.toFixed(0)} against ${whole.toFixed(0)} ms; p50 ${p50.toFixed(1)} ms; p99 without them ${aloneP99.toFixed(0)} ms`,
      },
    ];
  } finally {
    readerProcesses.forEach((readerProcess) => readerProcess.kill());
    await site.stop();
    await store.stop();
  }
}

/** The cost of the live channel, and its effect on other requests. */
export async function live(): Promise<Figure[]> {
  return [...(await broadcasts()), ...(await openingsDuringBroadcasts())];
}
