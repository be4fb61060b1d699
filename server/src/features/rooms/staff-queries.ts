import type { StaffRoom } from '@karat/contract/rooms';
import type { RoomState } from '@karat/rules/rooms';
import type { Sql } from '#db/db.ts';

/** Rooms by state, seated player (null: any) and time of creation. `until` is exclusive. */
export type RoomFilter = {
  readonly states: readonly RoomState[] | null;
  readonly playerId: number | null;
  readonly since: string;
  readonly until: string;
};

export async function selectPlayerId(sql: Sql, usernameKey: string): Promise<number | undefined> {
  const [player] = await sql<{ id: number }>`select id from players where username_key = ${usernameKey}`;
  return player?.id;
}

export async function countFilteredRooms(sql: Sql, filter: RoomFilter, most: number): Promise<number> {
  const { states, playerId, since, until } = filter;
  const [row] = await sql<{ count: number }>`
    select count(*) as count from (
      select from rooms
      where (${states}::text[] is null or state = any(${states}::text[])) and created_at >= ${since} and created_at < ${until}
        and (${playerId}::int8 is null or id in (select room_id from room_seats where player_id = ${playerId}))
      limit ${most}) as counted`;
  return row!.count;
}

type Slice = { readonly offset: number; readonly limit: number };

export async function selectNewestRoomIds(sql: Sql, filter: RoomFilter & Slice): Promise<number[]> {
  const { states, playerId, since, until, offset, limit } = filter;
  const rows = await sql<{ id: number }>`
    select id from rooms
    where (${states}::text[] is null or state = any(${states}::text[])) and created_at >= ${since} and created_at < ${until}
      and (${playerId}::int8 is null or id in (select room_id from room_seats where player_id = ${playerId}))
    order by id desc offset ${offset} limit ${limit}`;
  return rows.map(({ id }) => id);
}

/** The matching rooms among the next ids, oldest first. */
export async function selectNextRoomIds(
  sql: Sql,
  filter: RoomFilter & { readonly after: number; readonly until: string; readonly windowIds: number },
): Promise<{ ids: number[]; isLast: boolean }> {
  const { states, playerId, since, until, after, windowIds } = filter;
  const [row] = await sql<{ ids: number[]; isLast: boolean }>`
    select array(
             select id from rooms
             where id > ${after} and id <= ${after + windowIds}
               and (${states}::text[] is null or state = any(${states}::text[])) and created_at >= ${since} and created_at < ${until}
               and (${playerId}::int8 is null or id in (select room_id from room_seats where player_id = ${playerId}))
             order by id) as ids,
           coalesce((select max(id) from rooms), 0) <= ${after + windowIds} as "isLast"`;
  return row!;
}

/** Rooms by id, oldest first. */
export function selectStaffRooms(sql: Sql, ids: readonly number[]): Promise<StaffRoom[]> {
  return sql<StaffRoom>`
    select rooms.id, map, player_count as "playerCount", rooms.state, ticket_price as "ticketPrice", winner,
           rooms.created_at as "createdAt", ended_at as "endedAt",
           jsonb_build_object('id', owner.id, 'username', owner.username, 'isSandbox', owner.is_sandbox) as owner,
           coalesce((select string_agg(username, ', ' order by team, position)
                     from room_seats join players on players.id = player_id
                     where room_id = rooms.id and left_at is null), '') as players
    from rooms join players as owner on owner.id = owner_id
    where rooms.id = any(${ids}::int8[]) order by rooms.id`;
}
