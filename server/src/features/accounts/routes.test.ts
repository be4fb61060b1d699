import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createRateLimiter } from '#http/rate-limit.ts';
import { createWorld, type World } from '#testing/world.ts';
import { makeAdmin } from './first-accounts.ts';

let world: World;
let somebody: { token: string };
let players = 0;

beforeAll(async () => {
  world = await createWorld();
  somebody = await newPlayer();
});
afterAll(() => world.close());

type Body = Record<string, unknown>;
type More = { token?: string | undefined; cookie?: string; headers?: Record<string, string>; address?: string };

function headersOf({ token, cookie, headers }: More): Record<string, string> {
  return {
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    ...(cookie === undefined ? {} : { cookie }),
    ...headers,
  };
}

function post(url: string, payload: unknown, more: More = {}): Promise<LightMyRequestResponse> {
  const remoteAddress = more.address ?? '127.0.0.1';
  return world.http.inject({ method: 'POST', url, payload: payload as Body, headers: headersOf(more), remoteAddress });
}

function get(url: string, more: More = {}): Promise<LightMyRequestResponse> {
  return world.http.inject({ method: 'GET', url, headers: headersOf(more) });
}

function cookieIn(reply: LightMyRequestResponse, name: string) {
  return reply.cookies.find((cookie) => cookie.name === name);
}

async function statusOf(reply: Promise<LightMyRequestResponse>): Promise<number> {
  return (await reply).statusCode;
}

/** A player who has just signed up. */
async function newPlayer(password = 'parola-1') {
  const username = `oyuncu${++players}`;
  const email = `${username}@karat.test`;
  const reply = await post('/auth/signup', { username, email, password });
  expect(reply.statusCode).toBe(200);
  const { token } = reply.json<{ token: string }>();
  return { username, email, password, token, reply, cookie: `karat_session=${token}` };
}

async function tokenFromLogin(username: string, password: string, more: More = {}): Promise<string> {
  return (await post('/auth/login', { username, password }, more)).json<{ token: string }>().token;
}

const isIn = async (token: string) => (await get('/auth/me', { token })).statusCode === 200;

