import type { Sql } from '#db/db.ts';

/** The rooms that are played, each with its server. */
export function selectRoomsOfServers(sql: Sql): Promise<{ roomId: number; serverId: number }[]> {
  return sql<{ roomId: number; serverId: number }>`
    select id as "roomId", server_id as "serverId" from rooms
    where server_id is not null and state in ('MATCH_STARTING', 'MATCH_ONGOING')`;
}
