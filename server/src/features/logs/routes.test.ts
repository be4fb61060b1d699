import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addPlayer, type TestPlayer, creditWelcomeDiamonds } from '#testing/fixtures.ts';
import { createTicketCalls } from '#testing/ticket-calls.ts';
import { createStaffCalls, type StaffCalls } from '#testing/staff-calls.ts';
import { createTestSite, type TestSite } from '#testing/test-site.ts';
import { recordSiteEvent, recordStaffAction, type SiteEvent } from './logs.ts';

let site: TestSite;
let staffCalls: StaffCalls;

beforeAll(async () => {
  site = await createTestSite({}, { take: () => 0 });
  staffCalls = await createStaffCalls(site);
});
beforeEach(deleteEntries);
afterAll(() => site.close());

/** Changes that only the owner of the database can make. */
function deleteEntries(): Promise<void> {
  return site.deps.db.transaction(async ({ sql }) => {
    await sql`set local session_replication_role = replica`;
    await sql`delete from staff_actions`;
    await sql`delete from site_events`;
  });
}

const today = () => new Date().toISOString().slice(0, 10);

type Page = { data: string[]; pagination: { totalResults: number; resultsPerPage: number; currentPage: number } };

async function logs(query: Record<string, string> = {}, date = today()): Promise<Page> {
  const reply = await staffCalls.call('GET', `/admin/getLogs/${date}?${new URLSearchParams(query).toString()}`);
  expect(reply.statusCode).toBe(200);
  return reply.json<Page>();
}

async function fetchLines(search: string): Promise<string[]> {
  return (await logs({ search })).data;
}

/** Removes the time of day. */
const withoutTimes = (lines: readonly string[]) => lines.map((line) => line.replace(/^\d\d:\d\d:\d\d /, ''));

async function readName({ id }: TestPlayer): Promise<string> {
  const [player] = await site.deps.db.sql<{ username: string }>`select username from players where id = ${id}`;
  return `${player!.username}#${id}`;
}

function record(fields: Partial<SiteEvent> = {}): Promise<void> {
  return recordSiteEvent(site.deps.db, { playerId: null, event: 'site.test', subject: 'server', ...fields });
}

async function recordAt(createdAt: string, subject: string): Promise<void> {
  await site.deps.db.sql`
    insert into site_events (event, subject, created_at) values ('site.test', ${subject}, ${createdAt})`;
}

