import { CRATE_SIZES, srcSetOf } from '@karat/art/urls';
import type { ChosenItem } from '@karat/contract/case-forms';
import type { AdminCase, CaseDetails, CountedBand, ListedCase } from '@karat/contract/cases';
import { fillPath } from '@karat/contract/endpoint';
import { pages } from '@karat/contract/pages';
import type { Pagination } from '@karat/contract/pagination';
import { Refusal } from '@karat/contract/refusal';
import { PRICE_BANDS } from '@karat/rules/cases';
import type { Sql, Tx } from '#db/db.ts';
import { isUniqueViolation } from '#db/errors.ts';
import type { Deps } from '#deps.ts';
import { recordStaffAction } from '#features/logs/logs.ts';
import { diamondsText } from '#diamonds-text.ts';
import { imageUrl } from '#http/images.ts';
import type { Preview } from '#http/page-preview.ts';
import { recheckCases } from './pausing.ts';
import {
  type CaseRow,
  type CaseSearch,
  countCases,
  countCasesByPrice,
  insertCase,
  lockCase,
  type OpenableCase,
  selectCaseByName,
  selectCasePrices,
  selectCases,
  selectDrops,
  selectDropsOutlines,
  selectOpenableCase,
  updateCase,
} from './queries.ts';
import {
  loggedFieldsOf,
  assertEdges,
  assertEdgesOfEdit,
  assertDropTable,
  dropsOf,
  isSameDropTable,
  lockChosenItems,
  dropValuesOf,
  writeVersion,
} from './saving.ts';
import { adminCaseOf, describedCaseOf, type Edges, edgesOf, listedCaseOf, valuesOfOutline } from './views.ts';

export { recheckCases };
export type { Edges, OpenableCase as Offer };

/** Finds the case with this name as it can be opened now; undefined if there is none. */
export function findOpenableCase(sql: Sql, name: string): Promise<OpenableCase | undefined> {
  return selectOpenableCase(sql, name);
}

type Page<Row> = { readonly data: Row[]; readonly pagination: Pagination };

const pageOf = ({ page, limit }: Pick<CaseSearch, 'page' | 'limit'>, totalResults: number): Pagination => ({
  totalResults,
  resultsPerPage: limit,
  currentPage: page,
});
const versionIdsOf = (boxes: readonly { readonly versionId: number }[]): number[] =>
  boxes.map(({ versionId }) => versionId);

/** Lists the cases on offer, including those that are paused. */
export async function listCases(
  sql: Sql,
  search: CaseSearch,
  origin: string,
): Promise<Page<ListedCase> & { bands: CountedBand[] }> {
  const [boxes, total, bands] = await Promise.all([
    selectCases(sql, search),
    countCases(sql, search),
    countBands(sql, search.search),
  ]);
  const outlines = await selectDropsOutlines(sql, versionIdsOf(boxes));
  const byVersion = new Map(outlines.map((outline) => [outline.versionId, outline]));
  const data = boxes.map((box) => listedCaseOf(box, byVersion.get(box.versionId)!, origin));
  return { data, pagination: pageOf(search, total), bands };
}

/** Counts the cases that a search finds in each price band. */
async function countBands(sql: Sql, search: string): Promise<CountedBand[]> {
  const counted = await countCasesByPrice(sql, { search, prices: PRICE_BANDS.map(({ minPrice }) => minPrice) });
  const counts = new Map(counted.map(({ minPrice, count }) => [minPrice, count]));
  return PRICE_BANDS.map((band) => ({ ...band, count: counts.get(band.minPrice) ?? 0 }));
}

type PageRequest = { readonly page: number; readonly limit: number };

/** Lists cases for staff, newest first, each with its items. */
export async function listAdminCases(sql: Sql, page: PageRequest, origin: string): Promise<Page<AdminCase>> {
  const search = { ...page, search: '', sort: 'newest' } as const;
  const [boxes, total] = await Promise.all([selectCases(sql, search), countCases(sql, search)]);
  const drops = Map.groupBy(await selectDrops(sql, versionIdsOf(boxes)), ({ versionId }) => versionId);
  const data = boxes.map((box) => adminCaseOf({ box, drops: drops.get(box.versionId)!, origin }));
  return { data, pagination: pageOf(page, total) };
}

