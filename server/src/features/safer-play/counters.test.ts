import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addCase, addItem, findBreaches, type TestPlayer } from '#testing/fixtures.ts';
import { saferPlayCalls } from '#testing/safer-play-calls.ts';
import { type RoomFixture, createRoomFixture } from '#testing/room-fixture.ts';
import { createTradeFixture, type TradeFixture } from '#testing/trade-fixture.ts';

const EVERYTHING = ['deposit', 'loss', 'wager'].flatMap((kind) =>
  ['day', 'week'].map((period) => ({ kind, period, allowed: 1_000_000 })),
);

describe('the counters of duels', () => {
  let fixture: RoomFixture;
  let calls: ReturnType<typeof saferPlayCalls>;
  beforeAll(async () => {
    fixture = await createRoomFixture();
    calls = saferPlayCalls(fixture.site);
    const itemId = await addItem(fixture.db, { price: 70 });
    await addCase(fixture.db, { name: 'Plain', price: 100, drops: [[itemId, 10_000]] });
  });
  afterAll(() => fixture.close());

  const used = async (who: TestPlayer) =>
    Object.fromEntries((await calls.counters(who)).map((each) => [`${each.kind} ${each.period}`, each.used]));
  async function expectCorrectCounters(...players: TestPlayer[]): Promise<void> {
    for (const player of players) {
      for (const { used: counted, recomputed } of await calls.counters(player)) expect(counted).toBe(recomputed);
    }
  }

  test('are correct whether limits were set before, during or after the match', async () => {
    const [before, during, after] = await Promise.all(Array.from({ length: 3 }, () => fixture.addRoomPlayer()));
    const players = [before!, during!, after!];
    await calls.setLimits(before!, ...EVERYTHING);
    for (const player of players) {
      const rival = await fixture.addRoomPlayer();
      const roomId = await fixture.makeRoom(player, { ticketPrice: 1_000 });
      await fixture.join(roomId, rival, 'team2');
      if (player === during) await calls.setLimits(during, ...EVERYTHING);
      await fixture.startMatch(roomId, [player, rival]);
      await fixture.report(roomId, { kind: 'live' });
      await fixture.report(roomId, { kind: 'result', score: { team1: 16, team2: 3 }, players: [] });
      await calls.setLimits(rival, ...EVERYTHING);
      expect(await used(rival)).toMatchObject({ 'loss day': 1_000, 'wager week': 1_000 });
      await expectCorrectCounters(rival);
    }
    await calls.setLimits(after!, ...EVERYTHING);
    const won = { 'loss day': 1_000 - 1_900, 'loss week': 1_000 - 1_900, 'wager day': 1_000, 'wager week': 1_000 };
    for (const player of players) expect(await used(player)).toMatchObject(won);
    await expectCorrectCounters(...players);
  });

  test('drop a left seat, and count case items at their value', async () => {
    const [before, after] = [await fixture.addRoomPlayer(), await fixture.addRoomPlayer()];
    await calls.setLimits(before, ...EVERYTHING);
    for (const player of [before, after]) {
      const roomId = await fixture.makeRoom(player, { ticketPrice: 500 });
      await fixture.leave(roomId, player);
      await fixture.makeRoom(player, { ticketPrice: 300 });
      for (const count of [1, 5]) await calls.call(player, 'GET', `/case/openCase/Plain?count=${count}`);
    }
    await calls.setLimits(after, ...EVERYTHING);
    const expected = { 'wager day': 300 + 600, 'loss day': 300 + 6 * (100 - 63), 'deposit day': 0 };
    for (const player of [before, after]) expect(await used(player)).toMatchObject(expected);
    await expectCorrectCounters(before, after);
  });

  test('are correct when a seat is left while a limit is set', async () => {
    for (let time = 0; time < 5; time++) {
      const player = await fixture.addRoomPlayer();
      const roomId = await fixture.makeRoom(player, { ticketPrice: 500 });
      await Promise.all([fixture.leave(roomId, player), calls.setLimits(player, ...EVERYTHING)]);
      expect(await used(player)).toMatchObject({ 'wager day': 0, 'loss week': 0 });
      await expectCorrectCounters(player);
    }
    expect(await findBreaches(fixture.db)).toEqual([]);
  });
});

describe('the counters of deposits', () => {
  let post: TradeFixture;
  let calls: ReturnType<typeof saferPlayCalls>;
  beforeAll(async () => {
    post = await createTradeFixture();
    calls = saferPlayCalls(post.site);
  });
  afterAll(() => post.close());

  const used = async (who: TestPlayer) => (await calls.fetchLimit(who, 'deposit', 'day')).used;
  const limit = (who: TestPlayer, allowed: number) => calls.setLimits(who, { kind: 'deposit', period: 'day', allowed });

  test('start with open deposits, and drop failed ones', async () => {
    const trader = await post.addTrader();
    const [first, second] = [await post.deposit(trader, [200]), await post.deposit(trader, [300])];
    expect(await used(trader)).toBe(500);
    await limit(trader, 1_000);
    await post.processOffers();
    await post.accept(first);
    await post.call('POST', `/user/cancelTradeOffer/${second}`, trader);
    await post.processOffers();
    expect(await post.readBalance(trader)).toBe(200);
    expect(await used(trader)).toBe(200);
    for (const { used: counted, recomputed } of await calls.counters(trader)) expect(counted).toBe(recomputed);
    expect((await calls.state(trader)).flows[0]).toMatchObject({ days: 7, deposited: 200, withdrawn: 0 });
  });

  test('refuse deposits above a limit immediately, even if set at the same time', async () => {
    const trader = await post.addTrader();
    await limit(trader, 250);
    await post.deposit(trader, [200]);
    const skins = await post.skinsOf(trader);
    const { assetid } = skins.find(({ balance_on_deposit: value }) => value === 3)!;
    const refused = await post.call('POST', '/user/createDeposit', trader, { assetIds: [assetid] });
    expect(refused.body.code).toBe('limit_reached');

    const other = await post.addTrader();
    await Promise.all([post.deposit(other, [200]).catch(() => undefined), limit(other, 150)]);
    for (const { used: counted, recomputed } of await calls.counters(other)) expect(counted).toBe(recomputed);
  });
});
