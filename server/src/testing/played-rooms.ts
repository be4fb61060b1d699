import type { Team } from '@karat/rules/rooms';
import type { TestPlayer } from './fixtures.ts';
import type { RoomFixture } from './room-fixture.ts';

/** A whole match, from an empty room to its result; answers the room. Each player kills once for every round won. */
export async function playMatch(
  hall: RoomFixture,
  players: readonly TestPlayer[],
  { ticketPrice, score }: { ticketPrice: number; score: Readonly<Record<Team, number>> },
): Promise<number> {
  const [owner, ...others] = players;
  const roomId = await hall.makeRoom(owner!, { player_count: players.length === 2 ? '1v1' : '2v2', ticketPrice });
  for (const player of others) await hall.join(roomId, player);
  await hall.begin(roomId, players);
  const seats = (await hall.room(roomId)).players.map(({ steamId, team }) => ({
    steamId,
    kills: score[team],
    deaths: score.team1 + score.team2 - score[team],
  }));
  await hall.report(roomId, { kind: 'result', score, players: seats });
  return roomId;
}

/** A room in every condition that an audit tells apart. */
export async function playRooms(hall: RoomFixture) {
  const [one, two] = [await hall.addDuellist(), await hall.addDuellist()];
  const four = [one, two, await hall.addDuellist(), await hall.addDuellist()];
  const duelId = await playMatch(hall, [one, two], { ticketPrice: 1_000, score: { team1: 8, team2: 3 } });
  // A pot that two winners cannot share without a rest.
  const pairsId = await playMatch(hall, four, { ticketPrice: 1_001, score: { team1: 2, team2: 8 } });
  const freeId = await playMatch(hall, [one, two], { ticketPrice: 0, score: { team1: 1, team2: 8 } });
  const drawnId = await playMatch(hall, [one, two], { ticketPrice: 700, score: { team1: 7, team2: 7 } });
  const waitingId = await hall.makeRoom(one, { ticketPrice: 300 });
  await hall.join(waitingId, two);
  await hall.leave(waitingId, two);
  return { one, two, duelId, pairsId, freeId, drawnId, waitingId };
}
