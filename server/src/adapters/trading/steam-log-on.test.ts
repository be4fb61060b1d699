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

function createMemory() {
  const values = new Map<string, unknown>();
  const memory: AdapterState = {
    load: async (name) => values.get(name),
    save: async (name, value) => void values.set(name, value),
  };
  return { memory, values };
}

function openStore(memory: AdapterState, change: object = {}, secret = 'a secret of the site') {
  return createTokenStore({ bot: { ...BOT, ...change }, memory, seal: createSeal(secret), log });
}

test('stores the token of the last sign-in sealed and uses it the next time', async () => {
  const { memory, values } = createMemory();
  openStore(memory).keep('a refresh token');
  await vi.waitFor(async () => expect(await openStore(memory).recall()).toBe('a refresh token'));
  expect(JSON.stringify([...values])).not.toContain('a refresh token');
});

test.each<[string, { accountName?: string; refreshToken?: string }, string?]>([
  ['of another account', { accountName: 'other' }],
  ['sealed under another secret', {}, 'another secret'],
  ['older than the one in the settings', { refreshToken: 'fresh' }],
])('does not use a token %s', async (_, change, secret) => {
  const { memory } = createMemory();
  openStore(memory).keep('old');
  await vi.waitFor(async () => expect(await openStore(memory).recall()).toBe('old'));
  expect(await openStore(memory, change, secret).recall()).toBe(change.refreshToken);
});

test('drops a rejected token', async () => {
  const { memory } = createMemory();
  const store = openStore(memory, { refreshToken: 'from the settings' });
  store.keep('renewed');
  await vi.waitFor(async () => expect(await store.recall()).toBe('renewed'));
  await store.forget();
  expect(await store.recall()).toBe('from the settings');
});

test('reports a reason as a plain word of Steam or its number', () => {
  expect(reasonOf(Object.assign(new Error('InvalidPassword'), { eresult: 5 }))).toBe('InvalidPassword');
  expect(reasonOf(Object.assign(new Error('token eyJhbGciOi.x'), { eresult: 15 }))).toBe('EResult 15');
  expect(reasonOf(new Error('https://x?access_token=1'))).toBe('EResult unknown');
});
