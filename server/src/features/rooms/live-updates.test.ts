import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RoomFixture, createRoomFixture } from '#testing/room-fixture.ts';
import { openTab, type Tab } from '#testing/tab.ts';

let fixture: RoomFixture;
let tab: Tab;
beforeAll(async () => {
  fixture = await createRoomFixture();
  tab = openTab(await fixture.site.listen());
  await tab.connected();
});
afterAll(async () => {
  tab.close();
  await fixture.close();
});

async function begin(): Promise<number> {
  const players = [await fixture.addRoomPlayer(), await fixture.addRoomPlayer()];
  const roomId = await fixture.makeRoom(players[0]!);
  await fixture.join(roomId, players[1]!);
  await fixture.startMatch(roomId, players);
  return roomId;
}

test('broadcasts a round of a match to its room only', async () => {
  const roomId = await begin();
  tab.emit('JOIN_GAME_ROOM', { roomId });
  await tab.next('ROOM_DATA');
  await tab.next('ROOMS_CHANGED', ({ data }) =>
    data.some(({ id, state }) => id === roomId && state === 'MATCH_ONGOING'),
  );
  tab.clear();
  await fixture.report(roomId, { kind: 'round', score: { team1: 1, team2: 0 }, players: [] });
  await tab.next('ROOM_DATA', ({ score }) => score.team1 === 1);
  // The next list comes from the next room, which proves that the round caused none.
  const other = await fixture.makeRoom(await fixture.addRoomPlayer());
  const { data } = await tab.next('ROOMS_CHANGED');
  expect(data.map(({ id }) => id)).toContain(other);
});

test('clients end with the current state however often a room changes concurrently', async () => {
  const roomId = await begin();
  tab.emit('JOIN_GAME_ROOM', { roomId });
  await tab.next('ROOM_DATA', ({ id }) => id === roomId);
  const rounds = Array.from({ length: 30 }, (_, index) => index + 1);
  await Promise.all(
    rounds.map((team1) => fixture.report(roomId, { kind: 'round', score: { team1, team2: 0 }, players: [] })),
  );
  const { timeline } = await tab.next('ROOM_DATA', ({ score }) => score.team1 === 30);
  expect(timeline).toEqual((await fixture.room(roomId)).timeline);
});
