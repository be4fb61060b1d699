import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addCase, addItem, addPlayer, type TestPlayer, creditWelcomeDiamonds } from '#testing/fixtures.ts';
import { openCaseDirectly } from '#testing/rolled-openings.ts';
import { readAlarms } from '#testing/alarms.ts';
import { createTestSite, type TestSite } from '#testing/test-site.ts';
import { createDropCounts } from './drop-counts.ts';
import { createSeeds, type Seeds } from './fairness.ts';
import { checkOdds } from './odds.ts';
import { findCaseId } from './rolls.ts';

let site: TestSite;
let seeds: Seeds;
let player: TestPlayer;
let admins: TestPlayer[];
let items: [number, number];
let caseName: string;
let cases = 0;

beforeAll(async () => {
  site = await createTestSite();
  const { db } = site.deps;
  seeds = createSeeds(site.deps);
  items = [await addItem(db), await addItem(db, { skinName: 'Aurora' })];
  admins = [await addPlayer(db), await addPlayer(db)];
  await db.sql`update players set role = 'admin' where id = any(${admins.map(({ id }) => id)}::int8[])`;
});
beforeEach(async () => {
  const { db } = site.deps;
  caseName = `Odd case ${(cases += 1)}`;
  await addCase(db, {
    name: caseName,
    price: 10,
    drops: [
      [items[0], 9_000],
      [items[1], 1_000],
    ],
  });
  player = await addPlayer(db);
  await creditWelcomeDiamonds(site.deps, player.id, 1_000_000);
  await seeds.ensure(player.id);
});
afterAll(() => site.close());

type Open = Omit<Parameters<typeof openCaseDirectly>[2], 'playerId' | 'caseName'>;
/** Old enough to be counted, unless a test sets another age. */
const open = (opened: Open) =>
  openCaseDirectly(site.deps, seeds, { playerId: player.id, caseName, ageSeconds: 30, ...opened });

/** The first ticket of the rare item, this many times per thousand. */
const riggedTickets = (perThousand: number) => (nonce: number) => (nonce % 1_000 < perThousand ? 9_000 : 0);

describe('counting drops', () => {
  const total = (wins: ReadonlyMap<number, number> | undefined) =>
    [...(wins ?? new Map<number, number>()).values()].reduce((sum, count) => sum + count, 0);

  test('counts old and new openings once each, however often it runs', async () => {
    const { sql } = site.deps.db;
    const caseId = await findCaseId(sql, caseName);
    const counts = createDropCounts(sql, { freshMs: 0 });
    await open({ count: 300, ageSeconds: 7_200 });
    await open({ count: 20 });
    for (const expected of [320, 320]) expect((await counts.of(caseId)).openings).toBe(expected);
    await open({ count: 30, ageSeconds: 3_600 });
    await open({ count: 3 });
    const both = await Promise.all([counts.of(caseId), counts.of(caseId)]);
    for (const { openings, wins } of both) {
      expect(openings).toBe(353);
      expect(total(wins.values().next().value)).toBe(353);
    }
    expect((await createDropCounts(sql).of(caseId)).wins).toEqual(both[0].wins);
  });

  test('finds every page without skipping newer rows', async () => {
    const { sql } = site.deps.db;
    const caseId = await findCaseId(sql, caseName);
    const ids = [...(await open({ count: 250, ageSeconds: 7_200 })), ...(await open({ count: 25 }))].toReversed();
    const { positionOf } = await createDropCounts(sql).of(caseId);
    for (const offset of [0, 24, 25, 26, 100, 274]) {
      const place = positionOf(offset);
      expect(ids.filter((id) => id <= place.upTo)[place.offset]).toBe(ids[offset]);
    }
    expect(positionOf(275)).toEqual({ upTo: 0, offset: 0 });
    expect(positionOf(30).upTo).toBeLessThan(ids[24]!);
  });

  test('caches its result for a moment', async () => {
    const { sql } = site.deps.db;
    const caseId = await findCaseId(sql, caseName);
    const counts = createDropCounts(sql, { freshMs: 3_600_000 });
    expect((await counts.of(caseId)).openings).toBe(0);
    await open({ count: 5 });
    expect((await counts.of(caseId)).openings).toBe(0);
  });
});

describe('checking all cases', () => {
  const check = () => checkOdds(site.deps, createDropCounts(site.deps.db.sql));

  async function warnings(): Promise<{ player_id: number; message: string }[]> {
    return site.deps.db.sql`
      select player_id, message from notifications
      where title = 'Unlikely drops' and message like ${`%"${caseName}"%`} order by player_id`;
  }

  test('does not warn if the drops fit', async () => {
    await open({ count: 2_000, ticketOf: riggedTickets(100) });
    await check();
    expect(await warnings()).toEqual([]);
  });

  test('warns each admin once a day about drops that chance does not explain', async () => {
    await open({ count: 2_000, ticketOf: riggedTickets(30) });
    await Promise.all([check(), check()]);
    await check();
    const message = `The drops of "${caseName}" (version 1) do not fit its published rates. See its odds page.`;
    expect(await warnings()).toEqual(admins.map(({ id }) => ({ player_id: id, message })));
    await site.deps.db.sql`update notifications set updated_at = updated_at - interval '1 day'`;
    await check();
    expect(await warnings()).toHaveLength(4);
    expect(await readAlarms(site.deps.db.sql, 'unlikelyDrops')).toHaveLength(1);
  });

  test('does not judge fewer than a thousand openings', async () => {
    await open({ count: 900, ticketOf: riggedTickets(0) });
    await check();
    expect(await warnings()).toEqual([]);
  });

  test('does not warn about a striking value on the first day', async () => {
    // 10 percent are promised; 250 of 2,000 are won: p is about 2e-4.
    await open({ count: 2_000, ticketOf: riggedTickets(125) });
    await check();
    expect(await warnings()).toEqual([]);
  });

  test('warns about a striking value after two such days', async () => {
    await open({ count: 2_000, ticketOf: riggedTickets(125), ageSeconds: 90_000 });
    await open({ count: 10, ticketOf: riggedTickets(0) });
    await check();
    expect(await warnings()).toHaveLength(2);
  });
});
