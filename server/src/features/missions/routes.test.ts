import type { AdminMission, Mission } from '@karat/contract/missions';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addCase, addItem, addPlayer, type TestPlayer } from '#testing/fixtures.ts';
import { addMission, letDaysPass } from '#testing/mission-fixture.ts';
import { noopLive } from '#live/noop-live.ts';
import { createStaffCalls, type StaffCalls } from '#testing/staff-calls.ts';
import { createTestSite, type TestSite } from '#testing/test-site.ts';
import { countTowardsMissions, type PlayerAction } from './missions.ts';

let site: TestSite;
let staffCalls: StaffCalls;
let player: TestPlayer;

beforeAll(async () => {
  site = await createTestSite();
  staffCalls = await createStaffCalls(site);
  const itemId = await addItem(site.deps.db);
  await addCase(site.deps.db, { name: 'Leather & Brass', price: 500, drops: [[itemId, 10_000]] });
});
beforeEach(async () => {
  await site.deps.db.sql`update missions set is_active = false, revision = revision + 1000`;
  player = await addPlayer(site.deps.db);
});
afterAll(() => site.close());

const form = (changed: Record<string, unknown> = {}) => ({
  title: 'Open ten',
  type: 'open_cases',
  description: 'Ten of any kind.',
  missionImg: 'https://pictures.example/ten.png',
  target: 10,
  reward: 500,
  ...changed,
});

const add = (changed: Record<string, unknown> = {}) => staffCalls.call('POST', '/admin/addNewMission', form(changed));
const edit = (id: number, changed: Record<string, unknown> = {}) =>
  staffCalls.call('PUT', `/admin/editMission/${id}`, form(changed));
const dataOf = (reply: Awaited<ReturnType<typeof add>>) => reply.json().data as AdminMission;

const page = async (headers: Record<string, string> = player.headers) =>
  (await site.http.inject({ url: '/user/getAllMissions', headers })).json().data as Mission[];
const findMission = async (id: number) => (await page()).find((mission) => mission.id === id);

const count = (...actions: Omit<PlayerAction, 'playerId'>[]) =>
  site.deps.db.transaction(async (tx) => {
    await tx.sql`select from wallets where player_id = ${player.id} for update`;
    await countTowardsMissions(
      tx,
      noopLive,
      actions.map((action) => ({ ...action, playerId: player.id })),
    );
  });
const claim = (id: number) =>
  site.http.inject({ method: 'POST', url: `/user/claimMission/${id}`, headers: player.headers });

