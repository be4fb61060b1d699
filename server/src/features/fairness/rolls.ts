import type { PublicCaseRoll, Roll } from '@karat/contract/fairness';
import type { Pagination } from '@karat/contract/pagination';
import { Refusal } from '@karat/contract/refusal';
import { dropAt, dropsOfCanon } from '@karat/rules/fairness';
import { nameKey } from '@karat/rules/names';
import type { Sql } from '#db/db.ts';
import type { Deps } from '#deps.ts';
import { DEMO_USERNAMES } from '#features/accounts/accounts.ts';
import { imageUrl } from '#http/images.ts';
import type { DropCounts } from './drop-counts.ts';
import {
  countOwnRolls,
  selectCaseId,
  selectCaseRollIds,
  selectCaseRollIdsAfter,
  selectCaseRolls,
  selectOwnRollIds,
  selectRequestRollIds,
  selectRolls,
} from './queries.ts';

type Paging = { readonly page: number; readonly limit: number };
type Listed<Row> = { data: Row[]; pagination: Pagination };

function listed<Row>(data: Row[], { page, limit }: Paging, totalResults: number): Listed<Row> {
  return { data, pagination: { totalResults, resultsPerPage: limit, currentPage: page } };
}

/** Rolls with the tickets that win their items, and pictures as absolute addresses. */
async function describeRolls(sql: Sql, ids: readonly number[], origin: string): Promise<Roll[]> {
  const rows = await selectRolls(sql, ids);
  return rows.map((row) => {
    const { from, to } = dropAt(dropsOfCanon(row.caseCanon), row.ticket);
    return { ...row, from, to, image: imageUrl(row.image, origin) };
  });
}

export type OwnRolls = Paging & { readonly playerId: number; readonly requestKey?: string | undefined };

/** A player's own rolls, newest first: all of them, or those of one request. */
export async function listRolls(sql: Sql, asked: OwnRolls, origin: string): Promise<Listed<Roll>> {
  const { playerId, requestKey, page, limit } = asked;
  const offset = (page - 1) * limit;
  if (requestKey !== undefined) {
    const ids = await selectRequestRollIds(sql, { playerId, requestKey });
    return listed(await describeRolls(sql, ids.slice(offset, offset + limit), origin), asked, ids.length);
  }
  const ids = await selectOwnRollIds(sql, { playerId, offset, limit });
  return listed(await describeRolls(sql, ids, origin), asked, await countOwnRolls(sql, playerId));
}

export async function describeRoll(sql: Sql, id: number, origin: string): Promise<Roll> {
  const [roll] = await describeRolls(sql, [id], origin);
  if (roll === undefined) throw new Refusal('not_found', 'Roll not found.');
  return roll;
}

/** The rolls of all versions of a case stand under the name that it has now. */
export async function caseIdOf(sql: Sql, caseName: string): Promise<number> {
  const id = await selectCaseId(sql, caseName);
  if (id === undefined) throw new Refusal('not_found', 'Case not found.');
  return id;
}

/** Whose openings are marked as a demo player's. */
function demoNameKeys({ isDemo }: Deps['env']): string[] {
  return isDemo ? DEMO_USERNAMES.map(nameKey) : [];
}

/** Every opening of a case with its proof, newest first. */
export async function listCaseRolls(
  { db, env }: Pick<Deps, 'db' | 'env'>,
  counts: DropCounts,
  { caseName, ...asked }: Paging & { readonly caseName: string },
): Promise<Listed<PublicCaseRoll>> {
  const caseId = await caseIdOf(db.sql, caseName);
  const { openings, placeOf } = await counts.of(caseId);
  const offset = (asked.page - 1) * asked.limit;
  const ids = await selectCaseRollIds(db.sql, { caseId, limit: asked.limit, ...placeOf(offset) });
  const data = await selectCaseRolls(db.sql, ids, demoNameKeys(env));
  // Some may have been opened since they were counted.
  return listed(data, asked, Math.max(openings, data.length === 0 ? 0 : offset + data.length));
}

const CHUNK_ROWS = 2_000;

/** Every opening of a case, oldest first, a chunk at a time: never more in memory than a slow reader needs. */
export async function* caseRollChunks(
  { db, env }: Pick<Deps, 'db' | 'env'>,
  caseId: number,
): AsyncGenerator<PublicCaseRoll[], void> {
  for (let after = 0; ;) {
    const ids = await selectCaseRollIdsAfter(db.sql, { caseId, after, limit: CHUNK_ROWS });
    const rows = await selectCaseRolls(db.sql, ids, demoNameKeys(env));
    if (rows.length > 0) yield rows.toReversed();
    if (ids.length < CHUNK_ROWS) return;
    after = ids.at(-1)!;
  }
}
