import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openDb, type Db } from '#db/db.ts';
import type { SessionOfPlayer, Sessions } from '#deps.ts';
import { createLog } from '#log.ts';
import { createTestDatabase, type TestDatabase } from '#testing/database.ts';
import { staffRoleOf, type TestRole } from '#testing/fixtures.ts';
import { insertPlayer } from './queries.ts';
import {
  createSessions,
  endAllSessions,
  endOtherSessions,
  endSession,
  findSessionById,
  startSession,
} from './sessions.ts';

const log = createLog('error');
let database: TestDatabase;
let db: Db;
let sessions: Sessions;
let aheadMs = 0;
let players = 0;

beforeAll(async () => {
  database = await createTestDatabase();
  db = openDb({ connection: database.connection, log });
  sessions = createSessions(db, log, { now: () => performance.now() + aheadMs });
});
afterAll(async () => {
  await sessions.close();
  await db.close();
  await database.drop();
});

async function signIn(role: TestRole = 'user') {
  const username = `player${++players}`;
  const nothing = { email: null, emailKey: null, passwordHash: null, steamId: null, avatar: null };
  const playerId = await insertPlayer(db.sql, {
    username,
    usernameKey: username,
    staffRole: staffRoleOf(role),
    ...nothing,
  });
  return { playerId, username, token: await signInAgain(playerId) };
}

function signInAgain(playerId: number): Promise<string> {
  return db.transaction((tx) => startSession(tx, { playerId, device: 'Chrome', address: '::1', isBySteam: false }));
}

/** The result of a process with an empty cache. */
async function findUncached(token: string) {
  aheadMs += 30_001;
  return sessions.find(token);
}

async function age(sessionId: number, { startedHours, seenHours }: { startedHours: number; seenHours: number }) {
  await db.sql`
    update sessions set created_at = now() - ${startedHours} * interval '1 hour',
                        last_seen_at = now() - ${seenHours} * interval '1 hour' where id = ${sessionId}`;
}

async function statements(work: () => Promise<unknown>): Promise<number> {
  const counted = vi.fn();
  let listening: ReturnType<Db['listen']> | undefined;
  const counting: Db = {
    ...db,
    sql: (...all) => (counted(), db.sql(...all)),
    listen: (...all) => (listening = db.listen(...all)),
  };
  const separateSessions = createSessions(counting, log);
  // Once subscribed, it clears its cache.
  await listening;
  const before = sessions;
  sessions = separateSessions;
  await work();
  sessions = before;
  await separateSessions.close();
  return counted.mock.calls.length;
}

test('a token finds its player, with the role from the row', async () => {
  const { token, playerId, username } = await signIn('admin');
  expect(await sessions.find(token)).toEqual({
    id: playerId,
    username,
    isSandbox: false,
    staffRole: 'admin',
    sessionId: expect.any(Number) as number,
  });
});

test('a token has 256 random bits and is not in the database', async () => {
  const { token } = await signIn();
  expect(Buffer.from(token, 'base64url')).toHaveLength(32);
  const [row] = await db.sql<{ all: string }>`select string_agg(sessions::text, '') as all from sessions`;
  expect(row!.all).not.toContain(token);
  expect(row!.all).not.toContain(Buffer.from(token, 'base64url').toString('hex'));
});

test.each(['', 'short', 'x'.repeat(43), `${'x'.repeat(42)}!`, 'x'.repeat(10_000), "' or 1=1 --"])(
  '%j finds no session',
  async (token) => {
    expect(await sessions.find(token)).toBeUndefined();
  },
);

test('a malformed token causes no query', async () => {
  expect(await statements(() => Promise.all(['', 'short', 'x'.repeat(44)].map((token) => sessions.find(token))))).toBe(
    0,
  );
});

test('concurrent lookups share one query, and the result is cached for 30 seconds', async () => {
  const { token } = await signIn();
  const statementCount = await statements(async () => {
    await Promise.all(Array.from({ length: 50 }, () => sessions.find(token)));
    await sessions.find(token);
  });
  expect(statementCount).toBe(1);
});

