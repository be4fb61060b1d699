import { execFile } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { type Books, getBooks } from '@karat/contract/wallet';
import { type Db, openDb } from '#db/db.ts';
import { readConnection } from '#db/embedded/running.ts';
import { createLog } from '#log.ts';
import { createCalendar } from './calendar.ts';
import { type Client, createClient } from './client.ts';
import { injectFaults } from './faults.ts';
import { playWeek } from './habits.ts';
import { createOutages } from './outages.ts';
import { addPeople, type Person } from './people.ts';
import { createRandom } from '#sandbox/player-actions/random.ts';
import { type Print, printSummary, printProgress } from './report.ts';
import { untilSettled } from './settling.ts';
import { createSite, findPort, type Site } from './site.ts';
import { signInStaff, STAFF, workAsStaff } from './staff.ts';
import type { SimulationContext } from './context.ts';
import { createResults, type Results } from './results.ts';
import { answerLastOffers } from './trade-actions.ts';
import { checkPeople } from './checks.ts';

const AUDIT = path.resolve(import.meta.dirname, '../cli/audit.ts');
const PROGRESS_EVERY_MS = 10_000;
const SETTLE_MAX_MS = 6 * 60_000;
const DAY_MS = 86_400_000;

export type WeekOptions = {
  readonly seed: string;
  readonly players: number;
  /** Real time that the week takes. */
  readonly minutes: number;
  readonly kills: number;
  readonly firstPort: number;
  readonly print: Print;
};

export type WeekResult = { readonly results: Results; readonly books: Books | undefined; readonly dataDir: string };

/** Environment of the site: rounds, matches and holds as short as the simulated days need. */
function variablesOf(dayMs: number): Record<string, string> {
  return {
    DEMO: '1',
    PLATFORM: 'sandbox',
    RESIDENTS: 'off',
    ADMIN_USERNAME: STAFF.username,
    ADMIN_PASSWORD: STAFF.password,
    ROULETTE_BETTING_MS: '5000',
    ROULETTE_SPIN_MS: '700',
    ROULETTE_PAUSE_MS: '300',
    SANDBOX_MATCH_SPEED: '6',
    ROOM_JOIN_MS: '30000',
    DEPOSIT_HOLD_DAYS: (dayMs / DAY_MS).toFixed(9),
    WITHDRAW_APPROVAL_ABOVE: '1500',
  };
}

type Simulation = {
  readonly site: Site;
  readonly client: Client;
  readonly results: Results;
  readonly options: WeekOptions;
};

type FinishedWeek = { readonly context: SimulationContext; readonly people: readonly Person[] };

/** Runs the week: all people act, faults are injected, and the last responses are awaited. */
async function runWeek({ site, client, results, options }: Simulation): Promise<FinishedWeek> {
  const { seed, players, minutes, kills, print } = options;
  const admin = await signInStaff(client, seed);
  const people = await addPeople(client, { count: players, seed });
  print(`${people.length} players have signed up.`);
  const calendar = createCalendar(minutes * 60_000);
  const closing = new AbortController();
  const context: SimulationContext = {
    client,
    calendar,
    results,
    isClosing: () => closing.signal.aborted,
    rest: (ms) => sleep(ms, undefined, { signal: closing.signal }).catch(() => undefined),
  };
  const progress = setInterval(() => printProgress(print, { calendar, results, players }), PROGRESS_EVERY_MS);
  const faults = injectFaults({ site, calendar, results, kills, random: createRandom(`${seed}/fate`) });
  const running = [...people.map((person) => playWeek(context, person)), workAsStaff(context, admin, people)];
  try {
    await Promise.all([faults, context.rest(calendar.dayMs * 7)]);
    closing.abort();
    print('The week is over. Waiting for unfinished actions …');
    await Promise.all(running);
  } finally {
    closing.abort();
    clearInterval(progress);
  }
  return { context, people };
}

async function withDatabase<Result>(dataDir: string, use: (db: Db) => Promise<Result>): Promise<Result> {
  const connection = await readConnection(dataDir);
  const db = openDb({ connection: connection!, log: createLog('silent') });
  try {
    return await use(db);
  } finally {
    await db.close();
  }
}

/** Runs the audit as an operator does. */
async function auditByCommand(dataDir: string, { print, results }: { print: Print; results: Results }): Promise<void> {
  const { DATABASE_URL: _, ...env } = process.env;
  await promisify(execFile)(process.execPath, [AUDIT], { env: { ...env, DATA_DIR: dataDir } }).then(
    ({ stdout }) => print(stdout.trimEnd().split('\n').at(-1) ?? ''),
    (error: Error & { stdout?: string; stderr?: string }) => {
      print(error.stdout ?? '');
      results.breach(`npm run audit: ${error.stderr ?? error.message}`);
    },
  );
}

async function settleAndCheck(
  { client, results, options }: Simulation,
  finished: FinishedWeek,
  dataDir: string,
): Promise<void> {
  const { print } = options;
  const { context, people } = finished;
  const answerOffers = async (): Promise<void> => {
    for (const person of people) if (person.habit === 'collector') await answerLastOffers(context, person);
  };
  await withDatabase(dataDir, async (db) => {
    const unfinished = await untilSettled(db, { timeoutMs: SETTLE_MAX_MS, answerOffers });
    if (unfinished !== undefined) results.breach(`still unfinished: ${JSON.stringify(unfinished)}`);
    print(`${await client.repeatSample()} answered requests were repeated.`);
    print('Comparing acknowledged calls with the books …');
    await checkPeople(db, client, people, results);
  });
  print('Running the audit …');
  await auditByCommand(dataDir, { print, results });
}

async function readBooks(client: Client, people: readonly Person[]): Promise<Books | undefined> {
  const booksReply = people[0] === undefined ? undefined : await client.call(people[0], getBooks);
  return booksReply?.isDone === true ? booksReply.reply.data : undefined;
}

/** Simulates a week with players, staff and faults against the real program, in a temporary data directory. */
export async function simulateWeek(options: WeekOptions): Promise<WeekResult> {
  const { print, minutes, firstPort } = options;
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'karat-week-'));
  // Lets the account that runs PostgreSQL reach the files in it.
  await chmod(dataDir, 0o711);
  const [results, outages] = [createResults((message) => print(`✗ ${message}`)), createOutages()];
  const variables = variablesOf((minutes * 60_000) / 7);
  const site = createSite({ dataDir, port: await findPort(firstPort), variables, outages, onProblem: results.breach });
  let isOver = false;
  const client = createClient({ origin: site.origin, results, outages, isOver: () => isOver });
  const simulation = { site, client, results, options };
  let people: readonly Person[] = [];
  let books: Books | undefined;
  try {
    outages.begin();
    await site.start();
    print(`The site runs at ${site.origin}, with its data in ${dataDir}.`);
    const finished = await runWeek(simulation);
    people = finished.people;
    await settleAndCheck(simulation, finished, dataDir);
    books = await readBooks(client, people);
  } catch (error) {
    results.breach(`the week was aborted: ${(error as Error).stack}`);
  } finally {
    isOver = true;
    for (const { socket } of people) socket.disconnect();
    await site.stop();
    await site.close();
  }
  printSummary(print, { results, outages, books });
  if (results.breachCount() === 0) await rm(dataDir, { recursive: true, force: true });
  return { results, books, dataDir };
}