describe('the missions page', () => {
  test('shows visitors the active missions without progress', async () => {
    const id = await addMission(site.deps.db, { type: 'weekly:wager', target: 5_000 });
    await count({ event: 'wager', amount: 100 });
    expect(await page({})).toEqual([
      {
        id,
        title: 'Open ten',
        type: 'weekly:wager',
        description: 'Ten of any kind.',
        image: 'http://localhost:80/img/mission/case-256.webp',
        target: 5_000,
        reward: 500,
        progress: 0,
        amount: 0,
        isClaimed: false,
        period: 'week',
        resetsAt: expect.stringMatching(/^20\d\d-\d\d-\d\dT00:00:00\.000Z$/),
      },
    ]);
  });

  test('shows when a mission restarts: at the end of the day or week, or never', async () => {
    for (const type of ['open_cases', 'daily:open_cases', 'weekly:open_cases'])
      await addMission(site.deps.db, { type });
    const [once, daily, weekly] = (await page()).map(({ resetsAt }) => resetsAt);
    const today = Date.parse(new Date().toISOString().slice(0, 10));
    expect(once).toBeNull();
    expect(Date.parse(daily!) - today).toBe(86_400_000);
    expect(new Date(weekly!).getUTCDay()).toBe(1);
    expect((Date.parse(weekly!) - today) / 86_400_000).toBeLessThanOrEqual(7);
  });

  test('lists claimable missions first, then started ones by percent, then others, and claimed ones last', async () => {
    const types: [type: string, target: number][] = [
      ['invite a friend', 1],
      ['win_duels', 10],
      ['open_cases', 1_000],
      ['sell_items', 2],
      ['bet_roulette', 4],
      ['daily:sell_items', 4],
      ['daily:open_cases', 5],
      ['weekly:sell_items', 3],
      ['open_cases', 2],
    ];
    const titles = new Map<number, string>();
    for (const [type, target] of types) {
      const title = `${type} ${target}`;
      titles.set(await addMission(site.deps.db, { type, target, title }), title);
    }
    await count({ event: 'open_cases', amount: 5 }, { event: 'sell_items', amount: 3 });
    const idOf = (title: string) => [...titles].find(([, each]) => each === title)![0];
    await claim(idOf('weekly:sell_items 3'));
    const listed = (await page()).map(({ title, progress, isClaimed }) => [title, progress, isClaimed]);
    expect(listed).toEqual([
      ['sell_items 2', 100, false],
      ['daily:open_cases 5', 100, false],
      ['open_cases 2', 100, false],
      ['daily:sell_items 4', 75, false],
      ['open_cases 1000', 0, false],
      ['invite a friend 1', 0, false],
      ['win_duels 10', 0, false],
      ['bet_roulette 4', 0, false],
      ['weekly:sell_items 3', 100, true],
    ]);
    expect((await page()).map(({ id }) => id)).toEqual((await page()).map(({ id }) => id));
  });

  test('shows more than 99 percent only for reached targets', async () => {
    const id = await addMission(site.deps.db, { type: 'wager', target: 10_000 });
    await count({ event: 'wager', amount: 9_999 });
    expect(await findMission(id)).toMatchObject({ progress: 99, amount: 9_999 });
    await count({ event: 'wager', amount: 5 });
    expect(await findMission(id)).toMatchObject({ progress: 100, amount: 10_000 });
  });

  test('keeps an inactive mission while a reward of it is unclaimed', async () => {
    const id = await addMission(site.deps.db, { target: 1 });
    await count({ event: 'open_cases', amount: 1 });
    await edit(id, { target: 1, isActive: false });
    expect(await findMission(id)).toMatchObject({ progress: 100, isClaimed: false });
    expect(await page({})).toEqual([]);
    await claim(id);
    expect(await findMission(id)).toBeUndefined();
  });
});

