import { getActiveRooms } from '@karat/contract/rooms';
import { getCurrentRound } from '@karat/contract/roulette';
import { getMarketItems } from '@karat/contract/market';
import type { Endpoint, Reply } from '@karat/contract/endpoint';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { setResidents } from '#features/residents/residents.ts';
import { addPlayer, findBreaches } from '#testing/fixtures.ts';
import { createResidentsFixture, type ResidentsFixture } from '#testing/residents-fixture.ts';
import { startResidents } from './residents.ts';
import type { Habit } from './resident.ts';

/** More than the warm-up needs, and as many as half a minute has time for. */
const WARM_UP_ACTIONS_MAX = 36;

let fixture: ResidentsFixture;
beforeAll(async () => {
  fixture = await createResidentsFixture();
  await fixture.open();
});
afterAll(() => fixture.close());

async function visit<E extends Endpoint>(endpoint: E): Promise<Reply<E>> {
  return (await fixture.site.http.inject({ url: endpoint.path })).json<Reply<E>>();
}

async function count(table: string): Promise<number> {
  const queries: Readonly<Record<string, () => Promise<{ count: number }[]>>> = {
    openings: () => fixture.db.sql<{ count: number }>`select count(*) as count from openings`,
    messages: () => fixture.db.sql<{ count: number }>`select count(*) as count from chat_messages`,
    orders: () => fixture.db.sql<{ count: number }>`select count(*) as count from buy_orders where state = 'OPEN'`,
    listings: () => fixture.db.sql<{ count: number }>`select count(*) as count from listings where state = 'OPEN'`,
    sessions: () =>
      fixture.db.sql<{ count: number }>`select count(*) as count from sessions join residents using (player_id)`,
  };
  return (await queries[table]!())[0]!.count;
}

test('the first actions on a new site fill home, market, chat and roulette', async () => {
  const done: string[] = [];
  for (let steps = 0; steps < WARM_UP_ACTIONS_MAX; steps++) {
    done.push((await fixture.step()) ?? '-');
    await fixture.ageChat(10);
  }
  expect(done.slice(0, 3)).toEqual(['open-cases', 'open-cases', 'open-cases']);
  expect(await count('openings')).toBeGreaterThanOrEqual(6);
  const rooms = (await visit(getActiveRooms)).data;
  expect(rooms.filter((room) => room.player_count === '1v1').map((room) => room.ticketPrice)).toEqual(
    expect.arrayContaining([0, 250]),
  );
  expect(rooms.every((room) => room.state === 'WAITING' && room.players.every((seat) => seat.isSandbox))).toBe(true);
  expect(await count('listings')).toBeGreaterThanOrEqual(6);
  expect((await visit(getMarketItems)).data.length).toBeGreaterThanOrEqual(2);
  expect(await count('orders')).toBeGreaterThanOrEqual(2);
  expect((await visit(getCurrentRound)).data!.bettors.length).toBeGreaterThanOrEqual(1);
  expect(await count('messages')).toBeGreaterThanOrEqual(4);
  const [recorded] = await fixture.db.sql<{ actions: number }>`select sum(actions)::int8 as actions from residents`;
  expect(recorded!.actions).toBe(done.filter((each) => each !== '-').length);
  expect(await findBreaches(fixture.db)).toEqual([]);
});

test('residents are not people online, and not on the leaderboard', async () => {
  await expect.poll(() => fixture.site.live.onlineCount()).toEqual({ count: 0, sandbox: 5 });
  const board = await fixture.site.http.inject({ url: '/user/getLeaderboard' });
  expect(board.json<{ data: unknown[] }>().data).toEqual([]);
});

test('continues after a restart from the database', async () => {
  const [before] = await fixture.db.sql<{ rooms: number }>`select count(*) as rooms from rooms`;
  await fixture.restart();
  const done = await fixture.step();
  expect(done).not.toBe('open-rooms');
  expect((await fixture.db.sql<{ rooms: number }>`select count(*) as rooms from rooms`)[0]).toEqual(before);
  expect(await count('sessions')).toBe(5);
});

