import { setTimeout as sleep } from 'node:timers/promises';
import type { FromServer } from '@karat/contract/live';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { addCase, addItem, addPlayer, type TestPlayer, creditWelcomeDiamonds } from '#testing/fixtures.ts';
import { createTestSite, PAGE, type TestSite } from '#testing/test-site.ts';
import { createDropNews, createLatestDrops } from './drops.ts';

let site: TestSite;
let player: TestPlayer;
let itemId: number;

beforeAll(async () => {
  site = await createTestSite();
  const { db } = site.deps;
  itemId = await addItem(db, { price: 50 });
  await addCase(db, { name: 'Flint', price: 100, drops: [[itemId, 10_000]] });
});
beforeEach(async () => {
  player = await addPlayer(site.deps.db);
  await creditWelcomeDiamonds(site.deps, player.id, 1_000);
});
afterAll(() => site.close());

async function get(url: string, headers: Record<string, string> = {}) {
  const reply = await site.http.inject({
    url,
    headers: { accept: 'application/json', ...player.headers, ...headers },
  });
  return { status: reply.statusCode, headers: reply.headers, text: reply.body, body: JSON.parse(reply.body) as never };
}

async function countOpenings({ id }: TestPlayer): Promise<number> {
  const [row] = await site.deps.db.sql<{ count: number }>`
    select count(*) as count from openings where player_id = ${id}`;
  return row!.count;
}

test('replies with one reward for one opening and with a list for several', async () => {
  const one = await get('/case/openCase/Flint');
  expect(one.body).toEqual({
    reward: {
      id: expect.any(Number),
      market_hash_name: 'P250 | Sand Dune (Field-Tested)',
      parentItem: itemId,
      price: 45,
    },
  });
  const { body } = await get('/case/openCase/Flint?count=5');
  const { reward, rewards } = body as { reward: { id: number }; rewards: { id: number }[] };
  expect([rewards.length, rewards[0]]).toEqual([5, reward]);
  expect(await countOpenings(player)).toBe(6);
});

test('the reply is private and not cached', async () => {
  const { headers } = await get('/case/openCase/Flint');
  expect(headers).toMatchObject({ 'cache-control': 'no-store', vary: 'Sec-Fetch-Site, Origin, Cookie' });
  expect(headers.etag).toBeUndefined();
});

test.each(['0', '6', '-1', '1.5', '1e0', ' 2', 'many', ''])('refuses a count of "%s"', async (count) => {
  const { status, body } = await get(`/case/openCase/Flint?count=${encodeURIComponent(count)}`);
  expect([status, body]).toMatchObject([400, { code: 'invalid', message: 'You can open 1 to 5 cases at once.' }]);
  expect(await countOpenings(player)).toBe(0);
});

test.each([
  ['X-Client-Entropy', 'short'],
  ['X-Client-Entropy', 'AB'.repeat(16)],
  ['Idempotency-Key', 'not a key'],
  ['Idempotency-Key', 'x'.repeat(65)],
])('refuses an invalid %s before anything changes', async (name, value) => {
  const { status } = await get('/case/openCase/Flint', { [name]: value });
  expect(status).toBe(400);
  expect(await countOpenings(player)).toBe(0);
});

