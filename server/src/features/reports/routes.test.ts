import type { Alert } from '@karat/contract/reports';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addItem, addPlayer, addToInventory, type TestPlayer, creditWelcomeDiamonds } from '#testing/fixtures.ts';
import { createTestSite, type TestSite } from '#testing/test-site.ts';
import { readAlerts } from './alerts.ts';
import { readReport } from './reports.ts';

let site: TestSite;
let admin: TestPlayer;
let player: TestPlayer;

beforeAll(async () => {
  site = await createTestSite();
  admin = await addPlayer(site.deps.db, 'admin');
  player = await addPlayer(site.deps.db);
  await creditWelcomeDiamonds(site.deps, player.id, 5_000);
});
afterAll(() => site.close());

const get = (url: string, who: TestPlayer | undefined = admin) =>
  site.http.inject({ method: 'GET', url, ...(who && { headers: who.headers }) });
const today = () => new Date().toISOString().slice(0, 10);
const range = () => `?from=${today()}&to=${today()}`;

test.each([
  '/admin/getReport',
  '/admin/getReturns',
  '/admin/getAlerts',
  '/admin/downloadReport',
  '/admin/verifyStaffLog',
])('%s is for staff', async (path) => {
  expect((await get(path + range(), player)).statusCode).toBe(403);
  expect((await site.http.inject({ method: 'GET', url: path + range() })).statusCode).toBe(401);
  expect((await get(path + range())).statusCode).toBe(200);
});

test.each(['', '?from=2026-01-02&to=2026-01-01', '?from=2026-02-30&to=2026-03-01', '?from=2020-01-01&to=2026-01-01'])(
  'refuses a range such as "%s"',
  async (query) => {
    for (const path of ['/admin/getReport', '/admin/getReturns', '/admin/downloadReport']) {
      const reply = await get(path + query);
      expect([reply.statusCode, reply.json().message]).toEqual([400, expect.stringMatching(/^Invalid/)]);
    }
  },
);

test.each(['figure=all', 'figure=cases&players=people', 'figure=cases&cursor=1', 'figure=cases&from=2020-01-01'])(
  'refuses rows of "%s"',
  async (query) => {
    const search = new URLSearchParams({
      from: today(),
      to: today(),
      ...Object.fromEntries(new URLSearchParams(query)),
    });
    const reply = await get(`/admin/getReportRows?${search.toString()}`);
    expect([reply.statusCode, reply.json().message]).toEqual([400, expect.stringMatching(/^Invalid/)]);
  },
);

test('rows of a report are for staff', async () => {
  const url = `/admin/getReportRows${range()}&figure=promo`;
  expect((await get(url, player)).statusCode).toBe(403);
  expect((await get(url)).json()).toMatchObject({
    data: [{ type: 'WELCOME', account: 'house:promo', player: { id: player.id }, amount: -5_000 }],
    next: null,
    sum: -5_000,
    count: 1,
  });
});

test('a report has every day and the liability', async () => {
  const itemId = await addItem(site.deps.db, { skinName: 'Owned' });
  await addToInventory(site.deps.db, { playerId: player.id, itemId, price: 700 });
  await addToInventory(site.deps.db, { playerId: player.id, itemId, price: 300, state: 'SOLD' });
  const from = new Date(Date.now() - 3 * 86_400_000).toISOString().slice(0, 10);
  const { data } = (await get(`/admin/getReport?from=${from}&to=${today()}`)).json();
  expect(data.days.map(({ date }: { date: string }) => date)).toHaveLength(4);
  expect(data.totals).toMatchObject({ promo: -5_000, profit: -5_000, deposits: 0, withdrawals: 0 });
  expect(data.liability).toMatchObject({ balances: 5_000, skins: 700, stakes: 0, buyOrders: 0 });
});

