import type { StaffRole } from '@karat/contract/staff';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readAlarms } from '#testing/alarms.ts';
import { addPlayer, type TestPlayer, type TestRole } from '#testing/fixtures.ts';
import { createTestSite, type TestSite } from '#testing/test-site.ts';

let site: TestSite;
let admin: TestPlayer;
beforeAll(async () => {
  site = await createTestSite({ DEMO: '1' });
  await site.http.ready();
});
afterAll(() => site.close());
beforeEach(async () => {
  // Of other tests: each counts its own admins.
  await site.deps.db.sql`update players set staff_role = null where staff_role is not null`;
  admin = await addPlayer(site.deps.db, 'admin');
});

async function setRole(body: object, who = admin) {
  const request = { method: 'PUT', url: '/admin/setStaffRole', headers: who.headers, payload: body } as const;
  const reply = await site.http.inject(request);
  return { status: reply.statusCode, body: reply.json<{ message: string; code?: string; data?: object }>() };
}

const giveRole = ({ id: userId }: TestPlayer, staffRole: StaffRole | null, who = admin) =>
  setRole({ userId, staffRole }, who);

async function rolesOf({ id }: TestPlayer): Promise<[role: string, staffRole: StaffRole | null]> {
  const [row] = await site.deps.db.sql<{ role: string; staffRole: StaffRole | null }>`
    select role, staff_role as "staffRole" from players where id = ${id}`;
  return [row!.role, row!.staffRole];
}

const nameOf = async ({ id }: TestPlayer) => {
  const [row] = await site.deps.db.sql<{ username: string }>`select username from players where id = ${id}`;
  return row!.username;
};

const adminCount = async () => (await site.deps.db.sql`select from players where staff_role = 'admin'`).length;

describe('a change of a role', () => {
  test.each<[TestRole, StaffRole | null, string]>([
    ['user', 'support', 'user'],
    ['user', 'admin', 'admin'],
    ['support', 'moderator', 'user'],
    ['finance', null, 'user'],
    ['admin', 'finance', 'user'],
    ['admin', null, 'user'],
  ])('from %s to %s is stored, logged, and ends all sessions', async (before, staffRole, role) => {
    const { sql } = site.deps.db;
    const holder = await addPlayer(site.deps.db, before);
    const { status, body } = await giveRole(holder, staffRole);
    expect([status, body]).toEqual([200, { message: 'Role changed.', data: { userId: holder.id, staffRole } }]);
    expect(await rolesOf(holder)).toEqual([role, staffRole]);
    expect((await site.http.inject({ url: '/auth/me', headers: holder.headers })).statusCode).toBe(401);
    const logged = await sql`
      select action, subject, before, after from staff_actions where actor_id = ${admin.id} order by id`;
    const previous = before === 'user' ? null : before;
    expect(logged).toEqual([
      {
        action: 'account.role',
        subject: `player:${holder.id}`,
        before: { staffRole: previous },
        after: { staffRole, signedOut: 1 },
      },
    ]);
    const text = `A staff role changed from ${previous ?? 'player'} to ${staffRole ?? 'player'}, by user ${admin.id}.`;
    expect(await readAlarms(sql, 'roleChanged')).toContainEqual({ subject: `player:${holder.id}`, text });
  });

  test('finds the account by its name, ignoring case', async () => {
    const holder = await addPlayer(site.deps.db);
    const username = (await nameOf(holder)).toUpperCase();
    expect((await setRole({ username, staffRole: 'support' })).status).toBe(200);
    expect(await rolesOf(holder)).toEqual(['user', 'support']);
  });

  test('to the current role has no effect and is not logged', async () => {
    const holder = await addPlayer(site.deps.db, 'support');
    expect((await giveRole(holder, 'support')).status).toBe(200);
    expect((await site.http.inject({ url: '/auth/me', headers: holder.headers })).statusCode).toBe(200);
    expect(await site.deps.db.sql`select from staff_actions where actor_id = ${admin.id}`).toEqual([]);
  });

  test.each([
    [{ staffRole: 'support' }, 'Enter a username or a user id, not both.'],
    [{ userId: 1, username: 'mira', staffRole: 'support' }, 'Enter a username or a user id, not both.'],
    [{ userId: 1, staffRole: 'owner' }, 'Invalid role.'],
    [{ userId: 1 }, 'Invalid role.'],
    [{ userId: -1, staffRole: null }, 'Invalid id.'],
  ])('is refused for the body %j', async (body, message) => {
    expect(await setRole(body)).toMatchObject({ status: 400, body: { code: 'invalid', message } });
  });

  test.each([{ userId: 999_999_999 }, { username: 'an-unknown-name' }])('is refused for %j', async (holder) => {
    const refusal = { status: 404, body: { code: 'not_found', message: 'User not found.' } };
    expect(await setRole({ ...holder, staffRole: 'support' })).toMatchObject(refusal);
  });

  test.each<TestRole>(['user', 'support', 'moderator', 'finance'])('is refused to the role %s', async (role) => {
    const caller = await addPlayer(site.deps.db, role);
    const refusal = { status: 403, body: { code: 'forbidden' } };
    expect(await giveRole(caller, 'admin', caller)).toMatchObject(refusal);
    expect(await giveRole(admin, null, caller)).toMatchObject(refusal);
    expect(await rolesOf(admin)).toEqual(['admin', 'admin']);
  });
});

