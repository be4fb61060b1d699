import type { ChatMessage } from '@karat/contract/chat';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createRateLimiter } from '#http/rate-limit.ts';
import { type ChatClients, createChatClients } from '#testing/chat-clients.ts';
import { createTestSite, type TestSite } from '#testing/test-site.ts';

let site: TestSite;
let chatters: ChatClients;
/** Used only by rate limits, so that they do not refill during a test. */
let nowMs = 0;

beforeAll(async () => {
  site = await createTestSite(
    {},
    createRateLimiter(() => nowMs),
  );
  chatters = createChatClients(site, await site.listen());
});
afterEach(async () => {
  chatters.closeTabs();
  nowMs += 3_600_000;
  await site.deps.db.sql`update chat_settings set slow_mode_seconds = 0`;
});
afterAll(() => site.close());

const stored = () => site.deps.db.sql<{ message: string }>`select message from chat_messages order by id`;
const countStored = async () => (await stored()).length;

function mute(playerId: number, seconds: number) {
  return site.deps.db.sql`
    insert into chat_mutes values (${playerId}, now() + ${seconds} * interval '1 second')`;
}

describe('a message', () => {
  test("reaches everyone, including visitors and the sender's other tabs, in the form of the list", async () => {
    const [player, visitor] = [await chatters.join(), await chatters.connectTab()];
    const second = await chatters.connectTab(player);
    await site.deps.db.sql`
      update players set elo = 2345, avatar = 'https://pictures.example/a.png' where id = ${player.id}`;
    player.tab.emit('SEND_MESSAGE', { message: '  hello   there ', key: 'k-1' });
    const received = await visitor.next('NEW_MESSAGE');
    expect(received).toEqual({
      id: expect.any(Number),
      sender: {
        id: player.id,
        username: expect.stringMatching(/^owner/),
        isSandbox: false,
        profileImg: 'https://pictures.example/a.png',
        elo: 2345,
        isAdmin: false,
        isStaff: false,
      },
      message: 'hello there',
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      key: 'k-1',
    });
    for (const tab of [player.tab, second]) expect(await tab.next('NEW_MESSAGE')).toEqual(received);
    expect((await chatters.fetchChat(visitor)).data.at(-1)).toEqual(received);
  });

  test.each([
    ['support', false],
    ['finance', false],
    ['moderator', true],
    ['admin', true],
  ] as const)('of %s carries the badge of staff, and may contain links: %s', async (role, mayLink) => {
    const staff = await chatters.join(role);
    const { sender } = await chatters.sendMessage(staff.tab, `hello from ${role}`);
    expect([sender.isAdmin, sender.isStaff]).toEqual([role === 'admin', true]);
    staff.tab.emit('SEND_MESSAGE', { message: `see evil.com, says ${role}`, key: `link-${role}` });
    if (mayLink) expect((await staff.tab.next('NEW_MESSAGE', ({ key }) => key === `link-${role}`)).key).toBeTruthy();
    else expect((await staff.tab.next('ERROR')).message).toBe('Links are not allowed in the chat.');
  });

  test('may be a plain string, and carries the badge of staff', async () => {
    const staff = await chatters.join('admin');
    staff.tab.emit('SEND_MESSAGE', 'bare words');
    const { message, key, sender } = await staff.tab.next('NEW_MESSAGE');
    expect([message, key, sender.isAdmin]).toEqual(['bare words', null, true]);
    expect(sender.profileImg).toBe(`http://localhost:80/img/avatar/${sender.username}.svg`);
  });

  test('is refused from visitors', async () => {
    const visitor = await chatters.connectTab();
    visitor.emit('SEND_MESSAGE', { message: 'hello', key: 'k' });
    expect((await visitor.next('ERROR')).code).toBe('unauthenticated');
    expect(visitor.socket.connected).toBe(true);
  });

  test('from an ended session disconnects the tab', async () => {
    const player = await chatters.join();
    const cut = player.tab.disconnected();
    await chatters.request(player, 'GET', '/auth/logout');
    player.tab.emit('SEND_MESSAGE', { message: 'hello', key: 'k' });
    expect(await cut).toBe('io server disconnect');
    expect((await stored()).filter(({ message }) => message === 'hello')).toEqual([]);
  });
});

