import type { PlayedGame } from '@karat/contract/games';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestPlayer } from '#testing/fixtures.ts';
import { type RoomFixture, createRoomFixture } from '#testing/room-fixture.ts';
import { playRooms } from '#testing/played-rooms.ts';

let fixture: RoomFixture;
let rooms: Awaited<ReturnType<typeof playRooms>>;
beforeAll(async () => {
  fixture = await createRoomFixture();
  rooms = await playRooms(fixture);
});
afterAll(() => fixture.close());

async function fetchGames({ headers }: TestPlayer) {
  const reply = await fixture.site.http.inject({ url: '/user/getGameHistory', headers });
  return reply.json<{ data: PlayedGame[] }>().data;
}

const game = (reference: number, isWon: boolean, amount: number, payout: number) => ({
  game: 'duel',
  map: 'awp_lego',
  isWon,
  amount,
  payout,
  reference,
});

test('lists a finished match, also a free one, for all its players, and a void one for none', async () => {
  expect(await fetchGames(rooms.one)).toMatchObject([
    game(rooms.freeId, false, 0, 0),
    game(rooms.pairsId, false, 1_001, 0),
    game(rooms.duelId, true, 1_000, 1_900),
  ]);
  expect(await fetchGames(rooms.two)).toMatchObject([
    { reference: rooms.freeId, isWon: true, amount: 0, payout: 0 },
    { reference: rooms.pairsId },
    { reference: rooms.duelId, isWon: false, amount: 1_000, payout: 0 },
  ]);
});
