import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Caller } from '#deps.ts';
import { createTestSite, type TestSite } from '#testing/test-site.ts';
import { type Accounts, createAccounts } from './accounts.ts';
import { makeAdmin } from './first-accounts.ts';
import type { ClientDetails } from './known-devices.ts';
import { linkSteam, signInWithSteam } from './steam-sign-in.ts';
import { createThrottle } from './throttle.ts';

const client: ClientDetails = { address: '203.0.113.7', device: 'Chrome on Windows', deviceToken: undefined };
const PASSWORD = 'parola-1';
const WRONG = 'Kullanıcı adı veya parola hatalı.';

let site: TestSite;
let accounts: Accounts;
let players = 0;
let nowMs = 0;

beforeAll(async () => {
  site = await createTestSite();
  accounts = createAccounts(site.deps, { throttle: createThrottle(() => nowMs) });
});
afterAll(() => site.close());

async function newPlayer() {
  const username = `olay${++players}`;
  const { token } = await accounts.signup({ username, email: `${username}@karat.test`, password: PASSWORD }, client);
  return { username, caller: (await site.deps.sessions.find(token)) as Caller };
}

/** The log entries about a player. */
async function readAccountEvents(playerId: number) {
  const rows = await site.deps.db.sql<{ event: string; subject: string; details: object | null }>`
    select event, subject, details from site_events where player_id = ${playerId} order by id`;
  for (const { subject } of rows) expect(subject).toBe(`player:${playerId}`);
  return rows.map(({ event, details }) => (details === null ? [event] : [event, details]));
}

const SIGNUP = ['account.signup', { by: 'password' }];

test('records a signup with its method, and no refused one', async () => {
  const { caller, username } = await newPlayer();
  expect(await readAccountEvents(caller.id)).toEqual([SIGNUP]);
  const again = { username, email: 'other@karat.test', password: PASSWORD };
  await expect(accounts.signup(again, client)).rejects.toThrow('Validation error');
  const [total] = await site.deps.db.sql`select count(*) as events from site_events`;
  expect(total).toEqual({ events: 1 });

  const entry = { steamId: '76561198000000001', profile: undefined, client };
  await signInWithSteam(site.deps, entry);
  await signInWithSteam(site.deps, entry);
  const [player] = await site.deps.db.sql<{ id: number }>`select id from players where steam_id = ${entry.steamId}`;
  expect(await readAccountEvents(player!.id)).toEqual([['account.signup', { by: 'steam' }]]);
});

test('records one link of a Steam account, however often the player returns with it', async () => {
  const { caller } = await newPlayer();
  const link = { sessionId: caller.sessionId, steamId: '76561198000000002', profile: undefined };
  await linkSteam(site.deps, link);
  await linkSteam(site.deps, link);
  expect(await readAccountEvents(caller.id)).toEqual([SIGNUP, ['account.steam-link']]);
});

test('records a changed password, but not a wrong old one', async () => {
  const { caller } = await newPlayer();
  const form = { oldPassword: PASSWORD, newPassword: 'parola-22', address: client.address, language: 'tr' } as const;
  await expect(accounts.changePassword(caller, { ...form, oldPassword: 'yanlis-1' })).rejects.toThrow(
    'Eski parola hatalı.',
  );
  await accounts.changePassword(caller, form);
  expect(await readAccountEvents(caller.id)).toEqual([SIGNUP, ['account.password-change']]);
});

test('records the first password of a Steam account', async () => {
  const { token } = await signInWithSteam(site.deps, { steamId: '76561198000000003', profile: undefined, client });
  const caller = (await site.deps.sessions.find(token)) as Caller;
  await accounts.setPassword(caller, { newPassword: 'parola-22', language: 'tr' });
  expect(await readAccountEvents(caller.id)).toEqual([['account.signup', { by: 'steam' }], ['account.password-set']]);
});

test('records sign-ins of staff and promotions, but not sign-ins of players', async () => {
  const { caller, username } = await newPlayer();
  await accounts.login({ username, password: PASSWORD }, client);
  expect(await readAccountEvents(caller.id)).toEqual([SIGNUP]);
  await makeAdmin(site.deps, username);
  await makeAdmin(site.deps, username);
  const actions = await site.deps.db.sql`
    select actor_id, action, before, after from staff_actions where subject = ${`player:${caller.id}`}`;
  expect(actions).toEqual([
    { actor_id: null, action: 'account.promote', before: { role: 'user' }, after: { role: 'admin' } },
  ]);
  await accounts.login({ username, password: PASSWORD }, client);
  expect(await readAccountEvents(caller.id)).toEqual([SIGNUP, ['account.staff-sign-in', { by: 'password' }]]);
});

test('records a lock-out once until the next successful sign-in', async () => {
  const { caller, username } = await newPlayer();
  const fail = () => expect(accounts.login({ username, password: 'yanlis-1' }, client)).rejects.toThrow(WRONG);
  const expectLockOuts = async (count: number) => {
    const lockOuts = Array.from({ length: count }, () => ['account.lock-out']);
    await expect.poll(async () => (await readAccountEvents(caller.id)).slice(1)).toEqual(lockOuts);
  };
  for (let failure = 1; failure <= 4; failure++) await fail();
  await expectLockOuts(0);
  await fail();
  await expectLockOuts(1);
  // After every wait, and before the earlier failures expire.
  const goOn = () => (nowMs += 20 * 60_000);
  for (let failure = 6; failure <= 12; failure++) {
    goOn();
    await fail();
  }
  await expectLockOuts(1);
  goOn();
  await accounts.login({ username, password: PASSWORD }, client);
  for (let failure = 1; failure <= 5; failure++) {
    goOn();
    await fail();
  }
  await expectLockOuts(2);
});

test('records wrong passwords from many networks once as slowed down', async () => {
  const { caller, username } = await newPlayer();
  for (let network = 0; network < 100; network++) {
    const attempt = accounts.login({ username, password: 'yanlis-1' }, { ...client, address: `10.0.${network}.1` });
    await expect(attempt).rejects.toThrow(WRONG);
  }
  await expect.poll(async () => (await readAccountEvents(caller.id)).slice(1)).toEqual([['account.slow-down']]);
});

test('records nothing for an unknown name', async () => {
  const { db } = site.deps;
  const events = () => db.sql`select count(*) as total from site_events`;
  const before = await events();
  for (let failure = 1; failure <= 6; failure++) {
    const typed = { username: 'my-own-password', password: 'yanlis-1' };
    await expect(accounts.login(typed, { ...client, address: '203.0.113.99' })).rejects.toThrow(/hatalı|Too many/);
  }
  expect(await events()).toEqual(before);
});
