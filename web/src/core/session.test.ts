import { expect, test } from 'vitest';
import { useNotifications } from '#features/notifications/notifications.ts';
import { demoPlayer, refusal, stubServer } from '#testing/test-utils.tsx';
import {
  syncWithOtherTabs,
  loadSession,
  receiveBalance,
  signOut,
  completeSignIn,
  steamLoginUrl,
  useAccount,
  useSession,
} from './session.ts';

const known = { 'GET /auth/me': { body: { data: demoPlayer } } };
const unknown = { 'GET /auth/me': { body: { data: null } } };

test('a visitor has the defaults', () => {
  expect(useSession.getInitialState()).toEqual({
    isLoggedIn: false,
    username: '',
    email: '',
    avatar: '',
    steamId: '',
    jwt: '',
    role: '',
    balance: 0,
    isAdmin: false,
    staffRole: null,
  });
});

test('takes the session from the server on page load', async () => {
  const requests = stubServer(known);
  await loadSession();
  expect(requests[0]).toMatchObject({
    method: 'GET',
    path: '/auth/me?optional=1',
    headers: { Accept: 'application/json' },
  });
  expect(useSession.getState()).toMatchObject({ isLoggedIn: true, username: 'kaan_tr', role: 'user', balance: 1_500 });
  expect(useAccount.getState()).toMatchObject({ isLoaded: true, account: { id: 7, elo: 1_200 } });
});

test('keeps a newer balance from the socket when an older response arrives', async () => {
  stubServer(known);
  await loadSession();
  const { balanceVersion } = useAccount.getState().account!;
  receiveBalance({ balance: 40, version: balanceVersion + 1 });
  await loadSession();
  expect(useSession.getState().balance).toBe(40);
  expect(useAccount.getState().account).toMatchObject({ balanceVersion: balanceVersion + 1 });
});

test('an unreachable server signs no one in', async () => {
  stubServer({ 'GET /auth/me': 'unreachable' });
  await loadSession();
  expect(useSession.getState().isLoggedIn).toBe(false);
  expect(useAccount.getState().isLoaded).toBe(true);
});

test('drops a stale token and falls back to the cookie', async () => {
  localStorage.setItem('jwt_token', 'stale');
  let requestCount = 0;
  const requests = stubServer({ 'GET /auth/me': () => ({ body: { data: requestCount++ === 0 ? null : demoPlayer } }) });
  await loadSession();
  expect(requests.map(({ headers }) => headers['Authorization'])).toEqual(['Bearer stale', undefined]);
  expect(useSession.getState().isLoggedIn).toBe(true);
  expect(localStorage.getItem('jwt_token')).toBeNull();
});

test('logout calls the server and clears keys, cookie, notifications and fields, but neither avatar nor role', async () => {
  const requests = stubServer({ ...known, 'GET /auth/logout': { body: { message: 'ok' } } });
  await completeSignIn({
    token: 'secret',
    user: { username: 'kaan_tr', email: null, isAdmin: false, staffRole: null, balance: 5 },
  });
  for (const key of ['avatar', 'steamId', 'username', 'jwt', 'jwt_token']) localStorage.setItem(key, 'x');
  localStorage.setItem('language', 'tr');
  useNotifications.setState({
    notifications: [{ id: 1, isRead: false, icon: '', title: '', message: '', updatedAt: '' }],
  });

  await signOut();

  expect(requests.at(-1)).toMatchObject({
    method: 'GET',
    path: '/auth/logout',
    headers: { Authorization: 'Bearer x', 'Content-Type': 'application/json' },
    body: undefined,
  });
  expect(Object.keys(localStorage)).toEqual(['language']);
  expect(document.cookie).not.toContain('username');
  expect(useNotifications.getState().notifications).toEqual([]);
  expect(useSession.getState()).toEqual({
    isLoggedIn: false,
    username: '',
    email: '',
    jwt: '',
    steamId: '',
    balance: 0,
    isAdmin: false,
    staffRole: null,
    avatar: demoPlayer.avatar,
    role: 'user',
  });
});

test('signs out even if the server is unreachable', async () => {
  stubServer({ ...known, 'GET /auth/logout': 'unreachable' });
  await loadSession();
  await signOut();
  expect(useSession.getState().isLoggedIn).toBe(false);
});

test('ignores a session response that arrives after the logout', async () => {
  const { promise, resolve } = Promise.withResolvers<{ body: unknown }>();
  stubServer({ 'GET /auth/me': () => promise, 'GET /auth/logout': refusal(500, 'internal', 'x') });
  const loading = loadSession();
  await signOut();
  resolve({ body: { data: demoPlayer } });
  await loading;
  expect(useSession.getState().isLoggedIn).toBe(false);
});

test('a new player never sees the avatar or role of the previous one', async () => {
  stubServer({ ...unknown, 'GET /auth/logout': { body: {} } });
  useSession.setState({ avatar: '/old.webp', role: 'admin' });
  const entering = completeSignIn({
    token: 't',
    user: { username: 'mira_x', email: null, isAdmin: false, staffRole: null, balance: 0 },
  });
  expect(useSession.getState()).toMatchObject({ avatar: '', role: 'user', username: 'mira_x' });
  await entering;
});

test('follows a logout and a sign-in of another tab', async () => {
  stubServer(known);
  syncWithOtherTabs();
  await loadSession();
  window.dispatchEvent(new StorageEvent('storage', { key: 'username', newValue: null }));
  expect(useSession.getState().isLoggedIn).toBe(false);
  window.dispatchEvent(new StorageEvent('storage', { key: 'jwt_token', newValue: 'another' }));
  await expect.poll(() => useSession.getState().isLoggedIn).toBe(true);
});

test('ignores a balance that is older than the current one', async () => {
  stubServer(known);
  await loadSession();
  receiveBalance({ balance: 2_000, version: 5 });
  receiveBalance({ balance: 1_000, version: 4 });
  expect(useSession.getState().balance).toBe(2_000);
});

test('the Steam sign-in URL carries the return path, or / if it is too long', () => {
  expect(steamLoginUrl('/case/Neon Hive')).toBe('/auth/steamlogin?returnTo=%2Fcase%2FNeon+Hive');
  expect(steamLoginUrl(`/${'x'.repeat(300)}`)).toBe('/auth/steamlogin?returnTo=%2F');
});

test('keeps the page as it is when the session ends during the visit', async () => {
  stubServer(known);
  await loadSession();
  stubServer(unknown);
  await loadSession();
  expect(useAccount.getState().hasSessionEnded).toBe(true);
  expect(useSession.getState()).toMatchObject({ isLoggedIn: true, username: 'kaan_tr' });
  stubServer(known);
  await completeSignIn({
    token: 't',
    user: { username: 'kaan_tr', email: null, isAdmin: false, staffRole: null, balance: 5 },
  });
  expect(useAccount.getState().hasSessionEnded).toBe(false);
});

test('clears the session only after the server has answered the logout', async () => {
  let answer: () => void = () => undefined;
  stubServer(known);
  await loadSession();
  const withServer = globalThis.fetch;
  globalThis.fetch = async (...request) => {
    await new Promise<void>((resolve) => (answer = resolve));
    return withServer(...request);
  };
  const leaving = signOut();
  expect(useSession.getState().isLoggedIn).toBe(true);
  answer();
  await leaving;
  globalThis.fetch = withServer;
  expect(useSession.getState().isLoggedIn).toBe(false);
});