test("liability counts skins at today's price, which a withdrawal costs", async () => {
  const { sql } = site.deps.db;
  const liability = async () => (await readReport(site.deps, { from: today(), to: today(), players: 'all' })).liability;
  const before = await liability();
  const itemId = await addItem(site.deps.db, { skinName: 'Dearer', price: 1_000 });
  for (const state of ['OWNED', 'LISTED', 'WITHDRAWING', 'SOLD', 'WITHDRAWN'] as const) {
    await addToInventory(site.deps.db, { playerId: player.id, itemId, price: 900, state });
  }
  await sql`update items set price = 1500, min_price = 1500, quick_sell_price = 1350 where id = ${itemId}`;
  const after = await liability();
  expect([after.skins - before.skins, after.skinsWithdrawn - before.skinsWithdrawn]).toEqual([2_700, 4_500]);
  expect(after.total - before.total).toBe(4_500);
  expect(after.total).toBe(after.balances + after.skinsWithdrawn + after.stakes);
});

test("the profit of all days equals the house's total in the public books", async () => {
  const { data: books } = (await site.http.inject({ method: 'GET', url: '/fair/getBooks' })).json();
  const from = new Date(Date.now() - 300 * 86_400_000).toISOString().slice(0, 10);
  const { data } = (await get(`/admin/getReport?from=${from}&to=${today()}`)).json();
  const houseTotal = books.totals.find(({ kind }: { kind: string }) => kind === 'house').total;
  expect([data.totals.profit, houseTotal]).toEqual([-5_000, -5_000]);
});

test('downloads a report as a file with a row per day', async () => {
  const reply = await get(`/admin/downloadReport${range()}`);
  expect(reply.headers['content-type']).toBe('text/csv; charset=utf-8');
  expect(reply.headers['content-disposition']).toBe(`attachment; filename="karat-report-${today()}-${today()}.csv"`);
  const [head, line] = reply.body.split('\r\n');
  expect(head).toBe(
    '\uFEFFdate,cases,roulette,duels,market,missions,promo,losses,profit,deposits,reversals,withdrawals,adjustments,movements,sandbox,skins,net',
  );
  // Three skins that the player holds became 500 dearer in a test above.
  expect(line).toBe(`${today()},0,0,0,0,0,-5000,0,-5000,0,0,0,0,1,0,-1500,-6500`);
});

test('verifies the hash chain of the staff log', async () => {
  expect((await get('/admin/verifyStaffLog')).json()).toEqual({
    data: { total: 0, brokenIds: [] },
    at: expect.any(String),
  });
  await site.http.inject({
    method: 'POST',
    url: '/admin/adjustBalance',
    headers: admin.headers,
    payload: { userId: player.id, amount: 5, reason: 'for the log' },
  });
  const { sql } = site.deps.db;
  expect((await get('/admin/verifyStaffLog')).json()).toMatchObject({ data: { total: 1, brokenIds: [] } });
  await sql`alter table staff_actions disable trigger all`;
  const [action] = await sql<{ id: number }>`update staff_actions set reason = 'another' returning id`;
  expect((await get('/admin/verifyStaffLog')).json()).toMatchObject({ data: { total: 1, brokenIds: [action!.id] } });
  await sql`update staff_actions set reason = 'for the log'`;
  await sql`alter table staff_actions enable trigger all`;
});

const alertsNow = async (): Promise<Alert[]> => (await readAlerts(site.deps)).data;
const kindsNow = async () => (await alertsNow()).map(({ kind }) => kind);

test('has no alerts on a new site', async () => {
  expect(await alertsNow()).toEqual([]);
});