test('refuses visitors, other sites, HEAD requests and typed addresses', async () => {
  const visitor = await site.http.inject({ url: '/case/openCase/Flint', headers: { accept: 'application/json' } });
  expect(visitor.statusCode).toBe(401);
  const cookie = `karat_session=${player.headers.authorization.slice('Bearer '.length)}`;
  const crossSite = { cookie, 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' };
  expect((await site.http.inject({ url: '/case/openCase/Flint', headers: crossSite })).statusCode).toBe(403);
  const head = await site.http.inject({ method: 'HEAD', url: '/case/openCase/Flint', headers: { cookie } });
  expect(head.statusCode).toBe(404);
  const typed = { cookie, 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document', accept: 'text/html' };
  expect((await site.http.inject({ url: '/case/openCase/Flint', headers: typed })).body).toBe(PAGE);
  expect(await countOpenings(player)).toBe(0);
});

test('rate-limits a player', async () => {
  const answers = await Promise.all(Array.from({ length: 230 }, () => get('/case/openCase/Nothing')));
  const statuses = Object.groupBy(answers, ({ status }) => status);
  expect(statuses[429]?.length).toBeGreaterThan(0);
  expect(statuses[429]![0]!.headers['retry-after']).toBe('1');
});

test('staff list the openings of all players, newest first', async () => {
  await get('/case/openCase/Flint');
  expect((await get('/admin/getOpenedCases')).status).toBe(403);
  const staff = await addPlayer(site.deps.db, 'admin');
  const { body } = await get('/admin/getOpenedCases?limit=1', staff.headers);
  const [row] = await site.deps.db.sql<{ total: number; username: string }>`
    select (select count(*) from openings) as total, username from players where id = ${player.id}`;
  expect(body).toMatchObject({
    data: [
      { caseName: 'Flint', openedBy: row!.username, resultItem: 'P250 | Sand Dune (Field-Tested)', casePrice: 100 },
    ],
    pagination: { totalResults: row!.total, resultsPerPage: 1, currentPage: 1 },
  });
});

test('lists a drop after its animation has ended', async () => {
  const { body } = await get('/case/openCase/Flint');
  const { id } = (body as { reward: { id: number } }).reward;

  const { handle } = ((await get(`/fair/getRoll/${id}`)).body as { data: { handle: string } }).data;
  const drop = { id, handle, caseName: 'Flint', price: 45, skinRarity: 'Consumer Grade' };

  const patient = { revealDelayMs: 60_000 };
  expect((await createLatestDrops(site.deps, patient)()).map((drop) => drop.id)).not.toContain(id);
  expect((await createLatestDrops(site.deps, { revealDelayMs: 0 })())[0]).toMatchObject(drop);
});

test('broadcasts the newest drops since the last time, after their animation has ended', async () => {
  const broadcasts: FromServer['LIVE_DROP'][] = [];
  const live = {
    ...site.deps.live,
    toAll: (_: string, payload: unknown) => void broadcasts.push(payload as FromServer['LIVE_DROP']),
  };
  const [hasty, patient] = [0, 60_000].map((revealDelayMs) =>
    createDropNews({ ...site.deps, live }, { revealDelayMs }),
  );
  const broadcastBoth = async () => {
    await hasty!();
    await patient!();
  };
  await get('/case/openCase/Flint');
  await broadcastBoth();
  expect(broadcasts).toEqual([]);
  await get('/case/openCase/Flint?count=2');
  await get('/case/openCase/Flint');
  await broadcastBoth();
  await broadcastBoth();
  expect(broadcasts.map(({ drops }) => drops.length)).toEqual([3]);
  const { drops } = broadcasts[0]!;
  expect(drops.map(({ id }) => id)).toEqual(drops.map(({ id }) => id).toSorted((a, b) => a - b));
  await site.deps.db.sql`update wallets set balance = 10000 where player_id = ${player.id}`;
  await Promise.all(Array.from({ length: 5 }, () => get('/case/openCase/Flint?count=2')));
  await broadcastBoth();
  expect(broadcasts[1]!.drops).toHaveLength(8);
});

test('broadcasts a drop once the delay has passed since it was first seen', async () => {
  const broadcasts: number[][] = [];
  const live = {
    ...site.deps.live,
    toAll: (_: string, payload: unknown) =>
      void broadcasts.push((payload as FromServer['LIVE_DROP']).drops.map(({ id }) => id)),
  };
  const revealDelayMs = 300;
  const broadcastDrops = createDropNews({ ...site.deps, live }, { revealDelayMs });
  await broadcastDrops();
  const { body } = await get('/case/openCase/Flint');
  await broadcastDrops();
  expect(broadcasts).toEqual([]);
  await sleep(revealDelayMs + 50);
  await get('/case/openCase/Flint');
  await broadcastDrops();
  expect(broadcasts.map((ids) => ids.at(-1))).toEqual([(body as { reward: { id: number } }).reward.id]);
});

test('sends the new balance to every tab after the commit', async () => {
  const payload: unknown[] = [];
  const spy = vi.spyOn(site.deps.live, 'toPlayer').mockImplementation((...args) => void payload.push(args));
  await get('/case/openCase/Flint?count=2');
  await get('/case/openCase/Nothing');
  spy.mockRestore();
  expect(payload).toEqual([[player.id, 'BALANCE_UPDATE', { balance: 800, version: 3 }]]);
});

test('exposes batch metrics', async () => {
  await get('/case/openCase/Flint');
  const { body } = await site.http.inject({ url: '/metrics' });
  expect(body).toMatch(/karat_opening_waiting_requests 0\n/);
  expect(body).toMatch(/karat_opening_batch_requests_total [1-9]/);
});