describe('who cannot become staff', () => {
  const REFUSALS = [
    ['banned', 'A banned player cannot become staff.'],
    ['deleted', 'This account has been deleted by its owner.'],
    ['sandbox', 'Sandbox players cannot become staff.'],
    ['demo', 'Demo accounts are shared and cannot become staff.'],
    ['break', 'A player on a break or excluded cannot become staff.'],
    ['exclusion', 'A player on a break or excluded cannot become staff.'],
  ] as const;

  function mark(id: number, kind: (typeof REFUSALS)[number][0]) {
    const { sql } = site.deps.db;
    if (kind === 'sandbox') return sql`update players set is_sandbox = true where id = ${id}`;
    if (kind === 'demo') return sql`update players set username = 'demo', username_key = 'demo' where id = ${id}`;
    if (kind === 'break') {
      return sql`insert into safer_play (player_id, break_until) values (${id}, now() + interval '1 day')`;
    }
    if (kind === 'exclusion') {
      return sql`insert into safer_play (player_id, excluded_until) values (${id}, now() + interval '1 day')`;
    }
    if (kind === 'deleted') {
      return sql`
        update players set state = 'deleted', deleted_at = now(), username = 'deleted-' || id,
                           username_key = 'deleted-' || id
        where id = ${id}`;
    }
    return sql`update players set state = 'banned' where id = ${id}`;
  }

  test.each(REFUSALS)('an account that is marked %s', async (kind, message) => {
    const player = await addPlayer(site.deps.db);
    await mark(player.id, kind);
    expect(await giveRole(player, 'support')).toMatchObject({ status: 403, body: { code: 'forbidden', message } });
    expect(await rolesOf(player)).toEqual(['user', null]);
  });
});

describe('the last admin', () => {
  const refusal = { status: 403, body: { code: 'forbidden', message: 'The last admin cannot be demoted.' } };

  test.each<StaffRole | null>([null, 'finance'])('cannot get the role %s', async (staffRole) => {
    expect(await giveRole(admin, staffRole)).toMatchObject(refusal);
    expect(await rolesOf(admin)).toEqual(['admin', 'admin']);
  });

  test('does not count admins who cannot sign in', async () => {
    const banned = await addPlayer(site.deps.db, 'admin');
    await site.deps.db.sql`update players set state = 'banned' where id = ${banned.id}`;
    expect(await giveRole(admin, null)).toMatchObject(refusal);
  });

  test('remains when two admins demote each other at once', async () => {
    for (let round = 0; round < 10; round += 1) {
      const other = await addPlayer(site.deps.db, 'admin');
      const replies = await Promise.all([giveRole(other, null, admin), giveRole(admin, null, other)]);
      expect(replies.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1);
      expect(await adminCount()).toBe(1);
      if ((await rolesOf(other))[1] === 'admin') admin = other;
    }
  });

  test('remains when many admins demote all others at once', async () => {
    const admins = [admin, ...(await Promise.all(Array.from({ length: 4 }, () => addPlayer(site.deps.db, 'admin'))))];
    const demotions = admins.flatMap((who) =>
      admins.filter((each) => each !== who).map((each) => [each, who] as const),
    );
    const replies = await Promise.all(demotions.map(([each, who]) => giveRole(each, null, who)));
    expect(await adminCount()).toBeGreaterThanOrEqual(1);
    expect(replies.map(({ status }) => status).every((status) => [200, 401, 403].includes(status))).toBe(true);
  });
});

describe('the columns role and staff_role', () => {
  const addWith = async (columns: string) => {
    const player = await addPlayer(site.deps.db);
    const { sql } = site.deps.db;
    if (columns === 'role') await sql`update players set role = 'admin' where id = ${player.id}`;
    else await sql`update players set staff_role = 'admin' where id = ${player.id}`;
    return player;
  };

  test.each(['role', 'staff_role'])('agree when only %s is written, as by another version', async (column) => {
    const player = await addWith(column);
    expect(await rolesOf(player)).toEqual(['admin', 'admin']);
    if (column === 'role') await site.deps.db.sql`update players set role = 'user' where id = ${player.id}`;
    else await site.deps.db.sql`update players set staff_role = null where id = ${player.id}`;
    expect(await rolesOf(player)).toEqual(['user', null]);
  });

  test('keep another role of staff when the previous version writes an unchanged role', async () => {
    const player = await addPlayer(site.deps.db, 'moderator');
    await site.deps.db.sql`update players set role = 'user' where id = ${player.id}`;
    expect(await rolesOf(player)).toEqual(['user', 'moderator']);
  });

  test('refuse an unknown role', async () => {
    const { id } = await addPlayer(site.deps.db);
    const write = site.deps.db.sql`update players set staff_role = 'owner' where id = ${id}`;
    await expect(write).rejects.toThrow('players_staff_role_check');
  });
});

test('only admins sign out other staff', async () => {
  const [moderator, support] = [await addPlayer(site.deps.db, 'moderator'), await addPlayer(site.deps.db, 'support')];
  const signOut = async (who: TestPlayer) => {
    const payload = { userId: support.id, reason: 'Left the team.' };
    return site.http.inject({ method: 'POST', url: '/admin/signOutUser', headers: who.headers, payload });
  };
  expect((await signOut(moderator)).json()).toMatchObject({ message: 'Only admins may sign out staff.' });
  expect((await signOut(admin)).statusCode).toBe(200);
});

test.each<StaffRole>(['support', 'moderator', 'finance'])('%s cannot be banned or muted', async (role) => {
  const holder = await addPlayer(site.deps.db, role);
  const post = (path: string, body: object) =>
    site.http.inject({
      method: 'POST',
      url: `/admin/${path}`,
      headers: admin.headers,
      payload: { userId: holder.id, reason: 'A test.', ...body },
    });
  expect((await post('setUserState', { state: 'banned' })).json()).toMatchObject({
    message: 'Staff cannot be banned.',
  });
  expect((await post('muteUser', { minutes: 5 })).json()).toMatchObject({ message: 'Staff cannot be muted.' });
});
