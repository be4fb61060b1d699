import { randomUUID } from 'node:crypto';
import { MISSION_EVENTS } from '@karat/rules/missions';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createSeeds } from '#features/fairness/fairness.ts';
import { createOpenings } from '#features/openings/openings.ts';
import {
  addCase,
  addItem,
  addPlayer,
  findBreaches,
  type TestPlayer,
  creditWelcomeDiamonds,
} from '#testing/fixtures.ts';
import { addMission, letDaysPass, readMissionProgress } from '#testing/mission-fixture.ts';
import { noopLive } from '#live/noop-live.ts';
import { createTestSite, type TestSite } from '#testing/test-site.ts';
import { countTowardsMissions, type PlayerAction } from './missions.ts';

const PRICE = 100;

type Request = Parameters<ReturnType<typeof createOpenings>['openCase']>[0];

let site: TestSite;
let openings: ReturnType<typeof createOpenings>;
let itemId: number;
let player: TestPlayer;

beforeAll(async () => {
  site = await createTestSite();
  openings = createOpenings(site.deps);
  itemId = await addItem(site.deps.db, { price: 10 });
  for (const name of ['Plain', 'Other']) {
    await addCase(site.deps.db, { name, price: PRICE, drops: [[itemId, 10_000]] });
  }
});
beforeEach(async () => {
  await site.deps.db.sql`update missions set is_active = false, revision = revision + 1000`;
  player = await newPlayer();
});
afterAll(() => site.close());

async function newPlayer(diamonds = 100_000): Promise<TestPlayer> {
  const added = await addPlayer(site.deps.db);
  await creditWelcomeDiamonds(site.deps, added.id, diamonds);
  // With a seed, requests are served in the batch from the first one on.
  await createSeeds(site.deps).ensure(added.id);
  return added;
}

const request = (fields: Partial<Request> = {}): Request => ({
  playerId: player.id,
  caseName: 'Plain',
  count: 1,
  entropy: '',
  hash: undefined,
  requestKey: undefined,
  country: undefined,
  ...fields,
});
const open = (fields: Partial<Request> = {}) => openings.openCase(request(fields));
const times = <Result>(total: number, make: (at: number) => Promise<Result>) =>
  Promise.all(Array.from({ length: total }, (_, index) => make(index)));

const readProgress = (missionId: number, of: TestPlayer = player) =>
  readMissionProgress(site.deps.db, missionId, of.id);
const readAmount = async (missionId: number, of: TestPlayer = player) => (await readProgress(missionId, of))?.amount;

const completions = (missionId: number) => site.deps.db.sql<{ reward: number; isClaimed: boolean }>`
  select reward, claimed_at is not null as "isClaimed" from mission_completions
  where mission_id = ${missionId} and player_id = ${player.id} order by period_start`;

const notices = () => site.deps.db.sql<{ title: string; message: string }>`
  select icon, title, message from notifications where player_id = ${player.id} and icon = 'mission' order by id`;

/** Counts as a feature would, under the lock that a stake takes. */
const count = (...actions: Omit<PlayerAction, 'playerId'>[]) =>
  site.deps.db.transaction(async (tx) => {
    await tx.sql`select from wallets where player_id = ${player.id} for update`;
    await countTowardsMissions(
      tx,
      noopLive,
      actions.map((action) => ({ ...action, playerId: player.id })),
    );
  });

