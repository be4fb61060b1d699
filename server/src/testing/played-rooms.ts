import type { Team } from '@karat/rules/rooms';
import type { TestPlayer } from './fixtures.ts';
import type { RoomFixture } from './room-fixture.ts';

/** Plays a match from room creation to its result; returns the room's id. Each player has one kill per round won. */
export async function playMatch(
  rooms: RoomFixture,
  players: readonly TestPlayer[],
  { ticketPrice, score }: { ticketPrice: number; score: Readonly<Record<Team, number>> },
): Promise<number> {
  const [owner, ...others] = players;
  const roomId = await rooms.makeRoom(owner!, { player_count: players.length === 2 ? '1v1' : '2v2', ticketPrice });
  for (const player of others) await rooms.join(roomId, player);
  await rooms.startMatch(roomId, players);
  const seats = (await rooms.room(roomId)).players.map(({ steamId, team }) => ({
    steamId,
    kills: score[team],
    deaths: score.team1 + score.team2 - score[team],
  }));
  await rooms.report(roomId, { kind: 'result', score, players: seats });
  return roomId;
}

/** Adds a room in every state that the audit distinguishes. */
export async function playRooms(rooms: RoomFixture) {
  const [one, two] = [await rooms.addRoomPlayer(), await rooms.addRoomPlayer()];
  const four = [one, two, await rooms.addRoomPlayer(), await rooms.addRoomPlayer()];
  const duelId = await playMatch(rooms, [one, two], { ticketPrice: 1_000, score: { team1: 8, team2: 3 } });
  // The pot does not divide evenly between two winners.
  const pairsId = await playMatch(rooms, four, { ticketPrice: 1_001, score: { team1: 2, team2: 8 } });
  const freeId = await playMatch(rooms, [one, two], { ticketPrice: 0, score: { team1: 1, team2: 8 } });
  const drawnId = await playMatch(rooms, [one, two], { ticketPrice: 700, score: { team1: 7, team2: 7 } });
  const waitingId = await rooms.makeRoom(one, { ticketPrice: 300 });
  await rooms.join(waitingId, two);
  await rooms.leave(waitingId, two);
  return { one, two, duelId, pairsId, freeId, drawnId, waitingId };
}