describe('signup', () => {
  test('answers with token, user, status and the sentence, and nothing else', async () => {
    const { reply, username, email, token } = await newPlayer();
    expect(reply.json()).toEqual({
      token,
      user: { username, email, isAdmin: false, balance: 100_000 },
      status: 'success',
      message: 'Kayıt başarılı!',
    });
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(reply.headers['cache-control']).toBe('no-store');
  });

  test('sets the session as a cookie that no script and no other site can use', async () => {
    const { reply, token } = await newPlayer();
    expect(cookieIn(reply, 'karat_session')).toMatchObject({
      value: token,
      httpOnly: true,
      sameSite: 'Strict',
      path: '/',
      maxAge: 604_800,
    });
  });

  test('keeps the password as a hash only, and notes the age', async () => {
    const { username, password } = await newPlayer();
    const [row] = await world.deps.db.sql<{ text: string; hash: string; isAged: boolean }>`
      select players::text as text, password_hash as hash, age_confirmed_at is not null as "isAged"
      from players where username = ${username}`;
    expect(row!.text).not.toContain(password);
    expect(row!.hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(row!.isAged).toBe(true);
  });

  test('makes a wallet with the welcome in it, and a notification', async () => {
    const { username } = await newPlayer();
    const rows = await world.deps.db.sql`
      select balance, version, title from players
      join wallets on wallets.player_id = players.id join notifications on notifications.player_id = players.id
      where username = ${username}`;
    expect(rows).toEqual([{ balance: 100_000, version: 1, title: 'Welcome to Karat' }]);
  });

  test.each<[sentence: string, change: Body]>([
    ['E-mail gerekli.', { email: undefined }],
    ['E-mail gerekli.', { email: '' }],
    ['E-mail gerekli.', { email: '   ' }],
    ['E-mail gerekli.', { email: null }],
    ['E-mail gerekli.', { email: 5 }],
    ['Geçersiz e-mail adresi.', { email: 'kaan' }],
    ['Geçersiz e-mail adresi.', { email: 'kaan@' }],
    ['Geçersiz e-mail adresi.', { email: 'ka an@karat.test' }],
    ['Geçersiz e-mail adresi.', { email: `${'k'.repeat(250)}@karat.test` }],
    ['Kullanıcı adı gerekli.', { username: undefined }],
    ['Kullanıcı adı gerekli.', { username: '' }],
    ['Kullanıcı adı gerekli.', { username: ['kaan'] }],
    ['Kullanıcı adı en az 4 karakterden oluşmalı', { username: 'abc' }],
    ['Kullanıcı adı en az 4 karakterden oluşmalı', { username: ' abc ' }],
    ['Kullanıcı adı en fazla 32 karakter olabilir.', { username: 'a'.repeat(33) }],
    ['Kullanıcı adı yalnızca harf, rakam, nokta, tire ve alt çizgi içerebilir.', { username: 'ka an' }],
    ['Kullanıcı adı yalnızca harf, rakam, nokta, tire ve alt çizgi içerebilir.', { username: 'kааn' }],
    ['Kullanıcı adı yalnızca harf, rakam, nokta, tire ve alt çizgi içerebilir.', { username: 'kaan\u200b' }],
    ['Parola gerekli.', { password: undefined }],
    ['Parola gerekli.', { password: '' }],
    ['Parola gerekli.', { password: true }],
    ['Parola en az 6 karakterden oluşmalı', { password: '12345' }],
    ['Parola en fazla 128 karakter olabilir.', { password: 'x'.repeat(129) }],
    ['Parolalar birbiriyle uyumlu olmalı.', { confirmPassword: 'parola-2' }],
  ])('says "%s" to %j', async (message, change) => {
    const body = { email: 'sinir@karat.test', username: 'sinirdaki', password: 'parola-1', ...change };
    const reply = await post('/auth/signup', body);
    expect(reply.statusCode).toBe(400);
    expect(reply.json()).toEqual({
      message,
      error: message,
      code: 'invalid',
      issues: expect.arrayContaining([{ path: Object.keys(change)[0], message }]) as unknown,
    });
    expect(cookieIn(reply, 'karat_session')).toBeUndefined();
  });

  test('takes the shortest that the rules allow, Turkish letters, and two passwords that agree', async () => {
    const body = { email: 'e@k.co', username: 'Çığş', password: '123456', confirmPassword: '123456' };
    const reply = await post('/auth/signup', body);
    expect(reply.json()).toMatchObject({ user: { username: 'Çığş', email: 'e@k.co' }, status: 'success' });
  });

  test.each<[name: string, change: (taken: { username: string; email: string }) => Body]>([
    ['user name', ({ username }) => ({ username })],
    ['user name in other case', ({ username }) => ({ username: username.toUpperCase() })],
    ['e-mail', ({ email }) => ({ email })],
    ['e-mail in other case', ({ email }) => ({ email: email.toUpperCase() })],
  ])('answers 409 Validation error to a taken %s', async (_, change) => {
    const taken = await newPlayer();
    const fresh = { username: `yeni${++players}`, email: `yeni${players}@karat.test`, password: 'parola-1' };
    const reply = await post('/auth/signup', { ...fresh, ...change(taken) });
    expect(reply.statusCode).toBe(409);
    expect(reply.json()).toEqual({ message: 'Validation error', error: 'Validation error', code: 'taken' });
  });

  test('lets one of many who want the same name at the same moment have it', async () => {
    const signups = Array.from({ length: 8 }, (_, n) =>
      post('/auth/signup', {
        username: n % 2 ? 'yarışçı' : 'YARIŞÇI',
        email: `yaris${n}@karat.test`,
        password: 'parola-1',
      }),
    );
    const statuses = (await Promise.all(signups)).map(({ statusCode }) => statusCode);
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409, 409, 409, 409, 409]);
    const rows = await world.deps.db.sql`select from players where username_key = 'yarişçi'`;
    expect(rows).toHaveLength(1);
  });

  test('never obeys what is not its business', async () => {
    const username = `sinsi${++players}`;
    const body = { username, email: `${username}@karat.test`, password: 'parola-1' };
    const greed = { isAdmin: true, role: 'admin', balance: 1_000_000, id: 1, steamId: '76561198000000001', elo: 9_000 };
    const reply = await post('/auth/signup', { ...body, ...greed });
    expect(reply.json()).toMatchObject({ user: { isAdmin: false, balance: 100_000 } });
    const me = (await get('/auth/me', { token: reply.json<{ token: string }>().token })).json<{ data: Body }>().data;
    expect(me).toMatchObject({ role: 'user', isAdmin: false, balance: 100_000, elo: 1_000 });
    expect(me['id']).not.toBe(1);
    expect(me['steamId']).not.toBe('76561198000000001');
  });

  test('takes thirty a minute from one address', async () => {
    let nowMs = 0;
    const strict = await createWorld(
      {},
      createRateLimiter(() => nowMs),
    );
    const signup = (address: string) =>
      // Taken, so that nothing is hashed: the limit counts all the same.
      strict.http.inject({
        method: 'POST',
        url: '/auth/signup',
        remoteAddress: address,
        payload: { username: 'first', email: 'first@karat.test', password: 'parola-1' },
      });
    expect(await statusOf(signup('203.0.113.9'))).toBe(200);
    for (let time = 2; time <= 30; time++) expect(await statusOf(signup('203.0.113.9'))).toBe(409);
    const refused = await signup('203.0.113.9');
    expect([refused.statusCode, refused.headers['retry-after'], refused.json<Body>()['code']]).toEqual([
      429,
      '2',
      'too_many',
    ]);
    expect(await statusOf(signup('203.0.113.10'))).toBe(409);
    nowMs += 2_000;
    expect(await statusOf(signup('203.0.113.9'))).toBe(409);
    await strict.close();
  });
});

