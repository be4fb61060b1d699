import { Refusal } from '@karat/contract/refusal';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Caller } from '#deps.ts';
import { createTestSite, type TestSite } from '#testing/test-site.ts';
import { avatarUrl } from '#http/avatars.ts';
import { type Accounts, createAccounts, openSession } from './accounts.ts';
import type { ClientDetails } from './known-devices.ts';
import { createPasswords, type Passwords } from './passwords.ts';
import { selectPasswordHash } from './queries.ts';
import { createThrottle } from './throttle.ts';

const home: ClientDetails = { address: '203.0.113.7', device: 'Chrome on Windows', deviceToken: undefined };
const elsewhere: ClientDetails = { ...home, address: '198.51.100.4' };

let site: TestSite;
let accounts: Accounts;
let passwords: Passwords;
let verified: (string | undefined)[];
let nowMs: number;
let players = 0;

beforeAll(async () => {
  site = await createTestSite();
});
afterAll(() => site.close());

beforeEach(() => {
  nowMs = 0;
  verified = [];
  passwords = createPasswords();
  const verify: Passwords['verify'] = (password, hash) => {
    verified.push(hash);
    return passwords.verify(password, hash);
  };
  const throttle = createThrottle(() => nowMs);
  accounts = createAccounts(site.deps, { throttle, passwords: { hash: passwords.hash, verify } });
});

async function newPlayer() {
  const username = `hesap${++players}`;
  const form = { username, email: `${username}@karat.test`, password: 'parola-1' };
  const { token, deviceToken } = await accounts.signup(form, { ...home, address: `10.0.0.${players}` });
  return { ...form, token, deviceToken, caller: (await site.deps.sessions.find(token)) as Caller };
}

async function catchRefusal(
  attempt: Promise<unknown>,
): Promise<Pick<Refusal, 'code' | 'message' | 'retryAfterSeconds'>> {
  const refusal = await attempt.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (!(refusal instanceof Refusal)) throw refusal ?? new Error('not refused');
  const { code, message, retryAfterSeconds } = refusal;
  return { code, message, retryAfterSeconds };
}

test('an unknown name takes as long and gets the same replies as a wrong password, throttled or not', async () => {
  const { username, password } = await newPlayer();
  const wrong = (name: string, client: ClientDetails) =>
    accounts.login({ username: name, password: 'yanlis-1' }, client);
  for (let failure = 1; failure <= 5; failure++) {
    const known = await catchRefusal(wrong(username, home));
    expect(known.code).toBe('wrong_credentials');
    expect(await catchRefusal(wrong('hic-kimse', elsewhere))).toEqual(known);
  }
  expect(verified).toHaveLength(10);

  const known = await catchRefusal(accounts.login({ username, password }, home));
  expect(known).toMatchObject({ code: 'too_many', retryAfterSeconds: 1 });
  expect(await catchRefusal(accounts.login({ username: 'hic-kimse', password }, elsewhere))).toEqual(known);
  expect(verified).toHaveLength(10);

  nowMs += 1_000;
  expect((await accounts.login({ username, password }, home)).user.username).toBe(username);
});

test('a known device can sign in however often others fail', async () => {
  const { username, password, deviceToken } = await newPlayer();
  const known = { ...home, deviceToken };
  for (let failure = 1; failure <= 9; failure++) {
    await catchRefusal(accounts.login({ username, password: 'yanlis-1' }, elsewhere));
  }
  expect(await catchRefusal(accounts.login({ username, password }, elsewhere))).toMatchObject({ code: 'too_many' });
  expect((await accounts.login({ username, password }, known)).deviceToken).toBe(deviceToken);

  for (let failure = 1; failure <= 5; failure++) {
    expect(await catchRefusal(accounts.login({ username, password: 'yanlis-1' }, known))).toMatchObject({
      code: 'wrong_credentials',
    });
  }
  expect(await catchRefusal(accounts.login({ username, password }, known))).toMatchObject({ code: 'too_many' });
});

test('wrong passwords from another network do not lock out a new device', async () => {
  const { username, password } = await newPlayer();
  for (let failure = 1; failure <= 9; failure++) {
    await catchRefusal(accounts.login({ username, password: 'yanlis-1' }, elsewhere));
  }
  expect((await accounts.login({ username, password }, home)).user.username).toBe(username);
});

