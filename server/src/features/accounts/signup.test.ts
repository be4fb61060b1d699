import { describe, expect, test } from 'vitest';
import { createRateLimiter } from '#http/rate-limit.ts';
import { type Body, findCookie, fetchStatus, createAccountFixture } from '#testing/account-fixture.ts';
import { createTestSite } from '#testing/test-site.ts';

const { site, post, get, newPlayer } = createAccountFixture();

describe('signup', () => {
  test('replies with token, user, status and the sentence only', async () => {
    const { reply, username, email, token } = await newPlayer();
    expect(reply.json()).toEqual({
      token,
      user: { username, email, isAdmin: false, staffRole: null, balance: 100_000 },
      status: 'success',
      message: 'Kayıt başarılı!',
    });
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(reply.headers['cache-control']).toBe('no-store');
  });

  test('sets a session cookie that scripts and other sites cannot use', async () => {
    const { reply, token } = await newPlayer();
    expect(findCookie(reply, 'karat_session')).toMatchObject({
      value: token,
      httpOnly: true,
      sameSite: 'Strict',
      path: '/',
      maxAge: 604_800,
    });
  });

  test('stores the password only as a hash, and the age confirmation', async () => {
    const { username, password } = await newPlayer();
    const [row] = await site().deps.db.sql<{ text: string; hash: string; isAged: boolean }>`
      select players::text as text, password_hash as hash, age_confirmed_at is not null as "isAged"
      from players where username = ${username}`;
    expect(row!.text).not.toContain(password);
    expect(row!.hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(row!.isAged).toBe(true);
  });

  test('creates a wallet with the welcome bonus, and a notification', async () => {
    const { username } = await newPlayer();
    const rows = await site().deps.db.sql`
      select balance, version, title, message from players
      join wallets on wallets.player_id = players.id join notifications on notifications.player_id = players.id
      where username = ${username}`;
    const message = '100.000 diamonds are yours. Open a case, bet on a round or play a duel.';
    expect(rows).toEqual([{ balance: 100_000, version: 1, title: 'Welcome to Karat', message }]);
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
  ])('answers "%s" to %j', async (message, change) => {
    const body = { email: 'sinir@karat.test', username: 'sinirdaki', password: 'parola-1', ...change };
    const reply = await post('/auth/signup', body);
    expect(reply.statusCode).toBe(400);
    expect(reply.json()).toEqual({
      message,
      error: message,
      code: 'invalid',
      issues: expect.arrayContaining([{ path: Object.keys(change)[0], message }]) as unknown,
    });
    expect(findCookie(reply, 'karat_session')).toBeUndefined();
  });

  test('accepts the shortest valid fields, Turkish letters and matching passwords', async () => {
    const body = { email: 'e@k.co', username: 'Çığş', password: '123456', confirmPassword: '123456' };
    const reply = await post('/auth/signup', body);
    expect(reply.json()).toMatchObject({ user: { username: 'Çığş', email: 'e@k.co' }, status: 'success' });
  });

  test.each<[name: string, path: string, change: (taken: { username: string; email: string }) => Body]>([
    ['user name', 'username', ({ username }) => ({ username })],
    ['user name in other case', 'username', ({ username }) => ({ username: username.toUpperCase() })],
    ['e-mail', 'email', ({ email }) => ({ email })],
    ['e-mail in other case', 'email', ({ email }) => ({ email: email.toUpperCase() })],
    ['user name and e-mail', 'username', ({ username, email }) => ({ username, email })],
    ['name of staff', 'username', () => ({ username: 'Admin' })],
    ['name of staff in another spelling', 'username', () => ({ username: 'KARAT_Support' })],
    ['name of staff with a dotless letter', 'username', () => ({ username: 'admın' })],
    ['name of staff with a digit', 'username', () => ({ username: 'adm1n' })],
    ['name of the site with a filler', 'username', () => ({ username: 'karat_team' })],
    ['name of a deleted account', 'username', () => ({ username: 'deleted-5' })],
  ])('answers 409 Validation error if the %s is in use', async (_, path, change) => {
    const taken = await newPlayer();
    const name = `yeni-${taken.username}`;
    const newAccount = { username: name, email: `${name}@karat.test`, password: 'parola-1' };
    const reply = await post('/auth/signup', { ...newAccount, ...change(taken) });
    expect(reply.statusCode).toBe(409);
    const issues = [{ path, message: 'Already in use.' }];
    expect(reply.json()).toEqual({ message: 'Validation error', error: 'Validation error', code: 'taken', issues });
  });

  test('refuses a name that looks like the name of a staff member', async () => {
    const { username } = await newPlayer();
    await site().deps.db.sql`update players set role = 'admin' where username = ${username}`;
    const signUp = (name: string) =>
      post('/auth/signup', { username: name, email: `${name.length}-${username}@karat.test`, password: 'parola-1' });
    for (const name of [`${username}.`, `_${username}_`, `${username}_team`]) {
      expect(await fetchStatus(signUp(name))).toBe(409);
    }
    expect(await fetchStatus(signUp(`${username}_fan`))).toBe(200);
  });

  test.each(['administer', 'karatay', 'staff_of_one', 'systemic'])('accepts the name %s', async (username) => {
    const reply = await post('/auth/signup', { username, email: `${username}@karat.test`, password: 'parola-1' });
    expect(reply.statusCode).toBe(200);
  });

  test('accepts one of many concurrent signups with the same name', async () => {
    const signups = Array.from({ length: 8 }, (_, n) =>
      post('/auth/signup', {
        username: n % 2 ? 'yarışçı' : 'YARIŞÇI',
        email: `yaris${n}@karat.test`,
        password: 'parola-1',
      }),
    );
    const statuses = (await Promise.all(signups)).map(({ statusCode }) => statusCode);
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409, 409, 409, 409, 409]);
    const rows = await site().deps.db.sql`select from players where username_key = 'yarişçi'`;
    expect(rows).toHaveLength(1);
  });

  test('ignores unknown fields', async () => {
    const username = 'sinsi1';
    const body = { username, email: `${username}@karat.test`, password: 'parola-1' };
    const greed = { isAdmin: true, role: 'admin', balance: 1_000_000, id: 1, steamId: '76561198000000001', elo: 9_000 };
    const reply = await post('/auth/signup', { ...body, ...greed });
    expect(reply.json()).toMatchObject({ user: { isAdmin: false, balance: 100_000 } });
    const me = (await get('/auth/me', { token: reply.json<{ token: string }>().token })).json<{ data: Body }>().data;
    expect(me).toMatchObject({ role: 'user', isAdmin: false, balance: 100_000, elo: 1_000 });
    expect(me['id']).not.toBe(1);
    expect(me['steamId']).not.toBe('76561198000000001');
  });

  test('accepts thirty a minute from one address', async () => {
    let nowMs = 0;
    const strict = await createTestSite(
      {},
      createRateLimiter(() => nowMs),
    );
    const signup = (address: string) =>
      // In use, so that nothing is hashed; the rate limit counts it anyway.
      strict.http.inject({
        method: 'POST',
        url: '/auth/signup',
        remoteAddress: address,
        payload: { username: 'first', email: 'first@karat.test', password: 'parola-1' },
      });
    expect(await fetchStatus(signup('203.0.113.9'))).toBe(200);
    for (let time = 2; time <= 30; time++) expect(await fetchStatus(signup('203.0.113.9'))).toBe(409);
    const refused = await signup('203.0.113.9');
    expect([refused.statusCode, refused.headers['retry-after'], refused.json<Body>()['code']]).toEqual([
      429,
      '2',
      'too_many',
    ]);
    expect(await fetchStatus(signup('203.0.113.10'))).toBe(409);
    nowMs += 2_000;
    expect(await fetchStatus(signup('203.0.113.9'))).toBe(409);
    await strict.close();
  });
});
