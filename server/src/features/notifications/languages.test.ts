import { cp, readdir } from 'node:fs/promises';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openDb } from '#db/db.ts';
import { migrate } from '#db/migrate.ts';
import { readEnv } from '#env.ts';
import { createLog } from '#log.ts';
import { composeSite } from '#site.ts';
import { createBusHub } from '#testing/bus-hub.ts';
import { createTestDatabase } from '#testing/database.ts';
import { addPlayer, type TestPlayer } from '#testing/fixtures.ts';
import { temporaryFolder } from '#testing/folders.ts';
import { openTab, type Tab } from '#testing/tab.ts';
import { TEST_SECRET, webApp } from '#testing/test-site.ts';
import { listNotifications, markAsRead, notify, notifyMany, notifyStaff } from './notifications.ts';

const log = createLog('silent');

/** Two processes on one database, joined by a bus. */
async function openTwo() {
  const database = await createTestDatabase();
  onTestFinished(() => database.drop());
  const hub = createBusHub(log);
  const openOne = async () => {
    const db = openDb({ connection: database.connection, log });
    const site = composeSite({ env: readEnv({ PORT: '0' }), log, db, secret: TEST_SECRET, webApp, bus: hub.join() });
    onTestFinished(async () => {
      await site.close();
      await db.close();
    });
    return { ...site, port: await site.listen() };
  };
  return [await openOne(), await openOne()] as const;
}

type OpenOptions = { readonly port: number; readonly player: TestPlayer; readonly language?: string };

/** A tab that has received its list. */
async function openList({ port, player, language }: OpenOptions): Promise<Tab> {
  const tab = openTab(port, { token: player.headers.authorization.replace('Bearer ', ''), language });
  onTestFinished(() => tab.close());
  await tab.next('NOTIFICATION');
  return tab;
}

const readTitles = async (tab: Tab) => (await tab.next('NOTIFICATION')).data.map(({ title }) => title);
const readTitle = async (tab: Tab) => (await tab.next('ADD_NOTIFICATION')).data.title;

const won = (playerId: number) =>
  ({ playerId, key: 'room.won', parameters: { roomId: 57, payout: 5, rating: 25 } }) as const;

test('a switch of the language changes the list and later events in every tab that switches', async () => {
  const [{ deps, port }] = await openTwo();
  const player = await addPlayer(deps.db);
  const [one, other, third] = [
    await openList({ port, player }),
    await openList({ port, player, language: 'en' }),
    await openList({ port, player, language: 'en' }),
  ];
  await deps.db.transaction((tx) => notify(tx, deps.live, won(player.id)));
  for (const tab of [one, other, third]) expect(await readTitle(tab)).toBe('You won room #57');

  for (const tab of [one, other]) {
    tab.emit('SET_LANGUAGE', { language: 'tr' });
    expect(await readTitles(tab)).toEqual(['#57 numaralı odayı kazandınız']);
  }
  expect(third.receivedCount('NOTIFICATION')).toBe(0);

  await deps.db.transaction((tx) => notifyMany(tx, deps.live, [won(player.id)]));
  for (const tab of [one, other]) expect(await readTitle(tab)).toBe('#57 numaralı odayı kazandınız');
  expect(await readTitle(third)).toBe('You won room #57');

  const [first] = await listNotifications(deps.db.sql, player.id);
  await markAsRead(deps, { playerId: player.id, notificationIds: [first!.id] });
  expect(new Set(await readTitles(one))).toEqual(new Set(['#57 numaralı odayı kazandınız']));
  expect(new Set(await readTitles(third))).toEqual(new Set(['You won room #57']));

  one.emit('GET_NOTIFICATIONS');
  const { data } = await one.next('NOTIFICATION');
  expect(data).toEqual(await listNotifications(deps.db.sql, player.id, 'tr'));
  for (const tab of [one, other, third]) expect(tab.receivedCount('ADD_NOTIFICATION')).toBe(0);
});

