import type { BalanceChange } from '@karat/contract/activity';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createSeeds } from '#features/fairness/fairness.ts';
import { addCase, addItem, addPlayer, type TestPlayer } from '#testing/fixtures.ts';
import { openCaseDirectly } from '#testing/rolled-openings.ts';
import { createRouletteFixture } from '#testing/roulette-fixture.ts';

type Fixture = Awaited<ReturnType<typeof createRouletteFixture>>;

let fixture: Fixture;
let support: TestPlayer;
let player: TestPlayer;

beforeAll(async () => {
  fixture = await createRouletteFixture();
  support = await addPlayer(fixture.db, 'support');
  const itemId = await addItem(fixture.db, { skinName: 'Changed', price: 100 });
  await addCase(fixture.db, { name: 'Changed', price: 250, drops: [[itemId, 10_000]] });
});
beforeEach(async () => {
  player = await fixture.addPlayer(10_000);
});
afterAll(() => fixture.site.close());

const dayAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

const ask = (from: string, to: string) =>
  fixture.site.http.inject({
    url: `/admin/getBalanceChange/${player.id}?from=${from}&to=${to}`,
    headers: support.headers,
  });

const changeOf = async (from: number, to: number) =>
  (await ask(dayAgo(from), dayAgo(to))).json<{ data: BalanceChange }>().data;

test('says what a day cost and brought', async () => {
  const seeds = createSeeds(fixture.site.deps);
  await seeds.ensure(player.id);
  await openCaseDirectly(fixture.site.deps, seeds, { playerId: player.id, caseName: 'Changed', count: 4 });
  await fixture.open();
  for (const color of ['red', 'black'] as const) await fixture.bet(player, color, 70);
  const after = await fixture.readBalance(player);
  expect(await changeOf(1, 0)).toEqual({
    before: 0,
    after,
    types: [
      { type: 'CASE_OPEN', count: 4, amount: -1_000 },
      { type: 'ROULETTE_BET', count: 2, amount: -140 },
      { type: 'WELCOME', count: 1, amount: 10_000 },
    ],
    items: { count: 4, value: 360 },
  });
  await fixture.finish();
});

/** Adds a transaction of this size on each of some days, oldest first. */
async function addDays(amounts: readonly (readonly [daysAgo: number, amount: number])[]): Promise<void> {
  let balance = 10_000;
  for (const [daysAgo, amount] of amounts) {
    await fixture.db.sql`
      insert into ledger (type, reference, player_id, account, amount, old_balance, new_balance, created_at)
      values ('ADMIN_ADJUST', ${`day:${player.id}:${balance}`}, ${player.id}, 'external:adjust', ${amount}, ${balance},
              ${balance + amount}, now() - ${daysAgo} * interval '1 day')`;
    balance += amount;
  }
}

test('sums up only the chosen days, and begins with the balance of the day before', async () => {
  await fixture.db.transaction(async ({ sql }) => {
    await sql`set local session_replication_role = replica`;
    await sql`delete from ledger where player_id = ${player.id}`;
  });
  await addDays([
    [9, 100],
    [5, -2_000],
    [4, -3_000],
    [4, 500],
    [1, 50],
  ]);
  expect(await changeOf(4, 4)).toMatchObject({ before: 8_100, after: 5_600 });
  expect(await changeOf(5, 4)).toMatchObject({ before: 10_100, after: 5_600 });
  expect(await changeOf(3, 2)).toMatchObject({ before: 5_600, after: 5_600, types: [] });
  expect(await changeOf(20, 12)).toMatchObject({ before: 0, after: 0, types: [] });
});

test.each([
  ['a longer range', dayAgo(42), dayAgo(0)],
  ['an end before the start', dayAgo(1), dayAgo(2)],
  ['no day', '', ''],
])('refuses %s', async (_, from, to) => {
  expect((await ask(from, to)).json<{ code: string }>().code).toBe('invalid');
});

test('is not found if the player is unknown', async () => {
  player = { ...player, id: 4_040_404 };
  expect((await ask(dayAgo(1), dayAgo(0))).statusCode).toBe(404);
});
