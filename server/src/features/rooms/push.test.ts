import { afterAll, beforeAll, expect, test } from 'vitest';
import { readPushQueue, subscribeToAll } from '#testing/push-queue.ts';
import { createRoomFixture, type RoomFixture } from '#testing/room-fixture.ts';

let fixture: RoomFixture;
beforeAll(async () => void (fixture = await createRoomFixture()));
afterAll(() => fixture.close());

async function addSubscriber() {
  const player = await fixture.addRoomPlayer();
  await subscribeToAll(fixture.site, player);
  return { player, readQueue: () => readPushQueue(fixture.db.sql, player) };
}

test('sends a push to players who are not ready when the room is full, and to all when the server is ready', async () => {
  const [owner, joiner] = [await addSubscriber(), await addSubscriber()];
  const roomId = await fixture.makeRoom(owner.player);
  expect(await owner.readQueue()).toEqual([]);
  await fixture.join(roomId, joiner.player);
  const full = { title: `Room #${roomId} is full`, path: `/room/${roomId}`, tag: `room-${roomId}` };
  expect(await owner.readQueue()).toMatchObject([full]);
  expect(await joiner.readQueue()).toEqual([]);
  await fixture.startMatch(roomId, [owner.player, joiner.player]);
  const ready = { title: `Room #${roomId}: your match is ready`, path: `/room/${roomId}`, tag: `room-${roomId}` };
  expect(await owner.readQueue()).toMatchObject([full, ready]);
  expect(await joiner.readQueue()).toMatchObject([ready]);
});

test('sends no push to a player who is ready when the room is full', async () => {
  const [owner, joiner] = [await addSubscriber(), await addSubscriber()];
  const roomId = await fixture.makeRoom(owner.player);
  await fixture.ready(roomId, owner.player);
  await fixture.join(roomId, joiner.player);
  expect(await owner.readQueue()).toEqual([]);
});
