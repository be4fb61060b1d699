import { describe, expect, test } from 'vitest';
import { type Body, createAccountFixture, findCookie } from '#testing/account-fixture.ts';
import { createAuthenticator } from '#testing/authenticator.ts';
import { freshCode, setFactorAge, turnOnApp } from '#testing/second-factor.ts';

const { site, post, get, newPlayer, isSignedIn } = createAccountFixture();

const PASSWORD = 'parola-1';
/** The origin of injected requests. */
const ORIGIN = 'http://localhost';
const headers = { host: 'localhost' };

type Who = { readonly token?: string };
const send = (url: string, payload: object, who: Who = {}) => post(url, payload, { ...who, headers });
const codeOf = (reply: { json(): Body }): unknown => reply.json()['code'];

async function fetchOptions(url: string, payload: object, who: Who = {}): Promise<{ challenge: string } & Body> {
  const reply = await send(url, payload, who);
  expect([reply.statusCode, reply.body.slice(0, 60)]).toEqual([200, expect.any(String)]);
  return reply.json<{ data: { challenge: string } & Body }>().data;
}

async function newPerson() {
  const { username, token } = await newPlayer(PASSWORD);
  const { id } = (await site().deps.sessions.find(token))!;
  return { id, username, token, device: createAuthenticator(ORIGIN) };
}
type Person = Awaited<ReturnType<typeof newPerson>>;

async function add(person: Person, device = person.device) {
  const options = await fetchOptions('/auth/startPasskey', { password: PASSWORD }, person);
  return send('/auth/addPasskey', { name: 'My phone', response: device.create(options) }, person);
}

async function newOwner(): Promise<Person> {
  const person = await newPerson();
  expect((await add(person)).statusCode).toBe(200);
  return person;
}

async function signIn({ device }: Pick<Person, 'device'>, changes: object = {}, payload: object = {}) {
  const options = await fetchOptions('/auth/startPasskeySignIn', payload);
  return send('/auth/signInWithPasskey', { response: device.sign(options, changes) });
}

const listOf = async ({ token }: Person) => (await get('/auth/getPasskeys', { token })).json<{ data: Body[] }>().data;

