import { describe, expect, test } from 'vitest';
import { createAccountFixture, findCookie } from '#testing/account-fixture.ts';
import { readEmails } from '#testing/email-queue.ts';
import { readTokens } from '#testing/reset-links.ts';
import { openSession } from './accounts.ts';

const fixture = createAccountFixture();
const { post } = fixture;
const deps = () => fixture.site().deps;
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0';

async function newPlayer() {
  const player = await fixture.newPlayer();
  return { ...player, id: (await deps().sessions.find(player.token))!.id };
}
type Player = Awaited<ReturnType<typeof newPlayer>>;

const signIn = ({ username, password }: Player, options: Parameters<typeof post>[2] = {}) =>
  post('/auth/login', { username, password }, options);
const noticesOf = async ({ id }: Player) =>
  (await readEmails(deps(), id)).filter(({ template }) => template === 'notice.newDevice');

test('a sign-in on a new device sends a notice with device, address and time', async () => {
  const player = await newPlayer();
  const headers = { 'user-agent': FIREFOX, 'accept-language': 'tr' };
  expect((await signIn(player, { headers, address: '203.0.113.7' })).statusCode).toBe(200);
  const notices = await noticesOf(player);
  expect(notices).toMatchObject([{ address: player.email, language: 'tr' }]);
  expect(notices[0]!.parameters).toMatchObject({ device: 'Firefox on Linux', address: '203.0.113.7' });
  expect(Number.isNaN(Date.parse(notices[0]!.parameters['at']!))).toBe(false);
});

test('a known device sends none, nor does the sign-up', async () => {
  const player = await newPlayer();
  const { name, value } = findCookie(player.reply, 'karat_device')!;
  expect((await signIn(player, { cookie: `${name}=${value}` })).statusCode).toBe(200);
  expect(await noticesOf(player)).toEqual([]);
});

test('a device that another account knows is new to this one', async () => {
  const [player, other] = [await newPlayer(), await newPlayer()];
  const { name, value } = findCookie(other.reply, 'karat_device')!;
  await signIn(player, { cookie: `${name}=${value}` });
  expect(await noticesOf(player)).toHaveLength(1);
});

test('a wrong password and a banned account send none', async () => {
  const player = await newPlayer();
  expect((await signIn({ ...player, password: 'yanlis-parola' })).statusCode).toBe(401);
  await deps().db.sql`update players set state = 'banned' where id = ${player.id}`;
  expect((await signIn(player)).statusCode).toBe(403);
  expect(await noticesOf(player)).toEqual([]);
});

test('a sign-in with Steam on a new device sends one too', async () => {
  const player = await newPlayer();
  const client = { device: 'Chrome on Windows', address: '203.0.113.8', deviceToken: undefined };
  await deps().db.transaction((tx) => openSession(tx, deps(), { playerId: player.id, client, by: 'steam' }));
  expect((await noticesOf(player)).map(({ parameters }) => parameters['device'])).toEqual(['Chrome on Windows']);
});

test('a changed password sends a notice, a refused change none', async () => {
  const player = await newPlayer();
  const change = (oldPassword: string) => {
    const form = { oldPassword, newPassword: 'parola-yeni', confirmPassword: 'parola-yeni' };
    return post('/auth/changePassword', form, { token: player.token });
  };
  const templates = async () => (await readEmails(deps(), player.id)).map(({ template }) => template);
  expect((await change('yanlis-parola')).statusCode).toBe(400);
  expect(await templates()).toEqual(['account.verifyEmail']);
  expect((await change(player.password)).statusCode).toBe(200);
  expect(await templates()).toEqual(['account.verifyEmail', 'account.passwordChanged']);
});

describe('a notice of a changed password or address', () => {
  const languagesOf = async ({ id }: Player, template: string) =>
    (await readEmails(deps(), id)).filter((email) => email.template === template).map(({ language }) => language);
  const headers = { 'accept-language': 'en', 'x-language': 'tr' };
  const newPassword = { newPassword: 'parola-yeni', confirmPassword: 'parola-yeni' };

  const CHANGES: readonly [path: string, template: string, prepare: (player: Player) => Promise<object>][] = [
    ['changePassword', 'account.passwordChanged', async ({ password }) => ({ oldPassword: password, ...newPassword })],
    [
      'setPassword',
      'account.passwordChanged',
      async ({ id }) => {
        await deps().db.sql`update players set password_hash = null where id = ${id}`;
        await deps().db.sql`update sessions set steam_signed_in_at = now() where player_id = ${id}`;
        return newPassword;
      },
    ],
    [
      'confirmEmail',
      'account.emailChanged',
      async ({ id, token, email, password }) => {
        await post('/auth/changeEmail', { email: `new-${email}`, password }, { token });
        return { token: (await readTokens(deps(), id, 'account.confirmNewEmail'))[0] };
      },
    ],
  ];

  test.each(CHANGES)('by %s has the language of the page', async (path, template, prepare) => {
    const player = await newPlayer();
    const form = await prepare(player);
    expect((await post(`/auth/${path}`, form, { token: player.token, headers })).statusCode).toBe(200);
    expect(await languagesOf(player, template)).toEqual(['tr']);
  });

  test.each(CHANGES)('by %s has the stored language of the player', async (path, template, prepare) => {
    const player = await newPlayer();
    await deps().db.sql`update players set last_language = 'en' where id = ${player.id}`;
    const form = await prepare(player);
    expect((await post(`/auth/${path}`, form, { token: player.token, headers })).statusCode).toBe(200);
    expect(await languagesOf(player, template)).toEqual(['en']);
  });
});
