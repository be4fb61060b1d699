import { afterAll, beforeAll, expect, inject, onTestFinished, test, vi } from 'vitest';
import { audit } from '#features/audits/audits.ts';
import { noopLive } from '#live/noop-live.ts';
import { createLog } from '#log.ts';
import { composeSite } from '#site.ts';
import { readEnv } from '#env.ts';
import { addCase, addItem, addPlayer, creditWelcomeDiamonds, findBreaches } from '#testing/fixtures.ts';
import { openReplicated } from '#testing/replica.ts';
import { parseMetrics, valueOf } from '#testing/scrape.ts';
import { TEST_SECRET, webApp } from '#testing/test-site.ts';
import { type Db, openDb } from './db.ts';
import { migrate } from './migrate.ts';
import { assertReplicaOf, createReplica, UnsuitableReplica } from './replica.ts';

const POLLING = { timeout: 60_000, interval: 20 };

let servers: Awaited<ReturnType<typeof openReplicated>>;
let db: Db;
/** The replica alone. */
let standby: Db;
const lines: string[] = [];
const log = createLog('info', { write: (line) => void lines.push(line) });

beforeAll(async () => {
  servers = await openReplicated();
  await migrate(servers.primary, log);
  db = openDb({ connection: servers.primary, replica: servers.replica, log });
  standby = openDb({ connection: servers.replica, log: createLog('silent') });
  await db.sql`create table moments (id int primary key)`;
}, 120_000);
afterAll(async () => {
  await Promise.all([db.close(), standby.close()]);
  await servers.close();
});

const isOnReplica = async (from: Pick<Db, 'reader'>): Promise<boolean> => {
  const { snapshot } = await from.reader();
  const [row] = await snapshot((sql) => sql<{ is: boolean }>`select pg_is_in_recovery() as is`);
  return row!.is;
};

const untilUsed = () => vi.waitUntil(() => isOnReplica(db), POLLING);

/** Stops replaying, until the returned function is called. */
async function pauseReplay(): Promise<() => Promise<void>> {
  await standby.sql`select pg_wal_replay_pause()`;
  await vi.waitUntil(async () => {
    const [row] = await standby.sql<{ state: string }>`select pg_get_wal_replay_pause_state() as state`;
    return row!.state === 'paused';
  }, POLLING);
  return async () => void (await standby.sql`select pg_wal_replay_resume()`);
}

test('shows on the replica everything that was committed before the moment it names', async () => {
  await untilUsed();
  for (let id = 1; id <= 200; id += 1) {
    const { asOf, snapshot } = await db.reader();
    const seen = new Set((await snapshot((sql) => sql<{ id: number }>`select id from moments`)).map((row) => row.id));
    expect([...committedAt].filter(([row, at]) => at < asOf.getTime() && !seen.has(row))).toEqual([]);
    await db.sql`insert into moments values (${id})`;
    committedAt.set(id, Date.now());
  }
  const { asOf } = await db.reader();
  expect(Date.now() - asOf.getTime()).toBeLessThan(20_000);
});
const committedAt = new Map<number, number>();

test('names an earlier moment while the replica is behind, and reads from the primary when it is too far behind', async () => {
  await untilUsed();
  const resume = await pauseReplay();
  onTestFinished(resume);
  const marked = new Date();
  await db.sql`insert into moments values (1001)`;
  const behind = createReplica({ connection: servers.replica, primary: db, log });
  onTestFinished(() => behind.close());
  const reader = (await behind.reader())!;
  expect(reader.asOf.getTime()).toBeLessThanOrEqual(marked.getTime());
  expect(await reader.sql`select from moments where id = 1001`).toEqual([]);
  expect((await behind.figures()).lagSeconds).toBeGreaterThan(0);
  const strict = createReplica({ connection: servers.replica, primary: db, log, lagMaxMs: 1 });
  onTestFinished(() => strict.close());
  expect(await strict.reader()).toBeUndefined();
  expect(lines.join('\n')).toContain('Replica is behind; reading from the primary');
  // What decides about diamonds is never read from the replica.
  expect(await db.snapshot((sql) => sql`select id from moments where id = 1001`)).toHaveLength(1);
});

test('repeats a long read on the primary when the replica cancels it', async () => {
  await untilUsed();
  await db.sql`insert into moments select generate_series(2001, 3000)`;
  await vi.waitUntil(async () => (await standby.sql`select from moments where id = 3000`).length === 1, POLLING);
  const { snapshot } = await db.reader();
  const places: boolean[] = [];
  const count = await snapshot(async (sql) => {
    const [row] = await sql<{ is: boolean }>`select pg_is_in_recovery() as is`;
    places.push(row!.is);
    if (row!.is) {
      // The replica can only replay this once nothing reads the rows any more.
      await db.sql`delete from moments where id > 2000`;
      await db.sql`vacuum moments`;
      await sql`select pg_sleep(4)`;
    }
    return (await sql`select from moments where id > 2000`).length;
  });
  expect([places, count]).toEqual([[true, false], 0]);
});

