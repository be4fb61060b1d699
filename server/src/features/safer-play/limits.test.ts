import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addPlayer, findBreaches, type TestPlayer } from '#testing/fixtures.ts';
import { untilBlocked } from '#testing/lock-holder.ts';
import { saferPlayCalls } from '#testing/safer-play-calls.ts';
import { createRouletteFixture, type RouletteFixture } from '#testing/roulette-fixture.ts';

let table: RouletteFixture;
let calls: ReturnType<typeof saferPlayCalls>;
beforeAll(async () => {
  table = await createRouletteFixture();
  calls = saferPlayCalls(table.site);
});
afterAll(() => table.close());

const daily = (kind: string, allowed: number | null) => ({ kind, period: 'day', allowed });
const weekly = (kind: string, allowed: number | null) => ({ kind, period: 'week', allowed });

async function bet(player: TestPlayer, amount: number, color: 'red' | 'black' = 'red'): Promise<string> {
  const { status, body } = await table.bet(player, color, amount);
  return status === 200 ? 'taken' : body.code!;
}

async function settle(number: number): Promise<void> {
  const round = await table.last();
  await table.steps.close(round);
  await table.drawNumber(number);
  await table.steps.settle(round);
}

const RED = 1;
const BLACK = 8;

describe('a limit', () => {
  test('is unset at first, but shows what was used', async () => {
    const player = await table.addPlayer();
    await table.open();
    await bet(player, 70);
    const { limits } = await calls.state(player);
    expect(limits.map(({ kind, period, allowed, used }) => [kind, period, allowed, used])).toEqual([
      ['deposit', 'day', null, 0],
      ['deposit', 'week', null, 0],
      ['wager', 'day', null, 70],
      ['wager', 'week', null, 70],
      ['loss', 'day', null, 70],
      ['loss', 'week', null, 70],
    ]);
    await settle(BLACK);
  });

  test('that is tighter applies immediately and counts earlier wagers', async () => {
    const player = await table.addPlayer();
    await table.open();
    expect(await bet(player, 80)).toBe('taken');
    expect((await calls.setLimits(player, daily('wager', 100))).body.message).toBe('Saved.');
    expect([await bet(player, 21), await bet(player, 20), await bet(player, 1)]).toEqual([
      'limit_reached',
      'taken',
      'limit_reached',
    ]);
    expect(await calls.fetchLimit(player, 'wager', 'day')).toMatchObject({ allowed: 100, used: 100, pending: null });
    await settle(BLACK);
  });

  test('below what was used stops all wagers', async () => {
    const player = await table.addPlayer();
    await table.open();
    await bet(player, 80);
    await calls.setLimits(player, weekly('wager', 50));
    expect(await bet(player, 1)).toBe('limit_reached');
    await settle(RED);
  });

  test('that is looser waits a day and for a confirmation, and can be dropped', async () => {
    const player = await table.addPlayer();
    await calls.setLimits(player, daily('wager', 100));
    await calls.setLimits(player, daily('wager', 200));
    const { allowed, pending } = await calls.fetchLimit(player, 'wager', 'day');
    expect([allowed, pending?.allowed, pending?.isDue]).toEqual([100, 200, false]);

    const name = { kind: 'wager', period: 'day' };
    const early = await calls.call(player, 'POST', '/user/confirmLimit', name);
    expect([early.status, early.body.code, early.retryAfter > 86_000]).toEqual([429, 'too_soon', true]);
    await calls.moveToPast(player, '23 hours 59 minutes');
    expect((await calls.call(player, 'POST', '/user/confirmLimit', name)).status).toBe(429);
    await calls.moveToPast(player, '1 minute');
    expect((await calls.fetchLimit(player, 'wager', 'day')).pending?.isDue).toBe(true);
    await table.open();
    expect(await bet(player, 101)).toBe('limit_reached');
    expect((await calls.call(player, 'POST', '/user/confirmLimit', name)).status).toBe(200);
    expect(await calls.fetchLimit(player, 'wager', 'day')).toMatchObject({ allowed: 200, pending: null });
    expect(await bet(player, 101)).toBe('taken');
    expect((await calls.call(player, 'POST', '/user/confirmLimit', name)).status).toBe(404);

    await calls.setLimits(player, daily('wager', null));
    expect((await calls.fetchLimit(player, 'wager', 'day')).pending).toMatchObject({ allowed: null });
    await calls.call(player, 'POST', '/user/dropPendingLimit', name);
    expect(await calls.fetchLimit(player, 'wager', 'day')).toMatchObject({ allowed: 200, pending: null });
    await settle(BLACK);
  });

  test('that is looser expires after a week, or with a tighter one', async () => {
    const player = await table.addPlayer();
    await calls.setLimits(player, daily('loss', 100));
    await calls.setLimits(player, daily('loss', 200));
    await calls.moveToPast(player, '7 days');
    expect((await calls.fetchLimit(player, 'loss', 'day')).pending).toBeNull();
    const name = { kind: 'loss', period: 'day' };
    expect((await calls.call(player, 'POST', '/user/confirmLimit', name)).status).toBe(404);

    await calls.setLimits(player, daily('loss', 300));
    await calls.setLimits(player, daily('loss', 90));
    expect(await calls.fetchLimit(player, 'loss', 'day')).toMatchObject({ allowed: 90, pending: null });
  });

  test('that is removed lets stakes be taken in batches again', async () => {
    const player = await table.addPlayer();
    const lane = async () =>
      (
        await table.db
          .sql`select needs_checks as wallet, has_limits as view from wallets join wager_eligibility using (player_id)
                          where player_id = ${player.id}`
      )[0];
    await calls.setLimits(player, weekly('wager', 100));
    expect(await lane()).toEqual({ wallet: true, view: true });
    await calls.setLimits(player, weekly('wager', null));
    await calls.moveToPast(player, '1 day');
    await calls.call(player, 'POST', '/user/confirmLimit', { kind: 'wager', period: 'week' });
    expect(await lane()).toEqual({ wallet: false, view: false });
    await table.open();
    await bet(player, 500);
    await calls.setLimits(player, weekly('wager', 600));
    expect([await bet(player, 101), await bet(player, 100)]).toEqual(['limit_reached', 'taken']);
    await settle(BLACK);
  });

  test('refuses invalid values', async () => {
    const player = await table.addPlayer();
    for (const allowed of [-1, 1.5, 1_000_000_001, '5', true]) {
      const { status } = await calls.call(player, 'PUT', '/user/limits', {
        limits: [{ ...daily('wager', 1), allowed }],
      });
      expect(status).toBe(400);
    }
    expect((await calls.setLimits(player, daily('hours', 1))).status).toBe(400);
    const visitor = await table.site.http.inject({ method: 'PUT', url: '/user/limits', payload: {} });
    expect(visitor.statusCode).toBe(401);
  });
});

