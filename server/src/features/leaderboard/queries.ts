import type { LEADERBOARD_SORTS } from '@karat/contract/leaderboard';
import type { Sql } from '#db/db.ts';

/** What players are ranked by. */
export type LeaderboardSort = (typeof LEADERBOARD_SORTS)[number];

// A player needs a win to be placed; banned players and the sandbox's own have no place. total_wins > 0 implies
// total_matches > 0, which stays in the conditions because the indexes are on it.

/** How many players have a value, best first. Few values for many players: whoever has them knows every place. */
export type Rung = { readonly value: number; readonly players: number };

export function selectRungs(sql: Sql, sort: LeaderboardSort): Promise<Rung[]> {
  return sql<Rung>`
    select value, count(*) as players
    from (
      select case ${sort} when 'elo' then elo when 'kills' then total_kills else total_wins end as value
      from players where total_matches > 0 and total_wins > 0 and state = 'active' and not is_sandbox
    ) as ranked
    group by value order by value desc`;
}

export type RankedRow = {
  readonly value: number;
  readonly elo: number;
  readonly username: string;
  readonly avatar: string;
  readonly total_kills: number;
  readonly total_wins: number;
};

type Slice = { readonly sort: LeaderboardSort; readonly from: number; readonly offset: number; readonly limit: number };

/**
 * Best first from a value on; of those who are level the earlier account. Of the three lists only the one that is asked for is
 * read, along its index.
 */
export function selectRanked(sql: Sql, { sort, from, offset, limit }: Slice): Promise<RankedRow[]> {
  return sql<RankedRow>`
    with ranked as (
      (select id, elo as value from players
       where ${sort} = 'elo' and total_matches > 0 and total_wins > 0 and state = 'active' and not is_sandbox
         and elo <= ${from}
       order by elo desc, id offset ${offset} limit ${limit})
      union all
      (select id, total_kills from players
       where ${sort} = 'kills' and total_matches > 0 and total_wins > 0 and state = 'active' and not is_sandbox
         and total_kills <= ${from}
       order by total_kills desc, id offset ${offset} limit ${limit})
      union all
      (select id, total_wins from players
       where ${sort} = 'wins' and total_matches > 0 and total_wins > 0 and state = 'active' and not is_sandbox
         and total_wins <= ${from}
       order by total_wins desc, id offset ${offset} limit ${limit})
    )
    select value, elo, username, coalesce(avatar, '') as avatar, total_kills, total_wins
    from ranked join players using (id) order by value desc, id`;
}

/** Undefined for one who is not in the list. */
export async function selectRankedPlayer(
  sql: Sql,
  { sort, playerId }: { sort: LeaderboardSort; playerId: number },
): Promise<RankedRow | undefined> {
  const [row] = await sql<RankedRow>`
    select case ${sort} when 'elo' then elo when 'kills' then total_kills else total_wins end as value,
           elo, username, coalesce(avatar, '') as avatar, total_kills, total_wins
    from players where id = ${playerId} and total_wins > 0 and state = 'active' and not is_sandbox`;
  return row;
}