test('lists what waits for staff, most urgent first', async () => {
  const { sql } = site.deps.db;
  const itemId = await addItem(site.deps.db, { skinName: 'Jumped' });
  await sql`insert into held_prices (item_id, fresh_price) values (${itemId}, 9000)`;
  await sql`
    insert into adjustment_requests (player_id, amount, reason, requested_by) values (${player.id}, 9000, 'why', ${admin.id})`;
  await sql`insert into ledger_halts (reason) values ('I3 is broken')`;
  await sql`update players set flagged_at = now() where id = ${player.id}`;
  const alerts = await alertsNow();
  expect(alerts.map(({ kind }) => kind)).toEqual(['halt', 'adjustments', 'flagged', 'price_jumps']);
  expect(alerts[0]).toMatchObject({ level: 'danger', subject: 'I3 is broken', link: '/admin/logs' });
  expect(alerts[1]).toMatchObject({ count: 1, link: '/admin/adjustments' });
  expect(alerts[2]).toMatchObject({ count: 1, link: '/admin/trades', users: [{ id: player.id }] });
  await sql`update ledger_halts set ended_at = now()`;
  await sql`update adjustment_requests set state = 'withdrawn', decided_by = requested_by, decided_at = now()`;
  await sql`update players set flagged_at = null`;
  await sql`delete from held_prices`;
  expect(await kindsNow()).toEqual([]);
});

test('links a breach, an odds warning and a paused case to their pages', async () => {
  const { sql } = site.deps.db;
  await sql`insert into ledger_audits (kind, checked_to, violations, took_ms) values ('full', 0, 3, 1)`;
  await sql`
    insert into cases (name, image, price, version_id, paused_at, paused_reason)
    values ('Night 100%', '/img/case/x.webp', 100, 0, now(), 'edge')`;
  await sql`
    insert into notifications (player_id, icon, title, message, key, parameters)
    values (${admin.id}, 'warning', 'Unlikely drops', '', 'odds.unlikely',
            '{"caseName": "Night 100%", "version": 1}')`;
  expect((await alertsNow()).map(({ kind, link, subject, count }) => [kind, link, subject, count])).toEqual([
    ['breaches', '/admin/logs', '', 3],
    ['odds', '/case/Night%20100%25/odds', 'Night 100%', 1],
    ['paused_cases', '/admin/cases', 'Night 100%', 1],
  ]);
  await sql`insert into ledger_audits (kind, checked_to, violations, took_ms) values ('recent', 0, 0, 1)`;
  await sql`delete from notifications`;
  await sql`update cases set paused_at = null`;
  expect(await kindsNow()).toEqual([]);
});

test('names the accounts of one address, but not the address', async () => {
  const { sql } = site.deps.db;
  const players = [];
  for (let each = 0; each < 5; each++) players.push(await addPlayer(site.deps.db));
  const ids = players.map(({ id }) => id);
  await sql`update sessions set address = '203.0.113.9' where player_id = any(${ids.slice(1)}::int8[])`;
  expect(await kindsNow()).toEqual([]);
  await sql`update sessions set address = '203.0.113.9' where player_id = any(${ids}::int8[])`;
  const [shared] = await alertsNow();
  expect(shared).toMatchObject({ kind: 'address', count: 5, users: ids.map((id) => ({ id })) });
  expect(JSON.stringify(shared)).not.toContain('203.0.113.9');
  await sql`update sessions set last_seen_at = now() - interval '8 days' where address = '203.0.113.9'`;
  expect(await kindsNow()).toEqual([]);
});

test.each([
  ['IPv6 addresses of one /64', (host: number) => `2001:db8:1:2::${host}`],
  ['an IPv4 address in two spellings', (host: number) => (host % 2 === 0 ? '203.0.113.77' : '::ffff:203.0.113.77')],
])('groups the accounts of %s', async (_, addressOf) => {
  const { sql } = site.deps.db;
  const ids = [];
  for (let each = 0; each < 5; each++) {
    const { id } = await addPlayer(site.deps.db);
    ids.push(id);
    await sql`update sessions set address = ${addressOf(each)} where player_id = ${id}`;
  }
  expect(await alertsNow()).toMatchObject([{ kind: 'address', count: 5, users: ids.map((id) => ({ id })) }]);
  await sql`update sessions set address = ${`no address: ${ids[0]!}`} where player_id = ${ids[0]!}`;
  expect(await kindsNow()).toEqual([]);
  await sql`delete from sessions where player_id = any(${ids}::int8[])`;
});