describe('login', () => {
  test('answers like signup, with its own sentence', async () => {
    const { username, email, password } = await newPlayer();
    const reply = await post('/auth/login', { username, password });
    expect(reply.statusCode).toBe(200);
    const { token } = reply.json<{ token: string }>();
    expect(reply.json()).toEqual({
      token,
      user: { username, email, isAdmin: false, balance: 100_000 },
      status: 'success',
      message: 'Giriş basarılı! Hoşgeldiniz.',
    });
    expect(cookieIn(reply, 'karat_session')).toMatchObject({ value: token, httpOnly: true, sameSite: 'Strict' });
  });

  test('knows a name in any case', async () => {
    const { username, password } = await newPlayer();
    expect(await statusOf(post('/auth/login', { username: username.toUpperCase(), password }))).toBe(200);
  });

  test('answers an unknown name and a wrong password alike, letter by letter', async () => {
    const { username } = await newPlayer();
    const [wrong, unknown] = await Promise.all([
      post('/auth/login', { username, password: 'parola-2' }),
      post('/auth/login', { username: 'kimse-yok', password: 'parola-2' }),
    ]);
    expect(wrong.statusCode).toBe(401);
    const message = 'Kullanıcı adı veya parola hatalı.';
    expect(wrong.json()).toEqual({ message, error: message, code: 'wrong_credentials' });
    expect([unknown.statusCode, unknown.body]).toEqual([wrong.statusCode, wrong.body]);
    const shape = ({ headers }: LightMyRequestResponse) => Object.keys(headers).toSorted();
    expect(shape(unknown)).toEqual(shape(wrong));
    expect(wrong.cookies).toEqual([]);
  });

  test.each<[sentence: string, body: Body]>([
    ['Kullanıcı adı gerekli.', { password: 'parola-1' }],
    ['Kullanıcı adı en az 4 karakterden oluşmalı', { username: 'abc', password: 'parola-1' }],
    ['Parola gerekli.', { username: 'kaan' }],
    ['Parola en az 6 karakterden oluşmalı', { username: 'kaan', password: '12345' }],
    ['Parola en fazla 128 karakter olabilir.', { username: 'kaan', password: 'x'.repeat(129) }],
    ['Invalid characters.', { username: 'kaan\u0000', password: 'parola-1' }],
  ])('says "%s" to %j', async (message, body) => {
    const reply = await post('/auth/login', body);
    expect([reply.statusCode, reply.json<Body>()['message']]).toEqual([400, message]);
  });

  test('knows the device again by a cookie of its own', async () => {
    const { username, password, reply } = await newPlayer();
    const device = cookieIn(reply, 'karat_device')!;
    expect(device).toMatchObject({ httpOnly: true, sameSite: 'Strict', path: '/' });
    const again = await post('/auth/login', { username, password }, { cookie: `karat_device=${device.value}` });
    expect(cookieIn(again, 'karat_device')!.value).toBe(device.value);
    const forged = await post('/auth/login', { username, password }, { cookie: 'karat_device=1' });
    expect(cookieIn(forged, 'karat_device')!.value).toMatch(/^[\w-]{43}$/);
  });

  test('refuses the banned, who must know the password to hear it', async () => {
    const { username, password } = await newPlayer();
    await world.deps.db.sql`update players set state = 'banned' where username = ${username}`;
    const right = await post('/auth/login', { username, password });
    expect([right.statusCode, right.json<Body>()['code']]).toEqual([403, 'banned']);
    const wrong = await post('/auth/login', { username, password: 'yanlis-1' });
    expect([wrong.statusCode, wrong.json<Body>()['code']]).toEqual([401, 'wrong_credentials']);
    expect(right.cookies).toEqual([]);
  });

  test('has no use for a password where the account has none', async () => {
    const { username, password } = await newPlayer();
    await world.deps.db.sql`update players set password_hash = null where username = ${username}`;
    expect(await statusOf(post('/auth/login', { username, password }))).toBe(401);
  });
});

