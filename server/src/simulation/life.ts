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
import { runFate } from './fate.ts';
import { live } from './habits.ts';
import { createOutages } from './outages.ts';
import { addPeople, type Person } from './people.ts';
import { createRandom } from './random.ts';
import { type Say, tellAll, tellProgress } from './report.ts';
import { untilSettled } from './settling.ts';
import { createSite, findPort, type Site } from './site.ts';
import { signInStaff, STAFF, workAsStaff } from './staff.ts';
import type { Stage } from './stage.ts';
import { createTally, type Tally } from './tally.ts';
import { answerLastOffers } from './trade-acts.ts';
import { judge } from './verdict.ts';

const AUDIT = path.resolve(import.meta.dirname, '../cli/audit.ts');
const TOLD_EVERY_MS = 10_000;
const SETTLE_MAX_MS = 6 * 60_000;
const DAY_MS = 86_400_000;

export type LifeOptions = {
  readonly seed: string;
  readonly players: number;
  /** How long the week takes. */
  readonly minutes: number;
  readonly kills: number;
  readonly firstPort: number;
  readonly say: Say;
};

export type Life = { readonly tally: Tally; readonly books: Books | undefined; readonly dataDir: string };

/** Rounds, matches and holds go by as fast as the days do. */
function variablesOf(dayMs: number): Record<string, string> {
  return {
    DEMO: '1',
    PLATFORM: 'sandbox',
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

type World = { readonly site: Site; readonly client: Client; readonly tally: Tally; readonly options: LifeOptions };

/** Everybody who was there, and where. */
type Lived = { readonly stage: Stage; readonly people: readonly Person[] };

/** The week itself: everybody lives, fate strikes, and the last answers are waited for. */
async function liveTheWeek({ site, client, tally, options }: World): Promise<Lived> {
  const { seed, players, minutes, kills, say } = options;
  const boss = await signInStaff(client, seed);
  const people = await addPeople(client, players, seed);
  say(`${people.length} players have signed up.`);
  const calendar = createCalendar(minutes * 60_000);
  const closing = new AbortController();
  const stage: Stage = {
    client,
    calendar,
    tally,
    isClosing: () => closing.signal.aborted,
    rest: (ms) => sleep(ms, undefined, { signal: closing.signal }).catch(() => undefined),
  };
  const progress = setInterval(() => tellProgress(say, { calendar, tally, players }), TOLD_EVERY_MS);
  const fate = runFate({ site, calendar, tally, kills, random: createRandom(`${seed}/fate`) });
  const lives = [...people.map((person) => live(stage, person)), workAsStaff(stage, boss, people)];
  try {
    await Promise.all([fate, stage.rest(calendar.dayMs * 7)]);
    closing.abort();
    say('The week is over. What is under way comes to its end …');
    await Promise.all(lives);
  } finally {
    closing.abort();
    clearInterval(progress);
  }
  return { stage, people };
}

async function withStore<Result>(dataDir: string, use: (db: Db) => Promise<Result>): Promise<Result> {
  const connection = await readConnection(dataDir);
  const db = openDb({ connection: connection!, log: createLog('silent') });
  try {
    return await use(db);
  } finally {
    await db.close();
  }
}

/** What an operator would run. */
async function auditByCommand(dataDir: string, { say, tally }: { say: Say; tally: Tally }): Promise<void> {
  const { DATABASE_URL: _, ...env } = process.env;
  await promisify(execFile)(process.execPath, [AUDIT], { env: { ...env, DATA_DIR: dataDir } }).then(
    ({ stdout }) => say(stdout.trimEnd().split('\n').at(-1) ?? ''),
    (error: Error & { stdout?: string; stderr?: string }) => {
      say(error.stdout ?? '');
      tally.breach(`npm run audit: ${error.stderr ?? error.message}`);
    },
  );
}

async function settleAndJudge({ client, tally, options }: World, lived: Lived, dataDir: string): Promise<void> {
  const { say } = options;
  const { stage, people } = lived;
  const answerOffers = async (): Promise<void> => {
    for (const person of people) if (person.habit === 'collector') await answerLastOffers(stage, person);
  };
  await withStore(dataDir, async (db) => {
    const left = await untilSettled(db, { timeoutMs: SETTLE_MAX_MS, answerOffers });
    if (left !== undefined) tally.breach(`things are still under way: ${JSON.stringify(left)}`);
    say(`${await client.repeatSome()} requests that were answered are sent once more …`);
    say('Everybody counts what they have …');
    await judge(db, client, people, tally);
  });
  say('The audit …');
  await auditByCommand(dataDir, { say, tally });
}

async function readBooks(client: Client, people: readonly Person[]): Promise<Books | undefined> {
  const seen = people[0] === undefined ? undefined : await client.call(people[0], getBooks);
  return seen?.isDone === true ? seen.reply.data : undefined;
}

/** A week of the real program with people, staff and bad luck, in a folder of its own; ends with what was found. */
export async function liveAWeek(options: LifeOptions): Promise<Life> {
  const { say, minutes, firstPort } = options;
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'karat-week-'));
  // Passable, so that the account that runs PostgreSQL can reach what is in it.
  await chmod(dataDir, 0o711);
  const [tally, outages] = [createTally((says) => say(`✗ ${says}`)), createOutages()];
  const variables = variablesOf((minutes * 60_000) / 7);
  const site = createSite({ dataDir, port: await findPort(firstPort), variables, outages, onTrouble: tally.breach });
  let isOver = false;
  const client = createClient({ origin: site.origin, tally, outages, isOver: () => isOver });
  const world = { site, client, tally, options };
  let people: readonly Person[] = [];
  let books: Books | undefined;
  try {
    outages.begin();
    await site.start();
    say(`The site stands at ${site.origin}, its data in ${dataDir}.`);
    const lived = await liveTheWeek(world);
    people = lived.people;
    await settleAndJudge(world, lived, dataDir);
    books = await readBooks(client, people);
  } catch (error) {
    tally.breach(`the week could not be lived to its end: ${(error as Error).stack}`);
  } finally {
    isOver = true;
    for (const { socket } of people) socket.disconnect();
    await site.stop();
    await site.close();
  }
  tellAll(say, { tally, outages, books });
  if (tally.breachCount() === 0) await rm(dataDir, { recursive: true, force: true });
  return { tally, books, dataDir };
}
