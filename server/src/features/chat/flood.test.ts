import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type ChatClients, createChatClients } from '#testing/chat-clients.ts';
import type { Tab } from '#testing/tab.ts';
import { createTestSite, type TestSite } from '#testing/test-site.ts';

const RATE = { burst: 20, perSecond: 1 };

let site: TestSite;
let chatters: ChatClients;
let talker: Tab;
let reader: Tab;

beforeAll(async () => {
  site = await createTestSite();
  chatters = createChatClients(site, await site.listen());
});
beforeEach(async () => {
  [talker, reader] = [(await chatters.join()).tab, await chatters.connectTab()];
});
afterEach(() => chatters.closeTabs());
afterAll(() => site.close());

/**
 * As fast as the connection allows, but each event separately: in one go they would be cut off as frames before they become
 * events.
 */
async function spam(tab: Tab, words: string, messages: number): Promise<void> {
  for (let count = 0; count < messages; count += 1) {
    tab.emit('SEND_MESSAGE', { message: `${words} number ${count}` });
    await new Promise(setImmediate);
  }
}

async function expectOthersAtEase(words: string): Promise<void> {
  const message = await chatters.sendMessage(talker, words);
  expect(await reader.next('NEW_MESSAGE', ({ id }) => id === message.id)).toEqual(message);
  expect((await chatters.fetchChat(reader)).data.map(({ id }) => id)).toContain(message.id);
}

test('warns and then disconnects a flooding player each time, while others write and read', async () => {
  const flooder = await chatters.join();
  for (const connection of [1, 2, 3]) {
    const tab = await chatters.connectTab(flooder);
    const cut = tab.disconnected();
    const warned = tab.next('ERROR', ({ message }) => message === 'Too many requests. Please slow down.');
    const spamming = spam(tab, `spam ${connection}`, 200);
    await expectOthersAtEase(`calm words, part ${connection}`);
    expect((await warned).code).toBe('too_many');
    expect(await cut).toBe('io server disconnect');
    await spamming;
  }
  expect(site.live.figures()).toMatchObject({ disconnect_flood: 3, disconnect_slow: 0 });
});

test('limits a player who floods from many slow tabs to the rate of one player', async () => {
  const flooder = await chatters.join();
  const tabs = await Promise.all(Array.from({ length: 8 }, () => chatters.connectTab(flooder)));
  const beganMs = performance.now();
  const spamming = Promise.all(tabs.map((tab, index) => spam(tab, `spam ${index}`, 20)));
  await expectOthersAtEase('calm words');
  await spamming;

  const refusedCount = () => tabs.reduce((total, tab) => total + tab.receivedCount('ERROR'), 0);
  const receivedCount = () => reader.receivedCount('NEW_MESSAGE');
  await expect.poll(() => refusedCount() + receivedCount(), { timeout: 10_000 }).toBe(8 * 20);
  const seconds = (performance.now() - beganMs) / 1_000;
  expect(receivedCount()).toBeGreaterThanOrEqual(RATE.burst);
  expect(receivedCount()).toBeLessThanOrEqual(RATE.burst + Math.ceil(seconds * RATE.perSecond));
  const refused = await Promise.race(tabs.map((tab) => tab.next('ERROR')));
  expect(refused.message).toBe('You are writing too fast. Please wait a moment.');
  await expectOthersAtEase('calm words again');
});
