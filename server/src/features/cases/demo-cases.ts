import { caseAddress, casePicture } from '@karat/art/addresses';
import { type DemoCase, demoCases, marketNameOf } from '@karat/art/demo';
import type { ChosenItem } from '@karat/contract/case-forms';
import { isHouseEdgeEnough } from '@karat/rules/cases';
import type { Tx } from '#db/db.ts';
import type { Deps } from '#deps.ts';
import { analyzeCases, insertCase, lockDemo, selectItemIds, selectUnusedNames } from './queries.ts';
import { dropsOf, lockChosen, worthsOf, writeVersion } from './saving.ts';

const PICTURE_WIDTH = 256;
/** Steps through the cases so that neighbours in price are none in age, and each way of sorting shows another order. */
const AGE_STRIDE = 7;

type NewDemoCase = DemoCase & { readonly ageDays: number };

async function chosenItemsOf(tx: Tx, box: DemoCase): Promise<ChosenItem[]> {
  const found = await selectItemIds(tx.sql, box.items.map(marketNameOf));
  const ids = new Map(found.map(({ id, market_hash_name: name }) => [name, id]));
  return box.items.flatMap((item) => {
    const itemId = ids.get(marketNameOf(item));
    return itemId === undefined ? [] : [{ itemId, tickets: item.tickets }];
  });
}

/** False when staff have changed or renamed items since, so that it would not be the case it was meant to be. */
async function addDemoCase(tx: Tx, box: NewDemoCase): Promise<boolean> {
  const { name, price, ageDays } = box;
  const items = await chosenItemsOf(tx, box);
  if (items.length < box.items.length) return false;
  if (!isHouseEdgeEnough(price, worthsOf(items, await lockChosen(tx, items)))) return false;
  const image = caseAddress(casePicture(name), PICTURE_WIDTH);
  const caseId = await insertCase(tx.sql, { name, price, image, ageDays });
  await writeVersion(tx, { caseId, actorId: null, name, price, drops: dropsOf(items) });
  return true;
}

/** The cases of the demo, each at the first start that knows it. */
export async function ensureDemoCases({ db, log }: Pick<Deps, 'db' | 'log'>): Promise<void> {
  const all = demoCases().map((box, index, { length }) => ({ ...box, ageDays: (index * AGE_STRIDE + 1) % length }));
  await db.transaction(async (tx) => {
    await lockDemo(tx.sql);
    const unused = new Set(
      await selectUnusedNames(
        tx.sql,
        all.map(({ name }) => name),
      ),
    );
    for (const box of all.filter(({ name }) => unused.has(name))) {
      if (!(await addDemoCase(tx, box))) log.warn({ name: box.name }, 'a case of the demo no longer adds up');
    }
    if (unused.size > 0) await analyzeCases(tx.sql);
  });
}