describe('who am I', () => {
  test('is told with everything the shell needs, and no secret', async () => {
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
        balance: 100_000,
        balanceVersion: 1,
        elo: 1_000,
        level: 2,
        hasPassword: true,
        isAgeConfirmed: true,
      },
    });
  });

  test('is a 401 without a session, and null when asked for as optional', async () => {
    const reply = await get('/auth/me');
    expect([reply.statusCode, reply.json<Body>()['code']]).toEqual([401, 'unauthenticated']);
    const optional = await get('/auth/me?optional=1');
    expect([optional.statusCode, optional.json()]).toEqual([200, { data: null }]);
    expect((await get('/auth/me?optional=1', { token: 'x'.repeat(43) })).json()).toEqual({ data: null });
  });

  test('works with the cookie alone and with the bearer alone; beside a cookie the bearer decides', async () => {
    const [one, two] = [await newPlayer(), await newPlayer()];
    const nameOf = async (more: More) =>
      (await get('/auth/me', more)).json<{ data?: { username: string } }>().data?.username;
    expect(await nameOf({ cookie: one.cookie })).toBe(one.username);
    expect(await nameOf({ token: two.token })).toBe(two.username);
    expect(await nameOf({ token: two.token, cookie: one.cookie })).toBe(two.username);
    expect(await nameOf({ token: 'x'.repeat(43), cookie: one.cookie })).toBeUndefined();
    expect(await nameOf({ headers: { authorization: 'Basic abc' }, cookie: one.cookie })).toBeUndefined();
  });

  test('reads the role from the store, and a promotion signs out', async () => {
    const { username, password, token } = await newPlayer();
    await makeAdmin(world.deps, username);
    expect(await isIn(token)).toBe(false);
    const reply = await post('/auth/login', { username, password });
    expect(reply.json()).toMatchObject({ user: { isAdmin: true } });
    const me = (await get('/auth/me', { token: reply.json<{ token: string }>().token })).json<{ data: Body }>().data;
    expect(me).toMatchObject({ role: 'admin', isAdmin: true });
  });
});