test.each<[TestRole, number, number, boolean]>([
  ['user', 11.9, 11.9, true],
  ['user', 12.1, 12.1, false],
  ['user', 167.9, 0, true],
  ['user', 168.1, 0, false],
  ['admin', 0.4, 0.4, true],
  ['admin', 0.6, 0.6, false],
  ['admin', 10, 0.4, true],
  ['support', 0.4, 0.4, true],
  ['support', 0.6, 0.6, false],
])(
  'a session of a %s, started %d hours ago and last used %d hours ago, is valid: %s',
  async (role, started, seen, is) => {
    const { token } = await signIn(role);
    const { sessionId } = (await sessions.find(token))!;
    await age(sessionId, { startedHours: started, seenHours: seen });
    expect((await findUncached(token)) !== undefined).toBe(is);
    expect((await findSessionById(db.sql, sessionId)) !== undefined).toBe(is);
  },
);

test('a session is not cached beyond its end', async () => {
  const { token } = await signIn();
  const { sessionId } = (await sessions.find(token))!;
  await db.sql`
    update sessions set created_at = now() - interval '7 days' + interval '2 seconds' where id = ${sessionId}`;
  expect(await findUncached(token)).toBeDefined();
  await db.sql`update sessions set created_at = now() - interval '8 days' where id = ${sessionId}`;
  expect(await sessions.find(token)).toBeDefined();
  aheadMs += 2_001;
  expect(await sessions.find(token)).toBeUndefined();
});

test('updates the last use at most once a minute', async () => {
  const { token } = await signIn();
  const { sessionId } = (await sessions.find(token))!;
  const seenAgo = async () => {
    const [row] = await db.sql<{ seconds: number }>`
      select extract(epoch from now() - last_seen_at)::float8 as seconds from sessions where id = ${sessionId}`;
    return row!.seconds;
  };
  await db.sql`update sessions set last_seen_at = now() - interval '50 seconds' where id = ${sessionId}`;
  await findUncached(token);
  expect(await seenAgo()).toBeGreaterThan(49);
  await db.sql`update sessions set last_seen_at = now() - interval '70 seconds' where id = ${sessionId}`;
  await findUncached(token);
  await expect.poll(seenAgo).toBeLessThan(30);
});

test('the token of a banned player finds nothing', async () => {
  const { token, playerId } = await signIn();
  await sessions.find(token);
  await db.transaction(async (tx) => {
    await tx.sql`update players set state = 'banned' where id = ${playerId}`;
    await endAllSessions(tx, { sessions, playerId });
  });
  expect(await sessions.find(token)).toBeUndefined();

  const again = await signInAgain(playerId);
  expect(await sessions.find(again)).toBeUndefined();
});

test('an ended session is invalid immediately, and listeners are called once', async () => {
  const { token, playerId } = await signIn();
  const { sessionId } = (await sessions.find(token))!;
  const received: SessionOfPlayer[] = [];
  sessions.onEnd((ended) => void (ended.playerId === playerId && received.push(ended)));
  expect(await db.transaction((tx) => endSession(tx, { sessions, playerId, sessionId }))).toBe(true);
  expect(await sessions.find(token)).toBeUndefined();
  // Our own notification arrives later; a second end proves that it has passed.
  const other = await signIn();
  const { sessionId: otherId } = (await sessions.find(other.token))!;
  await db.transaction((tx) => endSession(tx, { sessions, playerId: other.playerId, sessionId: otherId }));
  await db.sql`select pg_sleep(0.05)`;
  expect(received).toEqual([{ sessionId, playerId }]);
});

