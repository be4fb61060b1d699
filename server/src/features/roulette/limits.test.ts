import { afterAll, beforeAll, expect, test } from 'vitest';
import { createRouletteFixture, type RouletteFixture } from '#testing/roulette-fixture.ts';
import type { TestPlayer } from '#testing/fixtures.ts';
import { createChains } from './chains.ts';
import { createTransitions } from './transitions.ts';

let table: RouletteFixture;
let player: TestPlayer;

/** A closed round in which a player with limits has 100 on red. */
async function closeWithBet(): Promise<void> {
  player = await table.addPlayer(1_000);
  await table.db.sql`insert into safer_play (player_id, has_limits) values (${player.id}, true)`;
  await table.db.sql`
    insert into play_limits (player_id, kind, period, allowed)
    select ${player.id}, kind, period, 500
    from unnest(array['loss', 'wager']) as kind, unnest(array['day', 'week']) as period`;
  await table.open();
  await table.bet(player, 'red', 100);
  await table.steps.close(await table.last());
}

/** Used losses per day and week, used wagers per day and week. */
async function used(daysAgo = 0): Promise<number[]> {
  const rows = await table.db.sql<{ used: number }>`
    select used from play_limit_uses
    where player_id = ${player.id} and began_on = date_trunc(period, now() at time zone 'UTC')::date - ${daysAgo}::int
    order by kind, period`;
  return rows.map((row) => row.used);
}

/** Moves the bet a week back and adds another wager since. */
async function letAWeekPass(): Promise<void> {
  await table.db.transaction(async ({ sql }) => {
    await sql`set local session_replication_role = replica`;
    await sql`update roulette_bets set created_at = created_at - interval '7 days' where player_id = ${player.id}`;
    await sql`update play_limit_uses set began_on = began_on - 7 where player_id = ${player.id}`;
    await sql`
      insert into play_limit_uses (player_id, kind, period, began_on, used)
      select player_id, kind, period, began_on + 7, 30 from play_limit_uses where player_id = ${player.id}`;
  });
}

/** Transitions with an unreadable chain. */
async function stepsWithoutSeed() {
  await table.db.sql`
    update roulette_chains set sealed = '\\x00' where id = (select max(chain_id) from roulette_rounds)`;
  const { deps } = table.site;
  return createTransitions(deps, table.lease, createChains(deps, table.lease, 20));
}

beforeAll(async () => {
  table = await createRouletteFixture();
});
afterAll(() => table.close());

test('relieves the limits once when a round is settled many times concurrently', async () => {
  await closeWithBet();
  await table.drawNumber(1);
  const round = await table.last();
  await Promise.all(Array.from({ length: 20 }, () => table.steps.settle(round)));
  expect(await used()).toEqual([-100, -100, 100, 100]);
});

test('leaves the limits unchanged when a round is settled before its draw', async () => {
  await closeWithBet();
  await table.steps.settle(await table.last());
  expect(await used()).toEqual([100, 100, 100, 100]);
  await table.drawNumber(1);
  await table.steps.settle(await table.last());
});

test('relieves the limits of the week of the bet when it wins in the next', async () => {
  await closeWithBet();
  await letAWeekPass();
  await table.drawNumber(1);
  await table.steps.settle(await table.last());
  expect(await used(7)).toEqual([-100, -100, 100, 100]);
  expect(await used()).toEqual([30, 30, 30, 30]);
});

test('relieves wager and loss limits of the week of the bet on a refund', async () => {
  await closeWithBet();
  await letAWeekPass();
  const round = await table.last();
  const { draw } = await stepsWithoutSeed();
  await Promise.all(Array.from({ length: 10 }, () => draw(round)));
  expect(await used(7)).toEqual([0, 0, 0, 0]);
  expect(await used()).toEqual([30, 30, 30, 30]);
});
