import type { UserInfo } from '@karat/contract/users';
import { beforeEach, describe, expect, test } from 'vitest';
import { replaceRecoveryCodes } from '#features/factors/factors.ts';
import { createAccountFixture } from '#testing/account-fixture.ts';
import { readEmails } from '#testing/email-queue.ts';
import { addPlayer, type TestPlayer } from '#testing/fixtures.ts';
import { addPasskey, freshCode, turnOnApp } from '#testing/second-factor.ts';
import { removeSecondFactor } from './second-factors.ts';

const fixture = createAccountFixture();
const deps = () => fixture.site().deps;

const PASSWORD = 'parola-1';

let admin: TestPlayer;
beforeEach(async () => {
  admin = await addPlayer(deps().db, 'admin');
});

async function newPlayer() {
  const { username, email, token } = await fixture.newPlayer(PASSWORD);
  return { id: (await deps().sessions.find(token))!.id, username, email, token };
}

async function turnOn(playerId: number): Promise<string> {
  const secret = await turnOnApp(deps(), playerId);
  await deps().db.transaction((tx) => replaceRecoveryCodes(tx.sql, playerId));
  return secret;
}

/** A player with an app, ten recovery codes and two passkeys. */
async function newOwner() {
  const player = await newPlayer();
  const secret = await turnOn(player.id);
  await addPasskey(deps(), player.id);
  await addPasskey(deps(), player.id);
  return { ...player, secret };
}

async function remove(userId: number, { who = admin, ...body }: { who?: TestPlayer; reason?: string } = {}) {
  const reply = await fixture.site().http.inject({
    method: 'POST',
    url: '/admin/removeSecondFactor',
    headers: who.headers,
    payload: { userId, reason: 'Lost the phone.', ...body },
  });
  return { status: reply.statusCode, body: reply.json<{ message: string; code?: string }>() };
}

async function askStaff<Data>(path: string): Promise<Data> {
  const { headers } = admin;
  return (await fixture.site().http.inject({ url: `/admin/${path}`, headers })).json<{ data: Data }>().data;
}

const hasSecondFactor = async (id: number) =>
  (await askStaff<{ userInfo: UserInfo }>(`getUserInfoById/${id}`)).userInfo.hasSecondFactor;

const readActions = (id: number) => deps().db.sql`
  select action, actor_id as "actorId", reason, before, after from staff_actions where subject = ${`player:${id}`} order by id`;

const noticesOf = async (id: number) =>
  (await readEmails(deps(), id)).filter(({ template }) => template === 'notice.factorChanged');

const login = ({ username }: { username: string }) => fixture.post('/auth/login', { username, password: PASSWORD });

