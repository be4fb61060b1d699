import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readWallet } from '#features/wallet/wallet.ts';
import { addPlayer, findBreaches, type TestPlayer } from '#testing/fixtures.ts';
import { addMission, letDaysPass, readMissionProgress } from '#testing/mission-fixture.ts';
import { noopLive } from '#live/noop-live.ts';
import { createTestSite, type TestSite } from '#testing/test-site.ts';
import { countTowardsMissions } from './missions.ts';

let site: TestSite;
let player: TestPlayer;

beforeAll(async () => {
  site = await createTestSite({}, { take: () => 0 });
});
beforeEach(async () => {
  player = await addPlayer(site.deps.db);
});
afterAll(() => site.close());

/** Counts for the player without a game. */
const count = (amount: number) =>
  site.deps.db.transaction(async (tx) => {
    await tx.sql`select from wallets where player_id = ${player.id} for update`;
    await countTowardsMissions(tx, noopLive, [{ playerId: player.id, event: 'open_cases', amount }]);
  });

const claim = (missionId: number | string, key?: string) =>
  site.http.inject({
    method: 'POST',
    url: `/user/claimMission/${missionId}`,
    headers: { ...player.headers, ...(key === undefined ? {} : { 'idempotency-key': key }) },
  });

const outcome = (reply: Awaited<ReturnType<typeof claim>>) => {
  const { message, code, reward } = reply.json() as { message: string; code?: string; reward?: number };
  return [reply.statusCode, code ?? reward, message];
};
const PAID = (reward: number) => [200, reward, 'Reward claimed.'];
const INCOMPLETE = [409, 'mission_incomplete', 'This mission is not completed yet.'];
const CLAIMED = [409, 'already_claimed', 'This reward has already been claimed.'];
const UNKNOWN = [404, 'not_found', 'Mission not found.'];

const balance = async () => (await readWallet(site.deps.db.sql, player.id)).balance;
const readProgress = (missionId: number) => readMissionProgress(site.deps.db, missionId, player.id);
const change = (missionId: number, target: number, isActive = true) => site.deps.db.sql`
  update missions set target = ${target}, is_active = ${isActive}, revision = revision + 1000 where id = ${missionId}`;

const lines = () => site.deps.db.sql<{ reference: string; amount: number }>`
  select account, reference, amount from ledger
  where player_id = ${player.id} and type = 'MISSION_REWARD' order by id`;

describe('a claim', () => {
  test('pays the reward of a completed mission, once', async () => {
    const mission = await addMission(site.deps.db, { target: 2, reward: 300 });
    expect(outcome(await claim(mission))).toEqual(INCOMPLETE);
    await count(1);
    expect(outcome(await claim(mission))).toEqual(INCOMPLETE);
    await count(1);
    expect(outcome(await claim(mission))).toEqual(PAID(300));
    expect(outcome(await claim(mission))).toEqual(CLAIMED);
    await count(10);
    expect(outcome(await claim(mission))).toEqual(CLAIMED);
    expect(await balance()).toBe(300);
    expect(await lines()).toEqual([
      { account: 'house:missions', reference: `mission:${player.id}:${mission}:1970-01-01`, amount: 300 },
    ]);
    expect(await readProgress(mission)).toEqual({ id: mission, progress: 100, amount: 2, isClaimed: true });
  });

  test('pays one of fifty parallel claims', async () => {
    const mission = await addMission(site.deps.db, { target: 1, reward: 300 });
    await count(1);
    const outcomes = (await Promise.all(Array.from({ length: 50 }, () => claim(mission)))).map(outcome);
    expect(outcomes.filter(([status]) => status === 200)).toEqual([PAID(300)]);
    expect(outcomes.filter(([status]) => status === 409)).toEqual(Array.from({ length: 49 }, () => CLAIMED));
    expect([await balance(), (await lines()).length]).toEqual([300, 1]);
    expect(await findBreaches(site.deps.db)).toEqual([]);
  });

  test('pays once, or not yet, when racing the actions that complete the mission', async () => {
    const mission = await addMission(site.deps.db, { target: 20, reward: 40 });
    const work = Array.from({ length: 40 }, (_, index) => (index % 2 === 0 ? count(1) : claim(mission)));
    await Promise.all(work);
    await claim(mission);
    expect([await balance(), (await lines()).length]).toEqual([40, 1]);
  });

  test('gets the same reply for the same key, and a refusal for another', async () => {
    const mission = await addMission(site.deps.db, { target: 1, reward: 300 });
    await count(1);
    const replies = await Promise.all(Array.from({ length: 20 }, () => claim(mission, 'one-press')));
    expect(new Set(replies.map((reply) => JSON.stringify(outcome(reply)))).size).toBe(1);
    expect(outcome(replies[0]!)).toEqual(PAID(300));
    expect(outcome(await claim(mission, 'another'))).toEqual(CLAIMED);
    const other = await addMission(site.deps.db);
    expect((await claim(other, 'one-press')).json().code).toBe('key_reused');
    expect(await balance()).toBe(300);
  });

  test('is refused for an unknown mission or an invalid id', async () => {
    expect(outcome(await claim(999_999))).toEqual(UNKNOWN);
    expect((await claim('one')).statusCode).toBe(400);
  });

  test('is for players only', async () => {
    const reply = await site.http.inject({ method: 'POST', url: '/user/claimMission/1' });
    expect(reply.statusCode).toBe(401);
  });

  test('is refused during a break and paid afterwards', async () => {
    const mission = await addMission(site.deps.db, { target: 1, reward: 300 });
    await count(1);
    await site.deps.db.sql`
      insert into safer_play (player_id, break_until) values (${player.id}, now() + interval '1 day')`;
    expect(outcome(await claim(mission))).toEqual([403, 'on_break', 'You are taking a break from playing.']);
    await site.deps.db.sql`update safer_play set break_until = now() where player_id = ${player.id}`;
    expect(outcome(await claim(mission))).toEqual(PAID(300));
  });
});

