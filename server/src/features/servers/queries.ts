import type { Sql } from '#db/db.ts';

/** Rooms that are being played, with their servers. */
export function selectRoomsOfServers(sql: Sql): Promise<{ roomId: number; address: string }[]> {
  return sql<{ roomId: number; address: string }>`
    select id as "roomId", server_ip as address from rooms
    where server_ip is not null and state in ('MATCH_STARTING', 'MATCH_ONGOING')`;
}
