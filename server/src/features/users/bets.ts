import type { Pagination } from '@karat/contract/pagination';
import type { UserBet } from '@karat/contract/users';
import type { Sql } from '#db/db.ts';
import { countStakes, selectBetsOf, selectNewestStakes } from './bet-queries.ts';
import { assertUser } from './users.ts';

type Asked = { readonly playerId: number; readonly page: number; readonly limit: number };
type Bets = { readonly data: { readonly bets: UserBet[] }; readonly pagination: Pagination };

/** All that a player has put diamonds on, newest first, whether it is over or not. */
export async function listBets(sql: Sql, { playerId, page, limit }: Asked): Promise<Bets> {
  await assertUser(sql, playerId);
  const totalResults = await countStakes(sql, playerId);
  const ids = await selectNewestStakes(sql, { playerId, offset: (page - 1) * limit, limit });
  const bets = await selectBetsOf(sql, ids);
  return { data: { bets }, pagination: { totalResults, resultsPerPage: limit, currentPage: page } };
}
