import { afterAll, beforeAll, expect, test } from 'vitest';
import { addPlayer, findBreaches, type TestPlayer } from '#testing/fixtures.ts';
import { type RoomFixture, createRoomFixture } from '#testing/room-fixture.ts';
import { untilBlocked } from '#testing/lock-holder.ts';
import { createBanSweep } from './ban-sweep.ts';

let fixture: RoomFixture;
let staff: TestPlayer;
let check: () => Promise<void>;
beforeAll(async () => {
  fixture = await createRoomFixture();
  staff = await addPlayer(fixture.db, 'admin');
  await fixture.db.sql`insert into leases (name, epoch) values ('rooms', 1)`;
  check = createBanSweep(fixture.site.deps, { name: 'rooms', epoch: 1 });
});
afterAll(() => fixture.close());

const ban = ({ id }: TestPlayer) =>
  fixture.call('POST', '/admin/setUserState', staff, { userId: id, state: 'banned', reason: 'Two accounts.' });

test('a ban frees the seat in a waiting room, refunds the fee and passes the room on', async () => {
  const [owner, guest] = [await fixture.addRoomPlayer(), await fixture.addRoomPlayer()];
  const roomId = await fixture.makeRoom(owner, { ticketPrice: 100 });
  await fixture.join(roomId, guest);
  await fixture.ready(roomId, owner);
  expect((await ban(owner)).status).toBe(200);
  const room = await fixture.room(roomId);
  expect([room.state, room.players.length, room.deadline, room.totalAmount]).toEqual(['WAITING', 1, null, 100]);
  const [row] = await fixture.db.sql`select owner_id as "ownerId" from rooms where id = ${roomId}`;
  expect(row).toEqual({ ownerId: guest.id });
  expect([await fixture.readBalance(owner), await fixture.readBalance(guest)]).toEqual([10_000, 9_900]);
});

test('a ban voids a room without other players', async () => {
  const owner = await fixture.addRoomPlayer();
  const roomId = await fixture.makeRoom(owner, { ticketPrice: 100 });
  expect((await ban(owner)).status).toBe(200);
  expect([(await fixture.room(roomId)).state, await fixture.readBalance(owner)]).toEqual(['MATCH_CANCELLED', 10_000]);
});

test('a ban does not affect a started match', async () => {
  const players = [await fixture.addRoomPlayer(), await fixture.addRoomPlayer()] as const;
  const roomId = await fixture.makeRoom(players[0], { ticketPrice: 100 });
  await fixture.join(roomId, players[1]);
  await fixture.startMatch(roomId, players);
  expect((await ban(players[0])).status).toBe(200);
  await check();
  const room = await fixture.room(roomId);
  expect([room.state, room.players.length, await fixture.readBalance(players[0])]).toEqual(['MATCH_ONGOING', 2, 9_900]);
});

test('a refused ban keeps the seat', async () => {
  const owner = await fixture.addRoomPlayer();
  const roomId = await fixture.makeRoom(owner, { ticketPrice: 100 });
  await fixture.db.sql`update players set role = 'admin' where id = ${owner.id}`;
  expect((await ban(owner)).status).toBe(403);
  expect([(await fixture.room(roomId)).state, await fixture.readBalance(owner)]).toEqual(['WAITING', 9_900]);
});

test('the loop frees a seat that was taken during the ban', async () => {
  const [owner, guest] = [await fixture.addRoomPlayer(), await fixture.addRoomPlayer()];
  const roomId = await fixture.makeRoom(owner, { ticketPrice: 0 });
  const { db } = fixture;
  const { joining, banned } = await db.transaction(async (tx) => {
    await tx.sql`select from rooms where id = ${roomId} for update`;
    const joining = fixture.join(roomId, guest);
    await untilBlocked(db.sql, '%from rooms where id = %for update%');
    // The session is checked and the request waits for the room: at this point the ban finds no seat.
    return { joining, banned: await ban(guest) };
  });
  expect([banned.status, (await joining).body.code]).toEqual([200, 'banned']);

  await db.sql`
    insert into room_seats (room_id, player_id, team, position, stake) values (${roomId}, ${guest.id}, 'team2', 1, 0)`;
  await check();
  expect((await fixture.room(roomId)).players).toHaveLength(1);
});

test('after a run of the loop no banned player sits in a waiting room, whichever came first', async () => {
  for (let time = 0; time < 8; time++) {
    const [owner, guest] = [await fixture.addRoomPlayer(), await fixture.addRoomPlayer()];
    const roomId = await fixture.makeRoom(owner, { ticketPrice: time % 2 === 0 ? 100 : 0 });
    await Promise.all([fixture.join(roomId, guest), ban(guest)]);
    await check();
    expect((await fixture.room(roomId)).players).toHaveLength(1);
    expect(await fixture.readBalance(guest)).toBe(10_000);
  }
  expect(await findBreaches(fixture.db)).toEqual([]);
});
