import { describe, expect, test } from 'vitest';
import { addPlayer } from '#testing/fixtures.ts';
import { type Body, createAccountFixture, findCookie } from '#testing/account-fixture.ts';
import { freshCode, turnOnApp } from '#testing/second-factor.ts';
import { replaceRecoveryCodes } from '#features/factors/factors.ts';
import { createBusHub } from '#testing/bus-hub.ts';
import { createAuthTools } from './accounts.ts';
import { createSecondFactor } from './second-factor.ts';
import { endAllSessions } from './sessions.ts';
import { signInWithSteam } from './steam-sign-in.ts';
import { createThrottle } from './throttle.ts';

const { site, post, get, newPlayer, isSignedIn } = createAccountFixture();

const PASSWORD = 'parola-1';
const STEAM_ID = '76561198500000077';
const client = { address: '203.0.113.7', device: '', deviceToken: undefined };

async function newOwner() {
  const { username, token } = await newPlayer(PASSWORD);
  const { deps } = site();
  const { id } = (await deps.sessions.find(token))!;
  const secret = await turnOnApp(deps, id);
  const recoveryCodes = await deps.db.transaction((tx) => replaceRecoveryCodes(tx.sql, id));
  return { id, username, token, secret, recoveryCodes, codeNow: () => freshCode(deps, secret, id) };
}

const login = (username: string) => post('/auth/login', { username, password: PASSWORD });
const challengeOf = async (username: string) => (await login(username)).json<{ challenge: string }>().challenge;
const confirm = (challenge: string, code: string, address?: string) =>
  post('/auth/confirmSignIn', { challenge, code }, address === undefined ? {} : { address });
const codeOf = (reply: { json(): Body }): unknown => reply.json()['code'];

describe('the password of an account with an app', () => {
  test('opens no session and gives a challenge', async () => {
    const { username } = await newOwner();
    const reply = await login(username);
    expect([reply.statusCode, codeOf(reply)]).toEqual([401, 'second_factor_required']);
    expect(reply.json()).toMatchObject({ challenge: expect.stringMatching(/^[\w-]{43}$/) });
    expect(reply.json()).not.toHaveProperty('token');
    expect(reply.cookies).toEqual([]);
  });

  test('gives the same refusal as other accounts when it is wrong', async () => {
    const { username } = await newOwner();
    expect(codeOf(await post('/auth/login', { username, password: 'parola-2' }))).toBe('wrong_credentials');
  });

  test('and a code of the app sign in', async () => {
    const { username, codeNow } = await newOwner();
    const reply = await confirm(await challengeOf(username), await codeNow());
    expect(reply.statusCode).toBe(200);
    const { token } = reply.json<{ token: string }>();
    expect(reply.json()).toMatchObject({ user: { username }, status: 'success' });
    expect(findCookie(reply, 'karat_session')).toMatchObject({ value: token });
    expect(await isSignedIn(token)).toBe(true);
    const { sessionId } = (await site().deps.sessions.find(token))!;
    const [row] = await site().deps.db
      .sql`select factor_at is not null as "hasFactor" from sessions where id = ${sessionId}`;
    expect(row).toEqual({ hasFactor: true });
  });

  test('and a recovery code sign in once, which is logged', async () => {
    const { id, username, recoveryCodes } = await newOwner();
    expect((await confirm(await challengeOf(username), recoveryCodes[0]!)).statusCode).toBe(200);
    expect(codeOf(await confirm(await challengeOf(username), recoveryCodes[0]!))).toBe('wrong_code');
    const rows = await site().deps.db.sql`
      select event from site_events where player_id = ${id} and event = 'account.recovery-code-use'`;
    expect(rows).toHaveLength(1);
  });
});

describe('a challenge', () => {
  test('is stored as a hash', async () => {
    const { username } = await newOwner();
    const challenge = await challengeOf(username);
    const [row] = await site().deps.db.sql<{ all: string }>`
      select string_agg(encode(token_hash, 'base64'), '') as all from sign_in_challenges`;
    expect(row!.all).not.toContain(Buffer.from(challenge, 'base64url').toString('base64').slice(0, 40));
  });

  test('expires after ten minutes', async () => {
    const { username, codeNow, id } = await newOwner();
    const challenge = await challengeOf(username);
    await site().deps.db.sql`
      update sign_in_challenges set created_at = now() - interval '601 seconds' where player_id = ${id}`;
    expect(codeOf(await confirm(challenge, await codeNow()))).toBe('stale_sign_in');
  });

  test('of another player or an invented one does not work', async () => {
    const [owner, other] = [await newOwner(), await newOwner()];
    expect(codeOf(await confirm(await challengeOf(other.username), await owner.codeNow()))).toBe('wrong_code');
    expect(codeOf(await confirm('x'.repeat(43), await owner.codeNow()))).toBe('stale_sign_in');
    expect(codeOf(await post('/auth/confirmSignIn', { code: '123456' }))).toBe('stale_sign_in');
  });

  test('ends with a new password', async () => {
    const { username, token, codeNow } = await newOwner();
    const challenge = await challengeOf(username);
    const form = { oldPassword: PASSWORD, newPassword: 'parola-22', confirmPassword: 'parola-22' };
    expect((await post('/auth/changePassword', form, { token })).statusCode).toBe(200);
    expect(codeOf(await confirm(challenge, await codeNow()))).toBe('stale_sign_in');
  });

  test('ends when all sessions are ended', async () => {
    const { id: playerId, username, codeNow } = await newOwner();
    const challenge = await challengeOf(username);
    const { db, sessions } = site().deps;
    await db.transaction((tx) => endAllSessions(tx, { sessions, playerId }));
    expect(codeOf(await confirm(challenge, await codeNow()))).toBe('stale_sign_in');
  });

  test('does not sign in a player who was banned in the meantime', async () => {
    const { id, username, codeNow } = await newOwner();
    const challenge = await challengeOf(username);
    await site().deps.db.sql`update players set state = 'banned' where id = ${id}`;
    expect(codeOf(await confirm(challenge, await codeNow()))).toBe('banned');
  });
});

