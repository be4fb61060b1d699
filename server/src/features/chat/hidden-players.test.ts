import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type ChatClients, createChatClients } from '#testing/chat-clients.ts';
import { createTestSite, type TestSite } from '#testing/test-site.ts';

type Chatter = Awaited<ReturnType<ChatClients['join']>>;

let site: TestSite;
let chatters: ChatClients;
let player: Chatter;
let other: Chatter;

beforeAll(async () => {
  site = await createTestSite();
  chatters = createChatClients(site, await site.listen());
});
beforeEach(async () => {
  [player, other] = [await chatters.join(), await chatters.join()];
});
afterEach(() => chatters.closeTabs());
afterAll(() => site.close());

const hide = (userId: unknown, isHidden: unknown = true, who = player) =>
  chatters.request(who, 'POST', '/user/hidePlayer', { userId, isHidden });
const hidden = async (who = player) => (await chatters.request(who, 'GET', '/user/getHiddenPlayers')).json().data;

test('lists hidden players, latest first, and updates every tab', async () => {
  const [third, second] = [await chatters.join(), await chatters.connectTab(player)];
  await hide(other.id);
  const reply = await hide(third.id);
  const listed = [
    { id: third.id, username: expect.any(String), isSandbox: false },
    { id: other.id, username: expect.any(String), isSandbox: false },
  ];
  expect([reply.statusCode, reply.json()]).toEqual([200, { message: 'Player hidden.', data: listed }]);
  expect(await hidden()).toEqual(listed);
  for (const tab of [player.tab, second]) {
    expect(await tab.next('HIDDEN_PLAYERS')).toEqual({ hiddenIds: [other.id] });
    expect(await tab.next('HIDDEN_PLAYERS')).toEqual({ hiddenIds: [third.id, other.id] });
  }
  expect(await hidden(other)).toEqual([]);
  expect(other.tab.receivedCount('HIDDEN_PLAYERS')).toBe(0);
});

test('removes a player who is shown again from the list', async () => {
  await hide(other.id);
  const reply = await hide(other.id, false);
  expect(reply.json()).toEqual({ message: 'Player shown.', data: [] });
  await player.tab.next('HIDDEN_PLAYERS');
  expect(await player.tab.next('HIDDEN_PLAYERS')).toEqual({ hiddenIds: [] });
});

test('accepts a change without effect and emits nothing', async () => {
  expect((await hide(other.id, false)).statusCode).toBe(200);
  await hide(other.id);
  expect((await hide(other.id)).json().data).toHaveLength(1);
  await hide(other.id, false);
  await player.tab.next('HIDDEN_PLAYERS', ({ hiddenIds }) => hiddenIds.length === 0);
  expect(player.tab.receivedCount('HIDDEN_PLAYERS')).toBe(1);
});

test('hides at most 500 players, also with concurrent requests', async () => {
  await site.deps.db.sql`
    with others as (
      insert into players (username, username_key)
      select 'others' || n, 'others' || n from generate_series(1, 499) as n returning id
    )
    insert into hidden_players (player_id, hidden_id) select ${player.id}, id from others`;
  const newPlayers = [other, await chatters.join(), await chatters.join()];
  const replies = await Promise.all(newPlayers.map(({ id }) => hide(id)));
  expect(replies.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
  const refused = replies.find(({ statusCode }) => statusCode === 429)!;
  expect(refused.json().message).toBe('You can hide up to 500 players.');
  expect(await hidden()).toHaveLength(500);
});

test('limits the rate of hiding and showing', async () => {
  const replies = await Promise.all(Array.from({ length: 100 }, (_, index) => hide(other.id, index % 2 === 0)));
  const refused = replies.filter(({ statusCode }) => statusCode !== 200);
  expect(refused.length).toBeGreaterThan(0);
  for (const reply of refused) {
    expect([reply.statusCode, reply.json().message]).toEqual([429, 'Too many requests. Please slow down.']);
  }
  expect((await hide(player.id, true, other)).statusCode).toBe(200);
});

test('refuses to hide oneself', async () => {
  for (const isHidden of [true, false]) {
    const reply = await hide(player.id, isHidden);
    expect([reply.statusCode, reply.json().message]).toEqual([400, 'You cannot hide yourself.']);
  }
});

test.each<[userId: unknown, isHidden: unknown, status: number, says: string]>([
  [999_999_999, true, 404, 'User not found.'],
  [999_999_999, false, 404, 'User not found.'],
  ['1', true, 400, 'Invalid id.'],
  [0, true, 400, 'Invalid id.'],
  [null, true, 400, 'Invalid id.'],
  [1, 'yes', 400, 'Invalid view.'],
  [1, null, 400, 'Invalid view.'],
])('hiding %j (%j) answers %i', async (userId, isHidden, status, says) => {
  const reply = await hide(userId, isHidden);
  expect([reply.statusCode, reply.json().message]).toEqual([status, says]);
});

test('refuses visitors', async () => {
  for (const [method, url] of [
    ['GET', '/user/getHiddenPlayers'],
    ['POST', '/user/hidePlayer'],
  ] as const) {
    const reply = await chatters.request(
      undefined,
      method,
      url,
      method === 'POST' ? { userId: 1, isHidden: true } : undefined,
    );
    expect(reply.statusCode).toBe(401);
  }
});
