import { afterAll, beforeAll, expect, test } from 'vitest';
import { recordSiteEvent, recordStaffAction, verifyStaffActions } from '#features/logs/logs.ts';
import { addPlayer, type TestPlayer } from '#testing/fixtures.ts';
import { openTab } from '#testing/tab.ts';
import { createTestSite, type TestSite } from '#testing/test-site.ts';
import { deleteOldData, retentionLoop } from './loop.ts';

let site: TestSite;
let player: TestPlayer;
beforeAll(async () => {
  site = await createTestSite({
    SESSIONS_KEEP_DAYS: '2',
    SIGN_INS_KEEP_DAYS: '40',
    DEVICES_KEEP_DAYS: '60',
    EVENTS_KEEP_DAYS: '90',
  });
  player = await addPlayer(site.deps.db);
});
afterAll(() => site.close());

const sql: TestSite['deps']['db']['sql'] = (strings, ...values) => site.deps.db.sql(strings, ...values);

/** Records an event that happened some days ago. */
async function addEvent(subject: string, days: number): Promise<void> {
  await sql`
    insert into site_events (player_id, event, subject, created_at)
    values (${player.id}, 'ticket.open', ${subject}, now() - ${days} * interval '1 day')`;
}

const subjects = async () =>
  (await sql<{ subject: string }>`select subject from site_events where subject like 'ticket:%' order by id`).map(
    ({ subject }) => subject,
  );

test('ends sessions that are too old, in open tabs as well, and no others', async () => {
  const [old, fresh] = [await addPlayer(site.deps.db), await addPlayer(site.deps.db)];
  const tab = openTab(await site.listen(), { token: old.headers.authorization.replace('Bearer ', '') });
  await new Promise<void>((resolve) => tab.socket.once('connect', resolve));
  const signedOut = new Promise((resolve) => tab.socket.once('disconnect', resolve));
  await sql`update sessions set created_at = now() - interval '49 hours' where player_id = ${old.id}`;
  await sql`update sessions set created_at = now() - interval '47 hours' where player_id = ${fresh.id}`;
  await deleteOldData(site.deps);
  await signedOut;
  const rows = await sql<{ id: number }>`
    select player_id as id from sessions where player_id in (${old.id}, ${fresh.id})`;
  expect(rows).toEqual([{ id: fresh.id }]);
});

test('deletes old sign-ins, with their addresses', async () => {
  await sql`
    insert into sign_ins (player_id, device, address, by_steam, created_at)
    values (${player.id}, 'old', '::1', false, now() - interval '41 days'),
           (${player.id}, 'new', '::1', false, now() - interval '39 days')`;
  await deleteOldData(site.deps);
  expect(await sql`select device from sign_ins where player_id = ${player.id}`).toEqual([{ device: 'new' }]);
});

test('deletes devices that have not been used for that long', async () => {
  await sql`
    insert into known_devices (player_id, device_hash, last_used_at)
    values (${player.id}, 'old', now() - interval '61 days'), (${player.id}, 'new', now() - interval '59 days')`;
  await deleteOldData(site.deps);
  const rows = await sql`
    select convert_from(device_hash, 'UTF8') as hash from known_devices where player_id = ${player.id}`;
  expect(rows).toEqual([{ hash: 'new' }]);
});

test('deletes old events, and never an action of staff', async () => {
  const { db } = site.deps;
  await db.transaction((tx) => recordStaffAction(tx, { actorId: player.id, action: 'item.edit', subject: 'item:7' }));
  await sql`alter table staff_actions disable trigger staff_actions_immutable`;
  await sql`update staff_actions set created_at = now() - interval '10 years'`;
  await sql`alter table staff_actions enable trigger staff_actions_immutable`;
  await addEvent('ticket:91', 91);
  await addEvent('ticket:89', 89);
  await deleteOldData(site.deps);
  expect(await subjects()).toEqual(['ticket:89']);
  expect(await verifyStaffActions(db.sql)).toMatchObject({ total: 1 });
});

test('the database refuses to delete an event of the last 30 days, and to change any', async () => {
  const now = { playerId: player.id, event: 'ticket.open', subject: 'ticket:1' };
  await recordSiteEvent(site.deps.db, now);
  await expect(sql`delete from site_events where subject = 'ticket:1'`).rejects.toThrow('before 30 days have passed');
  await expect(sql`update site_events set event = 'ticket.close'`).rejects.toThrow('never changed');
  expect(await subjects()).toContain('ticket:1');
});

test('repeats until it is stopped', async () => {
  const stopping = new AbortController();
  const working = retentionLoop(site.deps, stopping.signal, { firstAfterMs: 1, everyMs: 1 });
  await addEvent('ticket:100', 100);
  await expect.poll(subjects).not.toContain('ticket:100');
  await addEvent('ticket:101', 101);
  await expect.poll(subjects).not.toContain('ticket:101');
  stopping.abort();
  await working;
});