describe('parallel attempts', () => {
  /** Twenty sign-ins of the same player that wait for the code, confirmed at once and without a throttle. */
  async function confirmAtOnce(code: (owner: Awaited<ReturnType<typeof newOwner>>) => Promise<string> | string) {
    const owner = await newOwner();
    const { deps } = site();
    const unlimited = { attempt: (_: unknown, work: () => Promise<unknown>) => work() };
    const tools = createAuthTools(deps, { throttle: unlimited as ReturnType<typeof createThrottle> });
    const { confirmSignIn } = createSecondFactor(deps, tools);
    const challenges = await Promise.all(Array.from({ length: 20 }, () => challengeOf(owner.username)));
    const entered = await code(owner);
    const results = await Promise.allSettled(
      challenges.map((challenge) => confirmSignIn({ challenge, code: entered }, client)),
    );
    const refusals = results.flatMap((each) => (each.status === 'rejected' ? [each.reason.code] : []));
    return { signedInCount: results.length - refusals.length, refusals: new Set(refusals) };
  }

  test('with one code open one session', async () => {
    expect(await confirmAtOnce(({ codeNow }) => codeNow())).toEqual({
      signedInCount: 1,
      refusals: new Set(['wrong_code']),
    });
  });

  test('with one recovery code open one session', async () => {
    expect(await confirmAtOnce(({ recoveryCodes }) => recoveryCodes[3]!)).toEqual({
      signedInCount: 1,
      refusals: new Set(['wrong_code']),
    });
  });
});

describe('wrong codes', () => {
  test('have to wait after five, from every network, and are logged once', async () => {
    const { id, username, codeNow } = await newOwner();
    const challenge = await challengeOf(username);
    for (let index = 1; index <= 5; index++) {
      expect(codeOf(await confirm(challenge, '00000x', `203.0.113.${index}`))).toBe('wrong_code');
    }
    const reply = await confirm(challenge, await codeNow(), '198.51.100.9');
    expect([reply.statusCode, codeOf(reply)]).toEqual([429, 'too_many']);
    const rows = await site().deps.db.sql`
      select event from site_events where player_id = ${id} and event = 'account.code-lock-out'`;
    expect(rows).toHaveLength(1);
  });

  test('in one process count in the others', async () => {
    const { username } = await newOwner();
    const { deps } = site();
    const challenge = await challengeOf(username);
    const hub = createBusHub(deps.log);
    const [one, two] = [hub.join(), hub.join()].map((bus) => createSecondFactor(deps, createAuthTools({ bus })));
    const attempt = (process = one!) => process.confirmSignIn({ challenge, code: '00000x' }, client);
    for (let count = 0; count < 5; count++) await expect(attempt()).rejects.toMatchObject({ code: 'wrong_code' });
    await expect.poll(() => attempt(two).catch((error: { code: string }) => error.code)).toBe('too_many');
  });
});

test('a Steam sign-in needs the code too', async () => {
  const { deps } = site();
  const { id } = await addPlayer(deps.db);
  await deps.db.sql`update players set steam_id = ${STEAM_ID} where id = ${id}`;
  const secret = await turnOnApp(deps, id);
  const steam = await signInWithSteam(deps, { steamId: STEAM_ID, profile: undefined, client }).catch(
    (error: { code: string; challenge: string }) => error,
  );
  expect(steam).toMatchObject({ code: 'second_factor_required' });
  const { challenge } = steam as { challenge: string };
  const cookie = `karat_challenge=${challenge}`;
  const reply = await post('/auth/confirmSignIn', { code: await freshCode(deps, secret, id) }, { cookie });
  expect(reply.statusCode).toBe(200);
  const { token } = reply.json<{ token: string }>();
  expect(findCookie(reply, 'karat_challenge')).toMatchObject({ value: '', maxAge: 0 });
  // The session proves a Steam sign-in, so that the account may set its first password.
  const form = { newPassword: 'parola-33', confirmPassword: 'parola-33' };
  expect((await post('/auth/setPassword', form, { token })).statusCode).toBe(200);
  expect((await get('/auth/me', { token })).statusCode).toBe(200);
});
