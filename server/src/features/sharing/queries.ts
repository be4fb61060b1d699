import type { PlayerCount, RoomMap, Team } from '@karat/rules/rooms';
import type { Sql } from '#db/db.ts';

type SharedDrop = {
  readonly marketName: string;
  readonly rarity: string;
  readonly caseName: string;
  readonly paid: number;
  readonly worth: number;
  /** Null if the player hides drops, or is banned or deleted. */
  readonly username: string | null;
  readonly isSandbox: boolean;
};

/** Undefined until the animation of the opening has ended. */
export async function selectSharedDrop(
  sql: Sql,
  { openingId, revealMs }: { openingId: number; revealMs: number },
): Promise<SharedDrop | undefined> {
  const [drop] = await sql<SharedDrop>`
    select market_hash_name as "marketName", rarity, case_versions.name as "caseName", case_versions.price as paid,
           inventory.quick_sell_price as worth, is_sandbox as "isSandbox",
           case when players.state = 'active' and not coalesce(hides_drops or hides_everything, false)
                then username end as username
    from openings
    join case_versions on case_versions.id = version_id
    join inventory on inventory.id = openings.id
    join items on items.id = openings.item_id
    join players on players.id = openings.player_id
    left join profile_privacy on profile_privacy.player_id = players.id
    where openings.id = ${openingId} and openings.created_at <= now() - ${revealMs} * interval '1 millisecond'`;
  return drop;
}

export type SharedMatch = {
  readonly map: RoomMap;
  readonly playerCount: PlayerCount;
  readonly winner: Team;
  readonly scoreTeam1: number;
  readonly scoreTeam2: number;
  readonly seats: readonly { readonly team: Team; readonly username: string | null; readonly isSandbox: boolean }[];
};

/** Undefined unless the match is finished. Players who hide matches, or are banned or deleted, have no name. */
export async function selectSharedMatch(sql: Sql, roomId: number): Promise<SharedMatch | undefined> {
  const [match] = await sql<SharedMatch>`
    select map, player_count as "playerCount", winner, score_team1 as "scoreTeam1", score_team2 as "scoreTeam2",
           (select jsonb_agg(jsonb_build_object(
                     'team', team, 'isSandbox', is_sandbox,
                     'username', case when players.state = 'active' and not coalesce(hides_matches or hides_everything, false)
                                      then username end)
                   order by team, position)
            from room_seats join players on players.id = room_seats.player_id
            left join profile_privacy on profile_privacy.player_id = players.id
            where room_id = rooms.id and left_at is null) as seats
    from rooms where id = ${roomId} and state = 'MATCH_FINISHED'`;
  return match;
}
