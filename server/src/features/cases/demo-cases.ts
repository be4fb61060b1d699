import { caseUrl, casePicture } from '@karat/art/urls';
import { type DemoCase, demoCases, marketNameOf } from '@karat/art/demo';
import type { ChosenItem } from '@karat/contract/case-forms';
import { isHouseEdgeEnough, isWithdrawalEdgeEnough } from '@karat/rules/cases';
import type { Tx } from '#db/db.ts';
import type { Deps } from '#deps.ts';
import { recordStaffAction } from '#features/logs/logs.ts';
import {
  analyzeCases,
  insertCase,
  lockCase,
  lockDemo,
  lockUneditedCases,
  type PricedItem,
  selectItemIds,
  selectUnusedNames,
  updateCase,
} from './queries.ts';
import { loggedFieldsOf, dropsOf, isSameDropTable, lockChosenItems, dropValuesOf, writeVersion } from './saving.ts';

const PICTURE_WIDTH = 256;
/** Spreads the ages, so that cases with similar prices differ in age and each sort order looks different. */
const AGE_STRIDE = 7;

type DemoCaseDraft = Pick<DemoCase, 'name' | 'price'> & {
  readonly ageDays: number;
  readonly items: readonly ChosenItem[];
  /** False if staff have changed or renamed items, so that this would be a different case. */
  readonly isUnchanged: boolean;
};

function isUnchangedAt(box: DemoCase, items: readonly ChosenItem[], priced: readonly PricedItem[]): boolean {
  const unpriced = new Set(priced.filter(({ minPrice }) => minPrice === null).map(({ id }) => id));
  if (items.length < box.items.length || items.some(({ itemId }) => unpriced.has(itemId))) return false;
  const dropValues = dropValuesOf(items, priced);
  return isHouseEdgeEnough(box.price, dropValues) && isWithdrawalEdgeEnough(box.price, dropValues, 0);
}

/** The demo cases with the items of this database, locked until the commit. */
async function demoCaseDrafts(tx: Tx): Promise<DemoCaseDraft[]> {
  const boxes = demoCases();
  const found = await selectItemIds(
    tx.sql,
    boxes.flatMap(({ items }) => items.map(marketNameOf)),
  );
  const ids = new Map(found.map(({ id, market_hash_name: name }) => [name, id]));
  const chosen = boxes.map(({ items }) =>
    items.flatMap((item) => {
      const itemId = ids.get(marketNameOf(item));
      return itemId === undefined ? [] : [{ itemId, tickets: item.tickets }];
    }),
  );
  const priced = await lockChosenItems(tx, chosen.flat());
  return boxes.map((box, index) => ({
    name: box.name,
    price: box.price,
    ageDays: (index * AGE_STRIDE + 1) % boxes.length,
    items: chosen[index]!,
    isUnchanged: isUnchangedAt(box, chosen[index]!, priced),
  }));
}

async function addDemoCase(tx: Tx, { name, price, ageDays, items }: DemoCaseDraft): Promise<void> {
  const image = caseUrl(casePicture(name), PICTURE_WIDTH);
  const caseId = await insertCase(tx.sql, { name, price, image, ageDays });
  await writeVersion(tx, { caseId, actorId: null, name, price, drops: dropsOf(items) });
}

/**
 * Gives the cases of an older demo the current drop rates, as new versions. Cases that staff saved or the site paused stay as
 * they are.
 */
async function updateDemoCases(tx: Tx, boxes: readonly DemoCaseDraft[]): Promise<void> {
  const byName = new Map(boxes.map((box) => [box.name, box]));
  for (const before of await lockUneditedCases(tx.sql, [...byName.keys()])) {
    const { name, price, items } = byName.get(before.name)!;
    const table = { name, price, drops: dropsOf(items) };
    if (isSameDropTable(before, table)) continue;
    await updateCase(tx.sql, { id: before.id, name, price, image: before.image });
    await writeVersion(tx, { caseId: before.id, actorId: null, ...table });
    const after = (await lockCase(tx.sql, before.id))!;
    await recordStaffAction(tx, {
      actorId: null,
      action: 'case.edit',
      subject: `case:${before.id}`,
      reason: 'The demo has new drop rates.',
      before: loggedFieldsOf(before),
      after: loggedFieldsOf(after),
    });
  }
}

/** Adds each demo case at the first start that knows it. */
export async function ensureDemoCases({ db, log }: Pick<Deps, 'db' | 'log'>): Promise<void> {
  await db.transaction(async (tx) => {
    await lockDemo(tx.sql);
    const all = await demoCaseDrafts(tx);
    const unused = new Set(
      await selectUnusedNames(
        tx.sql,
        all.map(({ name }) => name),
      ),
    );
    await updateDemoCases(
      tx,
      all.filter(({ name, isUnchanged }) => isUnchanged && !unused.has(name)),
    );
    for (const box of all.filter(({ name }) => unused.has(name))) {
      if (box.isUnchanged) await addDemoCase(tx, box);
      else log.warn({ name: box.name }, 'Demo case skipped because its items or prices changed');
    }
    if (unused.size > 0) await analyzeCases(tx.sql);
  });
}