describe('logout', () => {
  test('ends the session and takes the cookie back', async () => {
    const { token, cookie } = await newPlayer();
    const reply = await get('/auth/logout', { cookie });
    expect(reply.statusCode).toBe(200);
    expect(cookieIn(reply, 'karat_session')).toMatchObject({ value: '', maxAge: 0 });
    expect(await isIn(token)).toBe(false);
  });

  test('is fine without a session, and twice', async () => {
    const { token } = await newPlayer();
    expect(await statusOf(get('/auth/logout'))).toBe(200);
    expect(await statusOf(get('/auth/logout', { token }))).toBe(200);
    expect(await statusOf(get('/auth/logout', { token }))).toBe(200);
  });

  test("is not for another site's page, nor for a link", async () => {
    const { cookie, token } = await newPlayer();
    const foreign = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' };
    expect(await statusOf(get('/auth/logout', { cookie, headers: foreign }))).toBe(403);
    await get('/auth/logout', { cookie, headers: { accept: 'text/html', 'sec-fetch-mode': 'navigate' } });
    expect(await isIn(token)).toBe(true);
  });
});

describe('password change', () => {
  test('answers with the sentence, keeps this session and ends all others', async () => {
    const { username, password, token } = await newPlayer();
    const other = await tokenFromLogin(username, password);
    expect(await isIn(other)).toBe(true);
    const body = { oldPassword: password, newPassword: 'yeni-parola', confirmPassword: 'yeni-parola' };
    const reply = await post('/auth/changePassword', body, { token });
    expect([reply.statusCode, reply.json()]).toEqual([200, { message: 'Istek başarılı!' }]);
    expect(await isIn(token)).toBe(true);
    expect(await isIn(other)).toBe(false);
    expect(await statusOf(post('/auth/login', { username, password }))).toBe(401);
    expect(await statusOf(post('/auth/login', { username, password: 'yeni-parola' }))).toBe(200);
  });

  test.each<[sentence: string, change: Body]>([
    ['Parola gerekli.', { oldPassword: undefined }],
    ['Yeni parola gerekli.', { newPassword: undefined }],
    ['Yeni parola gerekli.', { newPassword: '', confirmPassword: '' }],
    ['Parola en az 8 karakterden oluşmalı', { newPassword: '1234567', confirmPassword: '1234567' }],
    ['Parola en fazla 128 karakter olabilir.', { newPassword: 'x'.repeat(129), confirmPassword: 'x'.repeat(129) }],
    ['Parolalar birbiriyle uyumlu olmalı.', { confirmPassword: 'baska-parola' }],
    ['Parolalar birbiriyle uyumlu olmalı.', { confirmPassword: undefined }],
  ])('says "%s" to %j', async (message, change) => {
    const body = { oldPassword: 'parola-1', newPassword: 'yeni-parola', confirmPassword: 'yeni-parola', ...change };
    const reply = await post('/auth/changePassword', body, { token: somebody.token });
    expect([reply.statusCode, reply.json<Body>()['message']]).toEqual([400, message]);
  });

  test('refuses a wrong old password with 400, however short the right one is', async () => {
    const { token, username, password } = await newPlayer('123456');
    const change = { newPassword: 'yeni-parola', confirmPassword: 'yeni-parola' };
    const reply = await post('/auth/changePassword', { oldPassword: 'yanlis-parola', ...change }, { token });
    const message = 'Eski parola hatalı.';
    expect([reply.statusCode, reply.json()]).toEqual([400, { message, error: message, code: 'wrong_password' }]);
    expect(await statusOf(post('/auth/login', { username, password }))).toBe(200);
    expect(await statusOf(post('/auth/changePassword', { oldPassword: password, ...change }, { token }))).toBe(200);
  });

  test('of two at the same moment one succeeds', async () => {
    const { token, password } = await newPlayer();
    const changes = ['birinci-parola', 'ikinci-parola'].map((next) =>
      post('/auth/changePassword', { oldPassword: password, newPassword: next, confirmPassword: next }, { token }),
    );
    const statuses = (await Promise.all(changes)).map(({ statusCode }) => statusCode);
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 400]);
  });

  test('needs a session', async () => {
    const body = { oldPassword: 'parola-1', newPassword: 'yeni-parola', confirmPassword: 'yeni-parola' };
    expect(await statusOf(post('/auth/changePassword', body))).toBe(401);
    expect(await statusOf(post('/auth/setPassword', body))).toBe(401);
  });

  test('a first password is not for an account that has one', async () => {
    const { token } = await newPlayer();
    const reply = await post(
      '/auth/setPassword',
      { newPassword: 'yeni-parola', confirmPassword: 'yeni-parola' },
      { token },
    );
    expect([reply.statusCode, reply.json<Body>()['code']]).toEqual([403, 'forbidden']);
  });
});

