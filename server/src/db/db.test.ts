import { setTimeout as sleep } from 'node:timers/promises';
import { Refusal } from '@karat/contract/refusal';
import { DatabaseError } from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createLog } from '#log.ts';
import { createTestDatabase, type TestDatabase } from '#testing/database.ts';
import { openDb, type Db } from './db.ts';
import { isUniqueViolation } from './errors.ts';

let database: TestDatabase;
let db: Db;
const lines: string[] = [];
const log = createLog('debug', { write: (line) => lines.push(line) });
const unavailable = expect.objectContaining({ code: 'unavailable', retryAfterSeconds: 2 });

beforeAll(async () => {
  database = await createTestDatabase();
  db = openDb({ connection: database.connection, log });
  await db.sql`create table things (id bigint primary key, name text constraint things_name unique)`;
  await db.sql`
    create function raise(state text) returns void language plpgsql
    as 'begin raise exception using errcode = state, message = ''planned''; end'`;
});

beforeEach(async () => {
  lines.length = 0;
  await db.sql`truncate things`;
});

afterAll(async () => {
  await db.close();
  await database.drop();
});

async function thingsTotal(): Promise<number | undefined> {
  const [row] = await db.sql<{ total: number }>`select count(*) as total from things`;
  return row?.total;
}

async function raise(sqlstate: string): Promise<unknown> {
  return db.sql`select raise(${sqlstate})`.then(
    () => undefined,
    (error: unknown) => error,
  );
}

test('reads int8 as a number, timestamps as ISO 8601 and dates as text', async () => {
  const rows = await db.sql`
    select 9007199254740991::int8 as big, array[1, null]::int8[] as list, '{}'::int8[] as none,
           '2025-01-02 03:04:05.678+02'::timestamptz as at, array['2025-01-02 03:04:05+00']::timestamptz[] as times,
           '2025-01-02'::date as day, null::int8 as nothing, '{"a": [1]}'::jsonb as json, '\\x00ff'::bytea as bytes`;
  expect(rows).toEqual([
    {
      big: 9007199254740991,
      list: [1, null],
      none: [],
      at: '2025-01-02T01:04:05.678Z',
      times: ['2025-01-02T03:04:05.000Z'],
      day: '2025-01-02',
      nothing: null,
      json: { a: [1] },
      bytes: Buffer.from([0, 255]),
    },
  ]);
});

test('throws for an int8 beyond the safe integers instead of rounding', async () => {
  await expect(db.sql`select 9007199254740993::int8 as big`).rejects.toThrow('exceeds the safe integer range');
});

test('throws for an undefined value and accepts null', async () => {
  await expect(db.sql`select ${undefined}::text as value`).rejects.toThrow('undefined value');
  expect(await db.sql`select ${null}::text as value`).toEqual([{ value: null }]);
});

test('prepares each template once', async () => {
  const single = openDb({ connection: database.connection, log, pools: { calls: 1 } });
  const select = (value: number) => single.sql<{ value: number }>`select ${value}::int8 as value`;
  for (const value of [1, 2, 3]) expect(await select(value)).toEqual([{ value }]);
  const prepared = await single.sql<{ statement: string; calls: number }>`
    select statement, generic_plans + custom_plans as calls from pg_prepared_statements
    where statement = 'select $1::int8 as value'`;
  expect(prepared).toEqual([{ statement: 'select $1::int8 as value', calls: 3 }]);
  await single.close();
});

test('runs effects only after the commit', async () => {
  const called: unknown[] = [];
  const result = await db.transaction(async (tx) => {
    await tx.sql`insert into things values (1, 'one')`;
    tx.afterCommit(() => called.push('first'));
    tx.afterCommit(() => called.push('second'));
    expect(await thingsTotal()).toBe(0);
    expect(called).toEqual([]);
    return 'done';
  });
  expect(result).toBe('done');
  expect(called).toEqual(['first', 'second']);
  expect(await thingsTotal()).toBe(1);
});

test('rolls back and runs no effects when the work throws', async () => {
  const called: unknown[] = [];
  const refused = db.transaction(async (tx) => {
    await tx.sql`insert into things values (1, 'one')`;
    tx.afterCommit(() => called.push('called'));
    throw new Refusal('forbidden', 'No.');
  });
  await expect(refused).rejects.toMatchObject({ code: 'forbidden' });
  expect(called).toEqual([]);
  expect(await thingsTotal()).toBe(0);
  expect(db.figures().connections).toBe(db.figures().idle);
});

test('logs an effect that throws after the commit and still succeeds', async () => {
  const called: unknown[] = [];
  const result = await db.transaction(async (tx) => {
    tx.afterCommit(() => {
      throw new Error('nobody listens');
    });
    tx.afterCommit(() => called.push('next'));
    return tx.sql`insert into things values (1, 'one') returning id`;
  });
  expect(result).toEqual([{ id: 1 }]);
  expect(called).toEqual(['next']);
  expect(lines.join('')).toContain('nobody listens');
});

