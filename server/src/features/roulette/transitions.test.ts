import { COLORS, type Color, colorOf, NUMBERS_TOTAL, payoutOf } from '@karat/rules/roulette';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { LeaseLost } from '#db/lease.ts';
import { findBreaches, type TestPlayer } from '#testing/fixtures.ts';
import { createRouletteFixture, type RouletteFixture } from '#testing/roulette-fixture.ts';
import { createChains } from './chains.ts';
import { createTransitions } from './transitions.ts';

let table: RouletteFixture;

beforeAll(async () => {
  table = await createRouletteFixture();
});
afterAll(() => table.close());

test('pays every number by the rules, once, without breaches', async () => {
  for (let number = 0; number < NUMBERS_TOTAL; number++) {
    await table.open();
    const players = await Promise.all(COLORS.map(() => table.addPlayer(1_000)));
    await Promise.all(players.map((player, index) => table.bet(player, COLORS[index]!, 100 + index)));
    await table.steps.close(await table.last());
    await table.drawNumber(number);
    await table.steps.settle(await table.last());
    for (const [at, player] of players.entries()) {
      const paid = payoutOf({ playerBet: COLORS[at]!, amount: 100 + at }, colorOf(number));
      expect(await table.readBalance(player)).toBe(1_000 - (100 + at) + paid);
    }
  }
  // The test chose the numbers, so only the ledger is checked.
  const breaches = await findBreaches(table.db);
  expect(breaches.filter((breach) => !breach.startsWith('F'))).toEqual([]);
});

async function payments(player: TestPlayer): Promise<string[]> {
  const rows = await table.db.sql<{ line: string }>`
    select type || ' ' || amount || ' ' || old_balance || '>' || new_balance as line
    from ledger where player_id = ${player.id} and type <> 'WELCOME' order by id`;
  return rows.map(({ line }) => line);
}

test('pays several bets of a player one by one with chained balances', async () => {
  const player = await table.addPlayer(1_000);
  const { id } = await table.open();
  for (const [color, amount] of [
    ['red', 10],
    ['green', 20],
    ['red', 30],
  ] as const)
    await table.bet(player, color, amount);
  await table.steps.close(await table.last());
  await table.drawNumber(1);
  await table.steps.settle(await table.last());
  expect(await payments(player)).toEqual([
    'ROULETTE_BET -10 1000>990',
    'ROULETTE_BET -20 990>970',
    'ROULETTE_BET -30 970>940',
    'ROULETTE_WIN 20 940>960',
    'ROULETTE_WIN 60 960>1020',
  ]);
  expect(
    await table.db.sql`
    select state, bet_count as bets, amount, win_amount as won from roulette_rounds where id = ${id}`,
  ).toEqual([{ state: 'SETTLED', bets: 3, amount: 60, won: 80 }]);
  expect(
    await table.db.sql`
    select game, reference, map, is_won as "isWon", amount, payout from game_results where player_id = ${player.id}`,
  ).toEqual([{ game: 'roulette', reference: id, map: null, isWon: true, amount: 60, payout: 80 }]);
});

test('pays a round once under fifty parallel settlements', async () => {
  const player = await table.addPlayer(1_000);
  await table.open();
  await table.bet(player, 'black', 100);
  await table.steps.close(await table.last());
  await table.drawNumber(8);
  const round = await table.last();
  await Promise.all(Array.from({ length: 50 }, () => table.steps.settle(round)));
  expect(await payments(player)).toEqual(['ROULETTE_BET -100 1000>900', 'ROULETTE_WIN 200 900>1100']);
});

test('late, repeated and early transitions change nothing', async () => {
  const player = await table.addPlayer(1_000);
  const round = await table.open();
  await table.bet(player, 'red', 100);
  await table.steps.settle(round);
  expect(await table.last()).toMatchObject({ state: 'BETTING' });
  await table.steps.close(round);
  await table.steps.settle(round);
  expect(await table.last()).toMatchObject({ state: 'ROLLING', sinceDrawnMs: null });
  await table.steps.draw(round);
  const [drawn] = await table.readRounds(round.id - 1);
  await table.steps.draw(round);
  await table.steps.close(round);
  expect(await table.readRounds(round.id - 1)).toEqual([drawn]);
  await table.steps.settle(round);
  await table.steps.close(round);
  expect(await table.last()).toMatchObject({ state: 'SETTLED' });
});