describe('an opening', () => {
  test('counts as an opening of any case, of its case, and its price as wagered', async () => {
    const [cases, named, other, wager] = [
      await addMission(site.deps.db),
      await addMission(site.deps.db, { type: 'open_case:Plain' }),
      await addMission(site.deps.db, { type: 'open_case:Other' }),
      await addMission(site.deps.db, { type: 'wager', target: 1_000 }),
    ];
    await open();
    await open({ count: 3 });
    await open({ caseName: 'Other', count: 2 });
    expect(await readAmount(cases)).toBe(6);
    expect(await readAmount(named)).toBe(4);
    expect(await readAmount(other)).toBe(2);
    expect(await readAmount(wager)).toBe(600);
  });

  test('counts for its player only', async () => {
    const mission = await addMission(site.deps.db);
    const other = await newPlayer();
    await open();
    expect(await readAmount(mission, other)).toBe(0);
    expect(await readAmount(mission)).toBe(1);
  });

  test('counts nothing if refused', async () => {
    const mission = await addMission(site.deps.db);
    const wager = await addMission(site.deps.db, { type: 'wager', target: 1_000_000 });
    player = await newPlayer(3 * PRICE);
    const outcomes = await Promise.allSettled(Array.from({ length: 30 }, () => open()));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    await expect(open({ caseName: 'Nothing' })).rejects.toMatchObject({ code: 'not_found' });
    expect([await readAmount(mission), await readAmount(wager)]).toEqual([3, 3 * PRICE]);
  });

  test('counts once if repeated with its key', async () => {
    const mission = await addMission(site.deps.db);
    const requestKey = randomUUID();
    await times(40, () => open({ count: 2, requestKey }));
    await open({ count: 2, requestKey });
    expect(await readAmount(mission)).toBe(2);
  });

  test('counts nothing if its batch rolls back, in a batch or alone', async () => {
    const mission = await addMission(site.deps.db, { type: 'open_case:Shifting' });
    const all = await addMission(site.deps.db);
    await addCase(site.deps.db, { name: 'Shifting', price: PRICE, drops: [[itemId, 10_000]] });
    const named = await addMission(site.deps.db, { type: 'open_case:Shifting', title: 'Counted' });
    await open({ caseName: 'Shifting' });
    // From here on the cached case is outdated: each batch rolls back, and the request alone is refused.
    await site.deps.db.sql`update cases set paused_at = now() where name = 'Shifting'`;
    const others = await times(5, () => newPlayer());
    const outcomes = await Promise.allSettled([
      ...Array.from({ length: 10 }, () => open({ caseName: 'Shifting' })),
      ...others.map(({ id }) => open({ playerId: id })),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual([
      ...Array(10).fill('rejected'),
      ...Array(5).fill('fulfilled'),
    ]);
    expect([await readAmount(mission), await readAmount(all), await readAmount(named)]).toEqual([0, 1, 1]);
    for (const other of others) expect(await readAmount(all, other)).toBe(1);
  });

  test('counts the same for a player with limits, who is served alone', async () => {
    const mission = await addMission(site.deps.db);
    await site.deps.db.sql`insert into safer_play (player_id, has_limits) values (${player.id}, true)`;
    await site.deps.db.sql`
      insert into play_limits (player_id, kind, period, allowed) values (${player.id}, 'wager', 'day', ${5 * PRICE})`;
    const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => open()));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
    expect(await readAmount(mission)).toBe(5);
  });

  test('is counted exactly when twenty players make a thousand concurrently', async () => {
    const target = 1_000_000;
    const [cases, named, wager, daily] = [
      await addMission(site.deps.db, { target }),
      await addMission(site.deps.db, { target, type: 'weekly:open_case:Other' }),
      await addMission(site.deps.db, { target, type: 'wager' }),
      await addMission(site.deps.db, { target, type: 'daily:open_cases' }),
    ];
    const players = await times(20, () => newPlayer());
    await times(1_000, (at) => {
      const caseName = at % 4 === 0 ? 'Other' : 'Plain';
      // The first players open more than the last.
      return open({ playerId: players[Math.floor((at % 400) / 20) % 20]!.id, caseName });
    });
    const amounts = await Promise.all(
      players.map(async (each) => [
        await readAmount(cases, each),
        await readAmount(named, each),
        await readAmount(wager, each),
        await readAmount(daily, each),
      ]),
    );
    const expected = players.map((_, index) => {
      const ownOpenings = Array.from({ length: 1_000 }, (__, index) => index).filter(
        (at) => Math.floor((at % 400) / 20) === index,
      );
      const others = ownOpenings.filter((at) => at % 4 === 0).length;
      return [ownOpenings.length, others, ownOpenings.length * PRICE, ownOpenings.length];
    });
    expect(amounts).toEqual(expected);
    expect(amounts.reduce((sum, [opened]) => sum + opened!, 0)).toBe(1_000);
  });
});

describe('a sale', () => {
  test('counts every sold item and nothing else', async () => {
    const mission = await addMission(site.deps.db, { type: 'sell_items' });
    const worthless = await addItem(site.deps.db, { skinName: 'Crumbs', price: 1 });
    await addCase(site.deps.db, { name: 'Crumbs', price: PRICE, drops: [[worthless, 10_000]] });
    const [crumb] = await open({ caseName: 'Crumbs' });
    const ids = [crumb!, ...(await open({ count: 2 }))].map(({ id }) => id);
    const sell = async (...itemIds: number[]) => {
      const { headers } = player;
      return (
        await site.http.inject({ method: 'POST', url: '/user/quickSellItems', headers, payload: { itemIds } })
      ).json();
    };
    expect(await sell(ids[0]!)).toMatchObject({ soldIds: [ids[0]], price: 0 });
    expect(await readAmount(mission)).toBe(1);
    await sell(...ids);
    expect(await readAmount(mission)).toBe(3);
    expect(await sell(...ids)).toMatchObject({ code: 'already_sold' });
    expect(await readAmount(mission)).toBe(3);
  });
});

