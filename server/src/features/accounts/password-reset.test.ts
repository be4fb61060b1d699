import { describe, expect, onTestFinished, test } from 'vitest';
import { createAccountFixture } from '#testing/account-fixture.ts';
import { readEmails } from '#testing/email-queue.ts';
import { readResetTokens } from '#testing/reset-links.ts';
import { createTestSite } from '#testing/test-site.ts';
import { createLink } from './email-links.ts';
import { answerResetRequests } from './password-reset.ts';

const fixture = createAccountFixture();
const { post } = fixture;
const deps = () => fixture.site().deps;
const sql: ReturnType<typeof deps>['db']['sql'] = (strings, ...values) => deps().db.sql(strings, ...values);

async function newPlayer() {
  const player = await fixture.newPlayer();
  return { ...player, id: (await deps().sessions.find(player.token))!.id };
}
type Player = Awaited<ReturnType<typeof newPlayer>>;

const request = (email: string) => post('/auth/requestPasswordReset', { email });
const reset = (token: string, newPassword = 'parola-yeni', options = {}) =>
  post('/auth/resetPassword', { token, newPassword, confirmPassword: newPassword }, options);
const codeOf = async (reply: ReturnType<typeof reset>) => (await reply).json<{ code?: string }>().code;
const signInStatus = async ({ username }: Player, password: string) =>
  (await post('/auth/login', { username, password })).statusCode;

async function requestLink(player: Player): Promise<string> {
  expect((await request(player.email)).statusCode).toBe(200);
  return (await readResetTokens(deps(), player.id)).at(-1)!;
}

describe('a request', () => {
  test('is answered and stored the same for an account and for an unknown address', async () => {
    const player = await newPlayer();
    const replies = [await request(player.email), await request('unknown@karat.test')];
    const [known, unknown] = replies.map(({ statusCode, body, headers }) => {
      const { date: _, 'x-request-id': __, ...others } = headers;
      return { statusCode, body, headers: others };
    });
    expect(known).toEqual(unknown);
    expect(await sql`select from email_links where player_id = ${player.id} and purpose = 'reset'`).toEqual([]);
    const rows = await sql<{ emailKey: string }>`
      select email_key as "emailKey" from password_reset_requests order by id desc limit 2`;
    expect(rows.map(({ emailKey }) => emailKey)).toEqual(['unknown@karat.test', player.email]);
    expect(await readResetTokens(deps(), player.id)).toHaveLength(1);
    expect(await sql`select from password_reset_requests`).toEqual([]);
  });

  test('is throttled by address, known or not', async () => {
    const player = await newPlayer();
    for (const email of [player.email, 'throttled@karat.test']) {
      const statuses = [];
      for (let attempt = 0; attempt < 5; attempt++) statuses.push((await request(email)).statusCode);
      expect(statuses).toEqual([200, 200, 200, 429, 429]);
      expect((await request(email.toUpperCase())).statusCode).toBe(429);
    }
  });

  test('is throttled by network', async () => {
    const statuses = [];
    for (let attempt = 0; attempt < 11; attempt++) {
      const email = `network${attempt}@karat.test`;
      statuses.push((await post('/auth/requestPasswordReset', { email }, { address: '203.0.113.9' })).statusCode);
    }
    expect(statuses).toEqual([...Array(10).fill(200), 429]);
  });

  test.each([
    ['a banned player', ({ id }: Player) => sql`update players set state = 'banned' where id = ${id}`],
    ['a program', ({ id }: Player) => sql`update players set is_sandbox = true where id = ${id}`],
    [
      'staff, while visitors can read the e-mails',
      ({ id }: Player) => sql`update players set staff_role = 'support' where id = ${id}`,
    ],
  ])('of %s sends nothing', async (_, change) => {
    const player = await newPlayer();
    await change(player);
    expect((await request(player.email)).statusCode).toBe(200);
    expect(await readResetTokens(deps(), player.id)).toEqual([]);
  });

  test('of an hour ago sends nothing', async () => {
    const player = await newPlayer();
    await request(player.email);
    await sql`update password_reset_requests set created_at = now() - interval '61 minutes'`;
    expect(await readResetTokens(deps(), player.id)).toEqual([]);
  });

  test('creates at most three valid links, also when many processes answer at once', async () => {
    const player = await newPlayer();
    for (let each = 0; each < 40; each++) {
      await sql`insert into password_reset_requests (email_key) values (${player.email})`;
    }
    await Promise.all(Array.from({ length: 4 }, () => answerResetRequests(deps())));
    expect(await readResetTokens(deps(), player.id)).toHaveLength(3);
  });

  test('is refused by a site that sends no e-mails, for every address', async () => {
    const site = await createTestSite({ PLATFORM: 'steam', STEAM_API_KEY: 'x' });
    onTestFinished(() => site.close());
    const ask = (email: string) =>
      site.http.inject({ method: 'POST', url: '/auth/requestPasswordReset', payload: { email } });
    for (const email of ['a@karat.test', 'b@karat.test']) {
      expect((await ask(email)).json()).toMatchObject({ code: 'unavailable', message: 'This site sends no e-mails.' });
    }
    const settings = await site.http.inject('/auth/getEmailSettings');
    expect(settings.json()).toEqual({ data: { isAvailable: false } });
  });
});

