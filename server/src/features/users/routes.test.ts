import type { Pagination } from '@karat/contract/pagination';
import type { User, UserInfo } from '@karat/contract/users';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addPlayer, type TestPlayer, creditWelcomeDiamonds } from '#testing/fixtures.ts';
import { createTestSite, type TestSite } from '#testing/test-site.ts';

type Listed = { data: User[]; pagination: Pagination };

let site: TestSite;
let admin: TestPlayer;
/** Oldest first: Işıl has an e-mail and 500 diamonds, rich has 9.000, poor has nothing. */
const users: Record<'isil' | 'rich' | 'poor', number> = { isil: 0, rich: 0, poor: 0 };

async function addUser(username: string, key: string, email: string | null): Promise<number> {
  const { db } = site.deps;
  const { id } = await addPlayer(db);
  await db.sql`
    update players set username = ${username}, username_key = ${key}, email = ${email},
           email_key = ${email?.toLowerCase() ?? null}, password_hash = 'a secret hash'
    where id = ${id}`;
  return id;
}

beforeAll(async () => {
  site = await createTestSite();
  admin = await addPlayer(site.deps.db, 'admin');
  users.isil = await addUser('Işıl', 'işil', 'Isil@Karat.test');
  users.rich = await addUser('rich_one', 'rich_one', null);
  users.poor = await addUser('poor_one', 'poor_one', null);
  await creditWelcomeDiamonds(site.deps, users.isil, 500);
  await creditWelcomeDiamonds(site.deps, users.rich, 9_000);
});
afterAll(() => site.close());

const ask = (path: string, headers: Record<string, string> = admin.headers) =>
  site.http.inject({ url: `/admin/${path}`, headers });

async function list(call: string): Promise<Listed> {
  const reply = await ask(call);
  expect(reply.statusCode).toBe(200);
  return reply.json<Listed>();
}

const ids = ({ data }: Listed) => data.map(({ id }) => id);

