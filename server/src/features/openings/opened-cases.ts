import { FILTERED_OPENINGS_MAX, type OpenedCase } from '@karat/contract/cases';
import type { Pagination } from '@karat/contract/pagination';
import { nameKey } from '@karat/rules/names';
import { type DayRange, timeBounds } from '#day-bounds.ts';
import { forceCustomPlans } from '#db/custom-plans.ts';
import { selectIdSpan } from '#db/first-id-since.ts';
import type { Sql } from '#db/db.ts';
import type { Deps } from '#deps.ts';
import {
  countFilteredOpenings,
  type OpeningFilter,
  OPENINGS_TABLE,
  selectFilteredIds,
  selectOpenedCases,
  selectOpenerId,
  selectVersionIds,
  selectWindowIds,
} from './opened-queries.ts';
import { countOpenings, selectOpenings } from './queries.ts';

type Filters = DayRange & { readonly username: string; readonly caseName: string };
type Page = { readonly page: number; readonly limit: number };

const isFiltered = ({ username, caseName, from, to }: Filters): boolean =>
  username !== '' || caseName !== '' || from !== undefined || to !== undefined;

/** Undefined if there is no player of that name. */
async function findFilter(sql: Sql, { username, caseName, ...days }: Filters): Promise<OpeningFilter | undefined> {
  const playerId = username === '' ? null : await selectOpenerId(sql, nameKey(username));
  if (playerId === undefined) return undefined;
  const span = timeBounds(days);
  return {
    playerId,
    versionIds: caseName === '' ? null : await selectVersionIds(sql, caseName),
    ...span,
    ...(await selectIdSpan(sql, OPENINGS_TABLE, span)),
  };
}

type Listed = { readonly data: OpenedCase[]; readonly totalResults: number };

async function listFiltered(sql: Sql, filters: Filters, offset: number, limit: number): Promise<Listed> {
  await forceCustomPlans(sql);
  const filter = await findFilter(sql, filters);
  if (filter === undefined) return { data: [], totalResults: 0 };
  const totalResults = await countFilteredOpenings(sql, filter, FILTERED_OPENINGS_MAX);
  const ids = offset < totalResults ? await selectFilteredIds(sql, { ...filter, offset, limit }) : [];
  return { data: (await selectOpenedCases(sql, ids)).toReversed(), totalResults };
}

/** Openings of all players, newest first, or those that match the filters. */
export async function listOpenings(
  { db }: Pick<Deps, 'db'>,
  { page, limit, ...filters }: Page & Filters,
): Promise<{ data: OpenedCase[]; pagination: Pagination }> {
  const offset = (page - 1) * limit;
  const { data, totalResults } = isFiltered(filters)
    ? await db.transaction(({ sql }) => listFiltered(sql, filters, offset, limit))
    : { data: await selectOpenings(db.sql, { offset, limit }), totalResults: await countOpenings(db.sql) };
  return { data, pagination: { totalResults, resultsPerPage: limit, currentPage: page } };
}

/** Ids that one statement of a download looks at. Of one player there are few, so a statement looks at all ids. */
const WINDOW_IDS = 5_000;
const BATCH_ROWS = 2_000;

/** All matching openings, oldest first, in batches. */
export async function* readOpenedCases(sql: Sql, filters: Filters): AsyncGenerator<OpenedCase[]> {
  const filter = await findFilter(sql, filters);
  if (filter === undefined) return;
  const windowIds = filter.playerId === null ? WINDOW_IDS : Infinity;
  for (let firstId = filter.firstId; firstId < filter.endId;) {
    const endId = Math.min(firstId + windowIds, filter.endId);
    const ids = await selectWindowIds(sql, { ...filter, firstId, endId, limit: BATCH_ROWS });
    if (ids.length > 0) yield await selectOpenedCases(sql, ids);
    firstId = ids.length === BATCH_ROWS ? ids.at(-1)! + 1 : endId;
  }
}