test('refuses a second open round', async () => {
  const { id, chainId } = await table.open();
  await expect(table.steps.open()).rejects.toThrow('hash');
  await expect(table.db.sql`
    insert into roulette_rounds (id, chain_id, k, hash, closes_at)
    values (${id + 1}, ${chainId}, 9999, repeat('0', 64), now())`).rejects.toThrow('roulette_rounds_one_open');
  await table.finish();
});

test('the database refuses to delete rounds and chains', async () => {
  await expect(table.db.sql`delete from roulette_rounds`).rejects.toThrow('never changed');
  await expect(table.db.sql`delete from roulette_chains`).rejects.toThrow('never changed');
});

test('the database refuses a seed or number in a round that takes bets', async () => {
  const { id } = await table.open();
  await expect(table.db.sql`
    update roulette_rounds set seed = 'x', winner_number = 1, drawn_at = now() where id = ${id}`).rejects.toThrow(
    'roulette_rounds_secret',
  );
  await table.finish();
});

test('refuses transitions without the lease', async () => {
  const round = await table.open();
  await table.db.sql`update leases set epoch = 2 where name = 'roulette'`;
  await expect(table.steps.close(round)).rejects.toThrow(LeaseLost);
  await expect(table.steps.draw(round)).rejects.toThrow(LeaseLost);
  await expect(table.steps.settle(round)).rejects.toThrow(LeaseLost);
  expect(await table.last()).toMatchObject({ state: 'BETTING' });
  await table.db.sql`update leases set epoch = 1 where name = 'roulette'`;
  await table.finish();
});

test('notifies winners on green only', async () => {
  for (const [number, notificationCount] of [
    [0, 1],
    [3, 0],
  ] as const) {
    const player = await table.addPlayer(1_000);
    await table.open();
    await table.bet(player, colorOf(number), 10);
    await table.steps.close(await table.last());
    await table.drawNumber(number);
    await table.steps.settle(await table.last());
    const notes = await table.db.sql`select title from notifications where player_id = ${player.id}`;
    expect(notes).toHaveLength(notificationCount);
  }
});

test('does not count winnings as losses of a player with limits', async () => {
  const player = await table.addPlayer(1_000);
  await table.db.sql`insert into safer_play (player_id, has_limits) values (${player.id}, true)`;
  await table.db.sql`
    insert into play_limits (player_id, kind, period, allowed)
    values (${player.id}, 'wager', 'day', 500), (${player.id}, 'loss', 'day', 150)`;
  await table.open();
  expect((await table.bet(player, 'red', 100)).status).toBe(200);
  expect((await table.bet(player, 'red', 100)).body.code).toBe('limit_reached');
  await table.steps.close(await table.last());
  await table.drawNumber(1);
  await table.steps.settle(await table.last());
  const used = () => table.db.sql`
    select kind, used from play_limit_uses where player_id = ${player.id} order by kind`;
  expect(await used()).toEqual([
    { kind: 'loss', used: -100 },
    { kind: 'wager', used: 100 },
  ]);
});

const stakes: readonly (readonly [Color, number])[] = [
  ['red', 50],
  ['black', 70],
  ['red', 5],
];

test('refunds every stake of a round with an unreadable seed, with the reason', async () => {
  const player = await table.addPlayer(1_000);
  const round = await table.open();
  for (const [color, amount] of stakes) await table.bet(player, color, amount);
  await table.steps.close(round);
  await table.db.sql`update roulette_chains set sealed = '\\x00' where id = ${round.chainId}`;
  const another = createTransitions(table.site.deps, table.lease, createChains(table.site.deps, table.lease, 20));
  await Promise.all(Array.from({ length: 10 }, () => another.draw(round)));
  expect(await table.readBalance(player)).toBe(1_000);
  expect((await payments(player)).slice(-3)).toEqual([
    'ROULETTE_REFUND 50 875>925',
    'ROULETTE_REFUND 70 925>995',
    'ROULETTE_REFUND 5 995>1000',
  ]);
  const { data } = await table.current();
  expect(data).toMatchObject({
    id: round.id,
    state: 'REFUNDED',
    seed: null,
    winnerNumber: null,
    deposited: true,
    refundReason: expect.stringContaining('cannot be read'),
  });
  const notes = await table.db.sql<{ title: string }>`select title from notifications where player_id = ${player.id}`;
  expect(notes.map(({ title }) => title)).toEqual(['Round refunded']);
  expect(
    await table.db.sql`
    select ended_at is not null as "isEnded" from roulette_chains where id = ${round.chainId}`,
  ).toEqual([{ isEnded: true }]);
  // Rounds continue with another chain.
  await another.open();
  expect(await table.last()).toMatchObject({ id: round.id + 1, k: 1, state: 'BETTING' });
});