describe('the counter of a limit', () => {
  test('set while a bet is open is correct after the payout', async () => {
    const [winner, loser] = [await table.addPlayer(), await table.addPlayer()];
    await table.open();
    await Promise.all([bet(winner, 100, 'red'), bet(loser, 100, 'black')]);
    for (const player of [winner, loser]) {
      await calls.setLimits(player, daily('loss', 150), weekly('loss', 150), daily('wager', 500));
      expect((await calls.fetchLimit(player, 'loss', 'day')).used).toBe(100);
    }
    await settle(RED);
    expect((await calls.counters(winner)).map(({ used }) => used)).toEqual([-100, -100, 100]);
    expect((await calls.counters(loser)).map(({ used }) => used)).toEqual([100, 100, 100]);
    for (const player of [winner, loser])
      for (const { used, recomputed } of await calls.counters(player)) expect(used).toBe(recomputed);
    // A player who has won may have a use of zero.
    expect((await calls.fetchLimit(winner, 'loss', 'day')).used).toBe(0);
  });

  test('set during the payout waits for it or is lowered by it', async () => {
    for (let time = 0; time < 6; time++) {
      const players = await Promise.all(Array.from({ length: 4 }, () => table.addPlayer()));
      await table.open();
      await Promise.all(players.map((player) => bet(player, 100, 'red')));
      const round = await table.last();
      await table.steps.close(round);
      await table.drawNumber(RED);
      await Promise.all([
        table.steps.settle(round),
        ...players.map((player) => calls.setLimits(player, daily('loss', 1_000), weekly('wager', 1_000))),
      ]);
      for (const player of players) {
        expect((await calls.counters(player)).map(({ used, recomputed }) => [used, recomputed])).toEqual([
          [-100, -100],
          [100, 100],
        ]);
      }
    }
  });

  test('set among twenty parallel stakes counts each once', async () => {
    const player = await table.addPlayer();
    await table.open();
    const stakes = Array.from({ length: 20 }, () => bet(player, 10));
    const setting = calls.setLimits(player, daily('wager', 100), daily('loss', 100));
    const bets = Array.from({ length: 20 }, () => bet(player, 10));
    const outcomes = await Promise.all([...stakes, ...bets]);
    expect((await setting).status).toBe(200);
    const taken = outcomes.filter((outcome) => outcome === 'taken').length;
    for (const { used, recomputed } of await calls.counters(player)) {
      expect(used).toBe(10 * taken);
      expect(recomputed).toBe(10 * taken);
    }
    expect(await bet(player, 100)).toBe('limit_reached');
    await settle(BLACK);
  });

  test.each<[code: string, change: (player: TestPlayer) => ReturnType<typeof calls.call>]>([
    ['limit_reached', (player) => calls.setLimits(player, daily('wager', 50))],
    ['on_break', (player) => calls.call(player, 'POST', '/user/takeBreak', { days: 1 })],
    ['self_excluded', (player) => calls.call(player, 'POST', '/user/excludeMyself', { months: 6 })],
    [
      'banned',
      async ({ id: userId }) => {
        const staff = await addPlayer(table.db, 'admin');
        return calls.call(staff, 'POST', '/admin/setUserState', { userId, state: 'banned', reason: 'Two accounts.' });
      },
    ],
  ])('or any other bar is seen by a batched stake that waited for the wallet: %s', async (code, change) => {
    const player = await table.addPlayer();
    await table.open();
    const { limiting, betting } = await table.db.transaction(async (tx) => {
      await tx.sql`select from wallets where player_id = ${player.id} for no key update`;
      const limiting = change(player);
      await untilBlocked(table.db.sql);
      // Queued behind the limit, with a snapshot from before it.
      const betting = bet(player, 60);
      await untilBlocked(table.db.sql, '%', 2);
      return { limiting, betting };
    });
    expect((await limiting).status).toBe(200);
    expect(await betting).toBe(code);
    expect(await table.readBalance(player)).toBe(10_000);
    await settle(BLACK);
  });

  test('is the same whether the refund comes before or after the limit', async () => {
    const [before, after] = [await table.addPlayer(), await table.addPlayer()];
    await table.open();
    await Promise.all([bet(before, 100), bet(after, 100)]);
    await calls.setLimits(after, daily('wager', 500), daily('loss', 500));
    await table.refund();
    await calls.setLimits(before, daily('wager', 500), daily('loss', 500));
    for (const player of [before, after]) {
      expect((await calls.counters(player)).map(({ used, recomputed }) => [used, recomputed])).toEqual([
        [0, 0],
        [0, 0],
      ]);
    }
  });
});

test('a deposit limit alone keeps stakes in batches', async () => {
  const player = await table.addPlayer();
  await calls.setLimits(player, daily('deposit', 0));
  const [row] = await table.db.sql`select needs_checks as "needsChecks" from wallets where player_id = ${player.id}`;
  expect(row).toEqual({ needsChecks: false });
});

test('keeps every invariant of the books', async () => {
  // Except for the round numbers, which the tests chose.
  expect((await findBreaches(table.db)).filter((breach) => !breach.startsWith('F2 '))).toEqual([]);
});
