import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { listNotifications } from '#features/notifications/notifications.ts';
import { type ChatClients, createChatClients } from '#testing/chat-clients.ts';
import { createTestSite, type TestSite } from '#testing/test-site.ts';

type Chatter = Awaited<ReturnType<ChatClients['join']>>;

let site: TestSite;
let chatters: ChatClients;
let staff: Chatter;
let player: Chatter;

beforeAll(async () => {
  site = await createTestSite();
  chatters = createChatClients(site, await site.listen());
});
beforeEach(async () => {
  [staff, player] = [await chatters.join('admin'), await chatters.join()];
});
afterEach(() => chatters.closeTabs());
afterAll(() => site.close());

const deleteMessage = (id: number | string, who = staff) =>
  chatters.request(who, 'POST', `/admin/deleteChatMessage/${id}`);
const mute = (body: object, who = staff) =>
  chatters.request(who, 'POST', '/admin/muteUser', { userId: player.id, minutes: 10, reason: 'Insults.', ...body });
const slow = (seconds: unknown, who = staff) => chatters.request(who, 'POST', '/admin/setSlowMode', { seconds });

type RecordedAction = { action: string; subject: string; reason: string | null; before: unknown; after: unknown };
/** The recorded actions of the staff member of this test. */
const actions = () => site.deps.db.sql<RecordedAction>`
  select action, subject, reason, before, after from staff_actions where actor_id = ${staff.id} order by id`;

describe('deleting a message', () => {
  test('removes it from every tab and from the list, and keeps its text in the staff log', async () => {
    const visitor = await chatters.connectTab();
    const { id } = await chatters.sendMessage(player.tab, 'something nasty');
    const reply = await deleteMessage(id);
    expect([reply.statusCode, reply.json()]).toEqual([200, { message: 'Message deleted.' }]);
    for (const tab of [visitor, player.tab, staff.tab]) expect(await tab.next('MESSAGE_DELETED')).toEqual({ id });
    expect((await chatters.fetchChat(visitor)).data.map((message) => message.id)).not.toContain(id);
    expect(await actions()).toEqual([
      {
        action: 'chat.delete',
        subject: `message:${id}`,
        reason: null,
        before: { playerId: player.id, message: 'something nasty' },
        after: null,
      },
    ]);
  });

  test('twice or concurrently records one act', async () => {
    const { id } = await chatters.sendMessage(player.tab, 'something else');
    const replies = await Promise.all(Array.from({ length: 6 }, () => deleteMessage(id)));
    expect([...replies, await deleteMessage(id)].map(({ statusCode }) => statusCode)).toEqual(Array(7).fill(200));
    expect(await actions()).toHaveLength(1);
    const mark = await chatters.sendMessage(player.tab, 'mark');
    await staff.tab.next('NEW_MESSAGE', (message) => message.id === mark.id);
    expect(staff.tab.receivedCount('MESSAGE_DELETED')).toBe(1);
  });

  test.each([
    ['999999999', 404, 'not_found'],
    ['0', 400, 'invalid'],
    ['-1', 400, 'invalid'],
    ['x', 400, 'invalid'],
    ['99999999999999999', 400, 'invalid'],
  ])('of %s answers %i', async (id, status, code) => {
    const reply = await deleteMessage(id);
    expect([reply.statusCode, reply.json().code]).toEqual([status, code]);
  });
});