describe('a day', () => {
  test('shows who did what to what, why, and what changed, newest first', async () => {
    const player = await addPlayer(site.deps.db);
    const [staff, name] = [await readName(staffCalls.admin), await readName(player)];
    await creditWelcomeDiamonds(site.deps, player.id, 100);
    const item = await staffCalls.addItem({ skinName: 'Old name', itemPrice: 1_000 });
    const edited = staffCalls.itemForm({ skinName: 'New name', price: 1_200 });
    await staffCalls.call('PUT', `/admin/editItem/${item.id}`, edited);
    const adjusting = { userId: player.id, amount: 20, reason: 'a "lost" bet\nof 5 %' };
    await staffCalls.call('POST', '/admin/adjustBalance', adjusting);
    const { data, pagination } = await logs();
    expect(pagination).toEqual({ totalResults: 3, resultsPerPage: 500, currentPage: 1 });
    for (const line of data) expect(line).toMatch(/^\d\d:\d\d:\d\d \S/);
    const [adjusted, changed, added] = withoutTimes(data);
    expect(adjusted).toMatch(
      new RegExp(`^${staff} wallet\\.adjust ${name} "a \\\\"lost\\\\" bet of 5 %" \\{"balance": 100 → 120, `),
    );
    expect(adjusted).toMatch(/"adjustment": – → \d+\}$/);
    expect(changed).toContain(`${staff} item.edit item:${item.id} {`);
    expect(changed).toContain('"price": 1000 → 1200');
    expect(changed).toContain('"skinName": "Old name" → "New name"');
    expect(changed).not.toContain('weaponType');
    expect(added).toContain(`${staff} item.add item:${item.id} {`);
    expect(added).toContain('"weaponType": "Rifle"');
  });

  test('contains acts about tickets, but no text of the messages', async () => {
    const help = createTicketCalls(site);
    const [player, staff] = [await help.addPlayer(), await help.addStaff()];
    const [asker, answerer] = [await readName(player), await readName(staff)];
    const { id } = await help.createTicket(player, { title: 'A secret title', message: 'A secret question of mine.' });
    await help.send(staff, id, 'A secret answer.');
    await help.adminClose(staff, id);
    const ownTicket = await help.createTicket(player);
    await help.close(player, ownTicket.id);
    const { data } = await logs();
    expect(withoutTimes(data)).toEqual([
      `${asker} ticket.close ticket:${ownTicket.id}`,
      `${asker} ticket.open ticket:${ownTicket.id}`,
      `${answerer} ticket.close ticket:${id}`,
      `${answerer} ticket.answer ticket:${id}`,
      `${asker} ticket.open ticket:${id}`,
    ]);
  });

  test('names the player of an entry once', async () => {
    const [player, other] = [await addPlayer(site.deps.db), await addPlayer(site.deps.db)];
    await record({
      playerId: player.id,
      event: 'account.signup',
      subject: `player:${player.id}`,
      details: { by: 'x' },
    });
    await record({ playerId: player.id, subject: `player:${other.id}` });
    await record({ subject: `player:${other.id}` });
    await record({ subject: 'player:999999999999999' });
    const [name, otherName] = [await readName(player), await readName(other)];
    expect(withoutTimes((await logs()).data)).toEqual([
      'site site.test player:999999999999999',
      `site site.test ${otherName}`,
      `${name} site.test ${otherName}`,
      `${name} account.signup {"by": "x"}`,
    ]);
  });

  test('escapes each entry into one line of limited length', async () => {
    await record({ details: { text: 'one\ntwo\u2028three \u202Efour\u0085 <b>' } });
    await record({ details: { long: 'ş'.repeat(5_000) } });
    const [long, lineOfText] = (await logs()).data;
    expect(lineOfText).toMatch(
      /site site\.test server \{"text": "one\\ntwo\\u\{2028\}three \\u\{202e\}four\\u\{85\} <b>"\}$/,
    );
    expect(long).toHaveLength(1_000);
    expect(long).toMatch(/ş…$/);
  });

  test('begins and ends at midnight UTC, in any time zone of the database', async () => {
    await recordAt('2026-03-28T23:59:59.999999Z', 'before');
    await recordAt('2026-03-29T00:00:00Z', 'first');
    await recordAt('2026-03-29T23:59:59.999999Z', 'last');
    await recordAt('2026-03-30T00:00:00Z', 'after');
    expect((await logs({}, '2026-03-29')).data).toEqual([
      '23:59:59 site site.test last',
      '00:00:00 site site.test first',
    ]);
    expect((await logs({}, '2024-02-29')).data).toEqual([]);
  });

  test('has pages with exact totals, with and without a search', async () => {
    for (let at = 1; at <= 7; at += 1) await recordAt(`2026-04-01T00:00:0${at}Z`, at % 2 === 0 ? 'even' : 'odd');
    const page = async (query: Record<string, string>) => {
      const { data, pagination } = await logs(query, '2026-04-01');
      return [data.map((line) => line.slice(7, 8)).join(''), pagination.totalResults];
    };
    expect(await page({ limit: '3' })).toEqual(['765', 7]);
    expect(await page({ limit: '3', page: '3' })).toEqual(['1', 7]);
    expect(await page({ limit: '3', page: '4' })).toEqual(['', 7]);
    expect(await page({ limit: '3', search: 'odd' })).toEqual(['753', 4]);
    expect(await page({ limit: '3', page: '2', search: 'ODD' })).toEqual(['1', 4]);
    expect(await page({ limit: '3', page: '9', search: 'odd' })).toEqual(['', 4]);
    expect(await page({ search: 'nothing such' })).toEqual(['', 0]);
  });

  test('of a hundred thousand lines is counted, paged and searched in the database', { timeout: 60_000 }, async () => {
    const { sql } = site.deps.db;
    for (let from = 1; from <= 100_000; from += 20_000) {
      await sql`
        insert into site_events (event, subject, details, created_at)
        select 'site.many', 'line:' || n, '{"by": "test"}', '2026-05-01Z'::timestamptz + n * interval '0.8 seconds'
        from generate_series(${from}::int4, ${from + 19_999}::int4) as n`;
    }
    const last = await logs({ limit: '1000', page: '100' }, '2026-05-01');
    expect([last.pagination.totalResults, last.data.length]).toEqual([100_000, 1_000]);
    expect(last.data.at(-1)).toBe('00:00:00 site site.many line:1 {"by": "test"}');
    const found = await logs({ search: 'LINE:7777' }, '2026-05-01');
    expect([found.pagination.totalResults, found.data.length]).toEqual([11, 11]);
  });
});

