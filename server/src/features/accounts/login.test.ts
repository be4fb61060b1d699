import type { LightMyRequestResponse } from 'fastify';
import { describe, expect, test } from 'vitest';
import { type Body, findCookie, fetchStatus, createAccountFixture } from '#testing/account-fixture.ts';
import { createTestSite } from '#testing/test-site.ts';

const { site, post, get, newPlayer, isSignedIn: isIn } = createAccountFixture();

describe('login', () => {
  test('replies like signup, with its own sentence', async () => {
    const { username, email, password } = await newPlayer();
    const reply = await post('/auth/login', { username, password });
    expect(reply.statusCode).toBe(200);
    const { token } = reply.json<{ token: string }>();
    expect(reply.json()).toEqual({
      token,
      user: { username, email, isAdmin: false, staffRole: null, balance: 100_000 },
      status: 'success',
      message: 'Giriş basarılı! Hoşgeldiniz.',
    });
    expect(findCookie(reply, 'karat_session')).toMatchObject({ value: token, httpOnly: true, sameSite: 'Strict' });
  });

  test('accepts a name in any case', async () => {
    const { username, password } = await newPlayer();
    expect(await fetchStatus(post('/auth/login', { username: username.toUpperCase(), password }))).toBe(200);
  });

  test('gives the same reply to an unknown name and a wrong password', async () => {
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
  ])('answers "%s" to %j', async (message, body) => {
    const reply = await post('/auth/login', body);
    expect([reply.statusCode, reply.json<Body>()['message']]).toEqual([400, message]);
  });

  test('recognises the device by its cookie', async () => {
    const { username, password, reply } = await newPlayer();
    const device = findCookie(reply, 'karat_device')!;
    expect(device).toMatchObject({ httpOnly: true, sameSite: 'Strict', path: '/' });
    const again = await post('/auth/login', { username, password }, { cookie: `karat_device=${device.value}` });
    expect(findCookie(again, 'karat_device')!.value).toBe(device.value);
    const forged = await post('/auth/login', { username, password }, { cookie: 'karat_device=1' });
    expect(findCookie(forged, 'karat_device')!.value).toMatch(/^[\w-]{43}$/);
  });

  test('tells banned players only after the correct password', async () => {
    const { username, password } = await newPlayer();
    await site().deps.db.sql`
      update players set state = 'banned', banned_at = '2026-03-01T12:00:00Z', ban_reason = 'Words of staff.'
      where username = ${username}`;
    const right = await post('/auth/login', { username, password });
    const body = right.json<Body>();
    expect([right.statusCode, body['code']]).toEqual([403, 'banned']);
    // The start of the ban, without the reason.
    expect(body['ban']).toEqual({ since: '2026-03-01T12:00:00.000Z', contact: null });
    expect(right.body).not.toContain('Words of staff');
    const wrong = await post('/auth/login', { username, password: 'yanlis-1' });
    expect([wrong.statusCode, wrong.json<Body>()['code']]).toEqual([401, 'wrong_credentials']);
    expect([right.cookies, wrong.json<Body>()['ban']]).toEqual([[], undefined]);
  });

  test('gives banned players the contact that the operator has set', async () => {
    const testSite = await createTestSite({ CONTACT: ' help@karat.example ' });
    const account = { username: 'yasakli', email: 'yasakli@karat.test', password: 'parola-1' };
    const send = (url: string) => testSite.http.inject({ method: 'POST', url, payload: account });
    await send('/auth/signup');
    await testSite.deps.db.sql`update players set state = 'banned' where username = 'yasakli'`;
    expect((await send('/auth/login')).json()).toMatchObject({ ban: { since: null, contact: 'help@karat.example' } });
    await testSite.close();
  });

  test('refuses any password for an account without one', async () => {
    const { username, password } = await newPlayer();
    await site().deps.db.sql`update players set password_hash = null where username = ${username}`;
    expect(await fetchStatus(post('/auth/login', { username, password }))).toBe(401);
  });
});

describe('logout', () => {
  test('ends the session and clears the cookie', async () => {
    const { token, cookie } = await newPlayer();
    const reply = await get('/auth/logout', { cookie });
    expect(reply.statusCode).toBe(200);
    expect(findCookie(reply, 'karat_session')).toMatchObject({ value: '', maxAge: 0 });
    expect(await isIn(token)).toBe(false);
  });

  test('succeeds without a session and when repeated', async () => {
    const { token } = await newPlayer();
    expect(await fetchStatus(get('/auth/logout'))).toBe(200);
    expect(await fetchStatus(get('/auth/logout', { token }))).toBe(200);
    expect(await fetchStatus(get('/auth/logout', { token }))).toBe(200);
  });

  test('refuses cross-site requests and GET', async () => {
    const { cookie, token } = await newPlayer();
    const foreign = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' };
    expect(await fetchStatus(get('/auth/logout', { cookie, headers: foreign }))).toBe(403);
    await get('/auth/logout', { cookie, headers: { accept: 'text/html', 'sec-fetch-mode': 'navigate' } });
    expect(await isIn(token)).toBe(true);
  });
});