describe('the list', () => {
  test('contains the latest hundred that are not deleted, oldest first', async () => {
    const { id, tab } = await chatters.join();
    await site.deps.db.sql`
      insert into chat_messages (player_id, message, deleted_at)
      select ${id}, 'line ' || line, case when line % 10 = 0 then now() end from generate_series(1, 150) as line`;
    const { data, slowModeSeconds, mutedUntil } = await chatters.fetchChat(tab);
    const lines = Array.from({ length: 150 }, (_, index) => index + 1).filter((line) => line % 10 !== 0);
    expect(data.map(({ message }) => message)).toEqual(lines.slice(-100).map((line) => `line ${line}`));
    expect([slowModeSeconds, mutedUntil]).toEqual([0, null]);
    await site.deps.db.sql`delete from chat_messages`;
    expect((await chatters.fetchChat(tab)).data).toEqual([]);
  });

  test('tells only the muted player until when', async () => {
    const [muted, other, visitor] = [await chatters.join(), await chatters.join(), await chatters.connectTab()];
    await mute(muted.id, 60);
    await mute(other.id, -60);
    const { mutedUntil } = await chatters.fetchChat(muted.tab);
    expect(Date.parse(mutedUntil!)).toBeGreaterThan(Date.now());
    for (const tab of [other.tab, visitor]) expect((await chatters.fetchChat(tab)).mutedUntil).toBeNull();
  });

  test('is rate limited', async () => {
    const visitor = await chatters.connectTab();
    for (let count = 0; count < 6; count += 1) visitor.emit('GET_CHAT_MESSAGES');
    expect((await visitor.next('ERROR')).code).toBe('too_many');
    expect(visitor.receivedCount('CHAT_MESSAGES')).toBe(5);
  });
});

describe('a key', () => {
  test('sends a message once: a repeat is answered to the sender only', async () => {
    const [player, other] = [await chatters.join(), await chatters.join()];
    player.tab.emit('SEND_MESSAGE', { message: 'once', key: 'again' });
    const first = await player.tab.next('NEW_MESSAGE');
    player.tab.emit('SEND_MESSAGE', { message: 'once, reworded', key: 'again' });
    expect(await player.tab.next('NEW_MESSAGE')).toEqual(first);
    await chatters.sendMessage(player.tab, 'mark');
    expect(await other.tab.next('NEW_MESSAGE')).toEqual(first);
    expect((await other.tab.next('NEW_MESSAGE')).message).toBe('mark');
  });

  test('belongs to its sender', async () => {
    const visitor = await chatters.connectTab();
    for (const player of [await chatters.join(), await chatters.join()]) {
      player.tab.emit('SEND_MESSAGE', { message: 'mine', key: 'shared' });
      expect((await visitor.next('NEW_MESSAGE')).sender.id).toBe(player.id);
    }
  });

  test('used in many tabs concurrently sends one message and answers every tab', async () => {
    const player = await chatters.join();
    const tabs = [player.tab, ...(await Promise.all(Array.from({ length: 7 }, () => chatters.connectTab(player))))];
    const before = await countStored();
    for (const tab of tabs) tab.emit('SEND_MESSAGE', { message: 'together', key: 'race' });
    const received = await Promise.all(tabs.map((tab) => tab.next('NEW_MESSAGE')));
    expect(new Set(received.map(({ id }) => id)).size).toBe(1);
    expect(await countStored()).toBe(before + 1);
  });

  test('still answers a repeat after a mute or deletion, and a deleted message stays deleted', async () => {
    const [player, staff] = [await chatters.join(), await chatters.join('admin')];
    player.tab.emit('SEND_MESSAGE', { message: 'soon gone', key: 'gone' });
    const { id } = await player.tab.next('NEW_MESSAGE');
    await chatters.request(staff, 'POST', `/admin/deleteChatMessage/${id}`);
    await player.tab.next('MESSAGE_DELETED');
    await mute(player.id, 60);
    player.tab.emit('SEND_MESSAGE', { message: 'soon gone', key: 'gone' });
    expect((await player.tab.next('NEW_MESSAGE')).id).toBe(id);
    expect(await player.tab.next('MESSAGE_DELETED')).toEqual({ id });
  });
});

