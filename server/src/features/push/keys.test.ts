import { afterAll, beforeAll, expect, test } from 'vitest';
import { createWebPush } from '#adapters/push/web-push.ts';
import { type Db, openDb } from '#db/db.ts';
import { createLog } from '#log.ts';
import { createSeal } from '#seal.ts';
import { createTestDatabase, type TestDatabase } from '#testing/database.ts';
import { addPlayer } from '#testing/fixtures.ts';
import { startPushService } from '#testing/push-service.ts';
import { ensurePushKeys } from './keys.ts';

const log = createLog('silent');
const push = createWebPush({ contact: 'mailto:operator@karat.example', allowsLoopback: true });

let database: TestDatabase;
let db: Db;
beforeAll(async () => {
  database = await createTestDatabase();
  db = openDb({ connection: database.connection, log });
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

const ensure = (secret = 'the first secret') => ensurePushKeys({ db, log, push, seal: createSeal(secret) });

test('of many processes that start at once, all use the keys of one', async () => {
  const all = await Promise.all(Array.from({ length: 12 }, () => ensure()));
  expect(new Set(all.map(({ publicKey }) => publicKey)).size).toBe(1);
  expect(new Set(all.map(({ privateKey }) => privateKey)).size).toBe(1);
  expect(await ensure()).toEqual(all[0]);
});

test('the private key is sealed', async () => {
  const { publicKey, privateKey } = await ensure();
  const [row] = await db.sql<{ publicKey: string; sealed: Buffer }>`
    select public_key as "publicKey", sealed from push_keys`;
  expect(row!.publicKey).toBe(publicKey);
  expect(row!.sealed.toString('latin1')).not.toContain(privateKey);
});

test('with another SECRET the keys are replaced once, and subscriptions for the old ones end', async () => {
  const before = await ensure();
  const service = await startPushService();
  const { id } = await addPlayer(db);
  const { endpoint, keys } = service.addBrowser();
  await db.sql`
    insert into push_subscriptions (player_id, device, endpoint, p256dh, auth, language, categories)
    values (${id}, '', ${endpoint}, ${Buffer.from(keys.p256dh, 'base64url')}, ${Buffer.from(keys.auth, 'base64url')}, 'en', '{}')`;
  const all = await Promise.all(Array.from({ length: 8 }, () => ensure('another secret')));
  expect(new Set(all.map(({ publicKey }) => publicKey)).size).toBe(1);
  expect(all[0]!.publicKey).not.toBe(before.publicKey);
  expect(await db.sql`select id from push_subscriptions`).toEqual([]);
  await service.close();
});