describe('a link', () => {
  test('sets a new password, ends every session, and sends a notice', async () => {
    const player = await newPlayer();
    const other = await fixture.tokenFromLogin(player.username, player.password);
    const token = await requestLink(player);
    expect((await reset(token)).json()).toEqual({ message: 'Your password was changed. Sign in with the new one.' });
    for (const session of [player.token, other]) expect(await fixture.isSignedIn(session)).toBe(false);
    expect(await signInStatus(player, player.password)).toBe(401);
    expect(await signInStatus(player, 'parola-yeni')).toBe(200);
    const templates = (await readEmails(deps(), player.id)).map(({ template }) => template);
    expect(templates).toContain('account.passwordChanged');
  });

  test('sends the notice in the language of the page', async () => {
    const player = await newPlayer();
    const payload = { token: await requestLink(player), newPassword: 'parola-yeni', confirmPassword: 'parola-yeni' };
    const headers = { 'x-language': 'tr' };
    await fixture.site().http.inject({ method: 'POST', url: '/auth/resetPassword', payload, headers });
    const notice = (await readEmails(deps(), player.id)).at(-1);
    expect(notice).toMatchObject({ template: 'account.passwordChanged', language: 'tr' });
  });

  test('is stored as a hash only', async () => {
    const player = await newPlayer();
    const token = await requestLink(player);
    const tables =
      await sql`select email_links::text as row from email_links union all select emails::text from emails`;
    expect(JSON.stringify(tables)).not.toContain(token);
  });

  test('works once', async () => {
    const player = await newPlayer();
    const token = await requestLink(player);
    expect((await reset(token, 'parola-ilk')).statusCode).toBe(200);
    expect(await codeOf(reset(token, 'parola-iki'))).toBe('link_invalid');
    expect(await signInStatus(player, 'parola-ilk')).toBe(200);
  });

  test('that is used twenty times at once works once', async () => {
    const player = await newPlayer();
    const token = await requestLink(player);
    const passwords = Array.from({ length: 20 }, (_, index) => `parola-${index}-x`);
    const replies = await Promise.all(passwords.map((password) => reset(token, password)));
    const winners = replies.flatMap(({ statusCode }, index) => (statusCode === 200 ? [index] : []));
    expect(winners).toHaveLength(1);
    expect(await signInStatus(player, passwords[winners[0]!]!)).toBe(200);
  });

  test('ends the other links of the account', async () => {
    const player = await newPlayer();
    const [first, second] = [await requestLink(player), await requestLink(player)];
    expect((await reset(second)).statusCode).toBe(200);
    expect(await codeOf(reset(first, 'parola-eski'))).toBe('link_invalid');
  });

  test('that is forged has no effect', async () => {
    const player = await newPlayer();
    const token = await requestLink(player);
    const last = token.at(-1) === 'A' ? 'B' : 'A';
    expect(await codeOf(reset(`${token.slice(0, -1)}${last}`))).toBe('link_invalid');
    expect(await codeOf(reset('short'))).toBe('invalid');
    expect(await fixture.isSignedIn(player.token)).toBe(true);
    expect(await signInStatus(player, player.password)).toBe(200);
  });

  test('that has expired has no effect', async () => {
    const player = await newPlayer();
    const token = await requestLink(player);
    await sql`update email_links set expires_at = now() where player_id = ${player.id}`;
    expect(await codeOf(reset(token))).toBe('link_invalid');
    expect(await signInStatus(player, player.password)).toBe(200);
  });

  test('of another account has no effect in a session, and stays valid', async () => {
    const [player, other] = [await newPlayer(), await newPlayer()];
    const token = await requestLink(player);
    expect(await codeOf(reset(token, 'parola-yeni', { token: other.token }))).toBe('forbidden');
    for (const each of [player, other]) expect(await signInStatus(each, each.password)).toBe(200);
    expect((await reset(token)).statusCode).toBe(200);
    expect(await signInStatus(other, other.password)).toBe(200);
  });

  test('for another purpose has no effect', async () => {
    const { id: playerId, email, ...player } = await newPlayer();
    const link = { playerId, email, purpose: 'verify', ttlMs: 60_000 } as const;
    const token = await deps().db.transaction((tx) => createLink(tx, link));
    expect(await codeOf(reset(token))).toBe('link_invalid');
    expect(await fixture.isSignedIn(player.token)).toBe(true);
  });

  test('ends with a change of the password', async () => {
    const player = await newPlayer();
    const token = await requestLink(player);
    const form = { oldPassword: player.password, newPassword: 'parola-kendi', confirmPassword: 'parola-kendi' };
    expect((await post('/auth/changePassword', form, { token: player.token })).statusCode).toBe(200);
    expect(await codeOf(reset(token))).toBe('link_invalid');
    expect(await signInStatus(player, 'parola-kendi')).toBe(200);
  });

  test('of a player who was banned since has no effect', async () => {
    const player = await newPlayer();
    const token = await requestLink(player);
    await sql`update players set state = 'banned' where id = ${player.id}`;
    expect(await codeOf(reset(token))).toBe('link_invalid');
  });

  test('of a player who became staff since has no effect while visitors can read the e-mails', async () => {
    const player = await newPlayer();
    const token = await requestLink(player);
    await sql`update players set staff_role = 'support' where id = ${player.id}`;
    expect(await codeOf(reset(token))).toBe('link_invalid');
    expect(await signInStatus(player, player.password)).toBe(200);
  });
});