describe('all accounts', () => {
  test('are listed newest first, ten a page', async () => {
    const listed = await list('getAllUsers');
    expect(ids(listed)).toEqual([users.poor, users.rich, users.isil, admin.id]);
    expect(listed.pagination).toEqual({ totalResults: 4, resultsPerPage: 10, currentPage: 1 });
    expect(listed.data[2]).toEqual({
      id: users.isil,
      username: 'Işıl',
      email: 'Isil@Karat.test',
      avatar: expect.stringMatching(/^http.*\/img\/avatar\//) as string,
      role: 'user',
      isAdmin: false,
      staffRole: null,
      balance: 500,
      state: 'active',
      isSandbox: false,
      createdAt: expect.stringMatching(/^\d{4}-.*Z$/) as string,
    });
    expect(listed.data[3]).toMatchObject({ role: 'admin', isAdmin: true, email: null });
  });

  test('are listed richest first, equal balances by age', async () => {
    expect(ids(await list('getAllUsersByBalance'))).toEqual([users.rich, users.isil, admin.id, users.poor]);
  });

  test.each(['getAllUsers', 'getAllUsersByBalance'])('of %s are paginated', async (call) => {
    const whole = ids(await list(call));
    const pages = [await list(`${call}?limit=3`), await list(`${call}?limit=3&page=2`)];
    expect(pages.flatMap(ids)).toEqual(whole);
    expect(pages[1]!.pagination).toEqual({ totalResults: 4, resultsPerPage: 3, currentPage: 2 });
    expect((await list(`${call}?page=9`)).data).toEqual([]);
    expect((await ask(`${call}?page=0`)).json().message).toBe('Invalid page.');
  });
});

describe('finding an account', () => {
  test.each([
    ['username=rich_one', 'rich'],
    ['username=RICH_ONE', 'rich'],
    ['username=%20rich_one%20', 'rich'],
    [`username=${encodeURIComponent('IŞIL')}`, 'isil'],
    ['email=isil@karat.test', 'isil'],
    ['email=ISIL@KARAT.TEST', 'isil'],
    ['username=poor_one&email=', 'poor'],
  ] as const)('by %s finds one', async (query, who) => {
    const reply = await ask(`getUserByUsername?${query}`);
    expect([reply.statusCode, reply.json<{ data: User }>().data.id]).toEqual([200, users[who]]);
    expect(reply.body).not.toContain('hash');
  });

  test.each([
    ['username=rich', 404, 'User not found.'],
    ['username=isil%40karat.test', 404, 'User not found.'],
    ['email=rich_one', 404, 'User not found.'],
    ['', 400, 'Enter a username or an e-mail address, not both.'],
    ['username=&email=%20', 400, 'Enter a username or an e-mail address, not both.'],
    ['username=rich_one&email=isil@karat.test', 400, 'Enter a username or an e-mail address, not both.'],
    [`username=${'x'.repeat(255)}`, 400, 'Search text is too long'],
    ['username=%00', 400, 'Invalid characters.'],
  ])('by "%s" answers %d', async (query, status, message) => {
    const reply = await ask(`getUserByUsername?${query}`);
    expect([reply.statusCode, reply.json().message]).toEqual([status, message]);
  });
});

describe('searching accounts', () => {
  beforeAll(() => site.deps.db.sql`update players set steam_id = '76561199000000021' where id = ${users.poor}`);

  test.each([
    ['rich', ['rich']],
    ['RICH_ONE', ['rich']],
    ['one', []],
    ['rich%', []],
    ['rich.', []],
    ['IŞI', ['isil']],
    ['Isil@KARAT', ['isil']],
    ['76561199000000021', ['poor']],
    ['7656119900000002', []],
    ['99999999999999999999', []],
    ["'; --", []],
  ] as const)('"%s" are %j', async (search, found) => {
    const listed = await list(`getAllUsers?search=${encodeURIComponent(search)}`);
    expect(ids(listed)).toEqual(found.map((who) => users[who]));
    expect(listed.pagination).toEqual({ totalResults: found.length, resultsPerPage: 10, currentPage: 1 });
  });

  test('finds them by id', async () => {
    expect(ids(await list(`getAllUsers?search=${users.rich}`))).toContain(users.rich);
  });

  test('lists the exact name first, then by name, page by page', async () => {
    const [third, first, second] = [
      await addUser('zoe_y', 'zoe_y', null),
      await addUser('zoe', 'zoe', null),
      await addUser('zoe_a', 'zoe_a', null),
    ];
    expect(ids(await list('getAllUsers?search=%20ZOE%20'))).toEqual([first, second, third]);
    const last = await list('getAllUsers?search=zoe&limit=2&page=2');
    expect([ids(last), last.pagination.totalResults]).toEqual([[third], 3]);
    expect((await ask(`getAllUsers?search=${'x'.repeat(255)}`)).json().message).toBe('Search text is too long');
    await site.deps.db
      .sql`update players set username_key = 'was:' || id where id = any(${[first, second, third]}::int8[])`;
  });

  test('uses indexes', async () => {
    await site.deps.db.transaction(async (tx) => {
      await tx.sql`set local enable_seqscan = off`;
      const plan = await tx.sql<{ 'QUERY PLAN': string }>`
        explain select id from players where username_key ~>=~ ${'a'} and username_key ~<~ (${'a'} || chr(1114111))`;
      expect(JSON.stringify(plan)).toContain('players_username_prefix');
    });
  });
});

describe('one account', () => {
  test('is described completely, without secrets', async () => {
    const { db } = site.deps;
    await db.sql`
      insert into chat_mutes (player_id, muted_until) values (${users.isil}, '2099-01-01T00:00:00Z')
      on conflict do nothing`;
    await db.sql`
      insert into safer_play (player_id, break_until, excluded_until)
      values (${users.isil}, '2099-01-02T00:00:00Z', now() - interval '1 day')`;
    await db.sql`
      update players set flagged_at = '2026-01-03T00:00:00Z', steam_id = '76561199000000077', elo = 2600
      where id = ${users.isil}`;
    const reply = await ask(`getUserInfoById/${users.isil}`);
    expect(reply.statusCode).toBe(200);
    const time = expect.stringMatching(/^\d{4}-.*Z$/) as string;
    expect(reply.json<{ data: { userInfo: UserInfo } }>().data.userInfo).toEqual({
      id: users.isil,
      username: 'Işıl',
      email: 'Isil@Karat.test',
      avatar: expect.any(String) as string,
      role: 'user',
      isAdmin: false,
      staffRole: null,
      balance: 500,
      state: 'active',
      isSandbox: false,
      createdAt: time,
      steamId: '76561199000000077',
      elo: 2_600,
      level: 4,
      lastSeenAt: time,
      isOnline: false,
      sessions: 1,
      hasSecondFactor: false,
      ban: null,
      mutedUntil: '2099-01-01T00:00:00.000Z',
      flaggedAt: '2026-01-03T00:00:00.000Z',
      flaggedFor: null,
      breakUntil: '2099-01-02T00:00:00.000Z',
      excludedUntil: null,
      storedExclusionUntil: null,
      ageConfirmedAt: time,
    });
    expect(reply.body).not.toMatch(/hash|password/i);
  });

  test('has its ledger, newest first', async () => {
    const reply = await ask(`getTransactionsByUserId/${users.rich}`);
    const { data, pagination } = reply.json();
    expect([reply.statusCode, data]).toMatchObject([
      200,
      { transactions: [{ userId: users.rich, transactionType: 'WELCOME', oldBalance: 0, newBalance: 9_000 }] },
    ]);
    expect(pagination).toEqual({ totalResults: 1, resultsPerPage: 10, currentPage: 1 });
  });

  test.each(['getUserInfoById', 'getTransactionsByUserId', 'getBetsByUserId'])(
    'is not found by %s if unknown',
    async (call) => {
      const missing = await ask(`${call}/4040404`);
      expect([missing.statusCode, missing.json().message]).toEqual([404, 'User not found.']);
      const wrong = await ask(`${call}/x`);
      expect([wrong.statusCode, wrong.json().message]).toEqual([400, 'Invalid id.']);
    },
  );
});

test.each([
  ['GET', 'getAllUsers'],
  ['GET', 'getAllUsersByBalance'],
  ['GET', 'getUserByUsername?username=rich_one'],
  ['GET', 'getUserInfoById/1'],
  ['GET', 'getTransactionsByUserId/1'],
  ['GET', 'getBetsByUserId/1'],
  ['POST', 'setUserState'],
  ['POST', 'signOutUser'],
  ['POST', 'removeSecondFactor'],
  ['POST', 'releaseExclusion'],
] as const)('%s /admin/%s is for staff', async (method, path) => {
  const body = { userId: users.poor, state: 'banned', reason: 'Because I can.', role: 'admin', isAdmin: true };
  const call = (headers: Record<string, string>) =>
    site.http.inject({ method, url: `/admin/${path}`, headers, ...(method === 'POST' && { payload: body }) });
  const visitor = await call({});
  expect([visitor.statusCode, visitor.json().code]).toEqual([401, 'unauthenticated']);
  const player = await call((await addPlayer(site.deps.db)).headers);
  expect([player.statusCode, player.json().code]).toEqual([403, 'forbidden']);
});
