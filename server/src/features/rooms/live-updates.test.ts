import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RoomFixture, createRoomFixture } from '#testing/room-fixture.ts';
import { openTab, type Tab } from '#testing/tab.ts';

let hall: RoomFixture;
let tab: Tab;
beforeAll(async () => {
  hall = await createRoomFixture();
  tab = openTab(await hall.site.listen());
  await tab.connected();
});
afterAll(async () => {
  tab.close();
  await hall.close();
});

async function begin(): Promise<number> {
  const players = [await hall.addDuellist(), await hall.addDuellist()];
  const roomId = await hall.makeRoom(players[0]!);
  await hall.join(roomId, players[1]!);
  await hall.begin(roomId, players);
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
  await hall.report(roomId, { kind: 'round', score: { team1: 1, team2: 0 }, players: [] });
  await tab.next('ROOM_DATA', ({ score }) => score.team1 === 1);
  // The next list comes from the next room, which proves that the round caused none.
  const other = await hall.makeRoom(await hall.addDuellist());
  const { data } = await tab.next('ROOMS_CHANGED');
  expect(data.map(({ id }) => id)).toContain(other);
});

test('clients end with the current state however often a room changes at once', async () => {
  const roomId = await begin();
  tab.emit('JOIN_GAME_ROOM', { roomId });
  await tab.next('ROOM_DATA', ({ id }) => id === roomId);
  const rounds = Array.from({ length: 30 }, (_, index) => index + 1);
  await Promise.all(
    rounds.map((team1) => hall.report(roomId, { kind: 'round', score: { team1, team2: 0 }, players: [] })),
  );
  const { timeline } = await tab.next('ROOM_DATA', ({ score }) => score.team1 === 30);
  expect(timeline).toEqual((await hall.room(roomId)).timeline);
});