/** The preview of a case's page; undefined if there is no such case. */
export async function readCasePreview(sql: Sql, name: string, origin: string): Promise<Preview | undefined> {
  const box = await selectCaseByName(sql, name);
  const srcset = box && srcSetOf(imageUrl(box.image, origin));
  return (
    box && {
      title: `Case: ${box.name}`,
      description: `Open it for ${diamondsText(box.price)}. Its odds are public, and every roll can be verified.`,
      image: imageUrl(box.image.replace(/-256\.webp$/, '-512.webp'), origin),
      url: origin + fillPath(pages.case, { caseName: box.name }),
      ...(srcset !== undefined && { firstPicture: { srcset, sizes: CRATE_SIZES } }),
    }
  );
}

export async function describeCase(sql: Sql, name: string, origin: string): Promise<CaseDetails> {
  const box = await selectCaseByName(sql, name);
  if (box === undefined) throw new Refusal('not_found', 'Case not found.');
  return describedCaseOf({ box, drops: await selectDrops(sql, [box.versionId]), origin });
}

/** Reads both house edges of the current versions of these cases, by name. */
export async function findEdges(sql: Sql, names: readonly string[]): Promise<Map<string, Edges>> {
  const boxes = await selectCasePrices(sql, names);
  const outlines = await selectDropsOutlines(sql, versionIdsOf(boxes));
  const dropValues = new Map(outlines.map((outline) => [outline.versionId, valuesOfOutline(outline)]));
  return new Map(boxes.map(({ name, price, versionId }) => [name, edgesOf(price, dropValues.get(versionId)!)]));
}

/** The case that an admin wants to save, and the origin for addresses in the reply. */
export type CaseInput = {
  readonly actorId: number;
  readonly origin: string;
  readonly name: string;
  readonly price: number;
  readonly image: string;
  readonly items: readonly ChosenItem[];
};

function refuseTakenName(error: unknown): never {
  if (isUniqueViolation(error, 'cases_name')) throw new Refusal('taken', 'A case with this name already exists.');
  throw error;
}

async function recordAndDescribe(
  tx: Tx,
  input: CaseInput,
  { id, before }: { id: number; before?: CaseRow },
): Promise<AdminCase> {
  const box = (await lockCase(tx.sql, id))!;
  await recordStaffAction(tx, {
    actorId: input.actorId,
    action: before === undefined ? 'case.add' : 'case.edit',
    subject: `case:${id}`,
    ...(before === undefined ? {} : { before: loggedFieldsOf(before) }),
    after: loggedFieldsOf(box),
  });
  return adminCaseOf({ box, drops: await selectDrops(tx.sql, [box.versionId]), origin: input.origin });
}

export function addCase(deps: Pick<Deps, 'db' | 'env'>, input: CaseInput): Promise<AdminCase> {
  assertDropTable(input.items);
  const { actorId, name, price, image } = input;
  const work = deps.db.transaction(async (tx) => {
    assertEdges(deps, price, dropValuesOf(input.items, await lockChosenItems(tx, input.items)));
    const id = await insertCase(tx.sql, { name, price, image, ageDays: 0 });
    await writeVersion(tx, { caseId: id, actorId, name, price, drops: dropsOf(input.items) });
    return recordAndDescribe(tx, input, { id });
  });
  return work.catch(refuseTakenName);
}

/** Changes a case. A change of name, price or drops creates a new version; a new picture does not, because it decides no outcome. */
export function editCase(
  deps: Pick<Deps, 'db' | 'env'>,
  { id, ...input }: CaseInput & { id: number },
): Promise<AdminCase> {
  assertDropTable(input.items);
  const { actorId, name, price, image } = input;
  const table = { name, price, drops: dropsOf(input.items) };
  const work = deps.db.transaction(async (tx) => {
    const priced = await lockChosenItems(tx, input.items);
    const before = await lockCase(tx.sql, id);
    if (before === undefined) throw new Refusal('not_found', 'Case not found.');
    assertEdgesOfEdit(deps, price, dropValuesOf(input.items, priced));
    await updateCase(tx.sql, { id, name, price, image });
    if (!isSameDropTable(before, table)) await writeVersion(tx, { caseId: id, actorId, ...table });
    return recordAndDescribe(tx, input, { id, before });
  });
  return work.catch(refuseTakenName);
}