describe('muting', () => {
  test('takes effect immediately, tells the player why, and is recorded', async () => {
    const second = await chatters.connectTab(player);
    const reply = await mute({ minutes: 90 });
    const { message, data } = reply.json();
    expect([reply.statusCode, message]).toEqual([200, 'Player muted.']);
    expect(Date.parse(data.mutedUntil) / 60_000).toBeCloseTo(Date.now() / 60_000 + 90, 0);
    for (const tab of [player.tab, second]) expect(await tab.next('MUTED')).toEqual(data);
    expect((await chatters.fetchChat(second)).mutedUntil).toBe(data.mutedUntil);
    const [notification] = await listNotifications(site.deps.db.sql, player.id);
    expect(notification).toMatchObject({
      icon: 'mute',
      title: 'You have been muted',
      message: 'You cannot write in the chat for 90 minutes: Insults.',
    });
    expect(await player.tab.next('ADD_NOTIFICATION')).toEqual({ data: notification });
    player.tab.emit('SEND_MESSAGE', { message: 'why?' });
    expect((await player.tab.next('ERROR')).code).toBe('muted');
    expect(await actions()).toEqual([
      {
        action: 'chat.mute',
        subject: `player:${player.id}`,
        reason: 'Insults.',
        before: { mutedUntil: null },
        after: data,
      },
    ]);
  });

  test('is visible only to the muted player', async () => {
    const other = await chatters.join();
    await mute({});
    await player.tab.next('MUTED');
    await chatters.sendMessage(other.tab, 'mark');
    expect(other.tab.receivedCount('MUTED')).toBe(0);
  });

  test.each([
    [1, '1 minute'],
    [10, '10 minutes'],
    [60, '1 hour'],
    [120, '2 hours'],
    [1_440, '1 day'],
    [10_080, '7 days'],
    [1_500, '25 hours'],
  ])('for %i minutes is described as %s', async (minutes, words) => {
    await mute({ minutes });
    const [notification] = await listNotifications(site.deps.db.sql, player.id);
    expect(notification?.message).toBe(`You cannot write in the chat for ${words}: Insults.`);
  });

  test('again replaces the end, and 0 minutes unmute', async () => {
    const first = (await mute({ minutes: 600 })).json().data;
    const second = (await mute({ minutes: 5 })).json().data;
    expect(Date.parse(second.mutedUntil)).toBeLessThan(Date.parse(first.mutedUntil));
    const reply = await mute({ minutes: 0, reason: 'A mistake.' });
    expect(reply.json()).toEqual({ message: 'Player unmuted.', data: { mutedUntil: null } });
    await player.tab.next('MUTED', ({ mutedUntil }) => mutedUntil === null);
    await chatters.sendMessage(player.tab, 'thank you');
    const [notification] = await listNotifications(site.deps.db.sql, player.id);
    expect([notification?.title, notification?.message]).toEqual(['You may write again', 'A mistake.']);
    const recorded = await actions();
    expect(recorded.map(({ action }) => action)).toEqual(['chat.mute', 'chat.mute', 'chat.unmute']);
    expect([recorded[1]!.before, recorded[2]!.before]).toEqual([first, second]);
  });

  test('without effect records nothing and emits nothing', async () => {
    expect((await mute({ minutes: 0 })).json().data).toEqual({ mutedUntil: null });
    expect(await actions()).toEqual([]);
    expect(await listNotifications(site.deps.db.sql, player.id)).toEqual([]);
  });

  test('waits for a message being sent, and refuses every later one', async () => {
    const before = await site.deps.db.sql`select from chat_messages where player_id = ${player.id}`;
    for (let count = 0; count < 10; count += 1) player.tab.emit('SEND_MESSAGE', { message: `line number ${count}` });
    await mute({});
    const count = async () =>
      (await site.deps.db.sql`select from chat_messages where player_id = ${player.id}`).length - before.length;
    const atMute = await count();
    await expect.poll(() => player.tab.receivedCount('ERROR')).toBe(10 - atMute);
    expect(await count()).toBe(atMute);
  });

  test('is refused for staff', async () => {
    const reply = await mute({ userId: staff.id });
    expect([reply.statusCode, reply.json()]).toMatchObject([
      403,
      { code: 'forbidden', message: 'Staff cannot be muted.' },
    ]);
  });

  test.each<[body: object, status: number, says: string]>([
    [{ userId: 999_999_999 }, 404, 'User not found.'],
    [{ userId: '1' }, 400, 'Invalid id.'],
    [{ userId: 1.5 }, 400, 'Invalid id.'],
    [{ userId: 2 ** 60 }, 400, 'Invalid id.'],
    [{ minutes: -1 }, 400, 'Minutes must be a whole number.'],
    [{ minutes: 1.5 }, 400, 'Minutes must be a whole number.'],
    [{ minutes: '10' }, 400, 'Minutes must be a whole number.'],
    [{ minutes: null }, 400, 'Minutes must be a whole number.'],
    [{ minutes: 43_201 }, 400, 'A mute can last up to 30 days.'],
    [{ reason: '  ' }, 400, 'Reason is required.'],
    [{ reason: 'x'.repeat(201) }, 400, 'Reason must be at most 200 characters.'],
    [{ reason: 'a\0bc' }, 400, 'Invalid characters.'],
  ])('with %j answers %i', async (body, status, says) => {
    const reply = await mute(body);
    expect([reply.statusCode, reply.json().message]).toEqual([status, says]);
  });
});

describe('slow mode', () => {
  afterEach(() => slow(0));

  test('is broadcast and recorded once', async () => {
    const visitor = await chatters.connectTab();
    const reply = await slow(30);
    expect([reply.statusCode, reply.json()]).toEqual([200, { message: 'Slow mode set.', data: { seconds: 30 } }]);
    for (const tab of [visitor, player.tab]) expect(await tab.next('SLOW_MODE')).toEqual({ seconds: 30 });
    expect((await chatters.fetchChat(visitor)).slowModeSeconds).toBe(30);
    await slow(30);
    expect(await actions()).toEqual([
      { action: 'chat.slow_mode', subject: 'chat', reason: null, before: { seconds: 0 }, after: { seconds: 30 } },
    ]);
  });

  test.each<[seconds: unknown, says: string]>([
    [-1, 'Seconds must be a whole number.'],
    [1.5, 'Seconds must be a whole number.'],
    ['5', 'Seconds must be a whole number.'],
    [null, 'Seconds must be a whole number.'],
    [3_601, 'Slow mode can be one hour at most.'],
  ])('of %j is refused', async (seconds, says) => {
    const reply = await slow(seconds);
    expect([reply.statusCode, reply.json().message]).toEqual([400, says]);
  });
});

test('refuses moderation by players', async () => {
  const { id } = await chatters.sendMessage(player.tab, 'hands off');
  for (const reply of [await deleteMessage(id, player), await mute({}, player), await slow(10, player)]) {
    expect([reply.statusCode, reply.json().code]).toEqual([403, 'forbidden']);
  }
  for (const [url, payload] of [
    [`/admin/deleteChatMessage/${id}`, {}],
    ['/admin/muteUser', { userId: player.id, minutes: 1, reason: 'none' }],
    ['/admin/setSlowMode', { seconds: 1 }],
  ] as const) {
    expect((await chatters.request(undefined, 'POST', url, payload)).statusCode).toBe(401);
  }
  expect((await chatters.fetchChat(player.tab)).data.at(-1)?.id).toBe(id);
});