describe('adding a passkey', () => {
  test('needs the password of an account without a second factor', async () => {
    const person = await newPerson();
    expect(codeOf(await send('/auth/startPasskey', { password: 'parola-2' }, person))).toBe('wrong_password');
    expect((await add(person)).statusCode).toBe(200);
    expect(await listOf(person)).toEqual([
      { id: expect.any(Number), name: 'My phone', createdAt: expect.any(String), lastUsedAt: null },
    ]);
  });

  test('needs a second factor of the last ten minutes too, of an account that has one', async () => {
    const { deps } = site();
    const person = await newPerson();
    await turnOnApp(deps, person.id);
    const start = (password = PASSWORD) => send('/auth/startPasskey', { password }, person);
    expect(codeOf(await start())).toBe('stale_second_factor');
    await setFactorAge(deps, person, 11);
    expect(codeOf(await start())).toBe('stale_second_factor');
    await setFactorAge(deps, person, 9);
    expect(codeOf(await start('parola-2'))).toBe('wrong_password');
    expect((await start()).statusCode).toBe(200);
  });

  test('makes the password too little to set up an app', async () => {
    const owner = await newOwner();
    expect(codeOf(await send('/auth/setUpSecondFactor', { password: PASSWORD }, owner))).toBe('stale_second_factor');
  });

  test.each<[string, object]>([
    ['another origin', { origin: 'https://karat.attacker.example' }],
    ['another challenge', { challenge: Buffer.alloc(32).toString('base64url') }],
    ['a device that did not check the person', { isVerified: false }],
  ])('refuses %s', async (_, changes) => {
    const person = await newPerson();
    const options = await fetchOptions('/auth/startPasskey', { password: PASSWORD }, person);
    const response = person.device.create(options, changes);
    expect(codeOf(await send('/auth/addPasskey', { name: 'x', response }, person))).toBe('passkey_refused');
    expect(await listOf(person)).toEqual([]);
  });

  test('refuses the options of another player and a passkey that is stored already', async () => {
    const [person, other] = [await newOwner(), await newPerson()];
    const options = await fetchOptions('/auth/startPasskey', { password: PASSWORD }, other);
    const response = createAuthenticator(ORIGIN).create(options);
    expect(codeOf(await send('/auth/addPasskey', { name: 'x', response }, person))).toBe('passkey_refused');
    expect(codeOf(await add(other, person.device))).toBe('taken');
  });

  test('with one answer stores one passkey, however many send it', async () => {
    const person = await newPerson();
    const options = await fetchOptions('/auth/startPasskey', { password: PASSWORD }, person);
    const response = person.device.create(options);
    const store = () => send('/auth/addPasskey', { name: 'x', response }, person);
    const replies = await Promise.all(Array.from({ length: 20 }, store));
    expect(replies.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    expect(await listOf(person)).toHaveLength(1);
  });
});

describe('a sign-in with a passkey', () => {
  test('opens a session that has given the second factor', async () => {
    const owner = await newOwner();
    const reply = await signIn(owner);
    expect(reply.statusCode).toBe(200);
    const { token } = reply.json<{ token: string }>();
    expect(reply.json()).toMatchObject({ user: { username: owner.username } });
    expect(findCookie(reply, 'karat_session')).toMatchObject({ value: token });
    const { sessionId } = (await site().deps.sessions.find(token))!;
    expect(await site().deps.sessions.hasFreshFactor(sessionId)).toBe(true);
    expect(await listOf(owner)).toMatchObject([{ lastUsedAt: expect.any(String) }]);
  });

  test('is the second step of a sign-in by password, only with a passkey of its player', async () => {
    const { deps } = site();
    const [owner, other] = [await newOwner(), await newOwner()];
    await turnOnApp(deps, owner.id);
    const login = await send('/auth/login', { username: owner.username, password: PASSWORD });
    const { challenge } = login.json<{ challenge: string }>();
    const options = await fetchOptions('/auth/startPasskeySignIn', { challenge });
    expect(options['allowCredentials']).toMatchObject([{ type: 'public-key' }]);
    expect(codeOf(await signIn(other, {}, { challenge }))).toBe('passkey_refused');
    expect((await signIn(owner, {}, { challenge })).statusCode).toBe(200);
  });

  test.each<[string, object]>([
    ['another origin', { origin: 'https://karat.attacker.example' }],
    ['an invented challenge', { challenge: Buffer.alloc(32, 7).toString('base64url') }],
    ['a device that did not check the person', { isVerified: false }],
    ['a counter that fell', { counter: 1 }],
  ])('refuses %s', async (_, changes) => {
    const owner = await newOwner();
    expect((await signIn(owner)).statusCode).toBe(200);
    expect(codeOf(await signIn(owner, changes))).toBe('passkey_refused');
  });

  test('refuses a passkey that no account has, and a signature of another device', async () => {
    const owner = await newOwner();
    expect(codeOf(await signIn({ device: createAuthenticator(ORIGIN) }))).toBe('passkey_refused');
    const options = await fetchOptions('/auth/startPasskeySignIn', {});
    const { response } = createAuthenticator(ORIGIN).sign(options);
    const forged = { ...owner.device.sign(options), response };
    expect(codeOf(await send('/auth/signInWithPasskey', { response: forged }))).toBe('passkey_refused');
  });

  test('opens one session for twenty requests with the same signature', async () => {
    const { device } = await newOwner();
    const response = device.sign(await fetchOptions('/auth/startPasskeySignIn', {}));
    const replies = await Promise.all(Array.from({ length: 20 }, () => send('/auth/signInWithPasskey', { response })));
    expect(replies.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
  });

  test('refuses an old challenge and the challenge of another purpose', async () => {
    const owner = await newOwner();
    const options = await fetchOptions('/auth/startPasskeySignIn', {});
    await site().deps.db.sql`update passkey_challenges set created_at = now() - interval '6 minutes'`;
    const late = await send('/auth/signInWithPasskey', { response: owner.device.sign(options) });
    expect(codeOf(late)).toBe('passkey_refused');
    const check = await fetchOptions('/auth/startPasskeyCheck', {}, owner);
    const misused = await send('/auth/signInWithPasskey', { response: owner.device.sign(check) });
    expect(codeOf(misused)).toBe('passkey_refused');
  });

  test('is refused to banned players', async () => {
    const owner = await newOwner();
    await site().deps.db.sql`update players set state = 'banned' where id = ${owner.id}`;
    expect(codeOf(await signIn(owner))).toBe('banned');
  });
});

describe('giving the factor again by a passkey', () => {
  test('makes it fresh, and only a passkey of the account does', async () => {
    const { deps } = site();
    const [owner, other] = [await newOwner(), await newOwner()];
    const { sessionId } = (await deps.sessions.find(owner.token))!;
    const check = async (device: Person['device']) => {
      const options = await fetchOptions('/auth/startPasskeyCheck', {}, owner);
      return send('/auth/verifyPasskey', { response: device.sign(options) }, owner);
    };
    expect(codeOf(await check(other.device))).toBe('passkey_refused');
    expect(await deps.sessions.hasFreshFactor(sessionId)).toBe(false);
    expect((await check(owner.device)).statusCode).toBe(200);
    expect(await deps.sessions.hasFreshFactor(sessionId)).toBe(true);
  });
});

describe('removing a passkey', () => {
  test('needs the second factor, and then it signs in no more', async () => {
    const { deps } = site();
    const owner = await newOwner();
    const [{ id } = { id: 0 }] = (await listOf(owner)) as { id: number }[];
    const remove = (who: Person = owner) => send(`/auth/removePasskey/${id}`, {}, who);
    expect(codeOf(await remove())).toBe('stale_second_factor');
    const other = await newPerson();
    await setFactorAge(deps, other, 0);
    expect(codeOf(await remove(other))).toBe('not_found');
    await setFactorAge(deps, owner, 0);
    expect((await remove()).statusCode).toBe(200);
    expect(codeOf(await signIn(owner))).toBe('passkey_refused');
  });

  test('happens with the deletion of the account', async () => {
    const owner = await newOwner();
    await fetchOptions('/auth/startPasskeyCheck', {}, owner);
    const form = { username: owner.username, password: PASSWORD };
    expect((await send('/user/deleteAccount', form, owner)).statusCode).toBe(200);
    const rows = await site().deps.db.sql`
      select player_id from passkeys where player_id = ${owner.id}
      union all select player_id from passkey_challenges where player_id = ${owner.id}`;
    expect(rows).toEqual([]);
    expect(await isSignedIn(owner.token)).toBe(false);
  });
});

test('adding and removing a passkey is logged', async () => {
  const { deps } = site();
  const owner = await newOwner();
  const secret = await turnOnApp(deps, owner.id);
  const code = await freshCode(deps, secret, owner.id);
  await send('/auth/verifySecondFactor', { code }, owner);
  const [{ id } = { id: 0 }] = (await listOf(owner)) as { id: number }[];
  await send(`/auth/removePasskey/${id}`, {}, owner);
  const rows = await deps.db.sql<{ event: string }>`
    select event from site_events where player_id = ${owner.id} and event like '%passkey%' order by id`;
  expect(rows.map(({ event }) => event)).toEqual(['account.passkey-add', 'account.passkey-remove']);
});
