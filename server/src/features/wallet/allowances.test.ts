import { afterAll, beforeAll, expect, test } from 'vitest';
import { addPlayer, creditWelcomeDiamonds, findBreaches } from '#testing/fixtures.ts';
import { createTestSite, type TestSite } from '#testing/test-site.ts';
import { payAllowances } from './allowances.ts';

let site: TestSite;
let residentId: number;
beforeAll(async () => {
  site = await createTestSite();
  const { sql } = site.deps.db;
  await sql`insert into site_mode (kind, residents_on) values ('sandbox', true)`;
  residentId = await addResident(4_000);
});
afterAll(() => site.close());

async function addResident(balance: number): Promise<number> {
  const { db } = site.deps;
  const { id } = await addPlayer(db);
  await creditWelcomeDiamonds(site.deps, id, balance);
  await db.sql`update players set is_sandbox = true where id = ${id}`;
  await db.sql`insert into residents (player_id, language) values (${id}, 'tr')`;
  return id;
}

const allowances = () =>
  site.deps.db.sql<{ playerId: number; amount: number; account: string }>`
    select player_id as "playerId", amount, account from ledger where type = 'SANDBOX_ALLOWANCE' order by id`;

const readBalance = async (id: number): Promise<number> =>
  (await site.deps.db.sql<{ balance: number }>`select balance from wallets where player_id = ${id}`)[0]!.balance;

test('tops up a resident to 100,000 once a day, however many ask at once', async () => {
  const rich = await addResident(10_000);
  const person = await addPlayer(site.deps.db);
  const paid = await Promise.all(Array.from({ length: 10 }, () => payAllowances(site.deps)));
  expect(paid.reduce((sum, count) => sum + count, 0)).toBe(1);
  expect(await allowances()).toEqual([{ playerId: residentId, amount: 96_000, account: 'house:promo' }]);
  expect([await readBalance(residentId), await readBalance(rich), await readBalance(person.id)]).toEqual([
    100_000, 10_000, 0,
  ]);
  expect(await findBreaches(site.deps.db)).toEqual([]);
});

test('pays a banned resident nothing', async () => {
  const banned = await addResident(100);
  await site.deps.db.sql`update players set state = 'banned' where id = ${banned}`;
  expect(await payAllowances(site.deps)).toBe(0);
  expect(await readBalance(banned)).toBe(100);
});

test('pays nothing on a real site, and an earlier allowance is no breach there', async () => {
  const { sql } = site.deps.db;
  const poor = await addResident(5);
  await sql`update site_mode set kind = 'real', residents_on = false, left_sandbox_at = clock_timestamp()`;
  expect(await payAllowances(site.deps)).toBe(0);
  expect(await readBalance(poor)).toBe(5);
  expect(await findBreaches(site.deps.db)).toEqual([]);
  await expect(sql`insert into residents (player_id, language) values (${poor + 1}, 'tr')`).rejects.toThrow(
    'only a sandbox has residents',
  );
});
