import type { PublicCaseRoll, Roll } from '@karat/contract/fairness';
import type { Pagination } from '@karat/contract/pagination';
import { Refusal } from '@karat/contract/refusal';
import { may } from '@karat/contract/staff';
import { dropAt, dropsOfCanon } from '@karat/rules/fairness';
import { nameKey } from '@karat/rules/names';
import { REVEAL_MS } from '@karat/rules/strip';
import type { Sql } from '#db/db.ts';
import type { Caller, Deps } from '#deps.ts';
import { DEMO_USERNAMES } from '#features/accounts/accounts.ts';
import { imageUrl } from '#http/images.ts';
import { type DropCounts, lastRevealedId } from './drop-counts.ts';
import {
  type CaseRollRow,
  countOwnRolls,
  selectCaseId,
  selectCaseRollIds,
  selectCaseRollIdsAfter,
  selectCaseRolls,
  selectOwnRollIds,
  selectRequestRollIds,
  selectRollOwner,
  selectRolls,
} from './queries.ts';
import { createRollHandles, type RollHandles } from './roll-handles.ts';

type Paging = { readonly page: number; readonly limit: number };
type Listed<Row> = { data: Row[]; pagination: Pagination };

function listed<Row>(data: Row[], { page, limit }: Paging, totalResults: number): Listed<Row> {
  return { data, pagination: { totalResults, resultsPerPage: limit, currentPage: page } };
}

type RollDeps = Pick<Deps, 'db' | 'seal'>;

/** Adds to rolls their winning tickets, handles and absolute picture addresses. */
async function describeRolls({ db, seal }: RollDeps, ids: readonly number[], origin: string): Promise<Roll[]> {
  const { pageHandleOf } = createRollHandles(seal);
  const rows = await selectRolls(db.sql, ids);
  return rows.map((row) => {
    const { from, to } = dropAt(dropsOfCanon(row.caseCanon), row.ticket);
    return { ...row, handle: pageHandleOf(row.id), from, to, image: imageUrl(row.image, origin) };
  });
}

export type OwnRolls = Paging & { readonly playerId: number; readonly requestKey?: string | undefined };

/** A player's own rolls, newest first: all of them, or those of one request. */
export async function listRolls(deps: RollDeps, request: OwnRolls, origin: string): Promise<Listed<Roll>> {
  const { sql } = deps.db;
  const { playerId, requestKey, page, limit } = request;
  const offset = (page - 1) * limit;
  if (requestKey !== undefined) {
    const ids = await selectRequestRollIds(sql, { playerId, requestKey });
    return listed(await describeRolls(deps, ids.slice(offset, offset + limit), origin), request, ids.length);
  }
  const ids = await selectOwnRollIds(sql, { playerId, offset, limit });
  return listed(await describeRolls(deps, ids, origin), request, await countOwnRolls(sql, playerId));
}

type RollRequest = { readonly ref: string; readonly caller: Caller | undefined };

/**
 * The player and staff may see a roll immediately, also by its id. Others need its handle and have to wait until the reveal animation
 * ends.
 */
async function findRollId({ db, seal }: RollDeps, { ref, caller }: RollRequest): Promise<number | undefined> {
  const byHandle = createRollHandles(seal).idOf(ref);
  const id = byHandle ?? Number(ref);
  const owner = Number.isSafeInteger(id) ? await selectRollOwner(db.sql, id) : undefined;
  if (owner === undefined) return undefined;
  const isOwn = caller !== undefined && (caller.id === owner.playerId || may(caller.staffRole, 'lookUps'));
  return isOwn || (byHandle !== undefined && owner.ageMs >= REVEAL_MS) ? id : undefined;
}

export async function describeRoll(deps: RollDeps, request: RollRequest, origin: string): Promise<Roll> {
  const id = await findRollId(deps, request);
  const [roll] = id === undefined ? [] : await describeRolls(deps, [id], origin);
  if (roll === undefined) throw new Refusal('not_found', 'Roll not found.');
  return roll;
}

/** Rolls of all versions of a case are listed under its current name. */
export async function findCaseId(sql: Sql, caseName: string): Promise<number> {
  const id = await selectCaseId(sql, caseName);
  if (id === undefined) throw new Refusal('not_found', 'Case not found.');
  return id;
}

/** The accounts whose openings are marked as demo. */
function demoNameKeys({ isDemo }: Deps['env']): string[] {
  return isDemo ? DEMO_USERNAMES.map(nameKey) : [];
}

/** Sorted by handle, because the order of the openings would reveal which ones belong together. */
function publicRolls(rows: readonly CaseRollRow[], { listHandleOf }: RollHandles): PublicCaseRoll[] {
  const rolls = rows.map(({ id, ...row }) => ({ handle: listHandleOf(id), ...row }));
  return rolls.toSorted((a, b) => (a.handle < b.handle ? -1 : 1));
}

type ListDeps = RollDeps & Pick<Deps, 'env'>;

/** All revealed openings of a case, the page with the newest first. */
export async function listCaseRolls(
  { db, env, seal }: ListDeps,
  counts: DropCounts,
  { caseName, ...request }: Paging & { readonly caseName: string },
): Promise<Listed<PublicCaseRoll>> {
  const caseId = await findCaseId(db.sql, caseName);
  const { openings, positionOf } = await counts.of(caseId);
  const offset = (request.page - 1) * request.limit;
  const ids = await selectCaseRollIds(db.sql, { caseId, limit: request.limit, ...positionOf(offset) });
  const rows = await selectCaseRolls(db.sql, ids, demoNameKeys(env));
  const data = publicRolls(rows, createRollHandles(seal));
  // More cases may have been opened since the count.
  return listed(data, request, Math.max(openings, data.length === 0 ? 0 : offset + data.length));
}

const CHUNK_ROWS = 2_000;

/** All revealed openings of a case in chunks, oldest first, so that a slow reader never fills the memory. */
export async function* caseRollChunks(
  { sql, env, seal }: Pick<Deps, 'env' | 'seal'> & { readonly sql: Sql },
  caseId: number,
): AsyncGenerator<PublicCaseRoll[], void> {
  const handles = createRollHandles(seal);
  const upTo = await lastRevealedId(sql);
  for (let after = 0; ;) {
    const ids = await selectCaseRollIdsAfter(sql, { caseId, after, upTo, limit: CHUNK_ROWS });
    const rows = await selectCaseRolls(sql, ids, demoNameKeys(env));
    if (rows.length > 0) yield publicRolls(rows, handles);
    if (ids.length < CHUNK_ROWS) return;
    after = ids.at(-1)!;
  }
}
