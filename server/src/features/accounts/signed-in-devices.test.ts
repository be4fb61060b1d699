import { beforeAll, describe, expect, test } from 'vitest';
import { type Body, findCookie, fetchStatus, createAccountFixture } from '#testing/account-fixture.ts';

const { post, get, newPlayer, tokenFromLogin, isSignedIn: isIn } = createAccountFixture();

let player: { token: string };
beforeAll(async () => {
  player = await newPlayer();
});

describe('devices', () => {
  type Listed = { data: { id: number; device: string; address: string; isCurrent: boolean; createdAt: string }[] };

  test('are listed with a readable name and a mark on the current one', async () => {
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
    expect(await fetchStatus(post(`/auth/revokeSession/${id}`, {}, { token }))).toBe(200);
    expect([await isIn(other), await isIn(token)]).toEqual([false, true]);
    expect(await fetchStatus(post(`/auth/revokeSession/${id}`, {}, { token }))).toBe(404);
  });

  test('can be signed out including the current one, which clears the cookie', async () => {
    const { token, cookie } = await newPlayer();
    const { data } = (await get('/auth/sessions', { cookie })).json<Listed>();
    const reply = await post(`/auth/revokeSession/${data[0]!.id}`, {}, { cookie });
    expect(findCookie(reply, 'karat_session')).toMatchObject({ value: '', maxAge: 0 });
    expect(await isIn(token)).toBe(false);
  });

  test('of another player are not found and stay', async () => {
    const [mine, theirs] = [await newPlayer(), await newPlayer()];
    const { data } = (await get('/auth/sessions', { token: theirs.token })).json<Listed>();
    const reply = await post(`/auth/revokeSession/${data[0]!.id}`, {}, { token: mine.token });
    expect([reply.statusCode, reply.json<Body>()['code']]).toEqual([404, 'not_found']);
    expect(await isIn(theirs.token)).toBe(true);
  });

  test.each(['0', '-1', '1.5', 'abc', '99999999999999999999'])('refuse the id %s', async (id) => {
    expect(await fetchStatus(post(`/auth/revokeSession/${id}`, {}, { token: player.token }))).toBe(400);
  });

  test('require a session', async () => {
    expect(await fetchStatus(get('/auth/sessions'))).toBe(401);
    expect(await fetchStatus(post('/auth/revokeSession/1', {}))).toBe(401);
  });
});
