import type { OpenedCase } from '@karat/contract/cases';
import type { Pagination } from '@karat/contract/pagination';
import type { Deps } from '#deps.ts';
import { countOpenings, selectOpenings } from './queries.ts';

type Page = { readonly page: number; readonly limit: number };

/** Openings of all players, newest first. */
export async function listOpenings(
  { db }: Pick<Deps, 'db'>,
  { page, limit }: Page,
): Promise<{ data: OpenedCase[]; pagination: Pagination }> {
  const [data, totalResults] = await Promise.all([
    selectOpenings(db.sql, { offset: (page - 1) * limit, limit }),
    countOpenings(db.sql),
  ]);
  return { data, pagination: { totalResults, resultsPerPage: limit, currentPage: page } };
}