test('throws when the error of a failed statement was swallowed', async () => {
  const called: unknown[] = [];
  const swallowed = db.transaction(async (tx) => {
    tx.afterCommit(() => called.push('called'));
    await tx.sql`insert into things values (1, 'one')`;
    await tx.sql`insert into things values (1, 'again')`.catch(() => undefined);
  });
  await expect(swallowed).rejects.toThrow('swallowed');
  expect(called).toEqual([]);
  expect(await thingsTotal()).toBe(0);
});

test('runs statements of a transaction in order and none after its end', async () => {
  let leaked: (() => Promise<unknown>) | undefined;
  await db.transaction(async (tx) => {
    leaked = () => tx.sql`select 1`;
    await Promise.all([1, 2, 3].map((id) => tx.sql`insert into things values (${id}, ${`thing ${id}`})`));
  });
  expect(await thingsTotal()).toBe(3);
  expect(() => leaked?.()).toThrow('after the end of its transaction');
});

test('includes a statement that was not awaited in its transaction', async () => {
  await db.transaction(async (tx) => {
    void tx.sql`insert into things values (1, 'one')`;
  });
  expect(await thingsTotal()).toBe(1);
});

test('passes a unique violation on to the caller', async () => {
  const insert = (id: number) => db.sql`insert into things values (${id}, 'one')`;
  await insert(1);
  const error = await insert(2).catch((raised: unknown) => raised);
  expect(error).toBeInstanceOf(DatabaseError);
  expect(isUniqueViolation(error, 'things_name')).toBe(true);
  expect(isUniqueViolation(error)).toBe(true);
  expect(isUniqueViolation(error, 'things_pkey')).toBe(false);
  expect(isUniqueViolation(new Error('things_name'))).toBe(false);
});

test('refuses an invalid value and keeps it out of the log', async () => {
  await expect(db.sql`select ${'a\0b'}::text`).rejects.toMatchObject({ code: 'invalid' });
  await expect(db.sql`select ${'hunter2'}::int8`).rejects.toMatchObject({ code: 'invalid' });
  expect(lines.join('')).toContain('22021');
  expect(lines.join('')).not.toContain('hunter2');
});

test.each(['08006', '53100', '53300', '57P01', '57P02', '57P03', '55P03', '58030'])(
  'reports SQL state %s as unavailable and logs it once',
  async (sqlstate) => {
    const other = openDb({ connection: database.connection, log });
    for (const _ of [1, 2, 3]) await expect(other.sql`select raise(${sqlstate})`).rejects.toEqual(unavailable);
    expect(lines.filter((line) => line.includes('planned'))).toHaveLength(1);
    await other.close();
  },
);

test('does not report a constraint violation as unavailable', async () => {
  expect(await raise('23514')).toBeInstanceOf(DatabaseError);
});

test('times out a statement', async () => {
  await expect(db.sql`select pg_sleep(60)`).rejects.toEqual(unavailable);
  expect(await thingsTotal()).toBe(0);
});

test('times out waiting for a lock and rolls back', async () => {
  await db.sql`insert into things values (1, 'one')`;
  await db.transaction(async (tx) => {
    await tx.sql`update things set name = 'held' where id = 1`;
    const waiting = db.transaction((other) => other.sql`update things set name = 'other' where id = 1`);
    await expect(waiting).rejects.toEqual(unavailable);
  });
  expect(await db.sql`select name from things`).toEqual([{ name: 'held' }]);
});

test('refuses a caller in time when the pool is exhausted, and serves again afterwards', async () => {
  const single = openDb({ connection: database.connection, log, pools: { calls: 1 } });
  await single.transaction(async () => {
    await expect(single.sql`select 1 as one`).rejects.toEqual(unavailable);
    expect(single.figures()).toEqual({ connections: 1, idle: 0, waiting: 0, connectionsMax: 1 });
  });
  expect(await single.sql`select 1 as one`).toEqual([{ one: 1 }]);
  await single.close();
});

test('survives a connection cut inside a transaction', async () => {
  const called: unknown[] = [];
  const other = openDb({ connection: database.connection, log });
  const cut = other.transaction(async (tx) => {
    tx.afterCommit(() => called.push('called'));
    await tx.sql`insert into things values (1, 'one')`;
    const [backend] = await tx.sql<{ pid: number }>`select pg_backend_pid() as pid`;
    await db.sql`select pg_terminate_backend(${backend?.pid})`;
    await sleep(50);
    await tx.sql`insert into things values (2, 'two')`;
  });
  await expect(cut).rejects.toEqual(unavailable);
  expect(called).toEqual([]);
  expect(await other.sql`select from things`).toEqual([]);
  expect(lines.filter((line) => line.includes('Database unavailable'))).toHaveLength(1);
  expect(lines.at(-1)).toContain('available again');
  await other.close();
});

