import {
  type Location,
  type PlayerCount,
  REMATCH_MS,
  type RoomMap,
  type RoomState,
  type Team,
} from '@karat/rules/rooms';
import type { Sql } from '#db/db.ts';
import type { HeldPart } from '#features/holds/holds.ts';

/** A room as read under its lock. */
export type RoomRow = {
  readonly id: number;
  readonly map: RoomMap;
  readonly playerCount: PlayerCount;
  readonly location: Location;
  readonly ticketPrice: number;
  readonly ownerId: number;
  readonly state: RoomState;
  readonly isDue: boolean;
  /** The room has waited too long for a server. */
  readonly hasServerWaitExpired: boolean;
  readonly sealedSeed: Buffer;
  readonly serverId: number | null;
  readonly isLoaded: boolean;
  readonly isLive: boolean;
  readonly score: Readonly<Record<Team, number>>;
  /** The room whose match this one repeats; its free seats are for the players of that match. */
  readonly rematchOf: number | null;
  /** The match ended too long ago for a rematch. */
  readonly isRematchOver: boolean;
};

/** Other changes to the room wait for the end of the transaction. */
export async function lockRoom(sql: Sql, roomId: number): Promise<RoomRow | undefined> {
  const [room] = await sql<RoomRow>`
    select id, map, player_count as "playerCount", server_location as location, ticket_price as "ticketPrice",
           owner_id as "ownerId", state, coalesce(deadline <= clock_timestamp(), false) as "isDue",
           coalesce(started_at < clock_timestamp() - interval '2 minutes', false) as "hasServerWaitExpired",
           sealed_seed as "sealedSeed", server_id as "serverId", loaded_at is not null as "isLoaded",
           live_at is not null as "isLive", json_build_object('team1', score_team1, 'team2', score_team2) as score,
           rematch_of as "rematchOf",
           coalesce(ended_at < clock_timestamp() - ${REMATCH_MS}::float8 * interval '1 millisecond', false) as "isRematchOver"
    from rooms where id = ${roomId} for update`;
  return room;
}

export type SeatRow = {
  readonly id: number;
  readonly playerId: number;
  readonly team: Team;
  readonly position: number;
  readonly isReady: boolean;
  readonly entropy: string;
  readonly stake: number;
  readonly steamId: string | null;
  readonly username: string;
  readonly elo: number;
  readonly isSandbox: boolean;
  /** Kills in the match so far. */
  readonly kills: number;
  readonly isConnected: boolean;
  readonly takenAt: string;
  /** The parts of the stake that were on hold after a deposit. */
  readonly heldParts: readonly HeldPart[];
};

/** Occupied seats of a room, team1 first. */
export function selectSeats(sql: Sql, roomId: number): Promise<SeatRow[]> {
  return sql<SeatRow>`
    select room_seats.id, player_id as "playerId", team, position, is_ready as "isReady", entropy, stake,
           steam_id as "steamId", username, elo, is_sandbox as "isSandbox", kills, connected_at is not null as "isConnected",
           taken_at as "takenAt", held_parts as "heldParts"
    from room_seats join players on players.id = player_id
    where room_id = ${roomId} and left_at is null order by team, position`;
}

export async function insertRoom(
  sql: Sql,
  room: {
    map: string;
    playerCount: string;
    location: string;
    ticketPrice: number;
    ownerId: number;
    seedHash: string;
    sealedSeed: Buffer;
    rematchOf: number | null;
  },
): Promise<number> {
  const [inserted] = await sql<{ id: number }>`
    insert into rooms (map, player_count, server_location, ticket_price, owner_id, seed_hash, sealed_seed, rematch_of)
    values (${room.map}, ${room.playerCount}, ${room.location}, ${room.ticketPrice}, ${room.ownerId}, ${room.seedHash},
            ${room.sealedSeed}, ${room.rematchOf})
    returning id`;
  return inserted!.id;
}

/** Violates `room_seats_one_active` if the player sits elsewhere, `room_seats_one_of_each` if the seat is taken. */
export async function insertSeat(
  sql: Sql,
  seat: { roomId: number; playerId: number; team: Team; position: number; stake: number },
): Promise<number> {
  const [inserted] = await sql<{ id: number }>`
    insert into room_seats (room_id, player_id, team, position, stake)
    values (${seat.roomId}, ${seat.playerId}, ${seat.team}, ${seat.position}, ${seat.stake})
    returning id`;
  return inserted!.id;
}

/** Sets which parts of the stakes are on hold; none after a refund or a loss. */
export async function updateHeldParts(sql: Sql, seatIds: readonly number[], parts: readonly HeldPart[]): Promise<void> {
  await sql`update room_seats set held_parts = ${JSON.stringify(parts)}::jsonb where id = any(${seatIds}::int8[])`;
}

