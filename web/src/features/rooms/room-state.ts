import type { Room, RoomSummary, Seat } from '@karat/contract/rooms';
import { type Team, seatsPerTeam, seatsTotal } from '@karat/rules/rooms';

/**
 * The newer of two versions of a room, however they arrived. Only seated players receive the game server's password, and
 * only when they fetch the room, so an event without it keeps the known one.
 */
export function newerRoom(known: Room | undefined, fresh: Room): Room {
  if (known?.id !== fresh.id) return fresh;
  if (Date.parse(fresh.now) < Date.parse(known.now)) return known;
  const isSameServer = fresh.server_ip !== null && fresh.server_ip === known.server_ip;
  return isSameServer ? { ...fresh, server_password: fresh.server_password ?? known.server_password } : fresh;
}

/** The player's seat. Rooms identify players by their Steam account. */
export function ownSeat({ players }: Pick<RoomSummary, 'players'>, steamId: string): Seat | undefined {
  return steamId === '' ? undefined : players.find((seat) => seat.steamId === steamId);
}

/** The seats of a team, free ones last. */
export function seatsOf(room: Pick<RoomSummary, 'players' | 'player_count'>, team: Team): (Seat | undefined)[] {
  const taken = room.players.filter((seat) => seat.team === team);
  return Array.from({ length: seatsPerTeam(room.player_count) }, (_, place) => taken[place]);
}

export function isFull({ players, player_count: count }: Pick<RoomSummary, 'players' | 'player_count'>): boolean {
  return players.length >= seatsTotal(count);
}

/** Whether the match is being played. */
export function isLive({ timeline }: Pick<Room, 'timeline'>): boolean {
  return timeline.some(({ event }) => event === 'live');
}
