import { expect, onTestFinished, test } from 'vitest';
import { openClient } from '#db/connection.ts';
import { type Db, openDb } from '#db/db.ts';
import { readEnv } from '#env.ts';
import { noopLive } from '#live/noop-live.ts';
import { createLog } from '#log.ts';
import { createTestDatabase } from '#testing/database.ts';
import { addPlayer } from '#testing/fixtures.ts';
import { monthsLoop } from './loop.ts';

async function openStore() {
  const database = await createTestDatabase();
  const lines: string[] = [];
  const log = createLog('info', { write: (line) => void lines.push(line) });
  const db = openDb({ connection: database.connection, log });
  const client = await openClient(database.connection);
  const stop = new AbortController();
  const deps = { db, env: readEnv({ NOTIFICATIONS_KEEP_DAYS: '30' }), log, live: noopLive };
  const run = () => monthsLoop(deps, stop.signal, { firstAfterMs: 1, everyMs: 5 });
  onTestFinished(async () => {
    stop.abort();
    await client.end();
    await db.close();
    await database.drop();
  });
  return { db, client, lines, run, connection: database.connection };
}

/** The months of a table, the oldest first. */
const monthsOf = async (db: Db, table: string): Promise<{ name: string; endsAt: string }[]> =>
  db.sql`select partition_name as name, ends_at::text as "endsAt" from month_partitions
         where table_name = ${table} order by ends_at`;
const chatMonths = (db: Db) => monthsOf(db, 'chat_messages');

test('prepares a missing month, also after a failure', async () => {
  const { db, client, lines, run } = await openStore();
  const months = await chatMonths(db);
  await client.query(`drop table months.${months.at(-1)!.name}`);
  await client.query('alter function ensure_months rename to hidden');
  void run();
  await expect.poll(() => lines.join('')).toContain('Preparing months failed');
  await client.query('alter function hidden rename to ensure_months');
  await expect.poll(() => chatMonths(db)).toEqual(months);
});

test('drops ended months of the chat once they are empty', async () => {
  const { db, client, run } = await openStore();
  const { id } = await addPlayer(db);
  const [first, ...others] = await chatMonths(db);
  await client.query(`drop table months.${first!.name}`);
  await client.query(`
    select create_month('chat_messages', start_of_month(now(), -3), start_of_month(now(), -2)),
           create_month('chat_messages', start_of_month(now(), -2), start_of_month(now(), -1)),
           create_month('chat_messages', start_of_month(now(), -1), '${first!.endsAt}')`);
  await client.query(`
    insert into chat_messages (player_id, message, created_at) values (${id}, 'old', start_of_month(now(), -2))`);
  void run();
  await expect.poll(() => chatMonths(db)).toHaveLength(others.length + 2);
  expect(await db.sql`select message from chat_messages`).toEqual([{ message: 'old' }]);
  await client.query('delete from chat_messages');
  await expect.poll(() => chatMonths(db)).toHaveLength(others.length + 1);
});

test('drops months of notifications with their rows once they are too old, beside a long read of players', async () => {
  const { db, client, lines, run, connection } = await openStore();
  const { id } = await addPlayer(db);
  const [first, ...others] = await monthsOf(db, 'notifications');
  await client.query(`drop table months.${first!.name}`);
  await client.query(`
    select create_month('notifications', start_of_month(now(), -4), start_of_month(now(), -2)),
           create_month('notifications', start_of_month(now(), -2), '${first!.endsAt}')`);
  await client.query(`
    insert into notifications (player_id, icon, title, message, updated_at)
    values (${id}, 'gift', 'old', '', start_of_month(now(), -3)), (${id}, 'gift', 'new', '', start_of_month(now(), -1))`);
  const reader = await openClient(connection);
  onTestFinished(() => reader.end());
  await reader.query('begin');
  await reader.query('select count(*) from players');
  void run();
  await expect.poll(() => lines.join('')).toContain('Expired months dropped');
  expect(await db.sql`select title from notifications where player_id = ${id} and title <> 'Welcome'`).toEqual([
    { title: 'new' },
  ]);
  expect(await monthsOf(db, 'notifications')).toHaveLength(others.length + 1);
});