test('a rolled back end ends nothing and calls no listener', async () => {
  const { token, playerId } = await signIn();
  const { sessionId } = (await sessions.find(token))!;
  const listener = vi.fn();
  sessions.onEnd((ended) => ended.playerId === playerId && listener());
  const attempt = db.transaction(async (tx) => {
    await endSession(tx, { sessions, playerId, sessionId });
    throw new Error('after all not');
  });
  await expect(attempt).rejects.toThrow('after all not');
  expect(await sessions.find(token)).toBeDefined();
  expect(await findUncached(token)).toBeDefined();
  expect(listener).not.toHaveBeenCalled();
});

test("refuses to end another player's session", async () => {
  const [mine, theirs] = [await signIn(), await signIn()];
  const { sessionId } = (await sessions.find(theirs.token))!;
  expect(await db.transaction((tx) => endSession(tx, { sessions, playerId: mine.playerId, sessionId }))).toBe(false);
  expect(await findUncached(theirs.token)).toBeDefined();
});

test('ends all other sessions and keeps this one', async () => {
  const { token, playerId } = await signIn();
  const others = [await signInAgain(playerId), await signInAgain(playerId)];
  const bystander = await signIn();
  for (const each of [token, ...others, bystander.token]) await sessions.find(each);
  const { sessionId } = (await sessions.find(token))!;
  await db.transaction((tx) => endOtherSessions(tx, { sessions, playerId, sessionId }));
  expect(await Promise.all(others.map((each) => sessions.find(each)))).toEqual([undefined, undefined]);
  expect(await sessions.find(token)).toBeDefined();
  expect(await sessions.find(bystander.token)).toBeDefined();
});

test('an end reaches another process and its listeners', async () => {
  const [before] = await db.sql<{ at: string }>`select clock_timestamp()::text as at`;
  const otherDb = openDb({ connection: database.connection, log });
  const other = createSessions(otherDb, log);
  const { token, playerId } = await signIn();
  const listeners = async (): Promise<number> => {
    const [row] = await db.sql<{ listeners: number }>`
      select count(*) as listeners from pg_stat_activity
      where query ilike 'listen%' and datname = current_database() and backend_start > ${before!.at}::timestamptz`;
    return row!.listeners;
  };
  await expect.poll(listeners).toBe(1);
  const { sessionId } = (await other.find(token))!;
  const received: SessionOfPlayer[] = [];
  other.onEnd((ended) => void received.push(ended));
  await db.transaction((tx) => endSession(tx, { sessions, playerId, sessionId }));
  await expect.poll(() => received).toEqual([{ sessionId, playerId }]);
  expect(await other.find(token)).toBeUndefined();
  await other.close();
  await otherDb.close();
});

// The row is read, then the session ends, then the query returns: cached, it would be valid for 30 more seconds.
test('an end during a lookup prevents caching', async () => {
  const { token, playerId } = await signIn();
  const { sessionId } = (await findUncached(token))!;
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  let isHolding = true;
  const slow = (async (...all: Parameters<Db['sql']>) => {
    const rows = await db.sql(...all);
    if (isHolding) await released;
    return rows;
  }) as Db['sql'];
  const separateSessions = createSessions({ ...db, sql: slow }, log);
  const overtaken = separateSessions.find(token);
  await db.sql`select pg_sleep(0.05)`;
  await db.transaction((tx) => endSession(tx, { sessions: separateSessions, playerId, sessionId }));
  isHolding = false;
  const after = separateSessions.find(token);
  release();
  await overtaken;
  expect(await after).toBeUndefined();
  expect(await separateSessions.find(token)).toBeUndefined();
  await separateSessions.close();
});

test('checking whether a session is open does not count as use', async () => {
  const { token } = await signIn();
  const { sessionId } = (await sessions.find(token))!;
  await age(sessionId, { startedHours: 11, seenHours: 11 });
  const seen = () => db.sql<{ at: string }>`select last_seen_at as at from sessions where id = ${sessionId}`;
  const before = await seen();
  expect(await sessions.isOpen(sessionId)).toBe(true);
  expect(await seen()).toEqual(before);
  await age(sessionId, { startedHours: 13, seenHours: 13 });
  expect(await sessions.isOpen(sessionId)).toBe(false);
});