test('another process delivers in the language of each of its tabs, once', async () => {
  const [here, there] = await openTwo();
  const { db, live } = here.deps;
  const player = await addPlayer(db, 'admin');
  const [turkish, english, mixed] = [
    await openList({ port: there.port, player, language: 'tr' }),
    await openList({ port: there.port, player, language: 'en' }),
    await openList({ port: here.port, player }),
  ];
  await db.transaction((tx) => notifyStaff(tx, live, { key: 'prices.jumped', parameters: { count: 1, waiting: 1 } }));
  expect(await readTitle(turkish)).toBe('Bir fiyat sıçradı');
  expect(await readTitle(english)).toBe('A price has jumped');
  expect(await readTitle(mixed)).toBe('A price has jumped');
  turkish.emit('SET_LANGUAGE', { language: 'en' });
  expect(await readTitles(turkish)).toEqual(['A price has jumped']);
  await db.transaction((tx) => notify(tx, live, won(player.id)));
  for (const tab of [turkish, english, mixed]) {
    expect(await readTitle(tab)).toBe('You won room #57');
    expect(tab.receivedCount('ADD_NOTIFICATION')).toBe(0);
  }
});

test('a tab that reconnects keeps the language of its handshake', async () => {
  const [{ deps, port }] = await openTwo();
  const player = await addPlayer(deps.db);
  const tab = await openList({ port, player, language: 'tr' });
  const closed = tab.disconnected();
  tab.close();
  await closed;
  await deps.db.transaction((tx) => notify(tx, deps.live, won(player.id)));
  tab.socket.connect();
  expect(await readTitles(tab)).toEqual(['#57 numaralı odayı kazandınız']);
});

test.each(['klingon', 'constructor', '', '__proto__'])('the unknown language %j is the default', async (language) => {
  const [{ deps, port }] = await openTwo();
  const player = await addPlayer(deps.db);
  const [unknown, switched] = [
    await openList({ port, player, language }),
    await openList({ port, player, language: 'tr' }),
  ];
  switched.emit('SET_LANGUAGE', { language });
  await switched.next('NOTIFICATION');
  await deps.db.transaction((tx) => notify(tx, deps.live, won(player.id)));
  for (const tab of [unknown, switched]) expect(await readTitle(tab)).toBe('You won room #57');
});

test('visitors may set a language, and get no notifications', async () => {
  const [{ port }] = await openTwo();
  const tab = openTab(port, { language: 'en' });
  onTestFinished(() => tab.close());
  tab.emit('SET_LANGUAGE', { language: 'tr' });
  tab.emit('NO_SUCH_EVENT');
  expect((await tab.next('ERROR')).message).toBe('Unknown event.');
  expect(tab.receivedCount('NOTIFICATION')).toBe(0);
});

const MIGRATION = '0026_notification_keys.sql';
const MIGRATIONS = path.resolve(import.meta.dirname, '../../db/migrations');

test('an upgrade keeps the rows of an earlier version and shows them as they are', async () => {
  const database = await createTestDatabase('template0');
  onTestFinished(() => database.drop());
  const earlier = await temporaryFolder();
  for (const name of await readdir(MIGRATIONS)) {
    if (name < MIGRATION) await cp(path.join(MIGRATIONS, name), path.join(earlier, name));
  }
  await migrate(database.connection, log, { folder: earlier });
  const db = openDb({ connection: database.connection, log });
  onTestFinished(() => db.close());
  const [player] = await db.sql<{ id: number }>`
    insert into players (username, username_key) values ('old', 'old') returning id`;
  const id = player!.id;
  await db.sql`
    insert into notifications (player_id, icon, title, message, is_read)
    values (${id}, 'room', 'You won room #57', 'Rating +25.', true),
           (${id}, 'warning', 'Unlikely drops', 'The drops of "Box" (version 1) do not fit its published rates.', false)`;
  expect(await migrate(database.connection, log)).toContain(MIGRATION);

  const texts = async (language: 'mixed' | 'tr') =>
    (await listNotifications(db.sql, id, language)).map(({ icon, title, message, isRead }) => [
      icon,
      title,
      message,
      isRead,
    ]);
  const stored = [
    ['warning', 'Unlikely drops', 'The drops of "Box" (version 1) do not fit its published rates.', false],
    ['room', 'You won room #57', 'Rating +25.', true],
  ];
  expect(await texts('mixed')).toEqual(stored);
  expect(await texts('tr')).toEqual(stored);
  const newer = { key: 'newer.key', parameters: '{}' };
  await db.sql`
    insert into notifications (player_id, icon, title, message, key, parameters)
    values (${id}, 'gift', 'From a newer version', '', ${newer.key}, ${newer.parameters}::jsonb)`;
  expect((await texts('tr'))[0]).toEqual(['gift', 'From a newer version', '', false]);
});
