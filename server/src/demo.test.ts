import { existsSync } from 'node:fs';
import { isHouseEdgeEnough } from '@karat/rules/cases';
import { TICKETS_TOTAL } from '@karat/rules/fairness';
import { marketFeeOf } from '@karat/rules/market';
import { parseMissionType } from '@karat/rules/missions';
import { RAKE_PERCENT } from '@karat/rules/rooms';
import { sha256Hex } from '@karat/rules/sha256';
import type { CaseDetails, ListedCase } from '@karat/contract/cases';
import type { Mission } from '@karat/contract/missions';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeVersion } from '#features/cases/saving.ts';
import { addPlayer } from '#testing/fixtures.ts';
import { createTestSite, type TestSite } from '#testing/test-site.ts';
import { ensureDemoCatalogue } from './demo.ts';

let site: TestSite;

beforeAll(async () => {
  site = await createTestSite();
  await Promise.all([ensureDemoCatalogue(site.deps), ensureDemoCatalogue(site.deps)]);
});
afterAll(() => site.close());

const list = async (sort: string) =>
  (await site.http.inject(`/case/getAllCases?limit=100&sort=${sort}`)).json().data as ListedCase[];

const everything = () => site.deps.db.sql`
  select (select count(*) from items) as items, (select max(id) from items) as "lastItem",
         (select count(*) from cases) as cases, (select count(*) from case_versions) as versions,
         (select count(*) from case_drops) as drops, (select count(*) from missions) as missions,
         (select max(revision) from missions) as revision`;

test('creates one catalogue in two concurrent starts, and changes nothing on the next', async () => {
  const before = await everything();
  expect(before).toMatchObject([{ items: 1725, cases: 16, versions: 16, missions: 12 }]);
  await ensureDemoCatalogue(site.deps);
  expect(await everything()).toEqual(before);
});

test('has at least a dozen cases, from a few hundred diamonds to a hundred thousand', async () => {
  const prices = (await list('lowest')).map(({ price }) => price);
  expect(prices.length).toBeGreaterThanOrEqual(12);
  expect(prices).toEqual(prices.toSorted((a, b) => a - b));
  expect(prices[0]).toBeLessThan(500);
  expect(prices.at(-1)).toBe(100_000);
});

test('has for each case both edges, all tickets, our own picture and the hash of its table', async () => {
  for (const { name } of await list('highest')) {
    const { data } = (await site.http.inject(`/user/getCaseByName/${encodeURIComponent(name)}`)).json();
    const box = data as CaseDetails;
    expect(box.houseEdge).toBeGreaterThanOrEqual(5);
    expect(box.houseEdge).toBeLessThanOrEqual(15);
    expect(box.withdrawalEdge).toBeGreaterThanOrEqual(2);
    expect(box.withdrawalEdge).toBeLessThanOrEqual(5);
    expect(box.hash).toBe(sha256Hex(box.canon));
    expect(box.image).toMatch(/^http:\/\/localhost(?::\d+)?\/img\/case\/\w+-256\.webp$/);
    const payouts = box.items.map((item) => ({
      quickSellPrice: item.quick_sell_price,
      tickets: Math.round(item.drop_rate * 100),
    }));
    expect(isHouseEdgeEnough(box.price, payouts)).toBe(true);
    expect(payouts.reduce((sum, { tickets }) => sum + tickets, 0)).toBe(TICKETS_TOTAL);
    for (const item of box.items) {
      expect(['Knife', 'Rifle', 'Sniper', 'Pistol']).toContain(item.weaponType);
      expect(item.image).toMatch(/\/img\/skin\/\w+-256\.webp$/);
      expect(item.market_hash_name).toBe(`${item.itemName} | ${item.skinName} (${item.skinExterior})`);
    }
  }
});

test('orders cases by age differently than by price', async () => {
  const [newest, oldest, highest] = [await list('newest'), await list('oldest'), await list('highest')];
  const names = (boxes: readonly ListedCase[]): string[] => boxes.map(({ name }) => name);
  expect(names(newest)).toEqual(names(oldest).toReversed());
  expect(new Set(newest.map(({ createdAt }) => createdAt)).size).toBe(newest.length);
  expect(names(newest)).not.toEqual(names(highest));
  expect(names(oldest)).not.toEqual(names(highest));
});

const listMissions = async () => (await site.http.inject('/user/getAllMissions')).json().data as Mission[];

test('has three daily and three weekly missions and six to start with, all of which are counted', async () => {
  const missions = await listMissions();
  const rewards = (period: string) =>
    missions
      .filter((mission) => mission.period === period)
      .map(({ reward }) => reward)
      .toSorted((a, b) => a - b);
  expect([rewards('once'), rewards('day'), rewards('week')]).toEqual([
    [500, 500, 500, 1_000, 1_500, 2_500],
    [500, 500, 750],
    [3_000, 3_000, 5_000],
  ]);
  expect(new Set(missions.map(({ title }) => title)).size).toBe(12);
  expect(await site.deps.db.sql`select title from missions where total_index is null and case_id is null`).toEqual([]);
  for (const { image, type, period, target } of missions) {
    expect(
      existsSync(new URL(`../../art/pictures/${new URL(image).pathname.slice('/img/'.length)}`, import.meta.url)),
    ).toBe(true);
    // One-time missions teach what there is to do, so each is a single action.
    if (period === 'once') expect(target).toBe(1);
    else expect(['open_cases', 'open_case', 'wager']).toContain(parseMissionType(type)!.event);
  }
});

