import type { Room, RoomSummary, Seat } from '@karat/contract/rooms';
import {
  type RoundEnd,
  type Team,
  killsDetail,
  potShares,
  ROUND_ENDS,
  seatsPerTeam,
  seatsTotal,
  TEAMS,
} from '@karat/rules/rooms';

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

/** Whether the free seats are for others: those of a rematch are for the players of the match that it repeats. */
export function isReservedForOthers({ rematchOf, reservedFor }: Room, steamId: string): boolean {
  return rematchOf !== null && !reservedFor.includes(steamId);
}

/** Whether the match is being played. */
export function isLive({ timeline }: Pick<Room, 'timeline'>): boolean {
  return timeline.some(({ event }) => event === 'live');
}

export type Side = 'ct' | 't';

/** The side of a team for the whole match; undefined before the coin toss. */
export function sideOf({ startingSide }: Pick<Room, 'startingSide'>, team: Team): Side | undefined {
  if (startingSide === null || team === 'team1') return startingSide ?? undefined;
  return startingSide === 'ct' ? 't' : 'ct';
}

/** A round of the match, as far as the game server reported it. */
export type Round = {
  readonly id: number;
  /** The number of rounds played with it. */
  readonly number: number;
  readonly score: Readonly<Record<Team, number>>;
  /** Undefined if reports were lost, and the entry stands for several rounds. */
  readonly winner: Team | undefined;
  readonly end: RoundEnd | undefined;
  readonly kills: readonly { readonly seat: Seat; readonly count: number }[];
};

/** The rounds in the timeline, newest last. */
export function roundsOf({ timeline, players }: Pick<Room, 'timeline' | 'players'>): Round[] {
  const rounds = timeline.filter(({ event }) => event === 'round');
  return rounds.map(({ id, details }) => {
    const score = { team1: Number(details['team1'] ?? 0), team2: Number(details['team2'] ?? 0) };
    const kills = TEAMS.flatMap((team) =>
      players
        .filter((seat) => seat.team === team)
        .map((seat, index) => ({ seat, count: Number(details[killsDetail(team, index + 1)] ?? 0) })),
    );
    return {
      id,
      number: score.team1 + score.team2,
      score,
      winner: TEAMS.find((team) => team === details['winner']),
      end: ROUND_ENDS.find((end) => end === details['end']),
      kills: kills.filter(({ count }) => count > 0),
    };
  });
}

type Stakes = Pick<Room, 'player_count' | 'ticketPrice'>;

/** The pot with every seat taken, the site's rake, and the share of each winner. */
export function fullPot({ player_count: size, ticketPrice }: Stakes): { pot: number; rake: number; each: number } {
  const pot = ticketPrice * seatsTotal(size);
  return { pot, ...potShares(pot, seatsPerTeam(size)) };
}
