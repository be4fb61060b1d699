import type { Flows } from '@karat/contract/safer-play';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addPlayer } from '#testing/fixtures.ts';
import { saferPlayCalls } from '#testing/safer-play-calls.ts';
import { createTestSite, type TestSite } from '#testing/test-site.ts';
import { createFlows } from './flows.ts';

let site: TestSite;
beforeAll(async () => {
  site = await createTestSite({}, { take: () => 0 });
});
afterAll(() => site.close());

const sql: TestSite['deps']['db']['sql'] = (strings, ...values) => site.deps.db.sql(strings, ...values);

let lines = 0;
const line = (playerId: number, [type, amount, daysAgo]: readonly [string, number, number]) => sql`
  insert into ledger (type, reference, player_id, account, amount, old_balance, new_balance, created_at)
  values (${type}, ${`flow:${(lines += 1)}`}, ${playerId}, 'house:cases', ${amount}, 1000000, ${1_000_000 + amount},
          now() - ${daysAgo} * interval '1 day')`;

test('reports a week, a month, three months and all time', async () => {
  const player = await addPlayer(site.deps.db);
  const other = await addPlayer(site.deps.db);
  await line(other.id, ['ROULETTE_BET', -999, 1]);
  const history = [
    ['CASE_OPEN', -70, 100],
    ['QUICK_SELL', 63, 100],
    ['WELCOME', 5_000, 100],
    ['DEPOSIT', 500, 40],
    ['DEPOSIT_REVERSAL', -200, 40],
    ['ROOM_ENTRY', -300, 20],
    ['ROULETTE_BET', -50, 10],
    ['ROULETTE_REFUND', 50, 10],
    ['DEPOSIT', 1_000, 1],
    ['ROULETTE_BET', -100, 1],
    ['ROULETTE_WIN', 200, 1],
    ['MARKET_BUY', -40, 1],
  ] as const;
  for (const each of history) await line(player.id, each);
  const { flows } = await saferPlayCalls(site).state(player);
  expect(flows).toEqual<Flows[]>([
    { days: 7, deposited: 1_000, withdrawn: 0, wagered: 100, net: 100 },
    { days: 30, deposited: 1_000, withdrawn: 0, wagered: 400, net: -200 },
    { days: 90, deposited: 1_300, withdrawn: 0, wagered: 400, net: -200 },
    { days: null, deposited: 1_300, withdrawn: 0, wagered: 470, net: -270 },
  ]);
});

test('reports zeros for a new player', async () => {
  const player = await addPlayer(site.deps.db);
  const { flows } = await saferPlayCalls(site).state(player);
  const nothing = { deposited: 0, withdrawn: 0, wagered: 0, net: 0 };
  expect(flows).toEqual([7, 30, 90, null].map((days) => ({ days, ...nothing })));
});

/** Adds wagers and openings, evenly from `daysAgo` until now. */
async function play(playerId: number, { count, daysAgo }: { count: number; daysAgo: number }): Promise<void> {
  await sql`
    with drawn as (
      insert into inventory (id, player_id, item_id, quick_sell_price)
      select nextval('inventory_ids'), ${playerId}, 1, at % 90 from generate_series(1, ${count}::int4) as at order by at
      returning id
    ), placed as (
      select id, now() - ${daysAgo} * interval '1 day' * (1 - row_number() over (order by id)::float8 / ${count + 1}) as at from drawn
    ), opened as (
      insert into openings (id, player_id, version_id, seed_id, nonce, entropy, ticket, item_id, created_at)
      select id, ${playerId}, 1, ${playerId}, id, '', 0, 1, at from placed order by id
    )
    insert into ledger (type, reference, player_id, account, amount, old_balance, new_balance, created_at)
    select case when id % 5 = 0 then 'DEPOSIT' else 'CASE_OPEN' end, 'open:' || id, ${playerId}, 'house:cases',
           case when id % 5 = 0 then 7 else -3 end, 100, case when id % 5 = 0 then 107 else 97 end, at
    from placed order by id`;
}

test('continues sums as time passes, in batches without gaps', async () => {
  const { db } = site.deps;
  const { id } = await addPlayer(db);
  const readFlows = createFlows({ db });
  const recomputed = async () => {
    const [sums] = await sql<{ flows: { days: number | null }[] }>`
      select jsonb_agg(jsonb_build_object(
               'days', days,
               'deposited', (select coalesce(sum(amount), 0) from ledger where player_id = ${id} and type = 'DEPOSIT' and created_at >= since),
               'withdrawn', 0,
               'wagered', (select coalesce(-sum(amount), 0) from ledger where player_id = ${id} and type = 'CASE_OPEN' and created_at >= since),
               'net', (select coalesce(sum(amount), 0) from ledger where player_id = ${id} and type = 'CASE_OPEN' and created_at >= since)
                 + (select coalesce(sum(quick_sell_price), 0) from openings join inventory using (id)
                    where openings.player_id = ${id} and openings.created_at >= since)) order by days) as flows
      from (select days, coalesce(now() - days * interval '1 day', '-infinity') as since from unnest(array[7, 30, 90, null]) as days) as span`;
    return sums!.flows;
  };
  await play(id, { count: 4_500, daysAgo: 200 });
  expect(await readFlows(id)).toEqual(await recomputed());
  await sql`alter table ledger disable trigger all`;
  await sql`alter table openings disable trigger all`;
  for (const days of [3, 45, 120]) {
    await sql`update ledger set created_at = created_at - ${days} * interval '1 day' where player_id = ${id}`;
    await sql`update openings set created_at = created_at - ${days} * interval '1 day' where player_id = ${id}`;
    await play(id, { count: 10 * days, daysAgo: days - 1 });
    const results = await Promise.all([readFlows(id), readFlows(id), readFlows(id)]);
    for (const flows of results) expect(flows).toEqual(await recomputed());
    expect(await createFlows({ db })(id)).toEqual(await recomputed());
  }
  await sql`alter table ledger enable trigger all`;
  await sql`alter table openings enable trigger all`;
});

test('does not read summed rows again', async () => {
  const { db } = site.deps;
  const { id } = await addPlayer(db);
  let statements = 0;
  const counted: typeof db.sql = (strings, ...values) => {
    statements += 1;
    return db.sql(strings, ...values);
  };
  const readFlows = createFlows({ db: { ...db, sql: counted } });
  await play(id, { count: 10_500, daysAgo: 300 });
  await readFlows(id);
  expect(statements).toBeGreaterThan(8);
  statements = 0;
  await readFlows(id);
  expect(statements).toBe(5);
});