test('replaces cut idle connections silently', async () => {
  const other = openDb({ connection: database.connection, log });
  await other.sql`select 1`;
  await db.sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`;
  await expect.poll(() => other.sql`select 1 as one`.catch(() => 'away')).toEqual([{ one: 1 }]);
  await other.close();
});

test('refuses immediately, reports down and closes when there is no database', async () => {
  const nowhere = openDb({ connection: { host: '/nowhere', user: 'karat', database: 'karat' }, log });
  await expect(nowhere.sql`select 1`).rejects.toEqual(unavailable);
  await expect(nowhere.transaction((tx) => tx.sql`select 1`)).rejects.toEqual(unavailable);
  expect(await nowhere.isUp()).toBe(false);
  await nowhere.close();
  expect(await db.isUp()).toBe(true);
});

test('refuses everything as unavailable after close', async () => {
  const closed = openDb({ connection: database.connection, log });
  await closed.sql`select 1`;
  await closed.close();
  await expect(closed.sql`select 1`).rejects.toEqual(unavailable);
});

test('delivers channel messages until stopped, also when another listener throws', async () => {
  const called: string[] = [];
  const stop = await db.listen('news "today"', (payload) => {
    called.push(payload);
    throw new Error('a bad listener');
  });
  await db.sql`select pg_notify('news "today"', 'one')`;
  await db.sql`select pg_notify('news "today"', 'two')`;
  await expect.poll(() => called).toEqual(['one', 'two']);
  await stop();
  await db.sql`select pg_notify('news "today"', 'three')`;
  const [remaining] = await db.sql<{ total: number }>`
    select count(*) as total from pg_stat_activity where query ilike 'listen%' and datname = current_database()`;
  expect(remaining?.total).toBe(0);
  expect(called).toHaveLength(2);
});

test('reconnects a listener and reports that messages may be missing', async () => {
  const called: string[] = [];
  let missedTotal = 0;
  const stop = await db.listen(
    'returning',
    (payload) => called.push(payload),
    () => missedTotal++,
  );
  expect(missedTotal).toBe(0);
  await db.sql`
    select pg_terminate_backend(pid) from pg_stat_activity where query ilike 'listen%' and datname = current_database()`;
  await expect.poll(() => missedTotal).toBe(1);
  await db.sql`select pg_notify('returning', 'after')`;
  await expect.poll(() => called).toEqual(['after']);
  await stop();
});

test('reports a commit that was not answered once the database answers, and no other failure', async () => {
  await db.sql`
    create function wait_at_commit() returns trigger language plpgsql as 'begin perform pg_sleep(60); return null; end'`;
  await db.sql`
    create constraint trigger things_wait after insert on things deferrable initially deferred
    for each row when (new.name = 'slow') execute function wait_at_commit()`;
  const reports: string[] = [];
  const stop = db.onUncertainCommit(() => reports.push('uncertain'));
  const terminate = (query: string) => db.sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and query = ${query} and wait_event = 'PgSleep'`;

  const broken = db.transaction(async (tx) => {
    await tx.sql`insert into things values (1, 'lost')`;
    await tx.sql`select pg_sleep(60)`;
  });
  const cause = broken.catch((error: unknown) => error);
  await expect.poll(() => terminate('select pg_sleep(60)')).toHaveLength(1);
  expect(await cause).toEqual(unavailable);

  const committing = db.transaction((tx) => tx.sql`insert into things values (2, 'slow')`);
  const uncertainCause = committing.catch((error: unknown) => error);
  await expect.poll(() => terminate('commit')).toHaveLength(1);
  expect(await uncertainCause).toEqual(unavailable);
  await expect.poll(() => reports).toEqual(['uncertain']);
  expect(await thingsTotal()).toBe(0);
  stop();
});

test.each([
  ['int8', []],
  ['int8', [1, -2, null, Number.MAX_SAFE_INTEGER]],
  ['float8', [1.5, 2, Number.POSITIVE_INFINITY]],
  ['text', ['', 'NULL', null, 'a,b', '{c}', ' d ', 'Çağrı 😀', "e'f"]],
  ['text', ['"', '\\', 'plain']],
  ['bool', [true, false]],
])('sends an array of %s as it is: %j', async (type, array) => {
  const read = {
    int8: () => db.sql<{ array: unknown[] }>`select ${array}::int8[] as array`,
    float8: () => db.sql<{ array: unknown[] }>`select ${array}::float8[] as array`,
    text: () => db.sql<{ array: unknown[] }>`select ${array}::text[] as array`,
    bool: () => db.sql<{ array: unknown[] }>`select ${array}::bool[] as array`,
  };
  expect(await read[type as keyof typeof read]()).toEqual([{ array }]);
});