describe('a reward', () => {
  test("of yesterday can be claimed today, before today's", async () => {
    const mission = await addMission(site.deps.db, { type: 'daily:open_cases', target: 2, reward: 70 });
    await count(2);
    await letDaysPass(site.deps.db, 1);
    await count(1);
    expect(await readProgress(mission)).toMatchObject({ progress: 100, amount: 1, isClaimed: false });
    expect(outcome(await claim(mission))).toEqual(PAID(70));
    expect(await readProgress(mission)).toMatchObject({ progress: 50, amount: 1, isClaimed: false });
    expect(outcome(await claim(mission))).toEqual(INCOMPLETE);
    await count(1);
    expect(outcome(await claim(mission))).toEqual(PAID(70));
    expect(outcome(await claim(mission))).toEqual(CLAIMED);
    const [before, now] = (await lines()).map(({ reference }) => reference.split(':').at(-1)!);
    expect(Date.parse(now!) - Date.parse(before!)).toBe(86_400_000);
  });

  test('of several days is claimed one at a time, oldest first', async () => {
    const mission = await addMission(site.deps.db, { type: 'daily:open_cases', target: 1, reward: 70 });
    for (let day = 0; day < 3; day++) {
      await count(1);
      await letDaysPass(site.deps.db, 1);
    }
    expect(await readProgress(mission)).toMatchObject({ progress: 100, amount: 0 });
    for (let day = 0; day < 3; day++) expect(outcome(await claim(mission))).toEqual(PAID(70));
    expect(outcome(await claim(mission))).toEqual(INCOMPLETE);
    const days = (await lines()).map(({ reference }) => reference.split(':').at(-1)!);
    expect(days).toEqual(days.toSorted());
    expect(await readProgress(mission)).toMatchObject({ progress: 0, amount: 0, isClaimed: false });
  });

  test('can be claimed immediately after staff lowered the target', async () => {
    const mission = await addMission(site.deps.db, { target: 10, reward: 90 });
    await count(4);
    await change(mission, 4);
    expect(await readProgress(mission)).toMatchObject({ progress: 100, isClaimed: false });
    const outcomes = (await Promise.all(Array.from({ length: 10 }, () => claim(mission)))).map(outcome);
    expect(outcomes.filter(([status]) => status === 200)).toEqual([PAID(90)]);
    expect(await balance()).toBe(90);
  });

  test('stays due after staff raised the target', async () => {
    const mission = await addMission(site.deps.db, { target: 2, reward: 90 });
    await count(2);
    await change(mission, 200);
    expect(await readProgress(mission)).toMatchObject({ progress: 100, amount: 2, isClaimed: false });
    expect(outcome(await claim(mission))).toEqual(PAID(90));
    expect(await readProgress(mission)).toMatchObject({ progress: 100, isClaimed: true });
  });

  test('of an inactive mission can still be claimed, but nothing new is earned', async () => {
    const mission = await addMission(site.deps.db, { target: 2, reward: 90 });
    const unreached = await addMission(site.deps.db, { target: 5, reward: 90 });
    await count(2);
    await change(mission, 2, false);
    await change(unreached, 1, false);
    expect(await readProgress(mission)).toMatchObject({ progress: 100, isClaimed: false });
    expect(outcome(await claim(mission))).toEqual(PAID(90));
    expect([await readProgress(mission), await readProgress(unreached)]).toEqual([undefined, undefined]);
    expect([outcome(await claim(mission)), outcome(await claim(unreached))]).toEqual([CLAIMED, INCOMPLETE]);
  });

  test('is not lost if the wallet cannot hold it', async () => {
    const mission = await addMission(site.deps.db, { target: 1, reward: 90 });
    await count(1);
    await site.deps.db.sql`update wallets set balance = 9007199254740991 where player_id = ${player.id}`;
    expect((await claim(mission)).statusCode).toBe(400);
    await site.deps.db.sql`update wallets set balance = 0 where player_id = ${player.id}`;
    expect(outcome(await claim(mission))).toEqual(PAID(90));
  });
});

test('keeps every invariant of the books', async () => {
  expect(await findBreaches(site.deps.db)).toEqual([]);
});
