import { describe, expect, test } from 'vitest';
import { createAccountFixture } from '#testing/account-fixture.ts';
import { readEmails } from '#testing/email-queue.ts';
import { readTokens } from '#testing/reset-links.ts';

const fixture = createAccountFixture();
const { post, get } = fixture;
const deps = () => fixture.site().deps;
const sql: ReturnType<typeof deps>['db']['sql'] = (strings, ...values) => deps().db.sql(strings, ...values);

async function newPlayer() {
  const player = await fixture.newPlayer();
  const id = (await deps().sessions.find(player.token))!.id;
  const [link] = await readTokens(deps(), id, 'account.verifyEmail');
  return { ...player, id, link: link! };
}
type Player = Awaited<ReturnType<typeof newPlayer>>;

const confirm = (link: string, { token }: { token?: string }) => post('/auth/confirmEmail', { token: link }, { token });
const codeOf = async (reply: ReturnType<typeof post>) => (await reply).json<{ code?: string }>().code;
const request = ({ token }: Player) => post('/auth/requestEmailVerification', {}, { token });
const readState = async ({ token }: Player) =>
  (await get('/auth/getMyEmail', { token })).json<{ data: Record<string, unknown> }>().data;
const isVerified = async (player: Player) => (await readState(player))['isVerified'];

test('signing up sends a link that confirms the address', async () => {
  const player = await newPlayer();
  const unconfirmed = { isAvailable: true, address: player.email, isVerified: false, newAddress: null };
  expect(await readState(player)).toEqual(unconfirmed);
  expect((await confirm(player.link, player)).statusCode).toBe(200);
  expect(await readState(player)).toEqual({ ...unconfirmed, isVerified: true });
  const events = await sql<{ event: string }>`select event from site_events where player_id = ${player.id}`;
  expect(events.map(({ event }) => event)).toContain('account.email-verify');
});

test('the e-mail has the language that the player chose on the page', async () => {
  const form = { username: 'dilci', email: 'dilci@karat.test', password: 'parola-1' };
  const headers = { 'x-language': 'tr', 'accept-language': 'en' };
  const { token } = (await post('/auth/signup', form, { headers })).json<{ token: string }>();
  const { id } = (await deps().sessions.find(token))!;
  expect(await readEmails(deps(), id)).toMatchObject([{ template: 'account.verifyEmail', language: 'tr' }]);
  await fixture.tokenFromLogin('dilci', 'parola-1', { headers: { 'accept-language': 'en' } });
  const [row] = await sql`select last_language as language from players where id = ${id}`;
  expect(row).toEqual({ language: 'tr' });
});

describe('a link', () => {
  test('works once', async () => {
    const player = await newPlayer();
    expect((await confirm(player.link, player)).statusCode).toBe(200);
    expect(await codeOf(confirm(player.link, player))).toBe('link_invalid');
  });

  test('that is used twenty times at once works once', async () => {
    const player = await newPlayer();
    const replies = await Promise.all(Array.from({ length: 20 }, () => confirm(player.link, player)));
    expect(replies.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    expect(replies.filter(({ statusCode }) => statusCode === 409)).toHaveLength(19);
    const events = await sql`select from site_events where player_id = ${player.id} and event = 'account.email-verify'`;
    expect(events).toHaveLength(1);
  });

  test('that is forged or has expired has no effect', async () => {
    const player = await newPlayer();
    expect(await codeOf(confirm('x'.repeat(43), player))).toBe('link_invalid');
    await sql`update email_links set expires_at = now() where player_id = ${player.id}`;
    expect(await codeOf(confirm(player.link, player))).toBe('link_invalid');
    expect(await isVerified(player)).toBe(false);
  });

  test('is valid for 24 hours', async () => {
    const { id } = await newPlayer();
    const [row] = await sql<{ hours: number }>`
      select (extract(epoch from expires_at - created_at) / 3600)::float8 as hours from email_links where player_id = ${id}`;
    expect(row).toEqual({ hours: 24 });
  });

  test('of another account has no effect, and stays valid', async () => {
    const [player, other] = [await newPlayer(), await newPlayer()];
    expect(await codeOf(confirm(player.link, other))).toBe('forbidden');
    expect(await codeOf(confirm(player.link, {}))).toBe('unauthenticated');
    expect([await isVerified(player), await isVerified(other)]).toEqual([false, false]);
    expect((await confirm(player.link, player)).statusCode).toBe(200);
  });

  test('for a new password does not confirm an address', async () => {
    const player = await newPlayer();
    await sql`update email_links set purpose = 'reset' where player_id = ${player.id}`;
    expect(await codeOf(confirm(player.link, player))).toBe('link_invalid');
    expect(await isVerified(player)).toBe(false);
  });

  test('applies an exclusion that another account stored under the confirmed address', async () => {
    const [excluded, player] = [await newPlayer(), await newPlayer()];
    expect((await confirm(excluded.link, excluded)).statusCode).toBe(200);
    const choice = { months: 6, password: excluded.password };
    const reply = await post('/user/excludeMyself', choice, { token: excluded.token });
    expect(reply.statusCode).toBe(200);
    await sql`update players set email = null, email_key = null where id = ${excluded.id}`;
    const { email } = excluded;
    await sql`update players set email = ${email}, email_key = ${email} where id = ${player.id}`;
    await sql`update email_links set email = ${email} where player_id = ${player.id}`;
    expect((await confirm(player.link, player)).statusCode).toBe(200);
    const [row] =
      await sql`select excluded_until is not null as "isExcluded" from safer_play where player_id = ${player.id}`;
    expect(row).toEqual({ isExcluded: true });
  });
});

describe('a further link', () => {
  test('can be requested five times, and all of them work', async () => {
    const player = await newPlayer();
    const statuses = [];
    for (let each = 0; each < 6; each++) statuses.push((await request(player)).statusCode);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
    const links = await readTokens(deps(), player.id, 'account.verifyEmail');
    expect(links).toHaveLength(5);
    expect((await confirm(links[1]!, player)).statusCode).toBe(200);
    expect(await codeOf(confirm(links[4]!, player))).toBe('link_invalid');
  });

  test('is not sent for a confirmed address', async () => {
    const player = await newPlayer();
    await confirm(player.link, player);
    expect((await request(player)).statusCode).toBe(200);
    expect(await readTokens(deps(), player.id, 'account.verifyEmail')).toHaveLength(1);
  });

  test('is refused without an address', async () => {
    const player = await newPlayer();
    await sql`update players set email = null, email_key = null where id = ${player.id}`;
    expect(await codeOf(request(player))).toBe('invalid');
  });
});
