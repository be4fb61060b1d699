import type { LEADERBOARD_SORTS, LeaderboardRow } from '@karat/contract/leaderboard';
import type { Sql } from '#db/db.ts';

/** What players are ranked by. */
export type LeaderboardSort = (typeof LEADERBOARD_SORTS)[number];

type Slice = { readonly sort: LeaderboardSort; readonly offset: number; readonly limit: number };

// Those who have finished a match: no one who was banned, and nobody that the sandbox made up.

/**
 * Best first; those who are level stand in one place, the earlier account first. Of the three lists only the one that is
 * asked for is read, along its index.
 */
export function selectRanked(sql: Sql, { sort, offset, limit }: Slice): Promise<LeaderboardRow[]> {
  return sql<LeaderboardRow>`
    with ranked as (
      (select id, elo as value from players
       where ${sort} = 'elo' and total_matches > 0 and state = 'active' and not is_sandbox
       order by elo desc, id offset ${offset} limit ${limit})
      union all
      (select id, total_kills from players
       where ${sort} = 'kills' and total_matches > 0 and state = 'active' and not is_sandbox
       order by total_kills desc, id offset ${offset} limit ${limit})
      union all
      (select id, total_wins from players
       where ${sort} = 'wins' and total_matches > 0 and state = 'active' and not is_sandbox
       order by total_wins desc, id offset ${offset} limit ${limit})
    ), better as (
      select count(*) as players from players
      where total_matches > 0 and state = 'active' and not is_sandbox
        and case ${sort} when 'elo' then elo when 'kills' then total_kills else total_wins end
            > (select max(value) from ranked)
    )
    select case when value = max(value) over () then better.players + 1
                else ${offset}::int8 + rank() over (order by value desc) end as place,
           elo, username, avatar, total_kills, total_wins
    from ranked join players using (id) cross join better
    order by value desc, id`;
}

export async function countRanked(sql: Sql): Promise<number> {
  const [row] = await sql<{ count: number }>`
    select count(*) as count from players where total_matches > 0 and state = 'active' and not is_sandbox`;
  return row!.count;
}

/** Where a player stands; undefined for one who is not in the list. */
export async function selectOwnPlace(
  sql: Sql,
  { sort, playerId }: { sort: LeaderboardSort; playerId: number },
): Promise<LeaderboardRow | undefined> {
  const [row] = await sql<LeaderboardRow>`
    select (
        select count(*) + 1 from players as other
        where other.total_matches > 0 and other.state = 'active' and not other.is_sandbox
          and case ${sort} when 'elo' then other.elo > own.elo when 'kills' then other.total_kills > own.total_kills
                           else other.total_wins > own.total_wins end) as place,
      elo, username, avatar, total_kills, total_wins
    from players as own
    where id = ${playerId} and total_matches > 0 and state = 'active' and not is_sandbox`;
  return row;
}
