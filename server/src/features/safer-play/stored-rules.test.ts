import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findBreaches, type TestPlayer, creditWelcomeDiamonds } from '#testing/fixtures.ts';
import { saferPlayCalls } from '#testing/safer-play-calls.ts';
import { createRouletteFixture, type RouletteFixture } from '#testing/roulette-fixture.ts';
import { linkBySteam, signInBySteam } from '#testing/steam-sign-in.ts';
import { verifyEmail } from '#testing/verified-email.ts';

let table: RouletteFixture;
let calls: ReturnType<typeof saferPlayCalls>;
beforeAll(async () => {
  table = await createRouletteFixture({ PLATFORM: 'sandbox', DEMO: '0' });
  calls = saferPlayCalls(table.site);
});
afterAll(() => table.close());

const sql: RouletteFixture['db']['sql'] = (strings, ...values) => table.db.sql(strings, ...values);
const PASSWORD = 'long enough';

type Player = TestPlayer & { readonly username: string; readonly sessionId: number };

async function playerOf(token: string): Promise<Player> {
  const { id, username, sessionId } = (await table.site.deps.sessions.find(token))!;
  await creditWelcomeDiamonds(table.site.deps, id, 5_000);
  return { id, username, sessionId, headers: { authorization: `Bearer ${token}` } };
}

let playerCount = 0;
async function signUpUnverified(email: string): Promise<Player> {
  const payload = { email, username: `returner${(playerCount += 1)}`, password: PASSWORD };
  const reply = await table.site.http.inject({ method: 'POST', url: '/auth/signup', payload });
  return playerOf((JSON.parse(reply.body) as { token: string }).token);
}

/** Signs up and verifies the e-mail. */
async function signUp(email: string): Promise<Player> {
  const player = await signUpUnverified(email);
  await verifyEmail(table.site.deps, player);
  return player;
}

const bySteam = async (steamId: string) => playerOf(await signInBySteam(table.site.deps, steamId));

async function leave(player: Player): Promise<void> {
  const form = { username: player.username, password: PASSWORD };
  expect((await calls.call(player, 'POST', '/user/deleteAccount', form)).status).toBe(200);
}

const limit = (kind: string, period: string, allowed: number | null) => ({ kind, period, allowed });

/** Bets on red in a round that black wins, so that the stake is lost. */
async function lose(player: Player, amount: number): Promise<string> {
  const round = await table.open();
  const { status, body } = await table.bet(player, 'red', amount);
  await table.steps.close(round);
  await table.drawNumber(8);
  await table.steps.settle(round);
  return status === 200 ? 'taken' : body.code!;
}

const readUsed = async (player: Player) =>
  (await calls.state(player)).limits.flatMap(({ kind, period, allowed, used }) =>
    allowed === null ? [] : [[kind, period, allowed, used]],
  );

