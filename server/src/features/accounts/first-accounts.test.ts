import { afterEach, beforeEach, expect, test } from 'vitest';
import { addPlayer } from '#testing/fixtures.ts';
import { createTestSite, type TestSite } from '#testing/test-site.ts';
import { AccountError, ensureAdmin, ensureDemoAccounts, ensureFirstAdmin, makeAdmin } from './first-accounts.ts';

let site: TestSite;

beforeEach(async () => {
  site = await createTestSite({ DEMO: '1' });
});
afterEach(() => site.close());

const login = (signIn: { username: string; password: string }) =>
  site.http.inject({ method: 'POST', url: '/auth/login', payload: signIn });

const signup = (username: string) =>
  site.http.inject({
    method: 'POST',
    url: '/auth/signup',
    payload: { username, email: `${username}@karat.test`, password: 'parola-1' },
  });

test('the first start creates an admin and returns the password once', async () => {
  const signIn = (await ensureFirstAdmin(site.deps))!;
  expect(signIn.username).toBe('admin');
  expect(signIn.password).toMatch(/^[a-z2-9]{4}(?:-[a-z2-9]{4}){3}$/);
  expect((await login(signIn)).json()).toMatchObject({ user: { isAdmin: true } });
  expect(await ensureFirstAdmin(site.deps)).toBeUndefined();
});

test('a player called admin does not become one', async () => {
  // Created before the name was reserved for staff.
  await signup('before-admin');
  await site.deps.db.sql`update players set username = 'admin', username_key = 'admin' where username = 'before-admin'`;
  const signIn = (await ensureFirstAdmin(site.deps))!;
  expect(signIn.username).toBe('karat-admin');
  expect((await login({ username: 'admin', password: 'parola-1' })).json()).toMatchObject({ user: { isAdmin: false } });
});

test('creates the admin of the environment once and keeps a changed password', async () => {
  const signIn = { username: 'Patron', password: 'ilk-parola' };
  await ensureAdmin(site.deps, signIn);
  const { token } = (await login(signIn)).json<{ token: string }>();
  await site.http.inject({
    method: 'POST',
    url: '/auth/changePassword',
    headers: { authorization: `Bearer ${token}` },
    payload: { oldPassword: 'ilk-parola', newPassword: 'son-parola', confirmPassword: 'son-parola' },
  });
  await ensureAdmin(site.deps, signIn);
  expect((await login(signIn)).statusCode).toBe(401);
  expect((await login({ ...signIn, password: 'son-parola' })).json()).toMatchObject({ user: { isAdmin: true } });
});

test('two processes that start concurrently create one admin', async () => {
  const signIn = { username: 'patron', password: 'ilk-parola' };
  await Promise.all([ensureAdmin(site.deps, signIn), ensureAdmin(site.deps, signIn)]);
  expect(await site.deps.db.sql`select from players`).toHaveLength(1);
});

test('refuses a name that is in use or invalid with one sentence', async () => {
  await signup('patron');
  const ensure = (username: string) => ensureAdmin(site.deps, { username, password: 'uzun-parola' });
  await expect(ensure('PATRON')).rejects.toThrow(AccountError);
  await expect(ensure('PATRON')).rejects.toThrow(/"PATRON" already belongs to a player/);
  await expect(ensure('pa tron')).rejects.toThrow(/ADMIN_USERNAME cannot be "pa tron"/);
});

test('demo accounts exist and stay unchanged at the next start', async () => {
  const signIns = await ensureDemoAccounts(site.deps);
  for (const signIn of signIns) expect((await login(signIn)).json()).toMatchObject({ user: { isAdmin: false } });
  expect(await ensureDemoAccounts(site.deps)).toEqual(signIns);
  expect(await site.deps.db.sql`select from players`).toHaveLength(signIns.length);
});

test('adds no factor to a demo account, which would lock the other visitors out', async () => {
  for (const signIn of await ensureDemoAccounts(site.deps)) {
    const { token } = (await login(signIn)).json<{ token: string }>();
    const headers = { authorization: `Bearer ${token}` };
    const payload = { password: signIn.password };
    for (const url of ['/auth/setUpSecondFactor', '/auth/startPasskey']) {
      const reply = await site.http.inject({ method: 'POST', url, headers, payload });
      const message = 'Demo accounts are shared and have no second factor.';
      expect([reply.statusCode, reply.json<{ message: string }>().message]).toEqual([403, message]);
    }
  }
});

test('refuses to delete a demo account, but not other accounts', async () => {
  const remove = async (signIn: { username: string; password: string }) => {
    const { token } = (await login(signIn)).json<{ token: string }>();
    const headers = { authorization: `Bearer ${token}` };
    return site.http.inject({ method: 'POST', url: '/user/deleteAccount', headers, payload: signIn });
  };
  for (const signIn of await ensureDemoAccounts(site.deps)) {
    const reply = await remove(signIn);
    const message = 'Demo accounts are shared and cannot be deleted.';
    expect([reply.statusCode, reply.json<{ message: string }>().message]).toEqual([403, message]);
    expect((await login(signIn)).statusCode).toBe(200);
  }
  await signup('demo3');
  expect((await remove({ username: 'demo3', password: 'parola-1' })).statusCode).toBe(200);
});

test('promotes by name in any case, accepts a repeat and refuses an unknown name', async () => {
  await signup('Kaptan');
  expect(await makeAdmin(site.deps, 'kaptan')).toBe(true);
  expect(await makeAdmin(site.deps, 'kaptan')).toBe(false);
  expect((await login({ username: 'Kaptan', password: 'parola-1' })).json()).toMatchObject({ user: { isAdmin: true } });
  await expect(makeAdmin(site.deps, 'kimse')).rejects.toThrow('There is no player called "kimse".');
});

test.each([
  ['banned', 'yasakli', 'The player "yasakli" is banned. Lift the ban first.'],
  ['deleted', 'deleted-1', 'The account "deleted-1" was deleted by its owner.'],
  ['sandbox', 'program', '"program" is a sandbox player and cannot become an admin.'],
] as const)('does not promote a %s player', async (kind, name, message) => {
  const { sql } = site.deps.db;
  const { id } = await addPlayer(site.deps.db);
  const [state, isSandbox] = [kind === 'sandbox' ? 'active' : kind, kind === 'sandbox'];
  await sql`
    update players set username = ${name}, username_key = ${name}, is_sandbox = ${isSandbox}, state = ${state},
                       deleted_at = case when ${kind === 'deleted'} then now() end
    where id = ${id}`;
  await expect(makeAdmin(site.deps, name)).rejects.toThrow(new AccountError(message));
  expect(await sql`select staff_role as "staffRole" from players where id = ${id}`).toEqual([{ staffRole: null }]);
  expect(await sql`select from staff_actions where subject = ${`player:${id}`}`).toEqual([]);
});