test('a device known to one account is unknown to another', async () => {
  const [one, other] = [await newPlayer(), await newPlayer()];
  for (let failure = 1; failure <= 5; failure++) {
    await catchRefusal(accounts.login({ username: other.username, password: 'yanlis-1' }, elsewhere));
  }
  const attempt = accounts.login(
    { username: other.username, password: other.password },
    { ...elsewhere, deviceToken: one.deviceToken },
  );
  expect(await catchRefusal(attempt)).toMatchObject({ code: 'too_many' });
});

test('an account remembers its last twenty devices', async () => {
  const { username, caller, deviceToken } = await newPlayer();
  const hash = (await selectPasswordHash(site.deps.db.sql, caller.id))!;
  for (let device = 1; device <= 25; device++) {
    await site.deps.db.transaction((tx) =>
      openSession(tx, site.deps, { playerId: caller.id, client: elsewhere, by: { passwordHash: hash } }),
    );
  }
  const rows = await site.deps.db.sql`select from known_devices where player_id = ${caller.id}`;
  expect(rows).toHaveLength(20);
  for (let failure = 1; failure <= 5; failure++) {
    await catchRefusal(accounts.login({ username, password: 'yanlis-1' }, elsewhere));
  }
  const lateAttempt = accounts.login({ username, password: 'parola-1' }, { ...elsewhere, deviceToken });
  expect(await catchRefusal(lateAttempt)).toMatchObject({ code: 'too_many' });
});

test('guessing the old password in a stolen session is slowed down without affecting others', async () => {
  const { username, password, caller } = await newPlayer();
  const guess = (oldPassword: string) =>
    accounts.changePassword(caller, { oldPassword, newPassword: 'yeni-parola', address: home.address, language: 'tr' });
  for (let failure = 1; failure <= 5; failure++) {
    expect(await catchRefusal(guess('yanlis-1'))).toMatchObject({ code: 'wrong_password' });
  }
  expect(await catchRefusal(guess(password))).toMatchObject({ code: 'too_many', retryAfterSeconds: 1 });
  expect((await accounts.login({ username, password }, home)).user.username).toBe(username);
});

// The password is correct when compared but changes before the session is created, which must then fail.
test('a login overtaken by a password change creates no session', async () => {
  const { username, password, caller } = await newPlayer();
  const late = createAccounts(site.deps, {
    passwords: {
      hash: passwords.hash,
      async verify(tried, hash) {
        const isRight = await passwords.verify(tried, hash);
        const change = { oldPassword: password, newPassword: 'yeni-parola', address: '::1', language: 'tr' } as const;
        await accounts.changePassword(caller, change);
        return isRight;
      },
    },
  });
  expect(await catchRefusal(late.login({ username, password }, home))).toMatchObject({ code: 'wrong_credentials' });
  expect(await accounts.listSessions(caller)).toHaveLength(1);
});

test('the list of devices leaves out expired sessions', async () => {
  const { username, password, caller } = await newPlayer();
  await accounts.login({ username, password }, home);
  expect(await accounts.listSessions(caller)).toHaveLength(2);
  await site.deps.db.sql`
    update sessions set last_seen_at = now() - interval '13 hours'
    where player_id = ${caller.id} and id <> ${caller.sessionId}`;
  expect(await accounts.listSessions(caller)).toMatchObject([{ isCurrent: true }]);
});

test('an account without a password cannot change it', async () => {
  const { caller } = await newPlayer();
  await site.deps.db.sql`update players set password_hash = null where id = ${caller.id}`;
  const attempt = accounts.changePassword(caller, {
    oldPassword: 'parola-1',
    newPassword: 'yeni-parola',
    address: '::1',
    language: 'tr',
  });
  expect(await catchRefusal(attempt)).toMatchObject({ code: 'wrong_password' });
});

test.each([
  [{ username: 'Kaan', avatar: null }, 'https://karat.test/img/avatar/kaan.svg'],
  [{ username: 'Çağrı', avatar: null }, 'https://karat.test/img/avatar/%C3%A7a%C4%9Fr%C4%B1.svg'],
  [{ username: 'Kaan', avatar: 'https://avatars.test/a.jpg' }, 'https://avatars.test/a.jpg'],
])('shows the avatar of %j at %s', (player, url) => {
  expect(avatarUrl(player, 'https://karat.test')).toBe(url);
});
