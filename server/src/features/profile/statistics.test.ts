import type { Statistics } from '@karat/contract/profile';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createSeeds, type Seeds } from '#features/fairness/fairness.ts';
import { moveDiamonds } from '#features/wallet/wallet.ts';
import { addCase, addItem, addPlayer, type TestPlayer, creditWelcomeDiamonds } from '#testing/fixtures.ts';
import { openCaseDirectly } from '#testing/rolled-openings.ts';
import { createTestSite, type TestSite } from '#testing/test-site.ts';
import { sumAfter } from './queries.ts';

let site: TestSite;
let seeds: Seeds;
let player: TestPlayer;

beforeAll(async () => {
  site = await createTestSite();
  const { db } = site.deps;
  seeds = createSeeds(site.deps);
  const common = await addItem(db, { price: 50 });
  const knife = await addItem(db, {
    itemName: '★ Karambit',
    skinName: 'Fade',
    exterior: 'Factory New',
    rarity: 'Exceedingly Rare',
    price: 5_000,
  });
  await addCase(db, {
    name: 'Kılıç',
    price: 100,
    drops: [
      [common, 9_000],
      [knife, 1_000],
    ],
  });
});
beforeEach(async () => {
  player = await addPlayer(site.deps.db);
  await creditWelcomeDiamonds(site.deps, player.id, 10_000);
  await seeds.rotate({ playerId: player.id, clientSeed: 'mine' });
});
afterAll(() => site.close());

const COMMON = 0;
const KNIFE = 9_999;

/** Opens cases so that these tickets are drawn in order. */
const open = (...tickets: number[]) => {
  const drawn = [...tickets];
  const opened = { playerId: player.id, caseName: 'Kılıç', count: tickets.length, ticketOf: () => drawn.shift()! };
  return openCaseDirectly(site.deps, seeds, opened);
};

async function sell(itemIds: number[]): Promise<void> {
  const repeated = {
    method: 'POST',
    url: '/user/quickSellItems',
    headers: player.headers,
    payload: { itemIds },
  } as const;
  expect((await site.http.inject(repeated)).statusCode).toBe(200);
}

const move = (
  type: 'MARKET_SALE' | 'MISSION_REWARD' | 'ROULETTE_BET' | 'ROULETTE_REFUND' | 'ROULETTE_WIN',
  amount: number,
  leg = 1,
) =>
  site.deps.db.transaction((tx) =>
    moveDiamonds(tx, site.deps.live, {
      type,
      reference: `${type}:${player.id}:${leg}`,
      playerId: player.id,
      account: 'house:promo',
      amount,
    }),
  );

async function ask(headers: Record<string, string> = player.headers): Promise<Statistics> {
  const reply = await site.http.inject({
    url: '/user/getStatistics',
    headers: { ...headers, host: 'karat.example' },
  });
  expect(reply.statusCode).toBe(200);
  return reply.json<{ data: Statistics }>().data;
}

const NOTHING = {
  casesOpened: 0,
  wagered: 0,
  won: 0,
  lost: 0,
  bestDrop: null,
  itemsSold: 0,
  missionsClaimed: 0,
  missionRewards: 0,
};