describe('a player who deletes the account and returns', () => {
  test('keeps the same limits, with what was used of them', async () => {
    const player = await signUp('again@karat.example');
    await calls.setLimits(player, limit('wager', 'day', 100), limit('loss', 'week', 300), limit('deposit', 'week', 50));
    expect(await lose(player, 60)).toBe('taken');
    await leave(player);

    const again = await signUp('Again@KARAT.example');
    expect(await readUsed(again)).toEqual([
      ['deposit', 'week', 50, 0],
      ['wager', 'day', 100, 60],
      ['loss', 'week', 300, 60],
    ]);
    expect([await lose(again, 41), await lose(again, 40), await lose(again, 1)]).toEqual([
      'limit_reached',
      'taken',
      'limit_reached',
    ]);
    // Setting another limit recounts from the ledger, including what was used before the deletion.
    await calls.setLimits(again, limit('wager', 'day', 99));
    expect(await calls.fetchLimit(again, 'wager', 'day')).toMatchObject({ allowed: 99, used: 100 });
    for (const { used, recomputed } of await calls.counters(again)) expect(used).toBe(recomputed);

    await leave(again);
    const third = await signUp('again@karat.example');
    expect((await readUsed(third)).slice(1)).toEqual([
      ['wager', 'day', 99, 100],
      ['loss', 'week', 300, 100],
    ]);
    expect(await lose(third, 1)).toBe('limit_reached');
  });

  test('starts the next day with unused limits', async () => {
    const player = await signUp('tomorrow@karat.example');
    await calls.setLimits(player, limit('wager', 'day', 100));
    await lose(player, 100);
    await leave(player);
    await sql`update stored_limits set began_on = began_on - 1`;
    const again = await signUp('tomorrow@karat.example');
    expect(await readUsed(again)).toEqual([['wager', 'day', 100, 0]]);
    expect([await lose(again, 101), await lose(again, 100)]).toEqual(['limit_reached', 'taken']);
  });

  test('may loosen them like any others, and gets them only once', async () => {
    const player = await signUp('looser@karat.example');
    await calls.setLimits(player, limit('wager', 'week', 10));
    await leave(player);
    const again = await signUp('looser@karat.example');
    await calls.setLimits(again, limit('wager', 'week', null));
    expect(await readUsed(again)).toEqual([['wager', 'week', 10, 0]]);
    await calls.moveToPast(again, '1 day');
    await calls.call(again, 'POST', '/user/confirmLimit', { kind: 'wager', period: 'week' });
    await leave(again);
    expect(await readUsed(await signUp('looser@karat.example'))).toEqual([]);
  });

  test('is recognized by the Steam id, on a new account or on a linked one with a looser limit', async () => {
    const [steamId, email] = ['76561198990000001', 'by.steam@karat.example'];
    const player = await signUp(email);
    await linkBySteam(table.site.deps, player, steamId);
    await calls.setLimits(player, limit('wager', 'day', 100), limit('wager', 'week', 500));
    expect(await lose(player, 30)).toBe('taken');
    await leave(player);

    const linking = await signUp('linking@karat.example');
    await calls.setLimits(linking, limit('wager', 'day', 200), limit('wager', 'week', 400));
    await linkBySteam(table.site.deps, linking, steamId);
    expect(await readUsed(linking)).toEqual([
      ['wager', 'day', 100, 30],
      ['wager', 'week', 400, 30],
    ]);
    expect(await readUsed(await signUp(email))).toEqual([
      ['wager', 'day', 100, 30],
      ['wager', 'week', 500, 30],
    ]);
    await leave(linking);
    expect(await readUsed(await bySteam(steamId))).toEqual([
      ['wager', 'day', 100, 30],
      ['wager', 'week', 400, 30],
    ]);
  });

  test('is not recognized by an unverified e-mail', async () => {
    const player = await signUpUnverified('claimed@karat.example');
    await calls.setLimits(player, limit('wager', 'day', 100));
    await calls.call(player, 'POST', '/user/takeBreak', { days: 42 });
    await leave(player);
    const again = await signUp('claimed@karat.example');
    expect([await readUsed(again), (await calls.state(again)).breakUntil]).toEqual([[], null]);
  });

  test('is not mistaken for another player', async () => {
    expect(await readUsed(await signUp('another@karat.example'))).toEqual([]);
    const rows = await sql<{ row: string }>`
      select stored_limits::text as row from stored_limits union all select stored_breaks::text from stored_breaks`;
    for (const { row } of rows) expect(row).not.toMatch(/karat\.example|765611/);
  });

  test('keeps a break until the same time', async () => {
    const player = await signUp('rests@karat.example');
    await calls.call(player, 'POST', '/user/takeBreak', { days: 1 });
    const { breakUntil } = await calls.state(player);
    await leave(player);
    const again = await signUp('rests@karat.example');
    expect(await calls.state(again)).toMatchObject({ breakUntil, excludedUntil: null });
    expect(await lose(again, 1)).toBe('on_break');
  });
});

test('keeps every invariant of the books', async () => {
  // Except for the round numbers, which the tests chose.
  expect((await findBreaches(table.db)).filter((breach) => !breach.startsWith('F2 '))).toEqual([]);
});