test('does not start with the replica of another database, and starts without one', async () => {
  await expect(assertReplicaOf(servers.primary, inject('postgres'), log)).rejects.toThrow(UnsuitableReplica);
  await assertReplicaOf(servers.primary, servers.replica, log);
  const nowhere = { host: '/nowhere', user: 'karat', database: 'karat' };
  await assertReplicaOf(servers.primary, nowhere, log);
  const without = openDb({ connection: servers.primary, replica: nowhere, log });
  onTestFinished(() => without.close());
  expect(await isOnReplica(without)).toBe(false);
});

test(
  'reads reports, books, exports and audits from the replica, and calls from the primary',
  { timeout: 60_000 },
  async () => {
    const site = composeSite({ env: readEnv({ PORT: '0' }), log, db, secret: TEST_SECRET, webApp });
    onTestFinished(() => site.close());
    const [player, admin] = [await addPlayer(db), await addPlayer(db, 'admin')];
    await creditWelcomeDiamonds({ db, live: noopLive }, player.id, 5_000);
    await addCase(db, { name: 'Ember', price: 700, drops: [[await addItem(db), 10_000]] });
    await untilUsed();
    const [paused] = await standby.sql<{ at: string }>`select clock_timestamp() as at`;
    const resume = await pauseReplay();
    onTestFinished(resume);
    const get = (url: string, who = admin) => site.http.inject({ url, headers: who.headers });
    // The money moves on the primary, and the call sees it at once.
    expect((await get('/case/openCase/Ember', player)).statusCode).toBe(200);
    expect((await get('/auth/me', player)).json()).toMatchObject({ data: { balance: 4_300 } });
    const before = new Date(paused!.at).getTime() + 2_000;
    const books = (await get('/fair/getBooks')).json() as { data: { at: string; sum: number; movements: number } };
    expect(books.data).toMatchObject({ sum: 0, movements: 1 });
    const today = new Date().toISOString().slice(0, 10);
    for (const url of ['getReport', 'getReturns']) {
      const reply = (await get(`/admin/${url}?from=${today}&to=${today}`)).json() as {
        at?: string;
        data: { at?: string };
      };
      expect(Date.parse(reply.at ?? reply.data.at!)).toBeLessThan(before);
    }
    for (const url of ['/user/downloadTransactions', `/admin/downloadReport?from=${today}&to=${today}`]) {
      const reply = await get(url, url.startsWith('/admin') ? admin : player);
      expect([url, reply.statusCode, Date.parse(String(reply.headers['last-modified']))]).toEqual([
        url,
        200,
        expect.any(Number),
      ]);
    }
    const families = parseMetrics((await get('/metrics')).body);
    expect(valueOf(families, 'karat_replica_used')).toBe(1);
    expect(valueOf(families, 'karat_replica_lag_seconds')).toBeGreaterThan(0);
    await resume();
    await vi.waitUntil(async () => {
      const report = await audit({ db, live: noopLive, log }, 'full');
      expect(report.violations).toBe(0);
      return report.accounts.length > 0 && report.asOf.getTime() > before;
    }, POLLING);
    expect(await findBreaches(db)).toEqual([]);
  },
);

// Last: the reader of `db` rests for a while after a failure.
test('is not used while it is down, and used again when it is back', async () => {
  const own: string[] = [];
  const ownLog = createLog('info', { write: (line) => void own.push(line) });
  const replica = createReplica({ connection: servers.replica, primary: db, log: ownLog, restMs: 100 });
  onTestFinished(() => replica.close());
  const isUsed = async (): Promise<boolean> => (await replica.reader()) !== undefined;
  await vi.waitUntil(isUsed, POLLING);
  await servers.kill();
  expect([await isUsed(), await isUsed()]).toEqual([false, false]);
  expect(await replica.figures()).toEqual({ isUsed: false, lagSeconds: Infinity });
  expect(await isOnReplica(db)).toBe(false);
  await servers.start();
  await vi.waitUntil(isUsed, POLLING);
  for (const [line, count] of [
    ['Replica failed; reading from the primary', 1],
    ['Replica is used again', 1],
  ] as const) {
    expect(own.filter((each) => each.includes(line))).toHaveLength(count);
  }
});