describe('statistics', () => {
  test('of a new player are zero, with the join date', async () => {
    const [row] = await site.deps.db.sql<{ at: string }>`select created_at as at from players where id = ${player.id}`;
    expect(await ask()).toEqual({ ...NOTHING, memberSince: row!.at });
  });

  test('count sales to the house and on the market', async () => {
    const [first] = await open(COMMON, COMMON);
    await sell([first!]);
    await move('MARKET_SALE', 95);
    await move('MARKET_SALE', 190, 2);
    expect(await ask()).toMatchObject({ itemsSold: 3 });
  });

  test('match a small history summed by hand', async () => {
    const [first] = await open(COMMON, COMMON, COMMON);
    const [knife] = await open(KNIFE);
    const [, second] = await open(KNIFE, COMMON);
    await sell([first!, second!]);
    await move('MISSION_REWARD', 250);
    await move('MISSION_REWARD', 100, 2);
    expect(await ask()).toMatchObject({
      casesOpened: 6,
      wagered: 600,
      won: 4 * 45 + 2 * 4_500,
      lost: 0,
      itemsSold: 2,
      missionsClaimed: 2,
      missionRewards: 350,
      // Of two equally valuable items the first.
      bestDrop: {
        id: knife,
        market_hash_name: '★ Karambit | Fade (Factory New)',
        image: 'http://karat.example/img/skin/p250-256.webp',
        skinRarity: 'Exceedingly Rare',
        skinExterior: 'Factory New',
        price: 4_500,
        caseName: 'Kılıç',
        createdAt: expect.stringMatching(/Z$/) as string,
      },
    });
  });

  test('grow with each action, from cached totals', async () => {
    await open(COMMON, COMMON);
    expect(await ask()).toMatchObject({ casesOpened: 2, wagered: 200, won: 90, lost: 110, itemsSold: 0 });
    expect(await ask()).toMatchObject({ casesOpened: 2, wagered: 200, won: 90, lost: 110 });
    const [knife] = await open(KNIFE);
    await sell([knife!]);
    expect(await ask()).toMatchObject({
      casesOpened: 3,
      wagered: 300,
      won: 4_590,
      lost: 0,
      itemsSold: 1,
      bestDrop: { id: knife },
    });
    await open(COMMON);
    expect(await ask()).toMatchObject({ casesOpened: 4, wagered: 400, won: 4_635, bestDrop: { id: knife } });
  });

  test('count every opening once, under parallel requests', async () => {
    const repeated = Array.from({ length: 40 }, async (_, index) => (index % 2 === 0 ? open(COMMON, KNIFE) : ask()));
    await Promise.all(repeated);
    expect(await ask()).toMatchObject({ casesOpened: 40, wagered: 4_000, won: 20 * 4_545 });
  });

  test('count refunds as not staked and payouts as won', async () => {
    await move('ROULETTE_BET', -500);
    await move('ROULETTE_REFUND', 200);
    await move('ROULETTE_WIN', 120);
    expect(await ask()).toMatchObject({ wagered: 300, won: 120, lost: 180 });
  });

  test('use the price of the day and the original winner of an item', async () => {
    const [id] = await open(KNIFE);
    const other = await addPlayer(site.deps.db);
    await site.deps.db.sql`update inventory set player_id = ${other.id} where id = ${id}`;
    await site.deps.db.sql`update items set quick_sell_price = 1 where rarity = 'Exceedingly Rare'`;
    expect(await ask()).toMatchObject({ won: 4_500, bestDrop: { id, price: 4_500 } });
    expect(await ask(other.headers)).toMatchObject(NOTHING);
    await site.deps.db.sql`update items set quick_sell_price = 4500 where rarity = 'Exceedingly Rare'`;
  });

  test('are summed in batches without gaps', async () => {
    const ids = await open(COMMON, KNIFE, COMMON);
    const kinds = { stakes: ['CASE_OPEN'], wins: [], limit: 2 } as const;
    const first = await sumAfter(site.deps.db.sql, { playerId: player.id, ledgerId: 0, openingId: 0 }, kinds);
    expect(first).toMatchObject({ isLast: false, wagered: 100, casesOpened: 2, openingId: ids[1], bestId: ids[1] });
    const second = await sumAfter(site.deps.db.sql, { playerId: player.id, ...first }, kinds);
    expect(second).toMatchObject({ isLast: false, wagered: 200, casesOpened: 1, openingId: ids[2], bestId: ids[2] });
    const last = await sumAfter(site.deps.db.sql, { playerId: player.id, ...second }, kinds);
    expect(last).toEqual({
      ...last,
      isLast: true,
      ledgerId: second.ledgerId,
      openingId: ids[2],
      wagered: 0,
      casesOpened: 0,
      itemsWon: 0,
      bestId: null,
      bestPrice: 0,
    });
  });

  test('are for players only', async () => {
    const reply = await site.http.inject('/user/getStatistics');
    expect([reply.statusCode, reply.json().code]).toEqual([401, 'unauthenticated']);
  });
});