describe('a message is refused, by its key,', () => {
  test.each<[why: string, message: string, code: string, says: string]>([
    ['a link', 'free skins: evil.com', 'invalid', 'Links are not allowed in the chat.'],
    ['nothing', ' \u200B\n ', 'invalid', 'Message is empty.'],
    ['too long', 'ab '.repeat(100), 'invalid', 'Message must be at most 250 characters.'],
    ['10 kB', 'x'.repeat(10_000), 'invalid', 'Message must be at most 250 characters.'],
  ])('when it is %s', async (_, message, code, says) => {
    const { tab } = await chatters.join();
    const before = await countStored();
    tab.emit('SEND_MESSAGE', { message, key: 'k-7' });
    expect(await tab.next('ERROR')).toEqual({ message: says, code, key: 'k-7' });
    expect(await countStored()).toBe(before);
  });

  test('when the sender is muted, with the remaining time', async () => {
    const { id, tab } = await chatters.join();
    await mute(id, 3_600);
    tab.emit('SEND_MESSAGE', { message: 'let me', key: 'k' });
    const refused = await tab.next('ERROR');
    expect(refused).toMatchObject({ message: 'You are muted in the chat.', code: 'muted', key: 'k' });
    expect(refused.retryAfterSeconds).toBeGreaterThan(3_500);
    await site.deps.db.sql`update chat_mutes set muted_until = now() where player_id = ${id}`;
    await chatters.sendMessage(tab, 'at last');
  });

  test('when slow mode is on and the sender does not wait', async () => {
    const player = await chatters.join();
    await site.deps.db.sql`update chat_settings set slow_mode_seconds = 30`;
    await chatters.sendMessage(player.tab, 'first');
    player.tab.emit('SEND_MESSAGE', { message: 'second', key: 'k' });
    const refused = await player.tab.next('ERROR');
    expect(refused).toMatchObject({ message: 'Slow mode is on. Please wait a moment.', code: 'too_many' });
    expect(refused.retryAfterSeconds).toBeGreaterThan(0);
    expect(refused.retryAfterSeconds).toBeLessThanOrEqual(30);
    await chatters.moveToPast(player, 31);
    await chatters.sendMessage(player.tab, 'second');
  });

  test('when the sender has just sent the same text', async () => {
    const player = await chatters.join();
    for (const message of ['Anyone up?', 'for a duel', 'now']) await chatters.sendMessage(player.tab, message);
    player.tab.emit('SEND_MESSAGE', { message: 'anyone UP!!', key: 'k' });
    const refused = await player.tab.next('ERROR');
    expect(refused).toMatchObject({ message: 'You just said that.', code: 'too_many', key: 'k' });
    await chatters.sendMessage(player.tab, 'a fourth');
    await chatters.sendMessage(player.tab, 'anyone up');
    await chatters.moveToPast(player, 31);
    await chatters.sendMessage(player.tab, 'a fourth');
  });

  test('when many tabs send the same text concurrently, except the first', async () => {
    const player = await chatters.join();
    const tabs = [player.tab, ...(await Promise.all(Array.from({ length: 7 }, () => chatters.connectTab(player))))];
    for (const [at, tab] of tabs.entries()) tab.emit('SEND_MESSAGE', { message: 'buy my skins', key: `k-${at}` });
    await expect.poll(() => tabs.filter((tab) => tab.receivedCount('ERROR') === 1).length).toBe(7);
    const messages = (await stored()).filter(({ message }) => message === 'buy my skins');
    expect(messages).toHaveLength(1);
  });

  test('when the sender writes too fast: twenty at once, then one per second', async () => {
    const player = await chatters.join();
    const tabs = [player.tab, await chatters.connectTab(player)];
    for (let count = 0; count < 20; count += 1) await chatters.sendMessage(tabs[count % 2]!, `line number ${count}`);
    tabs[0]!.emit('SEND_MESSAGE', { message: 'one more', key: 'k' });
    expect(await tabs[0]!.next('ERROR')).toEqual({
      message: 'You are writing too fast. Please wait a moment.',
      code: 'too_many',
      key: 'k',
      retryAfterSeconds: 1,
    });
    nowMs += 1_000;
    await chatters.sendMessage(tabs[1]!, 'one more');
  });

  test('with the first reason that applies', async () => {
    const player = await chatters.join();
    await site.deps.db.sql`update chat_settings set slow_mode_seconds = 600`;
    await chatters.sendMessage(player.tab, 'evil');
    await mute(player.id, 60);
    const words: string[] = [];
    for (const change of [
      () => site.deps.db.sql`delete from chat_mutes where player_id = ${player.id}`,
      () => site.deps.db.sql`update chat_settings set slow_mode_seconds = 0`,
      () => Promise.resolve(),
    ]) {
      player.tab.emit('SEND_MESSAGE', { message: `evil.com ${'!'.repeat(50)}` });
      words.push((await player.tab.next('ERROR')).message);
      await change();
    }
    expect(words).toEqual([
      'You are muted in the chat.',
      'Slow mode is on. Please wait a moment.',
      'Links are not allowed in the chat.',
    ]);
  });
});

