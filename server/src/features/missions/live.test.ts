import type { FromServer } from '@karat/contract/live';
import type { Mission } from '@karat/contract/missions';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { createSeeds } from '#features/fairness/fairness.ts';
import {
  addCase,
  addItem,
  addPlayer,
  findBreaches,
  type TestPlayer,
  creditWelcomeDiamonds,
} from '#testing/fixtures.ts';
import { addMission } from '#testing/mission-fixture.ts';
import { createStaffCalls, type StaffCalls } from '#testing/staff-calls.ts';
import { openTab, type Tab } from '#testing/tab.ts';
import { createTestSite, type TestSite } from '#testing/test-site.ts';

let site: TestSite;
let port: number;
let staffCalls: StaffCalls;
let player: TestPlayer;
const tabs: Tab[] = [];

beforeAll(async () => {
  // No rate limits: this tests what happens to accepted requests.
  site = await createTestSite({}, { take: () => 0 });
  port = await site.listen();
  staffCalls = await createStaffCalls(site);
  const itemId = await addItem(site.deps.db, { price: 10 });
  for (const name of ['Plain', 'Other']) {
    await addCase(site.deps.db, { name, price: 100, drops: [[itemId, 10_000]] });
  }
});
beforeEach(async () => {
  await site.deps.db.sql`update missions set is_active = false, revision = revision + 1000`;
  player = await newPlayer();
});
afterEach(() => tabs.splice(0).forEach((tab) => tab.close()));
afterAll(() => site.close());

async function newPlayer(): Promise<TestPlayer> {
  const added = await addPlayer(site.deps.db);
  await creditWelcomeDiamonds(site.deps, added.id, 100_000);
  await createSeeds(site.deps).ensure(added.id);
  return added;
}

async function visit(who: TestPlayer): Promise<Tab> {
  const tab = openTab(port, { token: who.headers.authorization.slice('Bearer '.length) });
  tabs.push(tab);
  await tab.connected();
  return tab;
}

async function call(address: string, { method = 'GET', who = player, key = '' } = {}) {
  const keyed: Record<string, string> = key === '' ? {} : { 'idempotency-key': key };
  const reply = await fetch(`${site.origin()}${address}`, { method, headers: { ...who.headers, ...keyed } });
  return { status: reply.status, body: (await reply.json()) as { data: Mission[]; reward: { id: number } } };
}
const page = async (who = player) => (await call('/user/getAllMissions', { who })).body.data;

/** Merges an event into the list like the page does: progress is replaced and the order is taken over. */
function merged(missions: readonly Mission[], { data }: FromServer['MISSION_PROGRESS']): Mission[] {
  const byId = new Map(missions.map((mission) => [mission.id, mission]));
  return data.map((progress) => ({ ...byId.get(progress.id)!, ...progress }));
}

test('an old list and the events equal a fresh list', async () => {
  await addMission(site.deps.db, { title: 'One', target: 1 });
  await addMission(site.deps.db, { title: 'Daily', type: 'daily:wager', target: 250 });
  await addMission(site.deps.db, { title: 'Named', type: 'weekly:open_case:Other', target: 2 });
  await addMission(site.deps.db, { title: 'Sales', type: 'sell_items', target: 2 });
  const [tab, second] = [await visit(player), await visit(player)];
  let missions = await page();
  const changes = [
    () => call('/case/openCase/Plain'),
    () => call('/case/openCase/Other?count=2'),
    async () => {
      const { reward } = (await call('/case/openCase/Plain')).body;
      await tab.next('MISSION_PROGRESS');
      await second.next('MISSION_PROGRESS');
      return call(`/user/quickSellItem/${reward.id}`);
    },
    () => call(`/user/claimMission/${missions.find(({ title }) => title === 'One')!.id}`, { method: 'POST' }),
    () => call(`/user/claimMission/${missions.find(({ title }) => title === 'Named')!.id}`, { method: 'POST' }),
  ];
  for (const change of changes) {
    expect((await change()).status).toBe(200);
    const news = await tab.next('MISSION_PROGRESS');
    expect(await second.next('MISSION_PROGRESS')).toEqual(news);
    missions = merged(missions, news);
    expect(missions).toEqual(await page());
  }
  expect(missions.map(({ title, progress, isClaimed }) => [title, progress, isClaimed])).toEqual([
    ['Daily', 100, false],
    ['Sales', 50, false],
    ['One', 100, true],
    ['Named', 100, true],
  ]);
});

