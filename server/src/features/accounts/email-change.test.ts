import { describe, expect, test } from 'vitest';
import { createAccountFixture } from '#testing/account-fixture.ts';
import { readEmails } from '#testing/email-queue.ts';
import { readResetTokens, readTokens } from '#testing/reset-links.ts';

const fixture = createAccountFixture();
const { post, get } = fixture;
const deps = () => fixture.site().deps;
const sql: ReturnType<typeof deps>['db']['sql'] = (strings, ...values) => deps().db.sql(strings, ...values);

async function newPlayer() {
  const player = await fixture.newPlayer();
  return { ...player, id: (await deps().sessions.find(player.token))!.id };
}
type Player = Awaited<ReturnType<typeof newPlayer>>;

const change = ({ token, password }: Player, email: string, options: object = {}) =>
  post('/auth/changeEmail', { email, password, ...options }, { token });
const confirm = (link: string, { token }: Player) => post('/auth/confirmEmail', { token: link }, { token });
const codeOf = async (reply: ReturnType<typeof post>) => (await reply).json<{ code?: string }>().code;
const readState = async ({ token }: Player) =>
  (await get('/auth/getMyEmail', { token })).json<{ data: Record<string, unknown> }>().data;

async function requestChange(player: Player, email: string): Promise<string> {
  expect((await change(player, email)).statusCode).toBe(200);
  return (await readTokens(deps(), player.id, 'account.confirmNewEmail')).at(-1)!;
}

test('the address changes when its link is opened, with notices to the old address', async () => {
  const player = await newPlayer();
  const link = await requestChange(player, 'Yeni@karat.test');
  expect(await readState(player)).toMatchObject({ address: player.email, newAddress: 'Yeni@karat.test' });
  expect((await confirm(link, player)).statusCode).toBe(200);
  const state = { isAvailable: true, address: 'Yeni@karat.test', isVerified: true, newAddress: null };
  expect(await readState(player)).toEqual(state);
  const sent = (await readEmails(deps(), player.id)).map(({ template, address }) => [template, address]);
  expect(sent).toEqual([
    ['account.verifyEmail', player.email],
    ['account.confirmNewEmail', 'Yeni@karat.test'],
    ['account.emailChangeRequested', player.email],
    ['account.emailChanged', player.email],
  ]);
});

describe('a request', () => {
  test('needs the password', async () => {
    const player = await newPlayer();
    expect(await codeOf(change(player, 'baska@karat.test', { password: 'yanlis-parola' }))).toBe('wrong_password');
    expect(await codeOf(change(player, 'baska@karat.test', { password: undefined }))).toBe('wrong_password');
    expect(await readTokens(deps(), player.id, 'account.confirmNewEmail')).toEqual([]);
  });

  test('needs a recent Steam sign-in of a player without a password', async () => {
    const player = await newPlayer();
    await sql`update players set password_hash = null where id = ${player.id}`;
    expect(await codeOf(change(player, 'steam@karat.test'))).toBe('stale_sign_in');
    await sql`update sessions set steam_signed_in_at = now() where player_id = ${player.id}`;
    expect((await change(player, 'steam@karat.test')).statusCode).toBe(200);
  });

  test('for the same address is refused', async () => {
    const player = await newPlayer();
    expect(await codeOf(change(player, player.email.toUpperCase()))).toBe('invalid');
  });

  test('is answered the same for an address that another account has, which keeps it', async () => {
    const [player, owner] = [await newPlayer(), await newPlayer()];
    const [free, taken] = [await change(player, 'bos@karat.test'), await change(player, owner.email)];
    expect([taken.statusCode, taken.body]).toEqual([free.statusCode, free.body]);
    const link = (await readTokens(deps(), player.id, 'account.confirmNewEmail')).at(-1)!;
    expect(await codeOf(confirm(link, player))).toBe('taken');
    expect(await readState(player)).toMatchObject({ address: player.email });
    expect(await readState(owner)).toMatchObject({ address: owner.email });
  });

  test('ends the link of the one before', async () => {
    const player = await newPlayer();
    const [first, second] = [
      await requestChange(player, 'bir@karat.test'),
      await requestChange(player, 'iki@karat.test'),
    ];
    expect(await codeOf(confirm(first, player))).toBe('link_invalid');
    expect((await confirm(second, player)).statusCode).toBe(200);
    expect(await readState(player)).toMatchObject({ address: 'iki@karat.test' });
  });

  test('can be cancelled', async () => {
    const player = await newPlayer();
    const link = await requestChange(player, 'iptal@karat.test');
    expect((await post('/auth/cancelEmailChange', {}, { token: player.token })).statusCode).toBe(200);
    expect(await codeOf(confirm(link, player))).toBe('link_invalid');
    expect(await readState(player)).toMatchObject({ address: player.email, newAddress: null });
  });

  test('ends with a change of the password', async () => {
    const player = await newPlayer();
    const link = await requestChange(player, 'saldirgan@karat.test');
    const form = { oldPassword: player.password, newPassword: 'parola-yeni', confirmPassword: 'parola-yeni' };
    expect((await post('/auth/changePassword', form, { token: player.token })).statusCode).toBe(200);
    expect(await codeOf(confirm(link, player))).toBe('link_invalid');
  });
});