test.each(['y'.repeat(250), `${'word '.repeat(49)}words`, '!'.repeat(40), '👍'.repeat(60)])(
  'accepts a message up to the maximum length, however repetitive: %s',
  async (message) => {
    const { tab } = await chatters.join();
    expect((await chatters.sendMessage(tab, message)).message).toBe(message);
  },
);

test('staff may send links, ignore slow mode and repeat themselves', async () => {
  const { tab } = await chatters.join('admin');
  await site.deps.db.sql`update chat_settings set slow_mode_seconds = 600`;
  const first = await chatters.sendMessage(tab, 'rules: https://karat.example/rules');
  const again = await chatters.sendMessage(tab, 'rules: https://karat.example/rules');
  expect(again.id).toBeGreaterThan(first.id);
});

describe('hostile text', () => {
  test.each<[sent: string, shown: string]>([
    ['<img src=x onerror=alert(1)>', '<img src=x onerror=alert(1)>'],
    ['</script><script>alert(1)</script>', '</script><script>alert(1)</script>'],
    ["'); drop table players; --", "'); drop table players; --"],
    ['\u202Egnorw\u202C \u2067x', 'gnorw x'],
    ['a\0b\u0007\u001B[2J', 'ab[2J'],
    [`z${'\u0336'.repeat(150)}`, 'z\u0336\u0336\u0336'],
    ['half \uD800 a \uDC00 character', 'half a character'],
    ['${7*7} {{7*7}} %s %n', '${7*7} {{7*7}} %s %n'],
    ['__proto__', '__proto__'],
  ])('is sent as text: %j', async (input, shown) => {
    const [player, visitor] = [await chatters.join(), await chatters.connectTab()];
    player.tab.emit('SEND_MESSAGE', { message: input });
    expect((await visitor.next('NEW_MESSAGE')).message).toBe(shown);
    expect((await chatters.fetchChat(visitor)).data.at(-1)?.message).toBe(shown);
  });

  test.each<[unknown]>([
    [undefined],
    [null],
    [5],
    [true],
    [[]],
    [['text']],
    [{}],
    [{ message: null }],
    [{ message: 5 }],
    [{ message: ['text'] }],
    [{ message: { toString: 'text' } }],
    [{ message: 'text', key: 5 }],
    [{ message: 'text', key: '' }],
    [{ message: 'text', key: 'k'.repeat(65) }],
    [{ message: 'text', key: "k'; --" }],
    [JSON.parse('{"__proto__":{"message":"text"}}')],
    [Buffer.from('text')],
    [{ message: Buffer.from('text') }],
  ])('is refused if it is not text, and the tab stays connected: %j', async (input) => {
    const { tab } = await chatters.join();
    const before = await countStored();
    tab.emit('SEND_MESSAGE', input);
    const refused = await tab.next('ERROR');
    expect(refused.code).toBe('invalid');
    expect(['Message is empty.', 'Invalid key.']).toContain(refused.message);
    expect(Object.keys(refused)).toEqual(['message', 'code']);
    await chatters.sendMessage(tab, 'still here');
    expect(await countStored()).toBe(before + 1);
  });
});

test('refuses a message by its key while the database is unavailable, and keeps the tab connected', async () => {
  const poor = await createTestSite();
  const theirs = createChatClients(poor, await poor.listen());
  const { tab } = await theirs.join();
  const received: ChatMessage[] = [];
  tab.socket.on('NEW_MESSAGE', (message: ChatMessage) => received.push(message));
  await poor.deps.db.close();
  tab.emit('SEND_MESSAGE', { message: 'hello?', key: 'k' });
  const refused = await tab.next('ERROR');
  expect(refused).toMatchObject({ code: 'unavailable', key: 'k' });
  expect([tab.socket.connected, received]).toEqual([true, []]);
  theirs.closeTabs();
  await poor.close();
});
