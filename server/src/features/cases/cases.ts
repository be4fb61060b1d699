import type { ChosenItem } from '@karat/contract/case-forms';
import type { AdminCase, DescribedCase, ListedCase } from '@karat/contract/cases';
import type { Pagination } from '@karat/contract/pagination';
import { Refusal } from '@karat/contract/refusal';
import { isHouseEdgeEnough } from '@karat/rules/cases';
import type { Sql, Tx } from '#db/db.ts';
import { isUniqueViolation } from '#db/failures.ts';
import type { Deps } from '#deps.ts';
import { recordStaffAct } from '#features/logs/logs.ts';
import { notifyStaff } from '#features/notifications/notifications.ts';
import {
  type CaseRow,
  type CaseSearch,
  countCases,
  type HeldCase,
  insertCase,
  lockCase,
  lockCasesHolding,
  type Offer,
  pauseCase,
  selectCaseByName,
  selectCases,
  selectDrops,
  selectDropsOutlines,
  selectOffer,
  updateCase,
} from './queries.ts';
import {
  assertEdge,
  assertEdgeOfEdit,
  assertTable,
  dropsOf,
  isSameTable,
  lockChosen,
  payoutsOf,
  writeVersion,
} from './saving.ts';
import { adminCaseOf, describedCaseOf, listedCaseOf, payoutsOfDrops } from './views.ts';

export type { Offer };

/** The case of this name as it can be opened now; undefined when there is none. */
export function findOffer(sql: Sql, name: string): Promise<Offer | undefined> {
  return selectOffer(sql, name);
}

type Page<Row> = { readonly data: Row[]; readonly pagination: Pagination };

const pageOf = ({ page, limit }: Pick<CaseSearch, 'page' | 'limit'>, totalResults: number): Pagination => ({
  totalResults,
  resultsPerPage: limit,
  currentPage: page,
});
const versionIdsOf = (boxes: readonly { readonly versionId: number }[]): number[] =>
  boxes.map(({ versionId }) => versionId);

/** What is on offer; a case that has paused itself is shown as such. */
export async function listCases(sql: Sql, wanted: CaseSearch, origin: string): Promise<Page<ListedCase>> {
  const [boxes, total] = await Promise.all([selectCases(sql, wanted), countCases(sql, wanted.search)]);
  const outlines = await selectDropsOutlines(sql, versionIdsOf(boxes));
  const byVersion = new Map(outlines.map((outline) => [outline.versionId, outline]));
  const data = boxes.map((box) => listedCaseOf(box, byVersion.get(box.versionId)!, origin));
  return { data, pagination: pageOf(wanted, total) };
}

type Asked = { readonly page: number; readonly limit: number };

/** For staff: the newest first, each with its items. */
export async function listCasesWhole(sql: Sql, asked: Asked, origin: string): Promise<Page<AdminCase>> {
  const wanted = { ...asked, search: '', sort: 'newest' } as const;
  const [boxes, total] = await Promise.all([selectCases(sql, wanted), countCases(sql, wanted.search)]);
  const drops = Map.groupBy(await selectDrops(sql, versionIdsOf(boxes)), ({ versionId }) => versionId);
  const data = boxes.map((box) => adminCaseOf({ box, drops: drops.get(box.versionId)!, origin }));
  return { data, pagination: pageOf(asked, total) };
}

export async function describeCase(sql: Sql, name: string, origin: string): Promise<DescribedCase> {
  const box = await selectCaseByName(sql, name);
  if (box === undefined) throw new Refusal('not_found', 'Case not found.');
  return describedCaseOf({ box, drops: await selectDrops(sql, [box.versionId]), origin });
}

/** A case as staff want it, by whom, and where they see us. */
export type Wish = {
  readonly actorId: number;
  readonly origin: string;
  readonly name: string;
  readonly price: number;
  readonly image: string;
  readonly items: readonly ChosenItem[];
};

function refuseTaken(error: unknown): never {
  if (isUniqueViolation(error, 'cases_name')) throw new Refusal('taken', 'A case with this name already exists.');
  throw error;
}

/** What the audit keeps of a case. */
const actOf = ({ name, price, image, version, hash }: CaseRow) => ({ name, price, image, version, hash });

async function finish(tx: Tx, wish: Wish, { id, before }: { id: number; before?: CaseRow }): Promise<AdminCase> {
  const box = (await lockCase(tx.sql, id))!;
  await recordStaffAct(tx, {
    actorId: wish.actorId,
    act: before === undefined ? 'case.add' : 'case.edit',
    subject: `case:${id}`,
    ...(before === undefined ? {} : { before: actOf(before) }),
    after: actOf(box),
  });
  return adminCaseOf({ box, drops: await selectDrops(tx.sql, [box.versionId]), origin: wish.origin });
}

export function addCase({ db }: Pick<Deps, 'db'>, wish: Wish): Promise<AdminCase> {
  assertTable(wish.items);
  const { actorId, name, price, image } = wish;
  const work = db.transaction(async (tx) => {
    assertEdge(price, payoutsOf(wish.items, await lockChosen(tx, wish.items)));
    const id = await insertCase(tx.sql, { name, price, image, ageDays: 0 });
    await writeVersion(tx, { caseId: id, actorId, name, price, drops: dropsOf(wish.items) });
    return finish(tx, wish, { id });
  });
  return work.catch(refuseTaken);
}

/** A change of name, price or drops is a new version; a picture decides nothing, and is not one. */
export function editCase({ db }: Pick<Deps, 'db'>, { id, ...wish }: Wish & { id: number }): Promise<AdminCase> {
  assertTable(wish.items);
  const { actorId, name, price, image } = wish;
  const table = { name, price, drops: dropsOf(wish.items) };
  const work = db.transaction(async (tx) => {
    const priced = await lockChosen(tx, wish.items);
    const before = await lockCase(tx.sql, id);
    if (before === undefined) throw new Refusal('not_found', 'Case not found.');
    assertEdgeOfEdit(price, payoutsOf(wish.items, priced));
    await updateCase(tx.sql, { id, name, price, image });
    if (!isSameTable(before, table)) await writeVersion(tx, { caseId: id, actorId, ...table });
    return finish(tx, wish, { id, before });
  });
  return work.catch(refuseTaken);
}

async function pause(tx: Tx, { live }: Pick<Deps, 'live'>, { id, name }: HeldCase): Promise<void> {
  const reason = 'The house edge fell below 5 % because the price of an item rose.';
  await pauseCase(tx.sql, { id, reason });
  await recordStaffAct(tx, { actorId: null, act: 'case.pause', subject: `case:${id}`, reason, after: { name } });
  await notifyStaff(tx, live, {
    icon: 'shield',
    title: `Case paused: ${name}`,
    message: `${reason} It stays paused until staff save it again with an edge of at least 5 %.`,
  });
}

/**
 * Called with every change of an item, in its transaction and with the item locked: a case whose edge no longer holds
 * pauses itself. One whose edge has come back stays paused, because staff have not looked at it yet.
 */
export async function recheckCases(tx: Tx, deps: Pick<Deps, 'live'>, itemIds: readonly number[]): Promise<void> {
  const boxes = await lockCasesHolding(tx.sql, itemIds);
  if (boxes.length === 0) return;
  const drops = Map.groupBy(await selectDrops(tx.sql, versionIdsOf(boxes)), ({ versionId }) => versionId);
  for (const box of boxes) {
    const isEnough = isHouseEdgeEnough(box.price, payoutsOfDrops(drops.get(box.versionId)!));
    if (!box.isPaused && !isEnough) await pause(tx, deps, box);
  }
}
