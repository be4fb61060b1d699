import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { addPlayer } from '#testing/fixtures.ts';
import { createTestSite, type TestSite } from '#testing/test-site.ts';
import { deleteOldChatData } from './chat.ts';
import { chatLoop } from './loop.ts';

let site: TestSite;
let playerId: number;
beforeAll(async () => {
  site = await createTestSite();
  playerId = (await addPlayer(site.deps.db)).id;
});
afterAll(() => site.close());

const lines = async () =>
  (await site.deps.db.sql<{ message: string }>`select message from chat_messages order by id`).map(
    ({ message }) => message,
  );

/** Eight messages, oldest first: eight and a half days old, seven and a half … half a day. */
async function addEightMessages(): Promise<void> {
  await site.deps.db.sql`delete from chat_messages`;
  await site.deps.db.sql`
    insert into chat_messages (player_id, message, created_at, deleted_at)
    select ${playerId}, day, now() - (day + 0.5) * interval '1 day', case when day = 1 then now() end
    from generate_series(7, 0, -1) as day`;
}

test.each([
  ['old messages that are not among the newest', { days: 4, newest: 2, limit: 100 }, ['3', '2', '1', '0']],
  ['them in small batches', { days: 4, newest: 2, limit: 1 }, ['3', '2', '1', '0']],
  ['no message that is among the newest', { days: 0, newest: 6, limit: 100 }, ['5', '4', '3', '2', '1', '0']],
  ['nothing if there are few messages', { days: 0, newest: 8, limit: 100 }, ['7', '6', '5', '4', '3', '2', '1', '0']],
])('deletes %s', async (_, limits, remaining) => {
  await addEightMessages();
  await deleteOldChatData(site.deps, limits);
  expect(await lines()).toEqual(remaining);
});

test('deletes the mutes of yesterday and keeps current ones', async () => {
  const other = (await addPlayer(site.deps.db)).id;
  await site.deps.db.sql`
    insert into chat_mutes values (${playerId}, now() - interval '2 days'), (${other}, now() + interval '1 minute')`;
  await deleteOldChatData(site.deps);
  const remaining = await site.deps.db.sql<{ id: number }>`select player_id as id from chat_mutes`;
  expect(remaining).toEqual([{ id: other }]);
});

test('repeats until it is stopped, also after a failure', async () => {
  await site.deps.db.sql`delete from chat_messages`;
  await site.deps.db.sql`
    insert into chat_messages (player_id, message, created_at)
    select ${playerId}, 'line ' || line, now() - interval '31 days' from generate_series(1, 1000) as line`;
  let isAway = true;
  const { sql } = site.deps.db;
  const flaky: typeof sql = (...parts) => (isAway ? Promise.reject(new Error('away')) : sql(...parts));
  const stopping = new AbortController();
  const deps = { ...site.deps, db: { ...site.deps.db, sql: flaky } };
  const working = chatLoop(deps, stopping.signal, { firstAfterMs: 1, everyMs: 1 });
  await vi.waitUntil(() => site.lines.some((line) => line.includes('Deleting old chat messages failed')));
  isAway = false;
  await vi.waitUntil(async () => (await lines()).length === 1_000, { timeout: 10_000 });
  await site.deps.db.sql`
    insert into chat_messages (player_id, message) values (${playerId}, 'new')`;
  await vi.waitUntil(async () => !(await lines()).includes('line 1'), { timeout: 10_000 });
  stopping.abort();
  await working;
  expect(await lines()).toHaveLength(1_000);
});
