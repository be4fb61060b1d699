import { afterAll, beforeAll, expect, test } from 'vitest';
import { addPlayer, breachesOf, type TestPlayer } from '#testing/fixtures.ts';
import { type RoomFixture, createRoomFixture } from '#testing/room-fixture.ts';
import { untilBlocked } from '#testing/lock-holder.ts';
import { createBanSweep } from './ban-sweep.ts';

let hall: RoomFixture;
let staff: TestPlayer;
let look: () => Promise<void>;
beforeAll(async () => {
  hall = await createRoomFixture();
  staff = await addPlayer(hall.db, 'admin');
  await hall.db.sql`insert into leases (name, epoch) values ('rooms', 1)`;
  look = createBanSweep(hall.site.deps, { name: 'rooms', epoch: 1 });
});
afterAll(() => hall.close());

const ban = ({ id }: TestPlayer) =>
  hall.call('POST', '/admin/setUserState', staff, { userId: id, state: 'banned', reason: 'Two accounts.' });

test('a ban frees the seat in a waiting room, refunds the fee and passes the room on', async () => {
  const [owner, guest] = [await hall.addDuellist(), await hall.addDuellist()];
  const roomId = await hall.makeRoom(owner, { ticketPrice: 100 });
  await hall.join(roomId, guest);
  await hall.ready(roomId, owner);
  expect((await ban(owner)).status).toBe(200);
  const room = await hall.room(roomId);
  expect([room.state, room.players.length, room.deadline, room.totalAmount]).toEqual(['WAITING', 1, null, 100]);
  const [row] = await hall.db.sql`select owner_id as "ownerId" from rooms where id = ${roomId}`;
  expect(row).toEqual({ ownerId: guest.id });
  expect([await hall.balanceOf(owner), await hall.balanceOf(guest)]).toEqual([10_000, 9_900]);
});

test('a ban voids a room without other players', async () => {
  const owner = await hall.addDuellist();
  const roomId = await hall.makeRoom(owner, { ticketPrice: 100 });
  expect((await ban(owner)).status).toBe(200);
  expect([(await hall.room(roomId)).state, await hall.balanceOf(owner)]).toEqual(['MATCH_CANCELLED', 10_000]);
});

test('a ban does not affect a started match', async () => {
  const players = [await hall.addDuellist(), await hall.addDuellist()] as const;
  const roomId = await hall.makeRoom(players[0], { ticketPrice: 100 });
  await hall.join(roomId, players[1]);
  await hall.begin(roomId, players);
  expect((await ban(players[0])).status).toBe(200);
  await look();
  const room = await hall.room(roomId);
  expect([room.state, room.players.length, await hall.balanceOf(players[0])]).toEqual(['MATCH_ONGOING', 2, 9_900]);
});

test('a refused ban keeps the seat', async () => {
  const owner = await hall.addDuellist();
  const roomId = await hall.makeRoom(owner, { ticketPrice: 100 });
  await hall.db.sql`update players set role = 'admin' where id = ${owner.id}`;
  expect((await ban(owner)).status).toBe(403);
  expect([(await hall.room(roomId)).state, await hall.balanceOf(owner)]).toEqual(['WAITING', 9_900]);
});

test('the loop frees a seat that was taken during the ban', async () => {
  const [owner, guest] = [await hall.addDuellist(), await hall.addDuellist()];
  const roomId = await hall.makeRoom(owner, { ticketPrice: 0 });
  const { db } = hall;
  const { joining, banned } = await db.transaction(async (tx) => {
    await tx.sql`select from rooms where id = ${roomId} for update`;
    const joining = hall.join(roomId, guest);
    await untilBlocked(db.sql, '%from rooms where id = %for update%');
    // The session is checked and the request waits for the room: at this point the ban finds no seat.
    return { joining, banned: await ban(guest) };
  });
  expect([banned.status, (await joining).body.code]).toEqual([200, 'banned']);

  await db.sql`
    insert into room_seats (room_id, player_id, team, position, stake) values (${roomId}, ${guest.id}, 'team2', 1, 0)`;
  await look();
  expect((await hall.room(roomId)).players).toHaveLength(1);
});

test('after a run of the loop no banned player sits in a waiting room, whichever came first', async () => {
  for (let time = 0; time < 8; time++) {
    const [owner, guest] = [await hall.addDuellist(), await hall.addDuellist()];
    const roomId = await hall.makeRoom(owner, { ticketPrice: time % 2 === 0 ? 100 : 0 });
    await Promise.all([hall.join(roomId, guest), ban(guest)]);
    await look();
    expect((await hall.room(roomId)).players).toHaveLength(1);
    expect(await hall.balanceOf(guest)).toBe(10_000);
  }
  expect(await breachesOf(hall.db)).toEqual([]);
});
