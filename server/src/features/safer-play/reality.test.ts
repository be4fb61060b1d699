import type { RealityCheck } from '@karat/contract/safer-play';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addCase, addItem, type TestPlayer } from '#testing/fixtures.ts';
import { saferPlayCalls } from '#testing/safer-play-calls.ts';
import { createRouletteFixture, type RouletteFixture } from '#testing/roulette-fixture.ts';
import { openTab } from '#testing/tab.ts';

let table: RouletteFixture;
let calls: ReturnType<typeof saferPlayCalls>;
let port: number;
beforeAll(async () => {
  table = await createRouletteFixture();
  calls = saferPlayCalls(table.site);
  port = await table.site.listen();
  const itemId = await addItem(table.db, { price: 70 });
  await addCase(table.db, { name: 'Plain', price: 100, drops: [[itemId, 10_000]] });
  await table.open();
});
afterAll(() => table.close());

async function bet(player: TestPlayer): Promise<string> {
  const { status, body } = await table.bet(player, 'red', 100);
  return status === 200 ? 'taken' : body.code!;
}

type Stretch = RealityCheck & { wagered: number; net: number };
const stretch = async (who: TestPlayer) =>
  (await calls.call(who, 'GET', '/user/getRealityCheck')).body.data as unknown as Stretch;
const answer = (who: TestPlayer) => calls.call(who, 'POST', '/user/answerRealityCheck');
const minutesBetween = (from: string | null, to: string | null) => (Date.parse(to!) - Date.parse(from!)) / 60_000;

async function addPlayerWithReminder(minutes: number): Promise<TestPlayer> {
  const player = await table.addPlayer();
  expect((await calls.setRealityCheck(player, minutes)).status).toBe(200);
  return player;
}

test('the reality check also reports a break', async () => {
  const player = await table.addPlayer();
  const { breakUntil } = (await calls.call(player, 'POST', '/user/takeBreak', { days: 1 })).body.data;
  expect(breakUntil).not.toBeNull();
  expect(await stretch(player)).toMatchObject({ breakUntil, excludedUntil: null });
});

describe('a period of play', () => {
  test("begins with the first stake and is sent to the player's tabs", async () => {
    const player = await addPlayerWithReminder(30);
    const nothing = { playingSince: null, dueAt: null, wagered: 0, net: 0, breakUntil: null, excludedUntil: null };
    expect(await stretch(player)).toEqual({ minutes: 30, ...nothing });
    const tab = openTab(port, { token: player.headers.authorization.replace('Bearer ', '') });
    await tab.connected();
    expect(await bet(player)).toBe('taken');
    const notice = await tab.next('REALITY_CHECK');
    expect(minutesBetween(notice.playingSince, notice.dueAt)).toBe(30);
    expect(await bet(player)).toBe('taken');
    expect(await stretch(player)).toEqual({ ...nothing, ...notice, wagered: 200, net: -200 });
    expect(tab.receivedCount('REALITY_CHECK')).toBe(0);
    tab.close();
  });

  test('ends after half an hour without a stake, and the next begins with a new stake', async () => {
    const player = await addPlayerWithReminder(60);
    await bet(player);
    await calls.moveToPast(player, '29 minutes');
    const { playingSince } = await stretch(player);
    expect(playingSince).not.toBeNull();
    await bet(player);
    expect((await stretch(player)).playingSince).toBe(playingSince);
    await calls.moveToPast(player, '30 minutes');
    expect(await stretch(player)).toMatchObject({ playingSince: null, dueAt: null });
    expect(await bet(player)).toBe('taken');
    const now = await stretch(player);
    expect(minutesBetween(now.playingSince, now.dueAt)).toBe(60);
  });

  test('sums what games paid back, with items at their value', async () => {
    const player = await addPlayerWithReminder(15);
    expect((await calls.call(player, 'GET', '/case/openCase/Plain')).status).toBe(200);
    expect(await stretch(player)).toMatchObject({ wagered: 100, net: -100 + 63 });
  });
});

describe('the reality check', () => {
  test.each([15, 30, 60])('is due after %i minutes, and wagers are refused until it is confirmed', async (minutes) => {
    const player = await addPlayerWithReminder(minutes);
    await bet(player);
    if (minutes === 60) {
      await calls.moveToPast(player, '29 minutes');
      await bet(player);
      await calls.moveToPast(player, '29 minutes');
    } else await calls.moveToPast(player, `${minutes - 1} minutes`);
    expect(await bet(player)).toBe('taken');
    await calls.moveToPast(player, '2 minutes');
    expect(await bet(player)).toBe('reality_check');
    expect((await calls.call(player, 'GET', '/case/openCase/Plain')).body.code).toBe('reality_check');

    const tab = openTab(port, { token: player.headers.authorization.replace('Bearer ', '') });
    await tab.connected();
    const reply = await answer(player);
    const check = reply.body.data as unknown as RealityCheck;
    expect([reply.status, minutesBetween(new Date().toISOString(), check.dueAt) > minutes - 1]).toEqual([200, true]);
    expect(await tab.next('REALITY_CHECK')).toEqual(check);
    tab.close();
    expect(await bet(player)).toBe('taken');
  });

  test('stays due however long the player is away', async () => {
    const player = await addPlayerWithReminder(15);
    await bet(player);
    await calls.moveToPast(player, '20 minutes');
    expect(await bet(player)).toBe('reality_check');
    await calls.moveToPast(player, '5 days');
    expect(await bet(player)).toBe('reality_check');
    expect((await stretch(player)).playingSince).not.toBeNull();
    await answer(player);
    // Too long ago to be the same period of play.
    expect((await stretch(player)).playingSince).toBeNull();
    expect(await bet(player)).toBe('taken');
  });

  test('cannot be confirmed before it is due', async () => {
    const player = await addPlayerWithReminder(15);
    await bet(player);
    const { dueAt } = await stretch(player);
    expect((await answer(player)).status).toBe(200);
    expect((await stretch(player)).dueAt).toBe(dueAt);
  });

  test('is due sooner after a shorter interval is set, which is refused while a check is unconfirmed', async () => {
    const player = await addPlayerWithReminder(60);
    await bet(player);
    await calls.moveToPast(player, '20 minutes');
    await calls.setRealityCheck(player, 15);
    expect(await bet(player)).toBe('reality_check');
    for (const minutes of [0, 30, 60]) {
      const { status, body } = await calls.setRealityCheck(player, minutes);
      expect([status, body.code]).toEqual([403, 'reality_check']);
    }
    // Other settings can still be changed.
    expect((await calls.setLimits(player, { kind: 'loss', period: 'day', allowed: 900 })).status).toBe(200);
    await answer(player);
    expect((await calls.setRealityCheck(player, 0)).status).toBe(200);
    expect(await stretch(player)).toMatchObject({ minutes: 0, playingSince: null, dueAt: null });
    await calls.moveToPast(player, '20 minutes');
    expect(await bet(player)).toBe('taken');
  });

  test('accepts only the offered intervals', async () => {
    const player = await table.addPlayer();
    for (const minutes of [-15, 1, 45, '15', null]) {
      const { status } = await calls.call(player, 'PUT', '/user/limits', { realityMinutes: minutes });
      expect(status).toBe(400);
    }
  });
});