describe('other events', () => {
  test('count their event and what was wagered', async () => {
    const [bets, wins, duels, listings, wager, cases] = [
      await addMission(site.deps.db, { type: 'bet_roulette' }),
      await addMission(site.deps.db, { type: 'win_duels' }),
      await addMission(site.deps.db, { type: 'play_duels' }),
      await addMission(site.deps.db, { type: 'list_items' }),
      await addMission(site.deps.db, { type: 'wager', target: 100_000 }),
      await addMission(site.deps.db),
    ];
    await count({ event: 'bet_roulette', amount: 2, wagered: 700 }, { event: 'win_duels', amount: 1 });
    await count({ event: 'wager', amount: 40 }, { event: 'wager', amount: 2 });
    await count({ event: 'list_items', amount: 3 }, { event: 'play_duels', amount: 4 });
    const all = [bets, wins, duels, listings, wager, cases];
    expect(await Promise.all(all.map((id) => readAmount(id)))).toEqual([2, 1, 4, 3, 742, 0]);
    await count();
    expect(await readAmount(wager)).toBe(742);
  });
});

describe('a reached target', () => {
  test.each(MISSION_EVENTS.filter((event) => event !== 'open_case'))('of %s is recorded', async (event) => {
    const mission = await addMission(site.deps.db, { type: event, target: 2 });
    await count({ event, amount: 1 });
    expect(await completions(mission)).toEqual([]);
    await count({ event, amount: 1 });
    expect(await completions(mission)).toEqual([{ reward: 500, isClaimed: false }]);
  });

  test('is recorded and notified in the same commit, once', async () => {
    const mission = await addMission(site.deps.db, { target: 3, reward: 1_250 });
    await open({ count: 2 });
    expect(await completions(mission)).toEqual([]);
    await open();
    await times(30, () => open());
    expect(await completions(mission)).toEqual([{ reward: 1_250, isClaimed: false }]);
    expect(await notices()).toEqual([
      {
        icon: 'mission',
        title: 'Mission completed',
        message: '“Open ten” is done. 1.250 diamonds are waiting to be claimed.',
      },
    ]);
    expect(await readProgress(mission)).toEqual({ id: mission, progress: 100, amount: 3, isClaimed: false });
  });

  test('by many players in one batch notifies each of them', async () => {
    const missions = [
      await addMission(site.deps.db, { target: 1, title: 'One' }),
      await addMission(site.deps.db, { target: 2, title: 'Two' }),
      await addMission(site.deps.db, { target: 2 * PRICE, type: 'wager', title: 'Stake' }),
      await addMission(site.deps.db, { target: 2, type: 'daily:open_case:Plain', title: 'Named' }),
    ];
    const players = await times(30, () => newPlayer());
    for (let round = 0; round < 2; round++) await Promise.all(players.map(({ id }) => open({ playerId: id })));
    for (player of players) {
      expect((await notices()).map(({ message }) => message.split('”')[0]!.slice(1)).toSorted()).toEqual([
        'Named',
        'One',
        'Stake',
        'Two',
      ]);
      for (const mission of missions) expect(await completions(mission)).toHaveLength(1);
    }
  });

  test('is not recorded if the transaction rolls back', async () => {
    const mission = await addMission(site.deps.db, { target: 1 });
    const falling = site.deps.db.transaction(async (tx) => {
      await tx.sql`select from wallets where player_id = ${player.id} for update`;
      await countTowardsMissions(tx, noopLive, [{ playerId: player.id, event: 'open_cases', amount: 5 }]);
      throw new Error('fell');
    });
    await expect(falling).rejects.toThrow('fell');
    expect([await completions(mission), await notices(), await readAmount(mission)]).toEqual([[], [], 0]);
  });

  test('keeps the reward of the time it was reached', async () => {
    const mission = await addMission(site.deps.db, { target: 1, reward: 700 });
    await open();
    await site.deps.db.sql`update missions set reward = 5, revision = revision + 1000 where id = ${mission}`;
    await open();
    expect(await completions(mission)).toEqual([{ reward: 700, isClaimed: false }]);
  });

  test('after staff lowered it is recorded with the next action', async () => {
    const mission = await addMission(site.deps.db, { target: 10 });
    await open({ count: 4 });
    await site.deps.db.sql`update missions set target = 3, revision = revision + 1000 where id = ${mission}`;
    expect(await readProgress(mission)).toMatchObject({ progress: 100, amount: 3, isClaimed: false });
    await open();
    expect(await completions(mission)).toHaveLength(1);
    expect(await notices()).toHaveLength(1);
  });
});