/** A round of seven players, some with several bets, whose parts are paid two players at a time. */
async function openRoundInParts() {
  const table = await createRouletteFixture();
  onTestFinished(() => table.close());
  const { site, lease } = table;
  const parts = createTransitions(site.deps, lease, createChains(site.deps, lease, 20), { playersMax: 2, betsMax: 3 });
  const round = await table.open();
  const players = await Promise.all(Array.from({ length: 7 }, () => table.addPlayer(1_000)));
  for (const [at, player] of players.entries()) {
    for (let bet = 0; bet <= at % 3; bet++) await table.bet(player, at % 2 === 0 ? 'red' : 'black', 100);
  }
  await table.steps.close(round);
  const staked = (at: number): number => 100 * ((at % 3) + 1);
  return { table, parts, round, players, staked };
}

test('pays a large round in parts, each in its own commit, and continues after an interruption', async () => {
  const { table, parts, round, players, staked } = await openRoundInParts();
  await table.drawNumber(1);
  await parts.settle(round);
  expect(await table.last()).toMatchObject({ id: round.id, state: 'SETTLING', sinceEndedMs: null });
  expect((await table.current()).data).toMatchObject({ state: 'ROLLING', currentRound: true, deposited: false });
  expect((await findBreaches(table.db)).filter((breach) => !breach.startsWith('F'))).toEqual([]);
  await expect(table.steps.open()).rejects.toThrow('roulette_rounds_one_open');
  // A closed or drawn round does not change any more.
  await parts.close(round);
  await parts.draw(round);
  // Two leaders at once pay each part once.
  let calls = 1;
  for (; (await table.last()).state === 'SETTLING'; calls++)
    await Promise.all([parts.settle(round), parts.settle(round)]);
  expect(calls).toBeGreaterThan(2);
  for (const [at, player] of players.entries()) {
    expect(await table.readBalance(player)).toBe(1_000 + (at % 2 === 0 ? staked(at) : -staked(at)));
  }
  expect(
    await table.db.sql`
    select state, bet_count as bets, amount, win_amount as won from roulette_rounds where id = ${round.id}`,
  ).toEqual([{ state: 'SETTLED', bets: 13, amount: 1_300, won: 1_400 }]);
  expect((await findBreaches(table.db)).filter((breach) => !breach.startsWith('F'))).toEqual([]);
});

test('refunds a large round in parts', async () => {
  const { table, round, players } = await openRoundInParts();
  const { site, lease } = table;
  await table.db.sql`update roulette_chains set sealed = '\\x00' where id = ${round.chainId}`;
  const parts = createTransitions(site.deps, lease, createChains(site.deps, lease, 20), { playersMax: 2, betsMax: 3 });
  await parts.draw(round);
  expect(await table.last()).toMatchObject({ id: round.id, state: 'SETTLING', sinceDrawnMs: null });
  expect((await findBreaches(table.db)).filter((breach) => !breach.startsWith('F'))).toEqual([]);
  while ((await table.last()).state === 'SETTLING') await parts.settle(round);
  expect(await table.last()).toMatchObject({ id: round.id, state: 'REFUNDED' });
  for (const player of players) expect(await table.readBalance(player)).toBe(1_000);
  expect((await findBreaches(table.db)).filter((breach) => !breach.startsWith('F'))).toEqual([]);
});

test('does not end a round whose running totals miss a bet', async () => {
  const { table, parts, round, players } = await openRoundInParts();
  await table.db.sql`delete from roulette_stakes where player_id = ${players[6]!.id}`;
  await table.drawNumber(1);
  const settleAll = async () => {
    for (;;) await parts.settle(round);
  };
  await expect(settleAll()).rejects.toThrow('has bets that its running totals miss');
  expect(await table.last()).toMatchObject({ id: round.id, state: 'SETTLING' });
});
