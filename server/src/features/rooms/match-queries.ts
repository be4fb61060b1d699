import type { PlayerCount, RoomMap, RoomState, Team } from '@karat/rules/rooms';
import type { Sql } from '#db/db.ts';

export async function updateLive(sql: Sql, roomId: number): Promise<void> {
  await sql`update rooms set live_at = clock_timestamp(), last_report_at = clock_timestamp() where id = ${roomId}`;
}

export type SeatStats = { readonly seatId: number; readonly kills: number; readonly deaths: number };

/** Totals of the match so far; they never fall. */
export async function updateStats(sql: Sql, stats: readonly SeatStats[]): Promise<void> {
  await sql`
    update room_seats
    set kills = greatest(room_seats.kills, stat.kills), deaths = greatest(room_seats.deaths, stat.deaths)
    from unnest(${stats.map(({ seatId }) => seatId)}::int8[], ${stats.map(({ kills }) => kills)}::int4[],
                ${stats.map(({ deaths }) => deaths)}::int4[]) as stat (seat_id, kills, deaths)
    where room_seats.id = seat_id`;
}

/** Raises the statistics of a finished match and adds the difference to the players' totals. False if nothing changed. */
export async function addLateStats(sql: Sql, stats: readonly SeatStats[]): Promise<boolean> {
  const players = await sql`
    with seat as (
      update room_seats
      set kills = greatest(room_seats.kills, stat.kills), deaths = greatest(room_seats.deaths, stat.deaths)
      from unnest(${stats.map(({ seatId }) => seatId)}::int8[], ${stats.map(({ kills }) => kills)}::int4[],
                  ${stats.map(({ deaths }) => deaths)}::int4[]) as stat (seat_id, kills, deaths)
      join room_seats as before on before.id = seat_id
      where room_seats.id = seat_id and (stat.kills > before.kills or stat.deaths > before.deaths)
      returning room_seats.player_id, room_seats.kills - before.kills as kills, room_seats.deaths - before.deaths as deaths
    )
    update players set total_kills = total_kills + seat.kills, total_deaths = total_deaths + seat.deaths
    from seat where players.id = seat.player_id returning players.id`;
  return players.length > 0;
}

/** Marks a team as connected; true if that is new. */
export async function updateConnected(sql: Sql, roomId: number, team: Team): Promise<boolean> {
  const seats = await sql`
    update room_seats set connected_at = clock_timestamp()
    where room_id = ${roomId} and team = ${team} and left_at is null and connected_at is null returning id`;
  return seats.length > 0;
}

/** A room that has or needs a game server. */
export type MatchRoom = {
  readonly id: number;
  readonly location: string;
  readonly state: 'MATCH_STARTING' | 'MATCH_ONGOING';
  /** Address of its server; null before it has one. Server ids come from the configuration, which may change. */
  readonly address: string | null;
  readonly isLoaded: boolean;
  /** Time of the last report; empty before the first. */
  readonly lastReportAt: string;
};

export function selectMatchRooms(sql: Sql): Promise<MatchRoom[]> {
  return sql<MatchRoom>`
    select id, server_location as location, state, server_ip as address, loaded_at is not null as "isLoaded",
           coalesce(last_report_at::text, '') as "lastReportAt"
    from rooms where state in ('MATCH_STARTING', 'MATCH_ONGOING') order by id`;
}

/** Ended rooms whose match may still be on their server. */
export function selectUnreleasedRooms(sql: Sql): Promise<{ id: number; address: string }[]> {
  return sql<{ id: number; address: string }>`
    select id, server_ip as address from rooms
    where server_id is not null and released_at is null and state in ('MATCH_FINISHED', 'MATCH_CANCELLED')`;
}

export async function updateReleased(sql: Sql, roomId: number): Promise<void> {
  await sql`update rooms set released_at = clock_timestamp() where id = ${roomId}`;
}

/** Whether the assigned server still has to load the room's match. */
export async function isAwaitingLoad(sql: Sql, roomId: number, address: string): Promise<boolean> {
  const rooms = await sql`
    select from rooms
    where id = ${roomId} and server_ip = ${address} and state = 'MATCH_STARTING' and loaded_at is null`;
  return rooms.length > 0;
}

