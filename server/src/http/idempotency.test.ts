import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openDb, type Db } from '#db/db.ts';
import { deleteOldRequestKeys } from '#db/request-keys.ts';
import { createLog } from '#log.ts';
import { createTestDatabase, type TestDatabase } from '#testing/database.ts';
import { onceByKey, requestKeyOf } from './idempotency.ts';

let database: TestDatabase;
let db: Db;
let playerId: number;
let otherId: number;
let effects = 0;

beforeAll(async () => {
  database = await createTestDatabase();
  // As many connections as concurrent requests, so that every race is real.
  db = openDb({ connection: database.connection, log: createLog('silent'), pools: { calls: 40 } });
  const players = await db.sql<{ id: number }>`
    insert into players (username, username_key) values ('one', 'one'), ('two', 'two') returning id`;
  [playerId, otherId] = players.map(({ id }) => id) as [number, number];
});
beforeEach(async () => {
  effects = 0;
  await db.sql`delete from request_keys`;
  await db.sql`delete from notifications`;
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

function ask({ key, request = 'buy', by = playerId }: { key?: string; request?: unknown; by?: number }) {
  return db.transaction((tx) =>
    onceByKey(tx, { playerId: by, key, request }, async () => {
      effects += 1;
      const [row] = await tx.sql<{ id: number }>`
        insert into notifications (player_id, icon, title, message) values (${by}, 'gift', 'Bought', '') returning id`;
      return { bought: row!.id, words: ['Şanslı', 'kutu'] };
    }),
  );
}

async function boughtTotal(): Promise<number> {
  return (await db.sql`select from notifications`).length;
}

describe('a key', () => {
  test('runs its work once and gives every repeat the same reply', async () => {
    const first = await ask({ key: 'k1' });
    expect(await ask({ key: 'k1' })).toEqual(first);
    expect([effects, await boughtTotal()]).toEqual([1, 1]);
  });

  test('sent 200 times concurrently has one effect and 200 equal replies', async () => {
    const replies = await Promise.all(Array.from({ length: 200 }, () => ask({ key: 'k1' })));
    expect(new Set(replies.map((reply) => JSON.stringify(reply.bought))).size).toBe(1);
    expect(new Set(replies.map(({ words }) => words.join())).size).toBe(1);
    expect([effects, await boughtTotal()]).toEqual([1, 1]);
  });

  test('belongs to one request: another is refused without effect', async () => {
    await ask({ key: 'k1', request: { call: 'buy', amount: 1 } });
    await expect(ask({ key: 'k1', request: { call: 'buy', amount: 2 } })).rejects.toMatchObject({ code: 'key_reused' });
    expect(await boughtTotal()).toBe(1);
  });

  test('belongs to one player', async () => {
    const mine = await ask({ key: 'k1' });
    expect(await ask({ key: 'k1', by: otherId })).not.toEqual(mine);
  });

  test('can be reused after a refusal', async () => {
    const refused = db.transaction((tx) =>
      onceByKey(tx, { playerId, key: 'k1', request: 'buy' }, () => Promise.reject(new Error('no'))),
    );
    await expect(refused).rejects.toThrow('no');
    await ask({ key: 'k1' });
    expect(await boughtTotal()).toBe(1);
  });

  test('whose first request fails while others wait is served by one of them', async () => {
    let isFirst = true;
    const fallOnce = () =>
      db.transaction((tx) =>
        onceByKey(tx, { playerId, key: 'k1', request: 'buy' }, async () => {
          if (isFirst) {
            isFirst = false;
            throw new Error('fell');
          }
          effects += 1;
          return { done: true };
        }),
      );
    const outcomes = await Promise.allSettled(Array.from({ length: 20 }, fallOnce));
    expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(1);
    expect(effects).toBe(1);
  });

  test('expires after thirty days', async () => {
    await ask({ key: 'old' });
    await ask({ key: 'young' });
    await db.sql`update request_keys set created_at = now() - interval '31 days' where key = 'old'`;
    await db.sql`update request_keys set created_at = now() - interval '29 days' where key = 'young'`;
    expect(await deleteOldRequestKeys(db.sql, 10)).toBe(1);
    expect(await db.sql`select key from request_keys`).toEqual([{ key: 'young' }]);
  });
});

test('runs the work each time without a key', async () => {
  await ask({});
  await ask({});
  expect(await boughtTotal()).toBe(2);
});

describe('the header', () => {
  test('may be missing, and is read unchanged', () => {
    expect(requestKeyOf({ headers: {} })).toBeUndefined();
    expect(requestKeyOf({ headers: { 'idempotency-key': 'aZ09_-' } })).toBe('aZ09_-');
    expect(requestKeyOf({ headers: { 'idempotency-key': 'k'.repeat(64) } })).toHaveLength(64);
  });

  test.each([[''], [' '], ['a b'], ['ş'], ['k'.repeat(65)], ['one, two'], [['one', 'two']]])(
    'is refused when malformed: %j',
    (key) => {
      expect(() => requestKeyOf({ headers: { 'idempotency-key': key } })).toThrow(
        expect.objectContaining({ code: 'invalid' }),
      );
    },
  );
});
