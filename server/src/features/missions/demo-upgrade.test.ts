import { afterEach, beforeEach, expect, test } from 'vitest';
import { noopLive } from '#live/noop-live.ts';
import { addCase, addItem, addPlayer, findBreaches, type TestPlayer } from '#testing/fixtures.ts';
import { readMissionProgress } from '#testing/mission-fixture.ts';
import { createTestSite, type TestSite } from '#testing/test-site.ts';
import { ensureDemoMissions } from './demo-missions.ts';
import { EARLIER_MISSIONS } from './demo-upgrade.ts';
import { createMission } from './mission-editing.ts';
import { countTowardsMissions, type PlayerAction } from './missions.ts';

let site: TestSite;

/** A site with the missions that 1.0.0 added. */
beforeEach(async () => {
  site = await createTestSite();
  const { db } = site.deps;
  const itemId = await addItem(db, { price: 100 });
  for (const [name, price] of [
    ['Hive', 2_200],
    ['Night Market', 6_000],
  ] as const)
    await addCase(db, { name, price, drops: [[itemId, 10_000]] });
  await db.transaction(async (tx) => {
    for (const mission of EARLIER_MISSIONS) await createMission(tx, mission, { demoTitle: mission.title });
  });
});
afterEach(() => site.close());

const start = () => ensureDemoMissions(site.deps);

const count = ({ id: playerId }: TestPlayer, ...actions: Omit<PlayerAction, 'playerId'>[]) =>
  site.deps.db.transaction(async (tx) => {
    await tx.sql`select from wallets where player_id = ${playerId} for update`;
    await countTowardsMissions(
      tx,
      noopLive,
      actions.map((action) => ({ playerId, ...action })),
    );
  });

type Row = { id: number; title: string; target: number; reward: number; isActive: boolean };
const readMissions = () => site.deps.db.sql<Row>`
  select id, title, target, reward, is_active as "isActive" from missions order by id`;
const activeTitles = async () => (await readMissions()).filter(({ isActive }) => isActive).map(({ title }) => title);
const idOf = async (title: string) => (await readMissions()).find((mission) => mission.title === title)!.id;
const claim = async ({ headers }: TestPlayer, id: number) => {
  const reply = await site.http.inject({ method: 'POST', url: `/user/claimMission/${id}`, headers });
  const { reward, code } = reply.json<{ reward?: number; code?: string }>();
  return reward ?? code;
};

const NEW_TITLES = [
  'First Cut',
  'Daily Haul',
  'Daily Stake',
  'Full Tray',
  'Night Shift',
  'High Stakes',
  'First Sale',
  'First Spin',
  'Open for Business',
  'First Duel',
  'First Blood',
  'Honey Run',
];

test('replaces the missions of 1.0.0 once, though two processes start together', async () => {
  await Promise.all([start(), start()]);
  expect(await activeTitles()).toEqual(NEW_TITLES);
  const first = await readMissions();
  await start();
  expect(await readMissions()).toEqual(first);
  const edits = await site.deps.db.sql`
    select distinct action, actor_id, reason from staff_actions where action like 'mission.%'`;
  expect(edits).toEqual([{ action: 'mission.edit', actor_id: null, reason: 'The demo has new missions.' }]);
});

test('continues progress in the successor of a mission', async () => {
  const player = await addPlayer(site.deps.db);
  const [haul, sale] = [await idOf('Five a Day'), await idOf('Letting Go')];
  await count(player, { event: 'open_cases', amount: 3 }, { event: 'sell_items', amount: 4 });
  await start();
  expect(await idOf('Daily Haul')).toBe(haul);
  expect(await readMissionProgress(site.deps.db, haul, player.id)).toMatchObject({ amount: 3, progress: 10 });
  // 4 of 25 items were sold; now one is enough.
  expect(await readMissionProgress(site.deps.db, sale, player.id)).toMatchObject({ progress: 100, isClaimed: false });
  expect(await claim(player, sale)).toBe(500);
});

test('pays a reward that was due as promised, and a claimed one not again', async () => {
  const [due, paid] = [await addPlayer(site.deps.db), await addPlayer(site.deps.db)];
  const first = await idOf('First Cut');
  for (const player of [due, paid]) await count(player, { event: 'open_cases', amount: 1 });
  expect(await claim(paid, first)).toBe(250);
  await start();
  expect([await claim(due, first), await claim(paid, first)]).toEqual([250, 'already_claimed']);
  expect(await findBreaches(site.deps.db)).toEqual([]);
});

test('keeps a mission without a successor while a player is in the middle of it', async () => {
  const player = await addPlayer(site.deps.db);
  await count(player, { event: 'bet_roulette', amount: 10, wagered: 10 });
  await start();
  expect((await activeTitles()).toSorted()).toEqual([...NEW_TITLES, 'Round and Round', 'The Long Game'].toSorted());
  const bets = await idOf('Round and Round');
  expect(await readMissionProgress(site.deps.db, bets, player.id)).toMatchObject({ amount: 10 });
  await count(player, { event: 'bet_roulette', amount: 40, wagered: 999_990 });
  await start();
  expect(await activeTitles()).toEqual(NEW_TITLES);
  // Off the page for others, but its reward can still be claimed.
  expect(await claim(player, bets)).toBe(1_000);
});

test.each([
  { title: 'Six a Day', reward: 100, isActive: true },
  { title: 'Five a Day', reward: 120, isActive: true },
  { title: 'Five a Day', reward: 100, isActive: false },
])('keeps a mission that staff changed to %j, and adds no successor beside it', async (changed) => {
  const id = await idOf('Five a Day');
  const { title, reward, isActive } = changed;
  await site.deps.db.sql`
    update missions set title = ${title}, reward = ${reward}, is_active = ${isActive} where id = ${id}`;
  await start();
  const missions = await readMissions();
  expect(missions.find((mission) => mission.id === id)).toMatchObject(changed);
  expect(missions.map((mission) => mission.title)).not.toContain('Daily Haul');
});

test('does not touch missions of staff', async () => {
  const own = { ...EARLIER_MISSIONS[0]!, description: 'Made by staff.' };
  const { id } = await site.deps.db.transaction((tx) => createMission(tx, own));
  const before = (await readMissions()).find((mission) => mission.id === id);
  await start();
  expect((await readMissions()).find((mission) => mission.id === id)).toEqual(before);
});