describe('devices', () => {
  type Listed = { data: { id: number; device: string; address: string; isCurrent: boolean; createdAt: string }[] };

  test('are listed with a readable name, and one of them is this one', async () => {
    const { username, password, token } = await newPlayer();
    const headers = {
      'user-agent':
        'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36',
    };
    const chrome = await tokenFromLogin(username, password, { headers });
    const { data } = (await get('/auth/sessions', { token: chrome })).json<Listed>();
    expect(data).toHaveLength(2);
    expect(data.find(({ isCurrent }) => isCurrent)).toMatchObject({
      device: 'Chrome on Windows',
      address: '127.0.0.1',
    });
    expect(data.every(({ createdAt }) => !Number.isNaN(Date.parse(createdAt)))).toBe(true);
    expect(JSON.stringify(data)).not.toContain(token);
  });

  test('can be signed out one by one', async () => {
    const { username, password, token } = await newPlayer();
    const other = await tokenFromLogin(username, password);
    const { data } = (await get('/auth/sessions', { token })).json<Listed>();
    const { id } = data.find(({ isCurrent }) => !isCurrent)!;
    expect(await statusOf(post(`/auth/revokeSession/${id}`, {}, { token }))).toBe(200);
    expect([await isIn(other), await isIn(token)]).toEqual([false, true]);
    expect(await statusOf(post(`/auth/revokeSession/${id}`, {}, { token }))).toBe(404);
  });

  test('this one too, which takes the cookie back', async () => {
    const { token, cookie } = await newPlayer();
    const { data } = (await get('/auth/sessions', { cookie })).json<Listed>();
    const reply = await post(`/auth/revokeSession/${data[0]!.id}`, {}, { cookie });
    expect(cookieIn(reply, 'karat_session')).toMatchObject({ value: '', maxAge: 0 });
    expect(await isIn(token)).toBe(false);
  });

  test("a stranger's is not found, and stays", async () => {
    const [mine, theirs] = [await newPlayer(), await newPlayer()];
    const { data } = (await get('/auth/sessions', { token: theirs.token })).json<Listed>();
    const reply = await post(`/auth/revokeSession/${data[0]!.id}`, {}, { token: mine.token });
    expect([reply.statusCode, reply.json<Body>()['code']]).toEqual([404, 'not_found']);
    expect(await isIn(theirs.token)).toBe(true);
  });

  test.each(['0', '-1', '1.5', 'abc', '99999999999999999999'])('%s is no id', async (id) => {
    expect(await statusOf(post(`/auth/revokeSession/${id}`, {}, { token: somebody.token }))).toBe(400);
  });

  test('need a session', async () => {
    expect(await statusOf(get('/auth/sessions'))).toBe(401);
    expect(await statusOf(post('/auth/revokeSession/1', {}))).toBe(401);
  });
});

test('under https the cookies are for this host and for https alone', async () => {
  const secure = await createWorld({ PUBLIC_URL: 'https://karat.test' });
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

test('no password and no token is in any log line', async () => {
  const { token, username } = await newPlayer('cok-gizli-parola');
  await post('/auth/login', { username, password: 'cok-gizli-tahmin' });
  const logged = world.lines.join('');
  for (const secret of ['cok-gizli', token]) expect(logged).not.toContain(secret);
});
