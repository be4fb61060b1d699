import type { PlayedGame } from '@karat/contract/games';
import type { Sql } from '#db/db.ts';

export async function countGames(sql: Sql, playerId: number): Promise<number> {
  const [row] = await sql<{ count: number }>`
    select count(*) as count from game_results where player_id = ${playerId}`;
  return row!.count;
}

type Slice = { readonly playerId: number; readonly offset: number; readonly limit: number };

/** Newest first. Skipped rows are counted in the player's index and never read. */
export function selectGames(sql: Sql, { playerId, offset, limit }: Slice): Promise<PlayedGame[]> {
  return sql<PlayedGame>`
    select id, created_at as date, game, map, is_won as "isWon", amount, payout, reference
    from game_results
    where id = any(array(
      select id from game_results where player_id = ${playerId} order by id desc offset ${offset} limit ${limit}))
    order by id desc`;
}