describe('staff', () => {
  test.each([
    ['GET', '/admin/getAllMissions'],
    ['POST', '/admin/addNewMission'],
    ['PUT', '/admin/editMission/1'],
  ] as const)('alone may %s %s', async (method, url) => {
    expect((await staffCalls.call(method, url, form(), player)).statusCode).toBe(403);
    expect((await site.http.inject({ method, url })).statusCode).toBe(401);
  });

  test('add a mission, which appears on the page and in the log', async () => {
    const reply = await add({ type: 'weekly:open_case:Leather & Brass' });
    expect([reply.statusCode, reply.json().message]).toEqual([200, 'Mission added successfully']);
    const { id, ...added } = dataOf(reply);
    expect(added).toEqual({
      title: 'Open ten',
      type: 'weekly:open_case:Leather & Brass',
      description: 'Ten of any kind.',
      image: 'https://pictures.example/ten.png',
      missionImg: 'https://pictures.example/ten.png',
      target: 10,
      reward: 500,
      isActive: true,
      isCounted: true,
      claims: 0,
    });
    expect(await findMission(id)).toMatchObject({ title: 'Open ten', period: 'week', progress: 0 });
    const recorded = await site.deps.db
      .sql`select actor_id, action, after from staff_actions where subject = ${`mission:${id}`}`;
    expect(recorded).toEqual([
      {
        actor_id: staffCalls.admin.id,
        action: 'mission.add',
        after: expect.objectContaining({ title: 'Open ten', reward: 500 }),
      },
    ]);
  });

  test('edit a mission, and the log keeps its previous state', async () => {
    const { id } = dataOf(await add());
    const reply = await edit(id, { title: 'Open five', target: 4.6, reward: 0.2 });
    expect([reply.statusCode, reply.json().message]).toEqual([200, 'MIssion updated successfully!']);
    expect(dataOf(reply)).toMatchObject({ id, title: 'Open five', target: 5, reward: 1, isActive: true });
    expect(await findMission(id)).toMatchObject({ title: 'Open five', target: 5, reward: 1 });
    const [recordedEdit] = await site.deps.db.sql`
      select before ->> 'title' as before, after ->> 'title' as after, after ->> 'isActive' as "isActive"
      from staff_actions where subject = ${`mission:${id}`} and action = 'mission.edit'`;
    expect(recordedEdit).toEqual({ before: 'Open ten', after: 'Open five', isActive: 'true' });
  });

  test('cannot edit an unknown mission', async () => {
    const reply = await edit(999_999);
    expect([reply.statusCode, reply.json().message]).toEqual([404, 'Mission not found.']);
  });

  test('list all missions, newest first, with the number of claims', async () => {
    const ids = [dataOf(await add({ target: 1 })).id, dataOf(await add({ type: 'invite a friend' })).id];
    await edit(ids[1]!, { type: 'invite a friend', isActive: false });
    await count({ event: 'open_cases', amount: 1 });
    await claim(ids[0]!);
    const { data, pagination } = (await staffCalls.call('GET', '/admin/getAllMissions?limit=2')).json();
    expect(
      (data as AdminMission[]).map(({ id, claims, isActive, isCounted }) => [id, claims, isActive, isCounted]),
    ).toEqual([
      [ids[1], 0, false, false],
      [ids[0], 1, true, true],
    ]);
    const [{ total }] = (await site.deps.db.sql`select count(*) as total from missions`) as [{ total: number }];
    expect(pagination).toEqual({ totalResults: total, resultsPerPage: 2, currentPage: 1 });
  });

  test("send the site's pictures by full URL, which are stored as paths", async () => {
    const missionImg = 'http://localhost:80/img/mission/coin-256.webp';
    const { id, image } = dataOf(await add({ missionImg }));
    expect(image).toBe(missionImg);
    expect(await site.deps.db.sql`select image from missions where id = ${id}`).toEqual([
      { image: '/img/mission/coin-256.webp' },
    ]);
  });

  const every: [field: string, value: unknown, message: string][] = [
    ['title', undefined, 'Mission title is required'],
    ['title', '  ', 'Mission title is required'],
    ['title', 7, 'Mission title is required'],
    ['title', 'x'.repeat(81), 'At most 80 characters'],
    ['title', 'a\u0000b', 'Invalid characters.'],
    ['type', undefined, 'Mission type is required'],
    ['type', '', 'Mission type is required'],
    ['type', 'x'.repeat(101), 'At most 100 characters'],
    ['description', undefined, 'Mission description is required'],
    ['description', ' ', 'Mission description is required'],
    ['description', 'x'.repeat(301), 'At most 300 characters'],
    ['missionImg', undefined, 'Image URL is required'],
    ['missionImg', '', 'Image URL is required'],
    ['missionImg', 'ten.png', 'Enter a valid image URL'],
    ['missionImg', 'javascript:alert(1).png', 'Enter a valid image URL'],
    ['missionImg', 'https://pictures.example/ten', 'Must be an image URL'],
    ['target', undefined, 'Target must be a number'],
    ['target', '10', 'Target must be a number'],
    ['target', null, 'Target must be a number'],
    ['target', 0, 'Target must be greater than 0'],
    ['target', -1, 'Target must be greater than 0'],
    ['target', 1_000_000_001, 'Target is too high'],
    ['reward', undefined, 'Reward must be a number'],
    ['reward', true, 'Reward must be a number'],
    ['reward', 0, 'Reward must be greater than 0'],
    ['reward', 1_000_000_001, 'Price is too high'],
  ];
  test.each(every)('are refused with the invalid field: %s %j', async (field, value, message) => {
    for (const reply of [await add({ [field]: value }), await edit(1, { [field]: value })]) {
      expect([reply.statusCode, reply.json().message]).toEqual([400, message]);
    }
  });

  test.each([['open_case:No such case'], ['invite a friend'], ['OPEN_CASES'], ['daily:']])(
    'may use any type, and %s counts nothing',
    async (type) => {
      const { id, isCounted } = dataOf(await add({ type }));
      expect(isCounted).toBe(false);
      await count({ event: 'open_cases', amount: 50, caseId: 1 });
      expect(await findMission(id)).toMatchObject({ type, progress: 0, amount: 0, period: 'once', resetsAt: null });
    },
  );

  test('add many missions in parallel without losing one', async () => {
    const replies = await Promise.all(Array.from({ length: 15 }, (_, index) => add({ title: `Mission ${index}` })));
    expect(replies.map(({ statusCode }) => statusCode)).toEqual(Array(15).fill(200));
    expect(await page()).toHaveLength(15);
  });
});

