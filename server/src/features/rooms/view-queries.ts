import type { Seat, TimelineEntry } from '@karat/contract/rooms';
import {
  type Location,
  type PlayerCount,
  REMATCH_MS,
  type RoomMap,
  type RoomState,
  type Team,
} from '@karat/rules/rooms';
import type { Sql } from '#db/db.ts';

export type SummaryRow = {
  readonly id: number;
  readonly map: RoomMap;
  readonly player_count: PlayerCount;
  readonly server_location: Location;
  readonly state: RoomState;
  readonly ticketPrice: number;
  readonly ownerId: number;
  readonly ownerName: string;
  readonly isOwnerSandbox: boolean;
  readonly ownerAvatar: string;
  readonly createdAt: string;
  readonly serverIp: string | null;
  readonly rematchOf: number | null;
};

/** Rooms that are not over, newest first. */
export function selectActiveRooms(sql: Sql, limit: number): Promise<SummaryRow[]> {
  return sql<SummaryRow>`
    select rooms.id, map, player_count, server_location, rooms.state, ticket_price as "ticketPrice", owner_id as "ownerId",
           username as "ownerName", is_sandbox as "isOwnerSandbox", coalesce(avatar, '') as "ownerAvatar",
           rooms.created_at as "createdAt", server_ip as "serverIp", rematch_of as "rematchOf"
    from rooms join players on players.id = owner_id
    where rooms.state in ('WAITING', 'MATCH_STARTING', 'MATCH_ONGOING') order by rooms.id desc limit ${limit}`;
}

export type RoomDetails = SummaryRow & {
  readonly serverPassword: string | null;
  readonly now: string;
  readonly deadline: string | null;
  readonly scoreTeam1: number;
  readonly scoreTeam2: number;
  readonly winner: Team | null;
  readonly endReason: string | null;
  readonly seedHash: string;
  readonly seed: string | null;
  readonly entropies: string[] | null;
  readonly startingSide: 'ct' | 't' | null;
  /** Until when the players can open a rematch; null if the match has not ended. */
  readonly rematchDeadline: string | null;
};

export async function selectRoom(sql: Sql, roomId: number): Promise<RoomDetails | undefined> {
  const [room] = await sql<RoomDetails>`
    select rooms.id, map, player_count, server_location, rooms.state, ticket_price as "ticketPrice", owner_id as "ownerId",
           username as "ownerName", is_sandbox as "isOwnerSandbox", coalesce(avatar, '') as "ownerAvatar",
           rooms.created_at as "createdAt", server_ip as "serverIp",
           server_password as "serverPassword", clock_timestamp() as now, deadline, score_team1 as "scoreTeam1",
           score_team2 as "scoreTeam2", winner, end_reason as "endReason", seed_hash as "seedHash", seed, entropies,
           starting_side as "startingSide", rematch_of as "rematchOf",
           ended_at + ${REMATCH_MS}::float8 * interval '1 millisecond' as "rematchDeadline"
    from rooms join players on players.id = owner_id where rooms.id = ${roomId}`;
  return room;
}

export type SeatView = Seat & {
  readonly roomId: number;
  readonly playerId: number;
  readonly position: number;
  readonly stake: number;
};

/** Occupied seats of these rooms, team1 first. */
export function selectSeatViews(sql: Sql, roomIds: readonly number[]): Promise<SeatView[]> {
  return sql<SeatView>`
    select room_id as "roomId", player_id as "playerId", coalesce(steam_id, '') as "steamId", username,
           coalesce(avatar, '') as avatar, team, position,
           is_ready as ready, coalesce(elo_before, elo) as elo, is_sandbox as "isSandbox", kills, deaths,
           elo_after - elo_before as "eloChange", payout, stake
    from room_seats join players on players.id = player_id
    where room_id = any(${roomIds}::int8[]) and left_at is null order by team, position`;
}

/** The latest events, oldest first. */
export function selectTimeline(sql: Sql, roomId: number, limit: number): Promise<TimelineEntry[]> {
  return sql<TimelineEntry>`
    select * from (
      select room_events.id, event, username, coalesce(is_sandbox, false) as "isSandbox", details, room_events.created_at as "createdAt"
      from room_events left join players on players.id = player_id
      where room_id = ${roomId} order by room_events.id desc limit ${limit}
    ) as latest order by id`;
}