describe('a mission added later', () => {
  test.each([['open_cases'], ['daily:open_cases'], ['weekly:open_case:Plain'], ['wager'], ['daily:wager']])(
    'starts at 0 for all players: %s',
    async (type) => {
      await addMission(site.deps.db, { type: 'open_case:Plain', target: 1_000 });
      await open({ count: 5 });
      const mission = await addMission(site.deps.db, { type, target: 1_000 });
      expect(await readAmount(mission)).toBe(0);
      await open({ count: 2 });
      expect(await readAmount(mission)).toBe(type.includes('wager') ? 2 * PRICE : 2);
    },
  );

  test('is checked for players who had passed every earlier target', async () => {
    await addMission(site.deps.db, { target: 1 });
    await open();
    const later = await addMission(site.deps.db, { target: 2 });
    await open();
    expect(await completions(later)).toEqual([]);
    await open();
    expect(await completions(later)).toHaveLength(1);
  });
});

describe('a repeating mission', () => {
  test('restarts with the day, and reached rewards stay due', async () => {
    const mission = await addMission(site.deps.db, { type: 'daily:open_cases', target: 3 });
    await open({ count: 4 });
    expect(await readProgress(mission)).toMatchObject({ progress: 100, amount: 3 });
    await letDaysPass(site.deps.db, 1);
    expect(await readProgress(mission)).toMatchObject({ progress: 100, amount: 0, isClaimed: false });
    await open({ count: 2 });
    expect(await readAmount(mission)).toBe(2);
    expect(await completions(mission)).toHaveLength(1);
    await open({ count: 1 });
    expect(await completions(mission)).toHaveLength(2);
    expect(await notices()).toHaveLength(2);
  });

  test('restarts with the week, also for one case', async () => {
    const weekly = await addMission(site.deps.db, { type: 'weekly:open_cases', target: 3 });
    const named = await addMission(site.deps.db, { type: 'weekly:open_case:Plain', target: 3 });
    const once = await addMission(site.deps.db, { type: 'open_case:Plain', target: 30 });
    await open({ count: 3 });
    await letDaysPass(site.deps.db, 7);
    expect(await Promise.all([weekly, named, once].map((id) => readAmount(id)))).toEqual([0, 0, 3]);
    await open({ count: 2 });
    expect(await Promise.all([weekly, named, once].map((id) => readAmount(id)))).toEqual([2, 2, 5]);
    await open();
    expect([await completions(weekly), await completions(named)].map(({ length }) => length)).toEqual([2, 2]);
  });

  test('does not restart within its week', async () => {
    const mission = await addMission(site.deps.db, { type: 'weekly:open_cases' });
    await open({ count: 2 });
    await site.deps.db.sql`update tallies set day = day - 1`;
    expect(await readAmount(mission)).toBe(2);
    await open();
    expect(await readAmount(mission)).toBe(3);
  });

  test('counts a transaction from before midnight once, without undoing the new day', async () => {
    const daily = await addMission(site.deps.db, { type: 'daily:open_cases' });
    const named = await addMission(site.deps.db, { type: 'daily:open_case:Plain' });
    await open({ count: 2 });
    // For the next transaction it is yesterday, as for one that began before midnight.
    await site.deps.db.sql`update tallies set day = day + 1, before_day = totals where player_id = ${player.id}`;
    await site.deps.db.sql`update case_tallies set day = day + 1, before_day = total where player_id = ${player.id}`;
    await open({ count: 3 });
    const [row] = await site.deps.db.sql<{ isAhead: boolean; total: number }>`
      select day = start_of_period('day', now()) + 1 as "isAhead", totals[1] as total from tallies
      where player_id = ${player.id}`;
    expect(row).toEqual({ isAhead: true, total: 5 });
    expect([await readAmount(daily), await readAmount(named)]).toEqual([3, 3]);
  });
});

test('an inactive mission keeps counting, so that nothing is lost when it returns', async () => {
  const mission = await addMission(site.deps.db, { target: 3 });
  await site.deps.db.sql`update missions set is_active = false, revision = revision + 1000 where id = ${mission}`;
  await open({ count: 4 });
  expect([await readProgress(mission), await completions(mission)]).toEqual([undefined, []]);
  await site.deps.db.sql`update missions set is_active = true, revision = revision + 1000 where id = ${mission}`;
  expect(await readProgress(mission)).toMatchObject({ progress: 100 });
});

test('an uncounted type stays at 0', async () => {
  const mission = await addMission(site.deps.db, { type: 'invite a friend', target: 1 });
  await open();
  expect(await readProgress(mission)).toEqual({ id: mission, progress: 0, amount: 0, isClaimed: false });
});

test('keeps every invariant of the books', async () => {
  expect(await findBreaches(site.deps.db)).toEqual([]);
});