/** What a set of missions requires of a player in a week, and what it pays. */
type Week = { opened: number; ofCase: Map<string, number>; wagered: number; paid: number };

function weekOf(missions: readonly Mission[]): Week {
  const week: Week = { opened: 0, ofCase: new Map(), wagered: 0, paid: 0 };
  for (const { type, target, reward, period } of missions) {
    const times = period === 'day' ? 7 : 1;
    const { event, caseName } = parseMissionType(type)!;
    week.paid += reward * times;
    if (event === 'open_case') week.ofCase.set(caseName!, target * times);
    else if (event === 'open_cases') week.opened = Math.max(week.opened, target * times);
    else week.wagered = Math.max(week.wagered, target * times);
  }
  return week;
}

/** The least that a player loses on average in such a week. */
function lossOf({ opened, ofCase, wagered }: Week, boxes: ReadonlyMap<string, CaseDetails>): number {
  const [cheapest] = [...boxes.values()].toSorted((a, b) => a.price - b.price);
  const named = [...ofCase].map(([name, count]) => ({ box: boxes.get(name)!, count }));
  const others = Math.max(0, opened - named.reduce((sum, { count }) => sum + count, 0));
  let [staked, lost] = [0, 0];
  for (const { box, count } of [...named, { box: cheapest!, count: others }]) {
    const won = box.items.reduce((sum, item) => sum + (item.price * item.drop_rate) / 100, 0);
    staked += box.price * count;
    // Every item is sold on the market at its full price, less the fee.
    lost += (box.price - won * (1 - marketFeeOf(100) / 100)) * count;
  }
  // Duels between two accounts are the cheapest way to wager: their pot loses only the fee.
  return lost + (Math.max(0, wagered - staked) * RAKE_PERCENT) / 100;
}

test('pays less for every combination of repeating missions than it costs to complete them', async () => {
  const repeating = (await listMissions()).filter(({ period }) => period !== 'once');
  expect(repeating).toHaveLength(6);
  const boxes = new Map<string, CaseDetails>();
  for (const { name } of await list('highest')) {
    const { data } = (await site.http.inject(`/user/getCaseByName/${encodeURIComponent(name)}`)).json();
    boxes.set(name, data as CaseDetails);
  }
  const sets = Array.from({ length: 2 ** repeating.length }, (_, set) =>
    repeating.filter((_mission, index) => (set >> index) % 2 === 1),
  );
  const profitable = sets.filter((missions) => weekOf(missions).paid > lossOf(weekOf(missions), boxes));
  expect(profitable.map((missions) => missions.map(({ title }) => title))).toEqual([]);
});

type Offered = { caseId: number; version: number; price: number; drops: [number, number][] };
const offered = async (name: string): Promise<Offered> => {
  const [box] = await site.deps.db.sql<Offered>`
    select cases.id as "caseId", version, cases.price,
           (select json_agg(json_build_array(item_id, tickets) order by item_id) from case_drops
            where case_drops.version_id = cases.version_id) as drops
    from cases join case_versions on case_versions.id = version_id where cases.name = ${name}`;
  return box!;
};

/** Moves one ticket from the second item to the first, as if the demo had other rates before. */
async function offerOtherRates(name: string, actorId: number | null): Promise<Offered> {
  const { caseId, price, drops } = await offered(name);
  const others = drops.map(([itemId, tickets], index): [number, number] => [itemId, tickets + ([1, -1][index] ?? 0)]);
  await site.deps.db.transaction((tx) => writeVersion(tx, { caseId, actorId, name, price, drops: others }));
  return offered(name);
}

test('updates the drop rates of an older demo case, unless staff saved it or it is paused', async () => {
  const { sql } = site.deps.db;
  const { id: adminId } = await addPlayer(site.deps.db, 'admin');
  const { drops, caseId } = await offered('Bedrock');
  await offerOtherRates('Bedrock', null);
  const [saved, paused] = [await offerOtherRates('Hive', adminId), await offerOtherRates('Uncut Gem', null)];
  await sql`update cases set paused_at = now(), paused_reason = 'edge' where name = 'Uncut Gem'`;

  await Promise.all([ensureDemoCatalogue(site.deps), ensureDemoCatalogue(site.deps)]);
  expect(await offered('Bedrock')).toMatchObject({ version: 3, drops });
  expect(await offered('Hive')).toEqual(saved);
  expect(await offered('Uncut Gem')).toEqual(paused);
  expect(await sql`select action, actor_id, reason from staff_actions where subject = ${`case:${caseId}`}`).toEqual([
    { action: 'case.edit', actor_id: null, reason: 'The demo has new drop rates.' },
  ]);
});

test('keeps changes by staff', async () => {
  const { sql } = site.deps.db;
  const before = await everything();
  // Two concurrent starts use up ids, so the first item is not always number 1.
  const [item] = await sql<{ id: number }>`select id from items order by id limit 1`;
  await sql`update items set price = 2, min_price = 2, quick_sell_price = 1 where id = ${item!.id}`;
  await sql`update cases set name = 'Renamed' where name = 'Flint'`;
  await sql`update missions set title = 'Renamed' where title = 'First Cut'`;
  await ensureDemoCatalogue(site.deps);
  expect(await everything()).toEqual(before);
  expect(await sql`select price from items where id = ${item!.id}`).toEqual([{ price: 2 }]);
});