test('an interrupted warm-up is continued by the next start', async () => {
  const young = await createResidentsFixture(2);
  expect(await young.step()).toBe('open-cases');
  await young.endWarmUp();
  await young.restart();
  expect((await young.situation()).isWarmUp).toBe(true);
  expect([await young.step(), await young.step()]).toEqual(['open-cases', 'open-cases']);
  expect((await young.situation()).isWarmUp).toBe(false);
  await young.close();
});

test('does nothing with more than five people online, and less with some', async () => {
  await fixture.endWarmUp();
  const paces = await Promise.all(
    [0, 1, 4, 6].map(async (people) => (await fixture.situation(people)).actionsPerMinute),
  );
  expect(paces).toEqual([8, 6, 3, 0]);
  const { live } = fixture.site.deps;
  const busy = fixture.start({ live: { ...live, onlineCount: () => ({ count: 6, sandbox: 0 }) } });
  expect((await busy.step()).done).toBeUndefined();
  await busy.close();
  await fixture.restart();
});

test('waits between two actions', async () => {
  expect(await fixture.nextAction()).toBeDefined();
  expect((await fixture.stepNow()).done).toBeUndefined();
});

test('waits a minute while the books are halted', async () => {
  await fixture.db.sql`insert into ledger_halts (reason) values ('a test')`;
  expect(await fixture.step()).toBeUndefined();
  expect((await fixture.stepNow()).waitMs).toBe(60_000);
  await fixture.db.sql`update ledger_halts set ended_at = now()`;
  expect(await fixture.nextAction()).toBeDefined();
});

test('leaves out a habit that is not possible, so that others go on', async () => {
  const tried: string[] = [];
  const habitOf = (name: string, isPossible: boolean): Habit => ({
    name,
    isMissing: () => true,
    weight: () => 0,
    run() {
      tried.push(name);
      return Promise.resolve(isPossible);
    },
  });
  const residents = fixture.start({}, [habitOf('impossible', false), habitOf('possible', true)]);
  expect((await residents.step()).done).toBeUndefined();
  expect((await residents.step()).done).toBe('possible');
  expect(tried.at(-1)).toBe('possible');
  await residents.close();
  await fixture.restart();
});

test('staff turn the residents off: their sessions end and their tabs close', async () => {
  const staff = await addPlayer(fixture.db, 'admin');
  await fixture.step();
  expect(await count('sessions')).toBe(5);
  await setResidents(fixture.site.deps, { isOn: false, actorId: staff.id });
  expect(await fixture.step()).toBeUndefined();
  expect(await count('sessions')).toBe(0);
  await expect.poll(() => fixture.site.live.onlineCount()).toEqual({ count: 0, sandbox: 0 });
  await setResidents(fixture.site.deps, { isOn: true, actorId: staff.id });
  expect(await fixture.nextAction()).toBeDefined();
});

test('a banned resident stops playing and is not replaced', async () => {
  const [{ id }] = (await fixture.db.sql<{ id: number }>`select player_id as id from residents order by 1 limit 1`) as [
    { id: number },
  ];
  await fixture.db.sql`update players set state = 'banned' where id = ${id}`;
  await fixture.restart();
  await fixture.step();
  expect(fixture.residents().map((resident) => resident.id)).not.toContain(id);
  expect(fixture.residents()).toHaveLength(4);
  await fixture.db.sql`update players set state = 'active' where id = ${id}`;
  await fixture.restart();
});

test('one process at a time drives the residents', async () => {
  await fixture.restart();
  const { deps } = fixture.site;
  const stops = [1, 2].map(() => startResidents(deps, fixture.site.origin()));
  await expect.poll(() => count('sessions')).toBe(5);
  const taken = fixture.site.lines.filter((line) => line.includes('"residents"') && line.includes('Lease taken'));
  expect(taken).toHaveLength(1);
  await Promise.all(stops.map((stop) => stop()));
  expect(await count('sessions')).toBe(0);
});

test('everything that residents did leaves clean books', async () => {
  expect(await findBreaches(fixture.db)).toEqual([]);
});
