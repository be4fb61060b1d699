import autocannon from 'autocannon';
import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { foreignCores } from './machine.ts';

/** Messages of a measured process: when it is ready, and on request. */
export type SubjectMessage =
  | { port: number; headers: Record<string, string>; path: string }
  | { cpuMicroseconds: number };

type Subject = {
  readonly name: string;
  readonly child: ChildProcess;
  readonly ready: { port: number; path: string; headers: Record<string, string> };
};
type Run = { readonly perSecond: number; readonly cpuMicroseconds: number };

/** The ratio of `ours` to `theirs`, by speed and by CPU time. */
export type Ratio = {
  readonly speed: readonly number[];
  readonly cpu: readonly number[];
  readonly runs: readonly [Run, Run][];
  readonly dropped: number;
};

const CONNECTIONS = 64;
const WARM_UP_SECONDS = 2;
const SECONDS = 3;
const PAIRS = 9;
const PAIRS_TRIED_MAX = 18;
const FOREIGN_CORES_MAX = 0.3;

function nextMessage(child: ChildProcess): Promise<SubjectMessage> {
  return new Promise((resolve, reject) => {
    const fail = (code: number | null): void => reject(new Error(`a subject ended with ${code}`));
    child.once('exit', fail);
    child.once('message', (message) => {
      child.removeListener('exit', fail);
      resolve(message as SubjectMessage);
    });
  });
}

/** Starts a separate server for each side, so that neither pays for the other's memory. */
export async function startSubject(name: string, file: string, ...args: string[]): Promise<Subject> {
  const child = fork(fileURLToPath(new URL(file, import.meta.url)), args, {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const ready = await nextMessage(child);
  if (!('port' in ready)) throw new Error('a subject spoke out of turn');
  return { name, child, ready };
}

async function readCpu({ child }: Subject): Promise<number> {
  const answer = nextMessage(child);
  child.send('cpu');
  const message = await answer;
  return 'cpuMicroseconds' in message ? message.cpuMicroseconds : 0;
}

async function load(subject: Subject, seconds: number): Promise<Run> {
  const { port, path, headers } = subject.ready;
  const before = await readCpu(subject);
  const result = await autocannon({
    url: `http://127.0.0.1:${port}${path}`,
    connections: CONNECTIONS,
    duration: seconds,
    headers,
  });
  const answered = result['2xx'];
  if (answered === 0 || result.non2xx > 0 || result.errors > 0) {
    throw new Error(
      `${subject.name} answered ${answered} times well, ${result.non2xx} badly, ${result.errors} not at all`,
    );
  }
  const cpuMicroseconds = ((await readCpu(subject)) - before) / answered;
  return { perSecond: answered / result.duration, cpuMicroseconds };
}

/** Starts one side of a pair. */
export type Start = () => Promise<Subject>;

async function measurePair(starts: readonly [Start, Start]): Promise<{ result: [Run, Run]; cores: number }> {
  const [ours, theirs] = [await starts[0](), await starts[1]()];
  try {
    for (const subject of [ours, theirs]) await load(subject, WARM_UP_SECONDS);
    const pids = [process.pid, ours.child.pid!, theirs.child.pid!];
    return await foreignCores(pids, async () => [await load(ours, SECONDS), await load(theirs, SECONDS)]);
  } finally {
    await Promise.all([ours, theirs].map(stopSubject));
  }
}

/**
 * Interleaves both sides (A B A B …), because the speed of a machine varies; the ratio of a pair counts. Each pair has its own
 * processes, because compiled code differs by a tenth from one process to the next.
 */
export async function compare(...starts: readonly [Start, Start]): Promise<Ratio> {
  const runs: [Run, Run][] = [];
  let tried = 0;
  for (; runs.length < PAIRS && tried < PAIRS_TRIED_MAX; tried++) {
    const { result, cores } = await measurePair(starts);
    if (cores <= FOREIGN_CORES_MAX || PAIRS_TRIED_MAX - tried <= PAIRS - runs.length) runs.push(result);
  }
  return {
    speed: runs.map(([a, b]) => a.perSecond / b.perSecond),
    cpu: runs.map(([a, b]) => b.cpuMicroseconds / a.cpuMicroseconds),
    runs,
    dropped: tried - runs.length,
  };
}

function stopSubject({ child }: Subject): Promise<void> {
  return new Promise((resolve) => {
    child.once('exit', () => resolve());
    child.kill('SIGTERM');
  });
}
