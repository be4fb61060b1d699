import type { Statistics } from '@karat/contract/profile';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestPlayer } from '#testing/fixtures.ts';
import { type RoomFixture, createRoomFixture } from '#testing/room-fixture.ts';
import { playRooms } from '#testing/played-rooms.ts';

let fixture: RoomFixture;
beforeAll(async () => {
  fixture = await createRoomFixture();
});
afterAll(() => fixture.close());

async function fetchStatistics({ headers }: TestPlayer): Promise<Statistics> {
  const reply = await fixture.site.http.inject({ url: '/user/getStatistics', headers });
  return reply.json<{ data: Statistics }>().data;
}

test('counts entry fees as wagered and pots as won, and ignores refunds', async () => {
  const { one, two, waitingId } = await playRooms(fixture);
  await fixture.leave(waitingId, one);
  expect(await fetchStatistics(one)).toMatchObject({ wagered: 2_001, won: 1_900, lost: 101 });
  expect(await fetchStatistics(two)).toMatchObject({ wagered: 2_001 });
});
