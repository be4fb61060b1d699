import { caseUrl, casePicture } from '@karat/art/urls';
import { type DemoCase, demoCases, marketNameOf } from '@karat/art/demo';
import type { ChosenItem } from '@karat/contract/case-forms';
import { isHouseEdgeEnough, isWithdrawalEdgeEnough } from '@karat/rules/cases';
import type { Tx } from '#db/db.ts';
import type { Deps } from '#deps.ts';
import { recordStaffAct } from '#features/logs/logs.ts';
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
import { actOf, dropsOf, isSameTable, lockChosen, worthsOf, writeVersion } from './saving.ts';

const PICTURE_WIDTH = 256;
/** Steps through the cases so that neighbours in price are none in age, and each way of sorting shows another order. */
const AGE_STRIDE = 7;

type ReadyCase = Pick<DemoCase, 'name' | 'price'> & {
  readonly ageDays: number;
  readonly items: readonly ChosenItem[];
  /** False when staff have changed or renamed items since, so that it would not be the case it was meant to be. */
  readonly isSound: boolean;
};

function isSoundAt(box: DemoCase, items: readonly ChosenItem[], priced: readonly PricedItem[]): boolean {
  const unpriced = new Set(priced.filter(({ minPrice }) => minPrice === null).map(({ id }) => id));
  if (items.length < box.items.length || items.some(({ itemId }) => unpriced.has(itemId))) return false;
  const worths = worthsOf(items, priced);
  return isHouseEdgeEnough(box.price, worths) && isWithdrawalEdgeEnough(box.price, worths, 0);
}

/** The demo's cases with the items of this store, which stay locked until the commit. */
async function readyCases(tx: Tx): Promise<ReadyCase[]> {
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
  const priced = await lockChosen(tx, chosen.flat());
  return boxes.map((box, at) => ({
    name: box.name,
    price: box.price,
    ageDays: (at * AGE_STRIDE + 1) % boxes.length,
    items: chosen[at]!,
    isSound: isSoundAt(box, chosen[at]!, priced),
  }));
}

async function addDemoCase(tx: Tx, { name, price, ageDays, items }: ReadyCase): Promise<void> {
  const image = caseUrl(casePicture(name), PICTURE_WIDTH);
  const caseId = await insertCase(tx.sql, { name, price, image, ageDays });
  await writeVersion(tx, { caseId, actorId: null, name, price, drops: dropsOf(items) });
}

/** Gives cases of an older demo the drop rates of this one, as new versions. What staff have saved or the site has paused stays. */
async function updateDemoCases(tx: Tx, boxes: readonly ReadyCase[]): Promise<void> {
  const byName = new Map(boxes.map((box) => [box.name, box]));
  for (const before of await lockUneditedCases(tx.sql, [...byName.keys()])) {
    const { name, price, items } = byName.get(before.name)!;
    const table = { name, price, drops: dropsOf(items) };
    if (isSameTable(before, table)) continue;
    await updateCase(tx.sql, { id: before.id, name, price, image: before.image });
    await writeVersion(tx, { caseId: before.id, actorId: null, ...table });
    const after = (await lockCase(tx.sql, before.id))!;
    await recordStaffAct(tx, {
      actorId: null,
      act: 'case.edit',
      subject: `case:${before.id}`,
      reason: 'The demo has new drop rates.',
      before: actOf(before),
      after: actOf(after),
    });
  }
}

/** The cases of the demo, each at the first start that knows it. */
export async function ensureDemoCases({ db, log }: Pick<Deps, 'db' | 'log'>): Promise<void> {
  await db.transaction(async (tx) => {
    await lockDemo(tx.sql);
    const all = await readyCases(tx);
    const unused = new Set(
      await selectUnusedNames(
        tx.sql,
        all.map(({ name }) => name),
      ),
    );
    await updateDemoCases(
      tx,
      all.filter(({ name, isSound }) => isSound && !unused.has(name)),
    );
    for (const box of all.filter(({ name }) => unused.has(name))) {
      if (box.isSound) await addDemoCase(tx, box);
      else log.warn({ name: box.name }, 'a case of the demo no longer adds up');
    }
    if (unused.size > 0) await analyzeCases(tx.sql);
  });
}
