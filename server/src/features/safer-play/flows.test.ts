import type { Flows } from '@karat/contract/safer-play';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addPlayer } from '#testing/belongings.ts';
import { carefulCalls } from '#testing/careful-player.ts';
import { createWorld, type World } from '#testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld({}, { take: () => 0 });
});
afterAll(() => world.close());

const sql: World['deps']['db']['sql'] = (strings, ...values) => world.deps.db.sql(strings, ...values);

let lines = 0;
const line = (playerId: number, [type, amount, daysAgo]: readonly [string, number, number]) => sql`
  insert into ledger (type, reference, player_id, account, amount, old_balance, new_balance, created_at)
  values (${type}, ${`flow:${(lines += 1)}`}, ${playerId}, 'house:cases', ${amount}, 1000000, ${1_000_000 + amount},
          now() - ${daysAgo} * interval '1 day')`;

test('what went in and out is told for a week, a month, three months and all time', async () => {
  const player = await addPlayer(world.deps.db);
  const other = await addPlayer(world.deps.db);
  await line(other.id, ['ROULETTE_BET', -999, 1]);
  const history = [
    ['DEPOSIT', 1_000, 1],
    ['ROULETTE_BET', -100, 1],
    ['ROULETTE_WIN', 200, 1],
    ['ROULETTE_BET', -50, 10],
    ['ROULETTE_REFUND', 50, 10],
    ['ROOM_ENTRY', -300, 20],
    ['DEPOSIT', 500, 40],
    ['DEPOSIT_REVERSAL', -200, 40],
    ['CASE_OPEN', -70, 100],
    ['QUICK_SELL', 63, 100],
    ['WELCOME', 5_000, 100],
    ['MARKET_BUY', -40, 1],
  ] as const;
  for (const each of history) await line(player.id, each);
  const { flows } = await carefulCalls(world).state(player);
  expect(flows).toEqual<Flows[]>([
    { days: 7, deposited: 1_000, withdrawn: 0, wagered: 100, net: 100 },
    { days: 30, deposited: 1_000, withdrawn: 0, wagered: 400, net: -200 },
    { days: 90, deposited: 1_300, withdrawn: 0, wagered: 400, net: -200 },
    { days: null, deposited: 1_300, withdrawn: 0, wagered: 470, net: -270 },
  ]);
});

test('a player without any has zeros', async () => {
  const player = await addPlayer(world.deps.db);
  const { flows } = await carefulCalls(world).state(player);
  const nothing = { deposited: 0, withdrawn: 0, wagered: 0, net: 0 };
  expect(flows).toEqual([7, 30, 90, null].map((days) => ({ days, ...nothing })));
});
