import type { Transaction } from '@karat/contract/wallet';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RoomFixture, createRoomFixture } from '#testing/room-fixture.ts';
import { playRooms } from '#testing/played-rooms.ts';

let fixture: RoomFixture;
beforeAll(async () => {
  fixture = await createRoomFixture();
});
afterAll(() => fixture.close());

test('transactions of a room name its map and id, in both directions', async () => {
  const { one, duelId, pairsId, drawnId, waitingId } = await playRooms(fixture);
  const reply = await fixture.site.http.inject({ url: '/user/getTransactions', headers: one.headers });
  const { data } = reply.json<{ data: Transaction[] }>();
  expect(data.map(({ transactionType, amount, subject }) => [transactionType, amount, subject])).toEqual([
    ['ROOM_ENTRY', -300, `awp_lego #${waitingId}`],
    ['ROOM_REFUND', 700, `awp_lego #${drawnId}`],
    ['ROOM_ENTRY', -700, `awp_lego #${drawnId}`],
    ['ROOM_ENTRY', -1_001, `awp_lego #${pairsId}`],
    ['ROOM_WIN', 1_900, `awp_lego #${duelId}`],
    ['ROOM_ENTRY', -1_000, `awp_lego #${duelId}`],
    ['WELCOME', 10_000, null],
  ]);
});
