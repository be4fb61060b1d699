import { createHash } from 'node:crypto';
import { cancelListing, changeListingPrice, createBuyOrder } from '@karat/contract/market';
import { Refusal } from '@karat/contract/refusal';
import { leaveGameRoom } from '@karat/contract/rooms';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Db, openDb } from '#db/db.ts';
import type { Caller } from '#deps.ts';
import { readEnv } from '#env.ts';
import { createLog } from '#log.ts';
import { createTestDatabase, type TestDatabase } from '#testing/database.ts';
import { createHttp } from './http.ts';
import { mountMoney, mountMoneyFlow } from './mount-money.ts';
import { createRateLimiter } from './rate-limit.ts';
import type { WebApp } from './web-app.ts';

const webApp: WebApp = {
  sendPage: (_, reply) => reply.send('page'),
  isAssetPath: () => false,
  mountFiles: () => undefined,
};

const log = createLog('silent');
const BURST = 200;

let database: TestDatabase;
let db: Db;
let caller: Caller;
let app: FastifyInstance;
/** How often a handler ran, and what it wrote to the database. */
let runs: number;
let afterwards: string[];

async function writeOne(tx: Pick<Db, 'sql'>): Promise<void> {
  runs += 1;
  await tx.sql`insert into notifications (player_id, icon, title, message) values (${caller.id}, 'gift', 'Sold', '')`;
}

async function writtenTotal(): Promise<number> {
  return (await db.sql`select from notifications`).length;
}

beforeAll(async () => {
  database = await createTestDatabase();
  db = openDb({ connection: database.connection, log });
  const [row] = await db.sql<{ id: number }>`
    insert into players (username, username_key) values ('one', 'one') returning id`;
  caller = { id: row!.id, username: 'one', isSandbox: false, staffRole: null, sessionId: 1 };
});

beforeEach(async () => {
  runs = 0;
  afterwards = [];
  await db.sql`delete from request_keys`;
  await db.sql`delete from notifications`;
  // The clock is fixed, so that nothing is refilled.
  const limits = createRateLimiter(() => 0);
  const deps = { db, limits };
  app = createHttp({ env: readEnv({}), log, limits: createRateLimiter(() => 0) }, webApp);
  const player = () => caller;

  mountMoneyFlow(app, deps, createBuyOrder, player, async ({ body }, _, __, commit) => {
    if (body.itemId === 404) throw new Refusal('not_found', 'Item not found.');
    const reply = await commit(async (tx) => {
      await writeOne(tx);
      if (body.itemId === 402) throw new Refusal('insufficient_balance', 'Not enough diamonds.');
      return { message: `run ${runs}`, data: { orderId: body.itemId } };
    });
    afterwards.push(reply.message);
    return reply;
  });

  mountMoney(app, deps, changeListingPrice, player, async (tx) => {
    await writeOne(tx);
    return { message: `run ${runs}` };
  });

  const leave = async (tx: Pick<Db, 'sql'>) => {
    await writeOne(tx);
    return { message: `run ${runs}` };
  };
  mountMoney(app, deps, leaveGameRoom, player, leave, { limit: 'none', key: ({ params }) => [params.roomId] });
  mountMoney(app, deps, cancelListing, player, leave, { key: 'none' });
});

afterAll(async () => {
  await db.close();
  await database.drop();
});

function send(url: string, { key, body = {} }: { key?: string; body?: object } = {}): Promise<LightMyRequestResponse> {
  const headers = key === undefined ? {} : { 'idempotency-key': key };
  return app.inject({ method: 'POST', url, headers, payload: body });
}

const order = (itemId: number, key?: string) =>
  send(createBuyOrder.path, { body: { itemId, price: 5 }, ...(key !== undefined && { key }) });
const change = (listingId: number, price: number, key: string) =>
  send(changeListingPrice.path.replace(':listingId', String(listingId)), { body: { price }, key });
const leave = (roomId: number, key?: string) =>
  send(leaveGameRoom.path.replace(':roomId', String(roomId)), { ...(key !== undefined && { key }) });
const cancel = (key: string) => send(cancelListing.path.replace(':listingId', '1'), { key });