test('shows a listing at five times its value', async () => {
  const { db } = site.deps;
  const itemId = await addItem(db, { skinName: 'Dear', price: 1_000 });
  const list = async (price: number) => {
    const inventoryId = await addToInventory(db, { playerId: player.id, itemId, state: 'LISTED' });
    await db.sql`
      insert into listings (seller_id, inventory_id, item_id, price)
      values (${player.id}, ${inventoryId}, ${itemId}, ${price})`;
  };
  await list(4_999);
  expect(await kindsNow()).toEqual([]);
  await list(5_000);
  const [overpriced] = await alertsNow();
  expect(overpriced).toMatchObject({
    kind: 'listing',
    subject: 'P250 | Dear (Field-Tested)',
    price: { asked: 5_000, reference: 1_000 },
    users: [{ id: player.id }],
  });
  await db.sql`update players set is_sandbox = true where id = ${player.id}`;
  expect(await kindsNow()).toEqual([]);
  await db.sql`update players set is_sandbox = false where id = ${player.id}`;
  await db.sql`update listings set state = 'CANCELLED', closed_at = now()`;
});

test('shows players who meet repeatedly in rooms, the loser first', async () => {
  const { sql } = site.deps.db;
  const [one, two] = [await addPlayer(site.deps.db), await addPlayer(site.deps.db)];
  const play = async (winner: 'team1' | 'team2') => {
    const [room] = await sql<{ id: number }>`
      insert into rooms (map, player_count, server_location, ticket_price, owner_id, state, seed_hash, sealed_seed, seed,
                         winner, ended_at)
      values ('awp_lego', '1v1', 'istanbul', 100, ${one.id}, 'MATCH_FINISHED', '', '', '', ${winner}, now())
      returning id`;
    await sql`
      insert into room_seats (room_id, player_id, team, position, stake, is_active, payout)
      values (${room!.id}, ${one.id}, 'team1', 1, 100, false, ${winner === 'team1' ? 190 : 0}),
             (${room!.id}, ${two.id}, 'team2', 1, 100, false, ${winner === 'team2' ? 190 : 0})`;
  };
  for (const winner of ['team1', 'team1', 'team2', 'team1'] as const) await play(winner);
  expect(await kindsNow()).toEqual([]);
  await play('team1');
  expect(await kindsNow()).toEqual(['pair']);
  // A player who wins sometimes is playing; one who nearly always loses is handing something over.
  await play('team2');
  expect(await kindsNow()).toEqual([]);
  for (const winner of ['team1', 'team1', 'team1', 'team1'] as const) await play(winner);
  const [pair] = await alertsNow();
  expect(pair).toMatchObject({
    kind: 'pair',
    users: [{ id: two.id }, { id: one.id }],
    play: { game: 'rooms', games: 10, staked: 800, returned: 200 },
  });
  await sql`update players set is_sandbox = true where id = ${two.id}`;
  expect(await kindsNow()).toEqual([]);
});

test('counts nothing as owed to sandbox players, and has a column for what they lost', async () => {
  const { sql } = site.deps.db;
  const read = () => readReport(site.deps, { from: today(), to: today(), players: 'all' });
  const before = await read();
  const program = await addPlayer(site.deps.db);
  await creditWelcomeDiamonds(site.deps, program.id, 700);
  const itemId = await addItem(site.deps.db, { skinName: 'Of a program' });
  await addToInventory(site.deps.db, { playerId: program.id, itemId });
  await sql`update players set is_sandbox = true where id = ${program.id}`;
  const after = await read();
  expect(after.liability).toEqual(before.liability);
  expect(after.totals.sandbox - before.totals.sandbox).toBe(-700);
  expect(after.totals.promo - before.totals.promo).toBe(-700);
});