export async function selectSteamId(sql: Sql, playerId: number): Promise<string | null> {
  const [player] = await sql<{ steamId: string | null }>`
    select steam_id as "steamId" from players where id = ${playerId}`;
  return player?.steamId ?? null;
}

/** The active room of a player, and whether another player sits in it. */
export async function selectActiveRoom(
  sql: Sql,
  playerId: number,
): Promise<{ roomId: number; isShared: boolean } | undefined> {
  const [room] = await sql<{ roomId: number; isShared: boolean }>`
    select own.room_id as "roomId", exists (
      select from room_seats as other
      where other.room_id = own.room_id and other.left_at is null and other.id <> own.id) as "isShared"
    from room_seats as own where player_id = ${playerId} and is_active`;
  return room;
}

/** The rematch of a room that is not cancelled. */
export async function selectRematch(sql: Sql, roomId: number): Promise<number | undefined> {
  const [rematch] = await sql<{ id: number }>`
    select id from rooms where rematch_of = ${roomId} and state <> 'MATCH_CANCELLED'`;
  return rematch?.id;
}

/** The seat that a player had in a match. */
export async function selectSeatOf(
  sql: Sql,
  { roomId, playerId }: { roomId: number; playerId: number },
): Promise<{ team: Team; position: number } | undefined> {
  const [seat] = await sql<{ team: Team; position: number }>`
    select team, position from room_seats where room_id = ${roomId} and player_id = ${playerId} and left_at is null`;
  return seat;
}

/** Banned players who sit in a waiting room. */
export async function selectBannedSeatedPlayers(sql: Sql): Promise<number[]> {
  const rows = await sql<{ playerId: number }>`
    select player_id as "playerId" from room_seats
    join rooms on rooms.id = room_id join players on players.id = player_id
    where is_active and rooms.state = 'WAITING' and players.state = 'banned' order by player_id`;
  return rows.map(({ playerId }) => playerId);
}

export async function updateLeft(sql: Sql, seatIds: readonly number[]): Promise<void> {
  await sql`
    update room_seats set left_at = clock_timestamp(), is_active = false, is_ready = false
    where id = any(${seatIds}::int8[]) and left_at is null`;
}

export async function updateOwner(sql: Sql, roomId: number, ownerId: number): Promise<void> {
  await sql`update rooms set owner_id = ${ownerId} where id = ${roomId}`;
}

export async function updateReady(
  sql: Sql,
  seatId: number,
  ready: { isReady: boolean; entropy: string },
): Promise<void> {
  await sql`update room_seats set is_ready = ${ready.isReady}, entropy = ${ready.entropy} where id = ${seatId}`;
}

/** Sets the deadline from now; null removes it. */
export async function updateDeadline(sql: Sql, roomId: number, inMs: number | null): Promise<void> {
  await sql`
    update rooms set deadline = clock_timestamp() + ${inMs}::float8 * interval '1 millisecond' where id = ${roomId}`;
}

export type TimelineEvent = {
  readonly event: string;
  readonly playerId?: number;
  readonly details?: Readonly<Record<string, string | number>>;
};

export async function insertEvents(sql: Sql, roomId: number, events: readonly TimelineEvent[]): Promise<void> {
  await sql`
    insert into room_events (room_id, player_id, event, details)
    select ${roomId}, player_id, event, details
    from unnest(${events.map(({ playerId }) => playerId ?? null)}::int8[], ${events.map(({ event }) => event)}::text[],
                ${events.map(({ details }) => JSON.stringify(details ?? {}))}::jsonb[])
      with ordinality as note (player_id, event, details, place)
    order by place`;
}

/** Adds details to the latest round of the timeline. False if it has them already. */
export async function addRoundDetails(
  sql: Sql,
  roomId: number,
  details: Readonly<Record<string, string | number>>,
): Promise<boolean> {
  const added = JSON.stringify(details);
  const events = await sql`
    update room_events set details = details || ${added}::jsonb
    where id = (select max(id) from room_events where room_id = ${roomId} and event = 'round')
      and details <> details || ${added}::jsonb
    returning id`;
  return events.length > 0;
}

/** Replaces the player's readiness in the timeline, which shows only the latest. */
export async function replaceReadyEvent(
  sql: Sql,
  roomId: number,
  { playerId, isReady }: { playerId: number; isReady: boolean },
): Promise<void> {
  await sql`
    delete from room_events where room_id = ${roomId} and player_id = ${playerId} and event in ('ready', 'unready')`;
  await insertEvents(sql, roomId, [{ event: isReady ? 'ready' : 'unready', playerId }]);
}

export async function updateToStarting(
  sql: Sql,
  roomId: number,
  start: { entropies: readonly string[]; startingSide: 'ct' | 't'; countdownMs: number },
): Promise<void> {
  await sql`
    update rooms
    set state = 'MATCH_STARTING', started_at = clock_timestamp(), entropies = ${start.entropies}::text[],
        starting_side = ${start.startingSide},
        deadline = clock_timestamp() + ${start.countdownMs}::float8 * interval '1 millisecond'
    where id = ${roomId} and state = 'WAITING'`;
}