test('sends a completion as a notification, to its player only', async () => {
  await addMission(site.deps.db, { title: 'First', target: 1, reward: 2_500 });
  const [tab, others] = [await visit(player), await visit(await newPlayer())];
  await others.next('NOTIFICATION');
  await call('/case/openCase/Plain');
  const { data } = await tab.next('ADD_NOTIFICATION');
  expect(data).toMatchObject({
    icon: 'mission',
    title: 'Mission completed',
    message: '“First” is done. 2.500 diamonds are waiting to be claimed.',
    isRead: false,
  });
  await tab.next('MISSION_PROGRESS');
  expect([others.receivedCount('MISSION_PROGRESS'), others.receivedCount('ADD_NOTIFICATION')]).toEqual([0, 0]);
});

test('a refused request sends no events', async () => {
  const id = await addMission(site.deps.db);
  const tab = await visit(player);
  await tab.next('NOTIFICATION');
  expect((await call(`/user/claimMission/${id}`, { method: 'POST' })).status).toBe(409);
  expect((await call('/case/openCase/Nothing')).status).toBe(404);
  await call('/case/openCase/Plain');
  expect((await tab.next('MISSION_PROGRESS')).data).toEqual([{ id, progress: 10, amount: 1, isClaimed: false }]);
  expect(tab.receivedCount('MISSION_PROGRESS')).toBe(0);
});

test('notifies every tab when staff add or change a mission', async () => {
  const [tab, visitor] = [await visit(player), openTab(port)];
  tabs.push(visitor);
  await visitor.connected();
  const form = {
    title: 'New',
    type: 'open_cases',
    description: 'Open some.',
    missionImg: 'https://pictures.example/new.png',
    target: 3,
    reward: 10,
  };
  const { id } = (await staffCalls.call('POST', '/admin/addNewMission', form)).json().data as Mission;
  expect([await tab.next('MISSIONS_CHANGED'), await visitor.next('MISSIONS_CHANGED')]).toEqual([{}, {}]);
  await staffCalls.call('PUT', `/admin/editMission/${id}`, { ...form, isActive: false });
  await tab.next('MISSIONS_CHANGED');
  await visitor.next('MISSIONS_CHANGED');
  expect((await staffCalls.call('PUT', `/admin/editMission/${id}`, { ...form, target: 0 })).statusCode).toBe(400);
  expect(tab.receivedCount('MISSIONS_CHANGED')).toBe(0);
});

test('counts a thousand openings by twenty players over HTTP exactly once, repeats included', async () => {
  const target = 1_000_000;
  const [cases, named, wager] = [
    await addMission(site.deps.db, { target }),
    await addMission(site.deps.db, { target, type: 'daily:open_case:Other' }),
    await addMission(site.deps.db, { target, type: 'weekly:wager' }),
  ];
  const players = await Promise.all(Array.from({ length: 20 }, newPlayer));
  const rounds = Array.from({ length: 50 }, (_, round) => round);
  await Promise.all(
    players.map(async (who, index) => {
      for (const round of rounds) {
        const address = `/case/openCase/${round % 5 < index % 5 ? 'Other' : 'Plain'}`;
        const requests = Array.from({ length: round % 10 === 0 ? 3 : 1 }, () =>
          call(address, { who, key: `press-${round}` }),
        );
        for (const { status } of await Promise.all(requests)) expect(status).toBe(200);
      }
    }),
  );
  let total = 0;
  for (const [index, who] of players.entries()) {
    const byId = new Map((await page(who)).map(({ id, amount }) => [id, amount]));
    expect([byId.get(cases), byId.get(named), byId.get(wager)]).toEqual([50, 10 * (index % 5), 50 * 100]);
    total += byId.get(cases)!;
  }
  expect(total).toBe(1_000);
  expect(await findBreaches(site.deps.db)).toEqual([]);
});
