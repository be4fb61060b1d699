import type { Room, RoomSummary, Seat } from '@karat/contract/rooms';
import { type Team, seatsPerTeam, seatsTotal } from '@karat/rules/rooms';

/**
 * The room after news of it, whichever way they came: what is older than what is known says nothing. The password of the
 * game server is told to those who have a seat, and only when they ask: news for everybody do not take it away.
 */
export function newerRoom(known: Room | undefined, fresh: Room): Room {
  if (known?.id !== fresh.id) return fresh;
  if (Date.parse(fresh.now) < Date.parse(known.now)) return known;
  const isSameServer = fresh.server_ip !== null && fresh.server_ip === known.server_ip;
  return isSameServer ? { ...fresh, server_password: fresh.server_password ?? known.server_password } : fresh;
}

/** The seat of a player, who is known in a room by the Steam account. */
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

/** Whether the match of a room has begun to be played. */
export function isLive({ timeline }: Pick<Room, 'timeline'>): boolean {
  return timeline.some(({ event }) => event === 'live');
}