export async function updateToOngoing(
  sql: Sql,
  roomId: number,
  { seed, joinMs }: { seed: string; joinMs: number },
): Promise<void> {
  await sql`
    update rooms
    set state = 'MATCH_ONGOING', seed = ${seed}, last_report_at = clock_timestamp(),
        deadline = clock_timestamp() + ${joinMs}::float8 * interval '1 millisecond'
    where id = ${roomId} and state = 'MATCH_STARTING'`;
}

/** The most matches that any two opponents of this room finished against each other within a day. */
export async function selectMeetings(sql: Sql, roomId: number): Promise<number> {
  const [row] = await sql<{ meetings: number }>`
    select coalesce(max(met), 0) as meetings from (
      select count(*) as met
      from room_seats as own
      join room_seats as rival on rival.room_id = own.room_id and rival.team <> own.team and rival.left_at is null
      join room_seats as earlier on earlier.player_id = own.player_id and earlier.room_id <> own.room_id and earlier.left_at is null
        and earlier.taken_at > now() - interval '2 days'
      join room_seats as met_then on met_then.room_id = earlier.room_id and met_then.player_id = rival.player_id
        and met_then.team <> earlier.team and met_then.left_at is null
      join rooms as before on before.id = earlier.room_id
      where own.room_id = ${roomId} and own.team = 'team1' and own.left_at is null
        and before.state = 'MATCH_FINISHED' and before.ended_at > now() - interval '1 day'
      group by own.player_id, rival.player_id
    ) as pair`;
  return row!.meetings;
}

/** Ends a room and lets its players join others; the seats stay as its history. */
export async function updateToEnded(
  sql: Sql,
  roomId: number,
  end: {
    state: 'MATCH_FINISHED' | 'MATCH_CANCELLED';
    winner: Team | null;
    meetings: number;
    reason: string | null;
    /** Null if it cannot be read; a revealed seed is kept. */
    seed: string | null;
  },
): Promise<void> {
  await sql`
    update rooms
    set state = ${end.state}, winner = ${end.winner}, meetings = ${end.meetings}, end_reason = ${end.reason},
        ended_at = clock_timestamp(), deadline = null, seed = coalesce(seed, ${end.seed})
    where id = ${roomId}`;
  await sql`update room_seats set is_active = false where room_id = ${roomId} and is_active`;
}

/** Active rooms whose deadline has passed. */
export async function selectDueRooms(sql: Sql): Promise<number[]> {
  const rows = await sql<{ id: number }>`
    select id from rooms
    where state in ('WAITING', 'MATCH_STARTING', 'MATCH_ONGOING') and deadline <= clock_timestamp() order by deadline`;
  return rows.map(({ id }) => id);
}

export type SeatResult = {
  readonly seatId: number;
  readonly playerId: number;
  readonly isWon: boolean;
  readonly stake: number;
  readonly payout: number;
  readonly eloChange: number;
};

/** Writes ratings, totals and history of all players of a finished room, in one statement. */
export async function applyResults(
  sql: Sql,
  room: { id: number; map: string },
  results: readonly SeatResult[],
): Promise<void> {
  const column = <Key extends keyof SeatResult>(key: Key) => results.map((result) => result[key]);
  await sql`
    with result as materialized (
      select * from unnest(
        ${column('seatId')}::int8[], ${column('playerId')}::int8[], ${column('isWon')}::bool[], ${column('stake')}::int8[],
        ${column('payout')}::int8[], ${column('eloChange')}::int4[]
      ) as result (seat_id, player_id, is_won, stake, payout, elo_change)
    ), seat as (
      update room_seats set elo_before = players.elo, elo_after = players.elo + elo_change, payout = result.payout
      from result join players on players.id = result.player_id
      where room_seats.id = seat_id
      returning room_seats.player_id, kills, deaths
    ), player as (
      update players
      set elo = elo + elo_change, total_kills = total_kills + seat.kills, total_deaths = total_deaths + seat.deaths,
          total_wins = total_wins + is_won::int4, total_matches = total_matches + 1
      from seat join result on result.player_id = seat.player_id
      where players.id = seat.player_id
    )
    insert into game_results (player_id, game, reference, map, is_won, amount, payout)
    select player_id, 'duel', ${room.id}, ${room.map}, is_won, stake, payout from result order by player_id`;
}

export async function updateScore(sql: Sql, roomId: number, score: Readonly<Record<Team, number>>): Promise<void> {
  await sql`
    update rooms set score_team1 = ${score.team1}, score_team2 = ${score.team2}, last_report_at = clock_timestamp()
    where id = ${roomId}`;
}
