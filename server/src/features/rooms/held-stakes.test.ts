import { afterAll, beforeAll, expect, test } from 'vitest';
import { findBreaches, type TestPlayer } from '#testing/fixtures.ts';
import { type RoomFixture, createRoomFixture } from '#testing/room-fixture.ts';
import { addPlayerWithHeldDeposit, reverseDeposits } from '#testing/held-deposits.ts';

let fixture: RoomFixture;
beforeAll(async () => {
  fixture = await createRoomFixture();
});
afterAll(() => fixture.close());

const addDepositor = (amount: number): Promise<TestPlayer> => addPlayerWithHeldDeposit(fixture.site.deps, amount);

async function readHolds({ id }: TestPlayer): Promise<{ held: number; passedOn: number }> {
  const [row] = await fixture.db.sql<{ held: number; passedOn: number }>`
    select coalesce(sum(amount), 0)::int8 as held, coalesce(sum(passed_on), 0)::int8 as "passedOn"
    from holds where player_id = ${id} and ended_at is null`;
  return row!;
}

const SCORE = { team1: 16, team2: 3 };

test('a refund restores the hold of a stake', async () => {
  const depositor = await addDepositor(1_000);
  const roomId = await fixture.makeRoom(depositor, { ticketPrice: 400 });
  expect(await readHolds(depositor)).toEqual({ held: 1_000, passedOn: 400 });
  expect(await findBreaches(fixture.db)).toEqual([]);
  await fixture.leave(roomId, depositor);
  expect(await readHolds(depositor)).toEqual({ held: 1_000, passedOn: 0 });
  expect(await fixture.readBalance(depositor)).toBe(1_000);
  expect(await findBreaches(fixture.db)).toEqual([]);
});

test("a loser's held stake becomes a hold of the winner, up to the winnings", async () => {
  const [winner, loser] = [await fixture.addRoomPlayer(1_000), await addDepositor(1_000)];
  const roomId = await fixture.makeRoom(winner, { ticketPrice: 500 });
  await fixture.join(roomId, loser);
  await fixture.startMatch(roomId, [winner, loser]);
  await fixture.report(roomId, { kind: 'result', score: SCORE, players: [] });
  expect(await fixture.readBalance(winner)).toBe(1_450);
  expect(await readHolds(winner)).toEqual({ held: 450, passedOn: 0 });
  expect(await readHolds(loser)).toEqual({ held: 1_000, passedOn: 450 });
  expect(await findBreaches(fixture.db)).toEqual([]);
});

test('a winner keeps only their own hold, and what free diamonds covered is not held', async () => {
  const [winner, loser] = [await addDepositor(1_000), await fixture.addRoomPlayer(1_000)];
  const roomId = await fixture.makeRoom(winner, { ticketPrice: 500 });
  await fixture.join(roomId, loser);
  await fixture.startMatch(roomId, [winner, loser]);
  await fixture.report(roomId, { kind: 'result', score: SCORE, players: [] });
  expect(await readHolds(winner)).toEqual({ held: 1_000, passedOn: 0 });
  expect(await readHolds(loser)).toEqual({ held: 0, passedOn: 0 });
  expect(await findBreaches(fixture.db)).toEqual([]);
});

test('two winners share a hold evenly', async () => {
  const [one, two] = [await fixture.addRoomPlayer(1_000), await fixture.addRoomPlayer(1_000)];
  const [three, four] = [await addDepositor(1_001), await fixture.addRoomPlayer(1_001)];
  const roomId = await fixture.makeRoom(one, { ticketPrice: 1_000, player_count: '2v2' });
  await fixture.join(roomId, two, 'team1');
  await fixture.join(roomId, three, 'team2');
  await fixture.join(roomId, four, 'team2');
  await fixture.startMatch(roomId, [one, two, three, four]);
  await fixture.report(roomId, { kind: 'result', score: SCORE, players: [] });
  expect(await Promise.all([one, two].map(readHolds))).toEqual([
    { held: 500, passedOn: 0 },
    { held: 500, passedOn: 0 },
  ]);
  expect(await readHolds(three)).toEqual({ held: 1_001, passedOn: 1_000 });
  expect(await findBreaches(fixture.db)).toEqual([]);
});

test('a stake whose deposit was reversed becomes a frozen hold of the winner', async () => {
  const [winner, loser] = [await fixture.addRoomPlayer(1_000), await addDepositor(1_000)];
  const roomId = await fixture.makeRoom(winner, { ticketPrice: 500 });
  await fixture.join(roomId, loser);
  await fixture.startMatch(roomId, [winner, loser]);
  await reverseDeposits(fixture.site.deps, loser);
  await fixture.report(roomId, { kind: 'result', score: SCORE, players: [] });
  const rows = await fixture.db.sql`select amount, is_frozen as "isFrozen" from holds where player_id = ${winner.id}`;
  expect(rows).toEqual([{ amount: 450, isFrozen: true }]);
  expect(await findBreaches(fixture.db)).toEqual([]);
  const closed = await fixture.makeRoom(winner, { ticketPrice: 0 });
  expect((await fixture.join(closed, loser)).body.code).toBe('account_flagged');
});