describe('a link', () => {
  test('that is used twenty times at once works once', async () => {
    const player = await newPlayer();
    const link = await requestChange(player, 'yirmi@karat.test');
    const replies = await Promise.all(Array.from({ length: 20 }, () => confirm(link, player)));
    expect(replies.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    const notices = (await readEmails(deps(), player.id)).filter(({ template }) => template === 'account.emailChanged');
    expect(notices).toHaveLength(1);
  });

  test('of another account has no effect', async () => {
    const [player, other] = [await newPlayer(), await newPlayer()];
    const link = await requestChange(player, 'benim@karat.test');
    expect(await codeOf(confirm(link, other))).toBe('forbidden');
    expect(await readState(other)).toMatchObject({ address: other.email, isVerified: false });
    expect(await readState(player)).toMatchObject({ address: player.email });
  });

  test('ends the links that were sent to the old address', async () => {
    const player = await newPlayer();
    await post('/auth/requestPasswordReset', { email: player.email });
    const [reset] = await readResetTokens(deps(), player.id);
    const link = await requestChange(player, 'eskisiz@karat.test');
    expect((await confirm(link, player)).statusCode).toBe(200);
    const form = { token: reset, newPassword: 'parola-yeni', confirmPassword: 'parola-yeni' };
    expect(await codeOf(post('/auth/resetPassword', form))).toBe('link_invalid');
  });

  test('of one address to two accounts at once goes to one of them', async () => {
    const players = [await newPlayer(), await newPlayer()] as const;
    const links = [
      await requestChange(players[0], 'ortak@karat.test'),
      await requestChange(players[1], 'ortak@karat.test'),
    ];
    const replies = await Promise.all(players.map((player, index) => confirm(links[index]!, player)));
    expect(replies.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    expect(await sql`select from players where email_key = 'ortak@karat.test'`).toHaveLength(1);
  });

  test('and a request for another address at the same time never wait for each other', async () => {
    const player = await newPlayer();
    const link = await requestChange(player, 'hizli@karat.test');
    const replies = await Promise.all([
      confirm(link, player),
      change(player, 'yavas@karat.test'),
      confirm(link, player),
    ]);
    for (const { statusCode } of replies) expect([200, 409]).toContain(statusCode);
  });
});

test('demo accounts have no address to confirm or change', async () => {
  const player = await newPlayer();
  await sql`update players set username = 'demo', username_key = 'demo' where id = ${player.id}`;
  const token = await fixture.tokenFromLogin('demo', player.password);
  expect(await codeOf(change({ ...player, token }, 'benim-demo@karat.test'))).toBe('forbidden');
});
