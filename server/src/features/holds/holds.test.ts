import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Db, Tx } from '#db/db.ts';
import { addDuellist, breachesOf, type TestPlayer } from '#testing/fixtures.ts';
import { addPlayerWithHeldDeposit, lockDeposit, reverseDeposits } from '#testing/held-deposits.ts';
import { createTestSite, type TestSite } from '#testing/test-site.ts';
import { freezeDeposit, holdFor, letGoOf, passHold } from './holds.ts';

let world: TestSite;
let db: Db;
beforeAll(async () => {
  world = await createTestSite();
  ({ db } = world.deps);
});
afterAll(() => world.close());

type Handing = { readonly from: TestPlayer; readonly to: TestPlayer; readonly amount: number };

/** Holds go along with a payment that leaves nothing free; the diamonds themselves stay where they are. */
async function hand(tx: Tx, { from, to, amount }: Handing): Promise<void> {
  await holdFor(tx, to.id, await passHold(tx, { playerId: from.id, amount, balance: amount }));
}

type Row = { amount: number; passed: number; isFrozen: boolean; isOver: boolean };

function rowsOf({ id }: TestPlayer): Promise<Row[]> {
  return db.sql<Row>`
    select amount, passed, is_frozen as "isFrozen", ended_at is not null as "isOver" from holds
    where player_id = ${id} order by id`;
}

/** Begins other work while a payment is under way, and lets the payment end only when the work waits for it. */
async function during(handing: Handing, work: () => Promise<unknown>): Promise<void> {
  let working: Promise<unknown> = Promise.resolve();
  await db.transaction(async (tx) => {
    await hand(tx, handing);
    working = work();
    for (;;) {
      const waiting = await db.sql`
        select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      if (waiting.length > 0) return;
      await sleep(5);
    }
  });
  await working;
}

const addHolder = () => addDuellist(world.deps, 0);

test('what is handed on at the very moment of a reversal freezes as well', async () => {
  const [one, two, three] = [await addPlayerWithHeldDeposit(world.deps, 500), await addHolder(), await addHolder()];
  await db.transaction((tx) => hand(tx, { from: one, to: two, amount: 500 }));
  await during({ from: two, to: three, amount: 300 }, () => reverseDeposits(world.deps, one));
  expect(await rowsOf(three)).toEqual([{ amount: 300, passed: 0, isFrozen: true, isOver: false }]);
  expect(await breachesOf(db)).toEqual([]);
});

test('whoever hands a hold on does not wait for its offer: the two would wait in a circle', async () => {
  const [one, two, three] = [await addPlayerWithHeldDeposit(world.deps, 500), await addHolder(), await addHolder()];
  await db.transaction((tx) => hand(tx, { from: one, to: two, amount: 500 }));
  await db.transaction(async (tx) => {
    const offerId = await lockDeposit(tx, one);
    await db.transaction((other) => hand(other, { from: two, to: three, amount: 300 }));
    await freezeDeposit(tx, offerId);
  });
  expect(await rowsOf(three)).toMatchObject([{ isFrozen: true }]);
});

test('what is handed on at the very moment at which staff let it go is let go, not frozen for ever', async () => {
  const [one, two, three] = [await addPlayerWithHeldDeposit(world.deps, 500), await addHolder(), await addHolder()];
  await db.transaction((tx) => hand(tx, { from: one, to: two, amount: 500 }));
  await reverseDeposits(world.deps, one);
  await during({ from: two, to: three, amount: 300 }, () => db.transaction((tx) => letGoOf(tx, one.id)));
  expect(await rowsOf(three)).toEqual([{ amount: 300, passed: 0, isFrozen: false, isOver: true }]);
  expect(await breachesOf(db)).toEqual([]);
});

test('a deposit that is handed on in a thousand pieces is one row, or the next payment would take for ever', async () => {
  const [one, two, three] = [await addPlayerWithHeldDeposit(world.deps, 500), await addHolder(), await addHolder()];
  for (let times = 0; times < 50; times++) await db.transaction((tx) => hand(tx, { from: one, to: two, amount: 10 }));
  expect(await rowsOf(two)).toEqual([{ amount: 500, passed: 0, isFrozen: false, isOver: false }]);
  await db.transaction((tx) => hand(tx, { from: two, to: three, amount: 200 }));
  await db.transaction((tx) => hand(tx, { from: two, to: one, amount: 300 }));
  expect(await rowsOf(one)).toEqual([{ amount: 500, passed: 200, isFrozen: false, isOver: false }]);
  expect(await rowsOf(two)).toEqual([{ amount: 200, passed: 200, isFrozen: false, isOver: false }]);
  expect(await rowsOf(three)).toEqual([{ amount: 200, passed: 0, isFrozen: false, isOver: false }]);
  expect(await breachesOf(db)).toEqual([]);
});
