import { afterAll, beforeAll, expect, test } from 'vitest';
import { breachesOf, type TestPlayer } from '#testing/fixtures.ts';
import { type RoomFixture, createRoomFixture } from '#testing/room-fixture.ts';
import { addPlayerWithHeldDeposit, reverseDeposits } from '#testing/held-deposits.ts';

let hall: RoomFixture;
beforeAll(async () => {
  hall = await createRoomFixture();
});
afterAll(() => hall.close());

const addDepositor = (amount: number): Promise<TestPlayer> => addPlayerWithHeldDeposit(hall.site.deps, amount);

async function holdsOf({ id }: TestPlayer): Promise<{ held: number; passedOn: number }> {
  const [row] = await hall.db.sql<{ held: number; passedOn: number }>`
    select coalesce(sum(amount), 0)::int8 as held, coalesce(sum(passed_on), 0)::int8 as "passedOn"
    from holds where player_id = ${id} and ended_at is null`;
  return row!;
}

const SCORE = { team1: 16, team2: 3 };

test('a refund restores the hold of a stake', async () => {
  const depositor = await addDepositor(1_000);
  const roomId = await hall.makeRoom(depositor, { ticketPrice: 400 });
  expect(await holdsOf(depositor)).toEqual({ held: 1_000, passedOn: 400 });
  expect(await breachesOf(hall.db)).toEqual([]);
  await hall.leave(roomId, depositor);
  expect(await holdsOf(depositor)).toEqual({ held: 1_000, passedOn: 0 });
  expect(await hall.balanceOf(depositor)).toBe(1_000);
  expect(await breachesOf(hall.db)).toEqual([]);
});

test("a loser's held stake becomes a hold of the winner, up to the winnings", async () => {
  const [winner, loser] = [await hall.addDuellist(1_000), await addDepositor(1_000)];
  const roomId = await hall.makeRoom(winner, { ticketPrice: 500 });
  await hall.join(roomId, loser);
  await hall.begin(roomId, [winner, loser]);
  await hall.report(roomId, { kind: 'result', score: SCORE, players: [] });
  expect(await hall.balanceOf(winner)).toBe(1_450);
  expect(await holdsOf(winner)).toEqual({ held: 450, passedOn: 0 });
  expect(await holdsOf(loser)).toEqual({ held: 1_000, passedOn: 450 });
  expect(await breachesOf(hall.db)).toEqual([]);
});

test('a winner keeps only their own hold, and what free diamonds covered is not held', async () => {
  const [winner, loser] = [await addDepositor(1_000), await hall.addDuellist(1_000)];
  const roomId = await hall.makeRoom(winner, { ticketPrice: 500 });
  await hall.join(roomId, loser);
  await hall.begin(roomId, [winner, loser]);
  await hall.report(roomId, { kind: 'result', score: SCORE, players: [] });
  expect(await holdsOf(winner)).toEqual({ held: 1_000, passedOn: 0 });
  expect(await holdsOf(loser)).toEqual({ held: 0, passedOn: 0 });
  expect(await breachesOf(hall.db)).toEqual([]);
});

test('two winners share a hold evenly', async () => {
  const [one, two] = [await hall.addDuellist(1_000), await hall.addDuellist(1_000)];
  const [three, four] = [await addDepositor(1_001), await hall.addDuellist(1_001)];
  const roomId = await hall.makeRoom(one, { ticketPrice: 1_000, player_count: '2v2' });
  await hall.join(roomId, two, 'team1');
  await hall.join(roomId, three, 'team2');
  await hall.join(roomId, four, 'team2');
  await hall.begin(roomId, [one, two, three, four]);
  await hall.report(roomId, { kind: 'result', score: SCORE, players: [] });
  expect(await Promise.all([one, two].map(holdsOf))).toEqual([
    { held: 500, passedOn: 0 },
    { held: 500, passedOn: 0 },
  ]);
  expect(await holdsOf(three)).toEqual({ held: 1_001, passedOn: 1_000 });
  expect(await breachesOf(hall.db)).toEqual([]);
});

test('a stake whose deposit was reversed becomes a frozen hold of the winner', async () => {
  const [winner, loser] = [await hall.addDuellist(1_000), await addDepositor(1_000)];
  const roomId = await hall.makeRoom(winner, { ticketPrice: 500 });
  await hall.join(roomId, loser);
  await hall.begin(roomId, [winner, loser]);
  await reverseDeposits(hall.site.deps, loser);
  await hall.report(roomId, { kind: 'result', score: SCORE, players: [] });
  const rows = await hall.db.sql`select amount, is_frozen as "isFrozen" from holds where player_id = ${winner.id}`;
  expect(rows).toEqual([{ amount: 450, isFrozen: true }]);
  expect(await breachesOf(hall.db)).toEqual([]);
  const closed = await hall.makeRoom(winner, { ticketPrice: 0 });
  expect((await hall.join(closed, loser)).body.code).toBe('account_flagged');
});