/** Violates `rooms_one_per_server` if another room has the server. */
export async function updateServer(
  sql: Sql,
  roomId: number,
  server: { id: number; address: string; password: string | null },
): Promise<boolean> {
  const rooms = await sql`
    update rooms set server_id = ${server.id}, server_ip = ${server.address}, server_password = ${server.password}
    where id = ${roomId} and state = 'MATCH_STARTING' and server_id is null returning id`;
  return rooms.length > 0;
}

/** False if the room has changed in the meantime. */
export async function clearServer(sql: Sql, roomId: number): Promise<boolean> {
  const rooms = await sql`
    update rooms set server_id = null, server_ip = null, server_password = null, match_key_hash = null
    where id = ${roomId} and state = 'MATCH_STARTING' and loaded_at is null returning id`;
  return rooms.length > 0;
}

export async function updateMatchKey(sql: Sql, roomId: number, keyHash: Buffer): Promise<void> {
  await sql`update rooms set match_key_hash = ${keyHash} where id = ${roomId}`;
}

export async function updateLoaded(sql: Sql, roomId: number, address: string): Promise<boolean> {
  const rooms = await sql`
    update rooms set loaded_at = clock_timestamp()
    where id = ${roomId} and server_ip = ${address} and state = 'MATCH_STARTING' and loaded_at is null returning id`;
  return rooms.length > 0;
}

type MatchRow = {
  readonly id: number;
  readonly map: RoomMap;
  readonly playerCount: PlayerCount;
  readonly state: RoomState;
  readonly startingSide: 'ct' | 't' | null;
  readonly keyHash: Buffer | null;
  readonly password: string | null;
};

export async function selectMatch(sql: Sql, roomId: number): Promise<MatchRow | undefined> {
  const [match] = await sql<MatchRow>`
    select id, map, player_count as "playerCount", state, starting_side as "startingSide",
           -- The key expires with the match, with time for late reports.
           case when ended_at is null or ended_at > clock_timestamp() - interval '5 minutes' then match_key_hash end as "keyHash",
           server_password as password
    from rooms where id = ${roomId}`;
  return match;
}

/** True if the key is new. */
export async function insertMatchEvent(
  sql: Sql,
  roomId: number,
  { key, payload }: { key: string; payload: string },
): Promise<boolean> {
  const events = await sql`
    insert into match_events (room_id, key, payload) values (${roomId}, ${key}, ${payload}::jsonb)
    on conflict do nothing returning key`;
  return events.length > 0;
}

type OpponentCriteria = {
  readonly count: number;
  readonly balance: number;
  readonly rating: number;
  /** Ratings that differ by at most this are as good as equal. */
  readonly ratingRange: number;
  /** Personas that are already chosen. */
  readonly except?: readonly number[];
};

/**
 * Personas that sit nowhere and can pay: those with the nearest rating, among equals the richest, so that all lose in turn. Locked
 * until the transaction ends.
 */
export async function selectFreeOpponents(sql: Sql, criteria: OpponentCriteria): Promise<number[]> {
  const rows = await sql<{ id: number }>`
    select players.id from players join wallets on wallets.player_id = players.id
    where is_sandbox and balance >= ${criteria.balance}
      and not exists (select from room_seats where room_seats.player_id = players.id and is_active)
      and players.id <> all(${criteria.except ?? []}::int8[])
    order by greatest(abs(elo - ${criteria.rating}::int4), ${criteria.ratingRange}::int4), balance desc, players.id
    limit ${criteria.count} for update of players skip locked`;
  // Wallets are locked by rising player id.
  return rows.map(({ id }) => id).toSorted((a, b) => a - b);
}

/** Those of the personas that sit nowhere and can pay. Locked until the transaction ends. */
export async function selectFreeAmong(
  sql: Sql,
  { ids, balance }: { ids: readonly number[]; balance: number },
): Promise<number[]> {
  const rows = await sql<{ id: number }>`
    select players.id from players join wallets on wallets.player_id = players.id
    where players.id = any(${ids}::int8[]) and is_sandbox and players.state = 'active' and balance >= ${balance}
      and not exists (select from room_seats where room_seats.player_id = players.id and is_active)
    for update of players skip locked`;
  return rows.map(({ id }) => id);
}

/** Sets the rating of a persona, unless it is within the range of the given rating. */
export async function updateFarRating(
  sql: Sql,
  playerId: number,
  { rating, newRating, ratingRange }: { rating: number; newRating: number; ratingRange: number },
): Promise<void> {
  await sql`
    update players set elo = ${newRating}
    where id = ${playerId} and is_sandbox and abs(elo - ${rating}::int4) > ${ratingRange}`;
}
