import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Db, Tx } from '#db/db.ts';
import { addRoomPlayer, findBreaches, type TestPlayer } from '#testing/fixtures.ts';
import { addPlayerWithHeldDeposit, lockDeposit, reverseDeposits } from '#testing/held-deposits.ts';
import { untilBlocked } from '#testing/lock-holder.ts';
import { createTestSite, type TestSite } from '#testing/test-site.ts';
import { freezeDeposit, holdPartsFor, releaseFrozenHolds, passOnHeldParts } from './holds.ts';

let site: TestSite;
let db: Db;
beforeAll(async () => {
  site = await createTestSite();
  ({ db } = site.deps);
});
afterAll(() => site.close());

type Payment = { readonly from: TestPlayer; readonly to: TestPlayer; readonly amount: number };

/** Passes holds on with a payment that leaves nothing free. The diamonds themselves do not move. */
async function payFromHold(tx: Tx, { from, to, amount }: Payment): Promise<void> {
  await holdPartsFor(tx, to.id, await passOnHeldParts(tx, { playerId: from.id, amount, balance: amount }));
}

type Row = { amount: number; passedOn: number; isFrozen: boolean; isOver: boolean };

function readRows({ id }: TestPlayer): Promise<Row[]> {
  return db.sql<Row>`
    select amount, passed_on as "passedOn", is_frozen as "isFrozen", ended_at is not null as "isOver" from holds
    where player_id = ${id} order by id`;
}

/** Starts other work during a payment and commits the payment only when that work waits for it. */
async function during(handing: Payment, work: () => Promise<unknown>): Promise<void> {
  let working: Promise<unknown> = Promise.resolve();
  await db.transaction(async (tx) => {
    await payFromHold(tx, handing);
    working = work();
    await untilBlocked(db.sql);
  });
  await working;
}

const addHolder = () => addRoomPlayer(site.deps, 0);

test('freezes what is passed on during a reversal', async () => {
  const [one, two, three] = [await addPlayerWithHeldDeposit(site.deps, 500), await addHolder(), await addHolder()];
  await db.transaction((tx) => payFromHold(tx, { from: one, to: two, amount: 500 }));
  await during({ from: two, to: three, amount: 300 }, () => reverseDeposits(site.deps, one));
  expect(await readRows(three)).toEqual([{ amount: 300, passedOn: 0, isFrozen: true, isOver: false }]);
  expect(await findBreaches(db)).toEqual([]);
});

test('passes a hold on without waiting for its trade offer, which would deadlock', async () => {
  const [one, two, three] = [await addPlayerWithHeldDeposit(site.deps, 500), await addHolder(), await addHolder()];
  await db.transaction((tx) => payFromHold(tx, { from: one, to: two, amount: 500 }));
  await db.transaction(async (tx) => {
    const offerId = await lockDeposit(tx, one);
    await db.transaction((other) => payFromHold(other, { from: two, to: three, amount: 300 }));
    await freezeDeposit(tx, offerId);
  });
  expect(await readRows(three)).toMatchObject([{ isFrozen: true }]);
});

test('releases what is passed on while staff release the holds', async () => {
  const [one, two, three] = [await addPlayerWithHeldDeposit(site.deps, 500), await addHolder(), await addHolder()];
  await db.transaction((tx) => payFromHold(tx, { from: one, to: two, amount: 500 }));
  await reverseDeposits(site.deps, one);
  await during({ from: two, to: three, amount: 300 }, () => db.transaction((tx) => releaseFrozenHolds(tx, one.id)));
  expect(await readRows(three)).toEqual([{ amount: 300, passedOn: 0, isFrozen: false, isOver: true }]);
  expect(await findBreaches(db)).toEqual([]);
});

test('keeps a deposit passed on in a thousand parts in one row', async () => {
  const [one, two, three] = [await addPlayerWithHeldDeposit(site.deps, 500), await addHolder(), await addHolder()];
  for (let times = 0; times < 50; times++)
    await db.transaction((tx) => payFromHold(tx, { from: one, to: two, amount: 10 }));
  expect(await readRows(two)).toEqual([{ amount: 500, passedOn: 0, isFrozen: false, isOver: false }]);
  await db.transaction((tx) => payFromHold(tx, { from: two, to: three, amount: 200 }));
  await db.transaction((tx) => payFromHold(tx, { from: two, to: one, amount: 300 }));
  expect(await readRows(one)).toEqual([{ amount: 500, passedOn: 200, isFrozen: false, isOver: false }]);
  expect(await readRows(two)).toEqual([{ amount: 200, passedOn: 200, isFrozen: false, isOver: false }]);
  expect(await readRows(three)).toEqual([{ amount: 200, passedOn: 0, isFrozen: false, isOver: false }]);
  expect(await findBreaches(db)).toEqual([]);
});
