import { afterAll, beforeAll, expect, test } from 'vitest';
import { addCase, addItem, findBreaches, type TestPlayer } from '#testing/fixtures.ts';
import { saferPlayCalls } from '#testing/safer-play-calls.ts';
import { createRouletteFixture, type RouletteFixture } from '#testing/roulette-fixture.ts';

let table: RouletteFixture;
let calls: ReturnType<typeof saferPlayCalls>;
beforeAll(async () => {
  table = await createRouletteFixture({ MIN_GAME_MS: '5000' });
  calls = saferPlayCalls(table.site);
  const itemId = await addItem(table.db, { price: 70 });
  await addCase(table.db, { name: 'Plain', price: 100, drops: [[itemId, 10_000]] });
  await table.open();
});
afterAll(() => table.close());

const open = (who: TestPlayer, count = 1) => calls.call(who, 'GET', `/case/openCase/Plain?count=${count}`);
const bet = (who: TestPlayer) => calls.call(who, 'POST', '/roulette/placeBet', { playerBet: 'red', amount: 100 });

test('refuses a second paid game too early, with the remaining time', async () => {
  const player = await table.addPlayer();
  expect((await open(player, 5)).status).toBe(200);
  for (const game of [open, bet]) {
    const { status, body, retryAfter } = await game(player);
    expect([status, body.code, retryAfter >= 1 && retryAfter <= 5]).toEqual([429, 'too_soon', true]);
  }
  expect(await table.readBalance(player)).toBe(9_500);
  await calls.moveToPast(player, '5 seconds');
  expect((await bet(player)).status).toBe(200);
  expect((await open(player)).status).toBe(429);
});

test('serves one of twenty parallel games', async () => {
  const player = await table.addPlayer();
  const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => (index % 2 === 0 ? open : bet)(player)));
  const codes = answers.map(({ body }) => body.code);
  expect(codes.filter((code) => code === undefined)).toHaveLength(1);
  expect(codes.filter((code) => code === 'too_soon')).toHaveLength(19);
  expect(await table.readBalance(player)).toBe(9_900);
});

test('a game refused for another reason starts no pause', async () => {
  const player = await table.addPlayer(50);
  expect((await open(player)).body.code).toBe('insufficient_balance');
  expect(await table.db.sql`select from last_stakes where player_id = ${player.id}`).toEqual([]);
});

test('a pause affects only its player', async () => {
  const players = await Promise.all(Array.from({ length: 5 }, () => table.addPlayer()));
  const answers = await Promise.all(players.map((player) => open(player)));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
});

test('keeps every invariant of the books', async () => {
  expect(await findBreaches(table.db)).toEqual([]);
});
