import type { UserTotals } from '@karat/contract/users';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSeeds } from '#features/fairness/fairness.ts';
import { addCase, addItem, addPlayer, findBreaches, type TestPlayer } from '#testing/fixtures.ts';
import { addPlayerWithHeldDeposit, reverseDeposits } from '#testing/held-deposits.ts';
import { openCaseDirectly } from '#testing/rolled-openings.ts';
import { createRouletteFixture } from '#testing/roulette-fixture.ts';

type Fixture = Awaited<ReturnType<typeof createRouletteFixture>>;

let fixture: Fixture;
let staff: TestPlayer;

beforeAll(async () => {
  fixture = await createRouletteFixture();
  const { db } = fixture;
  staff = await addPlayer(db, 'support');
  const itemId = await addItem(db, { skinName: 'From a case', price: 50 });
  await addCase(db, { name: 'Totals', price: 100, drops: [[itemId, 10_000]] });
});
afterAll(() => fixture.site.close());

const ask = (id: number) => fixture.site.http.inject({ url: `/admin/getUserTotals/${id}`, headers: staff.headers });

const totalsOf = async ({ id }: TestPlayer) => (await ask(id)).json<{ data: UserTotals }>().data;

async function openCases(playerId: number, count: number): Promise<void> {
  const seeds = createSeeds(fixture.site.deps);
  await seeds.ensure(playerId);
  await openCaseDirectly(fixture.site.deps, seeds, { playerId, caseName: 'Totals', count });
}

/** The same sums from all ledger rows, and from the items at their quick sell price. */
async function recompute({ id }: TestPlayer): Promise<Omit<UserTotals, 'withdrawn'>> {
  const [sums] = await fixture.db.sql<Omit<UserTotals, 'withdrawn'>>`
    with line as (
      select coalesce(sum(amount) filter (where type in ('DEPOSIT', 'DEPOSIT_REVERSAL')), 0)::int8 as deposited,
             coalesce(-sum(amount) filter (where type in ('CASE_OPEN', 'ROULETTE_BET', 'ROULETTE_REFUND')), 0)::int8 as wagered,
             coalesce(sum(amount) filter (where type = 'ROULETTE_WIN'), 0)::int8 as paid
      from ledger where player_id = ${id}
    ), item as (
      select coalesce(sum(quick_sell_price), 0)::int8 as value
      from openings join inventory using (id) where openings.player_id = ${id}
    ), hold as (
      select coalesce(sum(amount), 0)::int8 as held from holds where player_id = ${id} and ended_at is null
    )
    select deposited, wagered, paid + value as won, paid + value - wagered as net, held from line, item, hold`;
  return sums!;
}

test('agrees with the ledger after cases, bets, a refund and a deposit', async () => {
  const player = await addPlayerWithHeldDeposit(fixture.site.deps, 5_000);
  await openCases(player.id, 3);
  await fixture.open();
  for (const color of ['red', 'black', 'green'] as const) await fixture.bet(player, color, 70);
  await fixture.finish();
  const totals = await totalsOf(player);
  expect(totals).toMatchObject({ deposited: 5_000, withdrawn: 0, wagered: 3 * 100 + 3 * 70, held: 5_000 });
  expect(totals).toEqual({ ...(await recompute(player)), withdrawn: 0 });
  expect(await findBreaches(fixture.db)).toEqual([]);
});

test('adds what came since the last call', async () => {
  const player = await addPlayerWithHeldDeposit(fixture.site.deps, 1_000);
  expect(await totalsOf(player)).toMatchObject({ wagered: 0, net: 0 });
  await openCases(player.id, 2);
  expect(await totalsOf(player)).toEqual({ ...(await recompute(player)), withdrawn: 0 });
});

test('does not count a deposit that was reversed', async () => {
  const player = await addPlayerWithHeldDeposit(fixture.site.deps, 800);
  await reverseDeposits(fixture.site.deps, player);
  expect(await totalsOf(player)).toMatchObject({ deposited: 0, held: 0 });
});

test('is not found if the user is unknown', async () => {
  const missing = await ask(4_040_404);
  expect([missing.statusCode, missing.json().message]).toEqual([404, 'User not found.']);
});