describe('a search', () => {
  test('searches the whole line regardless of case and treats special characters literally', async () => {
    const player = await addPlayer(site.deps.db);
    await record({ playerId: player.id, event: 'account.signup', details: { rate: '5 %', note: 'a_b' } });
    await record({ details: { rate: '5 x', note: 'axb', name: 'Şık' } });
    const all = (await logs()).data;
    const [second, first] = all;
    for (const [search, found] of [
      ['', all],
      ['ACCOUNT.signup', [first]],
      [await readName(player), [first]],
      ['5 %', [first]],
      ['A_B', [first]],
      ['%', [first]],
      ['_', [first]],
      ['şık', [second]],
      ['SIK', [second]],
      [first!.slice(0, 8), all.filter((line) => line.includes(first!.slice(0, 8)))],
      ['.*', []],
      ['\\', []],
      ['(', []],
      ["' or 1=1 --", []],
    ] as const) {
      expect(await fetchLines(search)).toEqual(found);
    }
  });

  test.each([
    ['search', 'x'.repeat(101), 'Search text is too long'],
    ['search', 'a\u0000b', 'Invalid characters.'],
    ['limit', '1001', 'Invalid limit.'],
    ['page', '0', 'Invalid page.'],
  ])('refuses an invalid %s', async (name, value, sentence) => {
    const query = new URLSearchParams({ [name]: value }).toString();
    const reply = await staffCalls.call('GET', `/admin/getLogs/2026-01-01?${query}`);
    expect([reply.statusCode, reply.json().message]).toEqual([400, sentence]);
  });
});

test.each(['2026-02-30', '2025-02-29', '2026-13-01', '2026-1-1', 'today', '1999-01-01', '2026-01-01T00:00', '%00'])(
  'refuses the invalid date %s',
  async (date) => {
    const reply = await staffCalls.call('GET', `/admin/getLogs/${encodeURIComponent(date)}`);
    expect([reply.statusCode, reply.json().message]).toEqual([400, 'Invalid date.']);
  },
);

test('refuses players and visitors', async () => {
  const player = await addPlayer(site.deps.db);
  const ask = (headers: Record<string, string>) => site.http.inject({ url: `/admin/getLogs/${today()}`, headers });
  expect((await ask({})).statusCode).toBe(401);
  expect((await ask(player.headers)).statusCode).toBe(403);
  expect((await ask(staffCalls.admin.headers)).statusCode).toBe(200);
});

describe('contains no secrets:', () => {
  test('no credentials or contact data of an account', async () => {
    const [email, password, newPassword] = ['gizli.posta@karat.test', 'gizli-parola-1', 'gizli-parola-2'];
    const post = (url: string, payload: object, headers: Record<string, string> = {}) =>
      site.http.inject({ method: 'POST', url, payload, headers });
    const { token } = (await post('/auth/signup', { username: 'gizliasker', email, password })).json();
    const headers = { authorization: `Bearer ${token}` };
    await post('/auth/changePassword', { oldPassword: password, newPassword, confirmPassword: newPassword }, headers);
    await site.http.inject({ url: '/fair/getSeeds', headers });
    const { sql } = site.deps.db;
    const [player] = await sql<{ id: number; hash: string }>`
      update players set role = 'admin' where username = 'gizliasker' returning id, password_hash as hash`;
    await post('/auth/login', { username: 'gizliasker', password: newPassword });
    for (let failure = 0; failure < 6; failure += 1) {
      await post('/auth/login', { username: 'gizliasker', password: token });
    }
    await expect.poll(async () => (await fetchLines('account.lock-out')).length).toBe(1);
    const [seed] = await sql<{ sealed: Buffer }>`select sealed from seeds where player_id = ${player!.id}`;
    const text = [...(await logs()).data, JSON.stringify(await sql`select * from site_events`)].join('\n');
    for (const event of ['signup', 'password-change', 'staff-sign-in']) expect(text).toContain(`account.${event}`);
    const sealed = (['hex', 'base64', 'base64url'] as const).map((encoding) => seed!.sealed.toString(encoding));
    for (const word of [email, password, newPassword, token, player!.hash, ...sealed]) expect(text).not.toContain(word);
  });

  test.each([
    'password',
    'passwordHash',
    'sessionToken',
    'email',
    'eMail',
    'e-mail',
    'sealedSeed',
    'serverSeed',
    'rconPassword',
  ])('refuses to record a field called %s', async (name) => {
    const secret = randomBytes(16).toString('hex');
    const details = { deep: [{ [name]: secret }] };
    await expect(record({ details })).rejects.toThrow('must not be in the staff log');
    const entry = { actorId: staffCalls.admin.id, action: 'test.action', subject: 'server', before: details };
    await expect(site.deps.db.transaction((tx) => recordStaffAction(tx, entry))).rejects.toThrow(
      'must not be in the staff log',
    );
    expect((await logs()).data).toEqual([]);
  });

  test('no e-mail address that staff wrote in a reason', async () => {
    const player = await addPlayer(site.deps.db);
    const adjusting = { userId: player.id, amount: 20, reason: 'asked by ayse@mail.example' };
    await staffCalls.call('POST', '/admin/adjustBalance', adjusting);
    expect((await logs()).data[0]).toContain('"asked by [e-mail]"');
  });
});

test.each(['player:ayse', 'player', 'player:', 'Case 7', 'case:7\n', ''])(
  'refuses %j as a subject',
  async (subject) => {
    await expect(record({ subject })).rejects.toThrow('is not a valid subject');
  },
);