describe('a mission with another type', () => {
  test.each([
    ['open_cases', 'daily:open_cases'],
    ['open_cases', 'wager'],
    ['weekly:wager', 'weekly:open_cases'],
  ])('restarts: %s to %s', async (from, to) => {
    const { id } = dataOf(await add({ type: from, target: 1_000_000 }));
    await count({ event: 'open_cases', amount: 3, wagered: 300 });
    await edit(id, { type: to, target: 1_000_000 });
    expect(await findMission(id)).toMatchObject({ amount: 0 });
    await count({ event: 'open_cases', amount: 2, wagered: 200 });
    expect(await findMission(id)).toMatchObject({ amount: to.includes('wager') ? 200 : 2 });
  });

  test('keeps counting if the type is unchanged, even after its case was renamed', async () => {
    const itemId = await addItem(site.deps.db, { skinName: 'Renamed' });
    await addCase(site.deps.db, { name: 'Before', price: 500, drops: [[itemId, 10_000]] });
    const [box] = await site.deps.db.sql<{ id: number }>`select id from cases where name = 'Before'`;
    const { id } = dataOf(await add({ type: 'open_case:Before' }));
    await count({ event: 'open_cases', amount: 3, caseId: box!.id });
    await site.deps.db.sql`update cases set name = 'After' where id = ${box!.id}`;
    expect(dataOf(await edit(id, { type: 'open_case:Before', reward: 900 })).isCounted).toBe(true);
    await count({ event: 'open_cases', amount: 1, caseId: box!.id });
    expect(await findMission(id)).toMatchObject({ amount: 4, reward: 900 });
  });

  test('counts after its case exists and staff saved it again', async () => {
    const { id } = dataOf(await add({ type: 'open_case:Soon' }));
    const itemId = await addItem(site.deps.db, { skinName: 'Soon' });
    await addCase(site.deps.db, { name: 'Soon', price: 500, drops: [[itemId, 10_000]] });
    expect(dataOf(await edit(id, { type: 'open_case:Soon' })).isCounted).toBe(true);
  });

  test('keeps rewards that were reached under the old type', async () => {
    const { id } = dataOf(await add({ type: 'daily:open_cases', target: 1, reward: 70 }));
    await count({ event: 'open_cases', amount: 1 });
    await letDaysPass(site.deps.db, 1);
    await edit(id, { type: 'daily:sell_items', target: 1, reward: 5 });
    expect((await claim(id)).json()).toEqual({ message: 'Reward claimed.', reward: 70 });
    expect(await findMission(id)).toMatchObject({ progress: 0, isClaimed: false });
  });
});
