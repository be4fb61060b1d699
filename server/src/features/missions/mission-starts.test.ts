import { afterAll, beforeAll, expect, test } from 'vitest';
import { addPlayer } from '#testing/fixtures.ts';
import { addMission, readMissionProgress } from '#testing/mission-fixture.ts';
import { noopLive } from '#live/noop-live.ts';
import { createTestSite, type TestSite } from '#testing/test-site.ts';
import { editMission } from './mission-editing.ts';
import { countTowardsMissions } from './missions.ts';

let site: TestSite;

beforeAll(async () => {
  site = await createTestSite();
});
afterAll(() => site.close());

const count = (playerId: number, amount: number) =>
  site.deps.db.transaction(async (tx) => {
    await tx.sql`select from wallets where player_id = ${playerId} for update`;
    await countTowardsMissions(tx, noopLive, [{ playerId, event: 'open_cases', amount }]);
  });

async function change(id: number, type: string, target: number): Promise<void> {
  const { id: actorId } = await addPlayer(site.deps.db, 'admin');
  const form = {
    title: 'Other',
    type,
    description: 'Of any kind.',
    image: '/img/mission/case-256.webp',
    reward: 9,
    target,
  };
  await editMission({ ...site.deps, live: noopLive }, { id, actorId, form, isActive: true });
}

test('starts a mission at zero for a very large number of players', async () => {
  const { db } = site.deps;
  await db.sql`
    insert into tallies (player_id, day, week, totals)
    select n, start_of_period('day', now()), start_of_period('week', now()), '{7}'
    from generate_series(1000000, 1120000) as n`;
  const mission = await addMission(db, { target: 5 });
  const [starts] = await db.sql<{ players: number; done: number }>`
    select count(*) as players, max(done) as done from mission_progress where mission_id = ${mission}`;
  expect(starts).toEqual({ players: 120_001, done: 0 });
  const { id } = await addPlayer(db);
  await count(id, 3);
  await change(mission, 'daily:open_cases', 5);
  expect(await readMissionProgress(db, mission, id)).toMatchObject({ amount: 0 });
});

test('refuses a claim in a restarted mission, consistent with its page', async () => {
  const { db } = site.deps;
  const mission = await addMission(db, { type: 'daily:open_cases', target: 1 });
  const player = await addPlayer(db);
  await count(player.id, 1);
  const claim = async () => {
    const request = { method: 'POST', url: `/user/claimMission/${mission}`, headers: player.headers } as const;
    const { reward, code } = (await site.http.inject(request)).json();
    return reward ?? code;
  };
  expect([await claim(), await claim()]).toEqual([500, 'already_claimed']);
  await change(mission, 'open_cases', 4);
  await count(player.id, 1);
  expect(await readMissionProgress(db, mission, player.id)).toMatchObject({ progress: 25, isClaimed: false });
  expect(await claim()).toBe('mission_incomplete');
});
