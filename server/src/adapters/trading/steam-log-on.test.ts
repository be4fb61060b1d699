import { expect, test, vi } from 'vitest';
import { createLog } from '#log.ts';
import { createSeal } from '#seal.ts';
import { createTokenStore, type AdapterState, reasonOf } from './steam-log-on.ts';

const BOT = {
  accountName: 'bot',
  password: 'p',
  refreshToken: undefined,
  sharedSecret: undefined,
  identitySecret: 'i',
};
const log = createLog('silent', { write: () => undefined });

function createTestState() {
  const values = new Map<string, unknown>();
  const state: AdapterState = {
    load: async (name) => values.get(name),
    save: async (name, value) => void values.set(name, value),
  };
  return { state, values };
}

function openTokenStore(state: AdapterState, change: object = {}, secret = 'a secret of the site') {
  return createTokenStore({ bot: { ...BOT, ...change }, state, seal: createSeal(secret), log });
}

test('stores the token of the last sign-in sealed and uses it the next time', async () => {
  const { state, values } = createTestState();
  openTokenStore(state).save('a refresh token');
  await vi.waitFor(async () => expect(await openTokenStore(state).load()).toBe('a refresh token'));
  expect(JSON.stringify([...values])).not.toContain('a refresh token');
});

test.each<[string, { accountName?: string; refreshToken?: string }, string?]>([
  ['of another account', { accountName: 'other' }],
  ['sealed under another secret', {}, 'another secret'],
  ['older than the one in the settings', { refreshToken: 'fresh' }],
])('does not use a token %s', async (_, change, secret) => {
  const { state } = createTestState();
  openTokenStore(state).save('old');
  await vi.waitFor(async () => expect(await openTokenStore(state).load()).toBe('old'));
  expect(await openTokenStore(state, change, secret).load()).toBe(change.refreshToken);
});

test('drops a rejected token', async () => {
  const { state } = createTestState();
  const store = openTokenStore(state, { refreshToken: 'from the settings' });
  store.save('refreshed');
  await vi.waitFor(async () => expect(await store.load()).toBe('refreshed'));
  await store.clear();
  expect(await store.load()).toBe('from the settings');
});

test('reports a reason as a plain word of Steam or its number', () => {
  expect(reasonOf(Object.assign(new Error('InvalidPassword'), { eresult: 5 }))).toBe('InvalidPassword');
  expect(reasonOf(Object.assign(new Error('token eyJhbGciOi.x'), { eresult: 15 }))).toBe('EResult 15');
  expect(reasonOf(new Error('https://x?access_token=1'))).toBe('EResult unknown');
});