describe('removing the second factor of a player', () => {
  test('removes app, recovery codes and passkeys, ends all sessions, and the password alone signs in', async () => {
    const owner = await newOwner();
    expect((await login(owner)).json()).toMatchObject({ code: 'second_factor_required' });
    expect(await hasSecondFactor(owner.id)).toBe(true);
    expect(await remove(owner.id)).toEqual({
      status: 200,
      body: { message: 'Second factor removed.', data: { userId: owner.id, sessions: 1 } },
    });
    const rows = await deps().db.sql`
      select player_id from totp_secrets where player_id = ${owner.id}
      union all select player_id from recovery_codes where player_id = ${owner.id}
      union all select player_id from passkeys where player_id = ${owner.id}`;
    expect(rows).toEqual([]);
    expect(await fixture.isSignedIn(owner.token)).toBe(false);
    expect((await login(owner)).statusCode).toBe(200);
    expect(await hasSecondFactor(owner.id)).toBe(false);
  });

  test('is in the staff log and in the activity of the player', async () => {
    const { id } = await newOwner();
    await remove(id);
    expect(await readActions(id)).toEqual([
      {
        action: 'account.remove-factors',
        actorId: admin.id,
        reason: 'Lost the phone.',
        before: { app: true, recoveryCodes: 10, passkeys: 2 },
        after: { app: false, recoveryCodes: 0, passkeys: 0, signedOut: 1 },
      },
    ]);
    expect(await askStaff(`getUserActivity/${id}?kinds=staff`)).toMatchObject([
      { source: 'staff', action: 'account.remove-factors', reason: 'Lost the phone.', actor: { id: admin.id } },
    ]);
  });

  test('sends the player an e-mail in their language, without the device of staff', async () => {
    const { id, email } = await newOwner();
    await deps().db.sql`update players set last_language = 'tr' where id = ${id}`;
    await remove(id);
    expect(await noticesOf(id)).toMatchObject([
      { address: email, language: 'tr', parameters: { change: 'removed-by-staff', client: null } },
    ]);
  });

  test('removes the passkeys of a player without an app', async () => {
    const { id } = await newPlayer();
    await addPasskey(deps(), id);
    expect(await hasSecondFactor(id)).toBe(true);
    expect((await remove(id)).status).toBe(200);
    expect(await hasSecondFactor(id)).toBe(false);
    expect(await readActions(id)).toMatchObject([{ before: { app: false, recoveryCodes: 0, passkeys: 1 } }]);
  });

  test('ends a sign-in that waits for the code', async () => {
    const owner = await newOwner();
    const { challenge } = (await login(owner)).json<{ challenge: string }>();
    await remove(owner.id);
    const code = await freshCode(deps(), owner.secret, owner.id);
    const reply = await fixture.post('/auth/confirmSignIn', { challenge, code });
    expect(reply.json()).toMatchObject({ code: 'stale_sign_in' });
  });

  test('works on other staff', async () => {
    const other = await addPlayer(deps().db, 'admin');
    await turnOn(other.id);
    expect((await remove(other.id)).status).toBe(200);
    expect(await hasSecondFactor(other.id)).toBe(false);
  });

  test('happens once under parallel requests', async () => {
    const { id } = await newOwner();
    const replies = await Promise.all(Array.from({ length: 20 }, () => remove(id)));
    expect(replies.map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect([await readActions(id), await noticesOf(id)].map((each) => each.length)).toEqual([1, 1]);
  });

  test('leaves none when the owner replaces the codes or turns the app off at the same time', async () => {
    for (let round = 0; round < 10; round += 1) {
      const owner = await newOwner();
      const code = await freshCode(deps(), owner.secret, owner.id);
      const path = round % 2 === 0 ? 'replaceRecoveryCodes' : 'turnOffSecondFactor';
      const [removed] = await Promise.all([
        remove(owner.id),
        fixture.post(`/auth/${path}`, { code }, { token: owner.token }),
      ]);
      expect(removed.status).toBe(200);
      expect(await deps().db.sql`select from recovery_codes where player_id = ${owner.id}`).toEqual([]);
      expect(await hasSecondFactor(owner.id)).toBe(false);
    }
  });
});

describe('removing a second factor is refused', () => {
  test('for the own account', async () => {
    await turnOn(admin.id);
    const message = 'Use the security page for your own two-step sign-in.';
    expect(await remove(admin.id)).toMatchObject({ status: 403, body: { code: 'forbidden', message } });
    expect(await hasSecondFactor(admin.id)).toBe(true);
  });

  test('for an unknown and for a deleted account', async () => {
    expect(await remove(4_040_404)).toMatchObject({ status: 404, body: { message: 'User not found.' } });
    const { id } = await addPlayer(deps().db);
    await deps().db.sql`
      update players set state = 'deleted', deleted_at = now(), username = 'deleted-' || id, username_key = 'deleted-' || id
      where id = ${id}`;
    const message = 'This account has been deleted by its owner.';
    expect(await remove(id)).toMatchObject({ status: 403, body: { code: 'forbidden', message } });
  });

  test('without a reason', async () => {
    const { id } = await newOwner();
    expect(await remove(id, { reason: ' ' })).toMatchObject({ status: 400, body: { message: 'Reason is required.' } });
    expect(await hasSecondFactor(id)).toBe(true);
  });

  test.each(['user', 'support', 'moderator', 'finance'] as const)('to the role %s', async (role) => {
    const { id } = await newOwner();
    const who = await addPlayer(deps().db, role);
    expect(await remove(id, { who })).toMatchObject({ status: 403, body: { code: 'forbidden' } });
    expect(await hasSecondFactor(id)).toBe(true);
  });

  test('to an admin who was demoted after the session was read', async () => {
    const { id } = await newOwner();
    const demoted = await addPlayer(deps().db, 'finance');
    const removal = removeSecondFactor(deps(), { playerId: id, actorId: demoted.id, reason: 'Too late.' });
    await expect(removal).rejects.toMatchObject({ code: 'forbidden' });
    expect(await hasSecondFactor(id)).toBe(true);
  });
});

test('an account without a second factor keeps its sessions, and nothing is logged or sent', async () => {
  const { id, token } = await newPlayer();
  // An app that was set up but not confirmed does not count.
  await turnOn(id);
  await deps().db.sql`update totp_secrets set confirmed_at = null where player_id = ${id}`;
  expect(await hasSecondFactor(id)).toBe(false);
  expect(await remove(id)).toMatchObject({ status: 200, body: { data: { sessions: 0 } } });
  expect(await fixture.isSignedIn(token)).toBe(true);
  expect([await readActions(id), await noticesOf(id)]).toEqual([[], []]);
});
