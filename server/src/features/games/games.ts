import type { PlayedGame } from '@karat/contract/games';
import type { Pagination } from '@karat/contract/pagination';
import type { Sql } from '#db/db.ts';
import { countGames, selectGames } from './queries.ts';

type GamesRequest = { readonly playerId: number; readonly page: number; readonly limit: number };

/** Lists a player's own finished games, newest first. */
export async function listGames(
  sql: Sql,
  { playerId, page, limit }: GamesRequest,
): Promise<{ data: PlayedGame[]; pagination: Pagination }> {
  const totalResults = await countGames(sql, playerId);
  const data = await selectGames(sql, { playerId, offset: (page - 1) * limit, limit });
  return { data, pagination: { totalResults, resultsPerPage: limit, currentPage: page } };
}
