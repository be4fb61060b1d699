import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createLog } from '#log.ts';
import { addPlayer, type TestPlayer, type TestRole } from '#testing/fixtures.ts';
import { freshCode, setFactorAge, turnOnApp } from '#testing/second-factor.ts';
import { openTab, type Tab } from '#testing/tab.ts';
import { createTestSite, type TestSite } from '#testing/test-site.ts';
import { createSessions } from './sessions.ts';

let site: TestSite;
let port: number;
beforeAll(async () => {
  site = await createTestSite({ STAFF_SECOND_FACTOR: 'on', STAFF_ADDRESSES: '127.0.0.0/8' });
  port = await site.listen();
});
afterAll(() => site.close());

async function newStaff(role: TestRole = 'admin') {
  const player = await addPlayer(site.deps.db, role);
  return { ...player, secret: await turnOnApp(site.deps, player.id) };
}

const tokenOf = ({ headers }: TestPlayer) => headers.authorization.slice('Bearer '.length);

async function post(url: string, payload: object, { headers }: TestPlayer) {
  const reply = await site.http.inject({ method: 'POST', url, payload, headers });
  return { status: reply.statusCode, ...reply.json<{ code?: string }>() };
}

async function give({ secret, ...player }: TestPlayer & { secret: string }) {
  return post('/auth/verifySecondFactor', { code: await freshCode(site.deps, secret, player.id) }, player);
}

async function readMe({ headers }: TestPlayer, remoteAddress = '127.0.0.1') {
  const reply = await site.http.inject({ url: '/auth/me', headers, remoteAddress });
  const { role, isAdmin, staffRole, staffLimit } = reply.json<{ data: Record<string, unknown> }>().data;
  return { role, isAdmin, staffRole, staffLimit };
}

const FULL = { role: 'admin', isAdmin: true, staffRole: 'admin', staffLimit: null };
const LIMITED = { role: 'user', isAdmin: false, staffRole: null };

describe('a session of staff', () => {
  test('is one of a player until it gives the second factor', async () => {
    const admin = await newStaff();
    expect(await readMe(admin)).toEqual({ ...LIMITED, staffLimit: 'second_factor' });
    expect(await give(admin)).toMatchObject({ status: 200 });
    expect(await readMe(admin)).toEqual(FULL);
    expect((await site.deps.sessions.find(tokenOf(admin)))?.staffRole).toBe('admin');
  });

  test('gets its rights in every process at once', async () => {
    const admin = await newStaff();
    const other = createSessions(site.deps.db, createLog('silent'), { needsStaffFactor: true });
    expect((await other.find(tokenOf(admin)))?.staffRole).toBeNull();
    await give(admin);
    await expect.poll(async () => (await other.find(tokenOf(admin)))?.staffRole).toBe('admin');
    await other.close();
  });

  test('loses its rights when the factor is turned off', async () => {
    const admin = await newStaff();
    await give(admin);
    const code = await freshCode(site.deps, admin.secret, admin.id);
    expect(await post('/auth/turnOffSecondFactor', { code }, admin)).toMatchObject({ status: 200 });
    expect(await readMe(admin)).toEqual({ ...LIMITED, staffLimit: 'second_factor' });
    expect((await site.deps.sessions.find(tokenOf(admin)))?.staffRole).toBeNull();
  });

  test('is one of a player at another address', async () => {
    const admin = await newStaff();
    await give(admin);
    expect(await readMe(admin, '203.0.113.9')).toEqual({ ...LIMITED, staffLimit: 'address' });
    expect(await readMe(admin)).toEqual(FULL);
  });

  test('of a player has no limit', async () => {
    const player = await addPlayer(site.deps.db);
    expect(await readMe(player)).toEqual({ ...LIMITED, staffLimit: null });
  });
});

describe('a call that moves money', () => {
  const adjust = (admin: TestPlayer) => post('/admin/adjustBalance', {}, admin);

  test('asks for the factor again after ten minutes, and works after a new code', async () => {
    const admin = await newStaff();
    await setFactorAge(site.deps, admin, 11);
    expect(await adjust(admin)).toMatchObject({ status: 403, code: 'stale_second_factor' });
    expect(await post('/auth/verifySecondFactor', { code: '000000' }, admin)).toMatchObject({ code: 'wrong_code' });
    expect(await adjust(admin)).toMatchObject({ code: 'stale_second_factor' });
    await give(admin);
    expect(await adjust(admin)).toMatchObject({ status: 400, code: 'invalid' });
  });

  test('is not opened by a code that was used in another session', async () => {
    const admin = await newStaff();
    const code = await freshCode(site.deps, admin.secret, admin.id);
    expect(await post('/auth/verifySecondFactor', { code }, admin)).toMatchObject({ status: 200 });
    await setFactorAge(site.deps, admin, 11);
    expect(await post('/auth/verifySecondFactor', { code }, admin)).toMatchObject({ code: 'wrong_code' });
    expect(await adjust(admin)).toMatchObject({ code: 'stale_second_factor' });
  });
});

describe('a tab of staff', () => {
  const tabs: Tab[] = [];
  afterAll(() => {
    for (const tab of tabs) tab.close();
  });

  async function open(player: TestPlayer): Promise<Tab> {
    const tab = openTab(port, { token: tokenOf(player) });
    tabs.push(tab);
    await tab.connected();
    return tab;
  }

  test('without a factor gets no events of staff', async () => {
    const tab = await open(await newStaff());
    tab.emit('GET_ONLINE_USERS');
    expect(await tab.next('ERROR')).toMatchObject({ code: 'forbidden' });
  });

  test('connects again when its session gets the rights', async () => {
    const admin = await newStaff();
    const tab = await open(admin);
    const disconnected = tab.disconnected();
    await give(admin);
    // Not 'io server disconnect', after which browsers would not reconnect.
    expect(await disconnected).toBe('transport close');
    const again = await open(admin);
    again.emit('GET_ONLINE_USERS');
    expect(await again.next('ONLINE_USERS')).toBeTruthy();
  });
});

describe('a staff role', () => {
  const setRole = async (admin: TestPlayer, userId: number) =>
    site.http.inject({
      method: 'PUT',
      url: '/admin/setStaffRole',
      headers: admin.headers,
      payload: { userId, staffRole: 'support' },
    });

  test('is given only to players with a second factor', async () => {
    const admin = await newStaff();
    await give(admin);
    const player = await addPlayer(site.deps.db);
    expect((await setRole(admin, player.id)).json()).toMatchObject({ code: 'forbidden' });
    await turnOnApp(site.deps, player.id);
    expect((await setRole(admin, player.id)).statusCode).toBe(200);
  });
});

test('the sign-in of staff shows their role only with a second factor', async () => {
  const account = { username: 'kurucu-2', email: 'kurucu-2@karat.test', password: 'parola-1' };
  const send = (url: string, payload: object) => site.http.inject({ method: 'POST', url, payload });
  await send('/auth/signup', account);
  await site.deps.db.sql`update players set staff_role = 'admin' where username = ${account.username}`;
  const login = await send('/auth/login', account);
  expect(login.json()).toMatchObject({ user: { isAdmin: false, staffRole: null } });
  const { id } = (await site.deps.sessions.find(login.json<{ token: string }>().token))!;
  const secret = await turnOnApp(site.deps, id);
  const { challenge } = (await send('/auth/login', account)).json<{ challenge: string }>();
  const confirmed = await send('/auth/confirmSignIn', { challenge, code: await freshCode(site.deps, secret, id) });
  expect(confirmed.json()).toMatchObject({ user: { isAdmin: true, staffRole: 'admin' } });
});