const codeOf = (reply: LightMyRequestResponse): string | undefined => reply.json<{ code?: string }>().code;

async function storedHash(): Promise<string | undefined> {
  const [row] = await db.sql<{ hash: string }>`select request_hash as hash from request_keys`;
  return row?.hash;
}

const hashOf = (request: unknown): string => createHash('sha256').update(JSON.stringify(request)).digest('hex');

describe('the idempotency key', () => {
  test('answers a repeat with the first reply and does the work once', async () => {
    const first = await order(7, 'k1');
    const repeat = await order(7, 'k1');
    expect(repeat.json()).toEqual(first.json());
    expect([runs, await writtenTotal()]).toEqual([1, 1]);
  });

  test('does the work once for requests at the same moment', async () => {
    const replies = await Promise.all(Array.from({ length: 20 }, () => order(7, 'k1')));
    expect(new Set(replies.map(({ body }) => body))).toEqual(new Set([replies[0]!.body]));
    expect([runs, await writtenTotal()]).toEqual([1, 1]);
  });

  test('is refused with other parameters or another body', async () => {
    expect((await change(1, 5, 'k1')).statusCode).toBe(200);
    expect(codeOf(await change(2, 5, 'k1'))).toBe('key_reused');
    expect(codeOf(await change(1, 6, 'k1'))).toBe('key_reused');
    expect(runs).toBe(1);
  });

  test('is refused at another call', async () => {
    await order(7, 'k1');
    expect(codeOf(await leave(7, 'k1'))).toBe('key_reused');
  });

  test('is free again after a refusal, which leaves nothing behind', async () => {
    expect(codeOf(await order(402, 'k1'))).toBe('insufficient_balance');
    expect([await writtenTotal(), await storedHash()]).toEqual([0, undefined]);
    expect((await order(7, 'k1')).statusCode).toBe(200);
  });

  test('is optional: without one each request does the work', async () => {
    await order(7);
    await order(7);
    expect(await writtenTotal()).toBe(2);
  });

  test('is refused when malformed, before the work begins', async () => {
    expect(codeOf(await order(7, 'a b'))).toBe('invalid');
    expect(runs).toBe(0);
  });

  test('is not read by a call that is mounted without it', async () => {
    expect([(await cancel('a b')).statusCode, (await cancel('a b')).statusCode]).toEqual([200, 200]);
    expect([runs, await storedHash()]).toEqual([2, undefined]);
  });

  test('stands for the name of the call, its parameters and its body', async () => {
    await change(1, 5, 'k1');
    expect(await storedHash()).toBe(hashOf(['changeListingPrice', { listingId: 1 }, { price: 5 }]));
  });

  test('stands for the body alone where there are no parameters', async () => {
    await order(7, 'k1');
    expect(await storedHash()).toBe(hashOf(['createBuyOrder', { itemId: 7, price: 5 }]));
  });

  test("stands for what the call's options say instead", async () => {
    await leave(7, 'k1');
    expect(await storedHash()).toBe(hashOf(['leaveGameRoom', 7]));
  });
});

describe('the rate limit', () => {
  test('is shared by all money calls of a player and refuses before the work', async () => {
    for (let requestCount = 0; requestCount < BURST; requestCount++) await order(404);
    expect(codeOf(await order(7))).toBe('too_many');
    expect(codeOf(await cancel('k1'))).toBe('too_many');
    expect(runs).toBe(0);
  });

  test('does not apply to a call that is mounted without it, and is not used up by it', async () => {
    for (let requestCount = 0; requestCount < BURST; requestCount++) await leave(7, 'k1');
    expect((await order(7)).statusCode).toBe(200);
    for (let requestCount = 1; requestCount < BURST; requestCount++) await order(404);
    expect(codeOf(await order(7))).toBe('too_many');
    expect((await leave(7, 'k1')).statusCode).toBe(200);
  });
});

describe('work after the commit', () => {
  test('runs for a repeat too', async () => {
    await order(7, 'k1');
    await order(7, 'k1');
    expect(afterwards).toEqual(['run 1', 'run 1']);
  });

  test('does not run after a refusal', async () => {
    await order(402);
    expect(afterwards).toEqual([]);
  });
});
