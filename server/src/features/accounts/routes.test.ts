import { describe, expect, test } from 'vitest';
import { type Body, type RequestOptions, createAccountFixture } from '#testing/account-fixture.ts';
import { createTestSite } from '#testing/test-site.ts';
import { makeAdmin } from './first-accounts.ts';

const { site, post, get, newPlayer, isSignedIn: isIn } = createAccountFixture();

describe('getMe', () => {
  test('returns everything the shell needs, and no secret', async () => {
    const { username, email, token } = await newPlayer();
    const reply = await get('/auth/me', { token, headers: { host: 'localhost:3000' } });
    expect(reply.json()).toEqual({
      data: {
        id: expect.any(Number) as number,
        username,
        email,
        steamId: expect.stringMatching(/^765611998\d{8}$/) as string,
        isSteamLinked: false,
        steamProfile: expect.stringMatching(/^http:\/\/localhost:3000\/sandbox\/openid\/id\/765611998\d{8}$/) as string,
        avatar: `http://localhost:3000/img/avatar/${username}.svg`,
        role: 'user',
        isAdmin: false,
        staffRole: null,
        staffLimit: null,
        balance: 100_000,
        balanceVersion: 1,
        elo: 1_000,
        level: 2,
        hasPassword: true,
        isAgeConfirmed: true,
      },
    });
  });

  test('answers 401 without a session, and null if optional', async () => {
    const reply = await get('/auth/me');
    expect([reply.statusCode, reply.json<Body>()['code']]).toEqual([401, 'unauthenticated']);
    const optional = await get('/auth/me?optional=1');
    expect([optional.statusCode, optional.json()]).toEqual([200, { data: null }]);
    expect((await get('/auth/me?optional=1', { token: 'x'.repeat(43) })).json()).toEqual({ data: null });
  });

  test('accepts cookie or bearer, and prefers the bearer', async () => {
    const [one, two] = [await newPlayer(), await newPlayer()];
    const fetchName = async (options: RequestOptions) =>
      (await get('/auth/me', options)).json<{ data?: { username: string } }>().data?.username;
    expect(await fetchName({ cookie: one.cookie })).toBe(one.username);
    expect(await fetchName({ token: two.token })).toBe(two.username);
    expect(await fetchName({ token: two.token, cookie: one.cookie })).toBe(two.username);
    expect(await fetchName({ token: 'x'.repeat(43), cookie: one.cookie })).toBeUndefined();
    expect(await fetchName({ headers: { authorization: 'Basic abc' }, cookie: one.cookie })).toBeUndefined();
  });

  test('reads the role from the database, and a promotion ends the session', async () => {
    const { username, password, token } = await newPlayer();
    await makeAdmin(site().deps, username);
    expect(await isIn(token)).toBe(false);
    const reply = await post('/auth/login', { username, password });
    expect(reply.json()).toMatchObject({ user: { isAdmin: true } });
    const me = (await get('/auth/me', { token: reply.json<{ token: string }>().token })).json<{ data: Body }>().data;
    expect(me).toMatchObject({ role: 'admin', isAdmin: true });
  });
});

test('with https the cookies are for this host and https only', async () => {
  const secure = await createTestSite({ PUBLIC_URL: 'https://karat.test' });
  const reply = await secure.http.inject({
    method: 'POST',
    url: '/auth/signup',
    payload: { username: 'guvenli', email: 'guvenli@karat.test', password: 'parola-1' },
  });
  const names = reply.cookies.map(({ name, secure, path }) => [name, secure, path]);
  expect(names).toEqual([
    ['__Host-karat_session', true, '/'],
    ['__Host-karat_device', true, '/'],
  ]);
  await secure.close();
});

test('no password and no token appears in the log', async () => {
  const { token, username } = await newPlayer('cok-gizli-parola');
  await post('/auth/login', { username, password: 'cok-gizli-tahmin' });
  const logged = site().lines.join('');
  for (const secret of ['cok-gizli', token]) expect(logged).not.toContain(secret);
});
