import type { LEADERBOARD_SORTS } from '@karat/contract/leaderboard';
import type { Sql } from '#db/db.ts';

/** The values that players are ranked by. */
export type LeaderboardSort = (typeof LEADERBOARD_SORTS)[number];

// A player needs a win to be ranked. Banned players and sandbox personas are not ranked. total_wins > 0 implies total_matches >
// 0, which stays in the conditions because the indexes are on it.

/** The number of players with a value, best first. There are few values for many players, and they determine every place. */
export type ValueCount = { readonly value: number; readonly players: number };

export function selectValueCounts(sql: Sql, sort: LeaderboardSort): Promise<ValueCount[]> {
  return sql<ValueCount>`
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
 * Best first, from a value downwards; among equal players the older account first. Only one of the three branches is read, by its
 * index.
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

/** Undefined if the player is not ranked. */
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
