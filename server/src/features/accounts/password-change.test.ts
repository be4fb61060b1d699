import { beforeAll, describe, expect, test } from 'vitest';
import { type Body, fetchStatus, createAccountFixture } from '#testing/account-fixture.ts';

const { post, newPlayer, tokenFromLogin, isSignedIn: isIn } = createAccountFixture();

let player: { token: string };
beforeAll(async () => {
  player = await newPlayer();
});

describe('password change', () => {
  test('replies with its sentence, keeps this session and ends all others', async () => {
    const { username, password, token } = await newPlayer();
    const other = await tokenFromLogin(username, password);
    expect(await isIn(other)).toBe(true);
    const body = { oldPassword: password, newPassword: 'yeni-parola', confirmPassword: 'yeni-parola' };
    const reply = await post('/auth/changePassword', body, { token });
    expect([reply.statusCode, reply.json()]).toEqual([200, { message: 'Istek başarılı!' }]);
    expect(await isIn(token)).toBe(true);
    expect(await isIn(other)).toBe(false);
    expect(await fetchStatus(post('/auth/login', { username, password }))).toBe(401);
    expect(await fetchStatus(post('/auth/login', { username, password: 'yeni-parola' }))).toBe(200);
  });

  test.each<[sentence: string, change: Body]>([
    ['Parola gerekli.', { oldPassword: undefined }],
    ['Yeni parola gerekli.', { newPassword: undefined }],
    ['Yeni parola gerekli.', { newPassword: '', confirmPassword: '' }],
    ['Parola en az 8 karakterden oluşmalı', { newPassword: '1234567', confirmPassword: '1234567' }],
    ['Parola en fazla 128 karakter olabilir.', { newPassword: 'x'.repeat(129), confirmPassword: 'x'.repeat(129) }],
    ['Parolalar birbiriyle uyumlu olmalı.', { confirmPassword: 'baska-parola' }],
    ['Parolalar birbiriyle uyumlu olmalı.', { confirmPassword: undefined }],
  ])('answers "%s" to %j', async (message, change) => {
    const body = { oldPassword: 'parola-1', newPassword: 'yeni-parola', confirmPassword: 'yeni-parola', ...change };
    const reply = await post('/auth/changePassword', body, { token: player.token });
    expect([reply.statusCode, reply.json<Body>()['message']]).toEqual([400, message]);
  });

  test('refuses a wrong old password with 400, whatever its length', async () => {
    const { token, username, password } = await newPlayer('123456');
    const change = { newPassword: 'yeni-parola', confirmPassword: 'yeni-parola' };
    const reply = await post('/auth/changePassword', { oldPassword: 'yanlis-parola', ...change }, { token });
    const message = 'Eski parola hatalı.';
    expect([reply.statusCode, reply.json()]).toEqual([400, { message, error: message, code: 'wrong_password' }]);
    expect(await fetchStatus(post('/auth/login', { username, password }))).toBe(200);
    expect(await fetchStatus(post('/auth/changePassword', { oldPassword: password, ...change }, { token }))).toBe(200);
  });

  test('succeeds once when two run concurrently', async () => {
    const { token, password } = await newPlayer();
    const changes = ['birinci-parola', 'ikinci-parola'].map((next) =>
      post('/auth/changePassword', { oldPassword: password, newPassword: next, confirmPassword: next }, { token }),
    );
    const statuses = (await Promise.all(changes)).map(({ statusCode }) => statusCode);
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 400]);
  });

  test('requires a session', async () => {
    const body = { oldPassword: 'parola-1', newPassword: 'yeni-parola', confirmPassword: 'yeni-parola' };
    expect(await fetchStatus(post('/auth/changePassword', body))).toBe(401);
    expect(await fetchStatus(post('/auth/setPassword', body))).toBe(401);
  });

  test('refuses a first password if the account has one', async () => {
    const { token } = await newPlayer();
    const reply = await post(
      '/auth/setPassword',
      { newPassword: 'yeni-parola', confirmPassword: 'yeni-parola' },
      { token },
    );
    expect([reply.statusCode, reply.json<Body>()['code']]).toEqual([403, 'forbidden']);
  });
});
