import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSeeds, type Seeds } from '#features/fairness/fairness.ts';
import { addCase, addItem, addPlayer, creditWelcomeDiamonds, type TestPlayer } from '#testing/fixtures.ts';
import { openCaseDirectly } from '#testing/rolled-openings.ts';
import { createTestSite, type TestSite } from '#testing/test-site.ts';
import { createWonToday } from './won-today.ts';

let site: TestSite;
let seeds: Seeds;
let [person, program]: TestPlayer[] = [];

const DAY_SECONDS = 86_400;

async function addOpener(): Promise<TestPlayer> {
  const player = await addPlayer(site.deps.db);
  await creditWelcomeDiamonds(site.deps, player.id, 1_000_000);
  await seeds.ensure(player.id);
  return player;
}

/** A case for 100 diamonds with one item that is worth `price` less the discount of a quick sell. */
async function addSureCase(name: string, price: number): Promise<void> {
  const itemId = await addItem(site.deps.db, { skinName: name, price });
  await addCase(site.deps.db, { name, price: 100, drops: [[itemId, 10_000]] });
}

const open = ({ id: playerId }: TestPlayer, caseName: string, { count = 1, ageSeconds = 0 } = {}) =>
  openCaseDirectly(site.deps, seeds, { playerId, caseName, count, ageSeconds });

beforeAll(async () => {
  site = await createTestSite();
  seeds = createSeeds(site.deps);
  for (const [name, price] of [
    ['Small', 200],
    ['Large', 5_000],
    ['Loss', 50],
  ] as const)
    await addSureCase(name, price);
  [person, program] = [await addOpener(), await addOpener()];
  await site.deps.db.sql`update players set is_sandbox = true where id = ${program.id}`;
});
afterAll(() => site.close());

const readNow = () => createWonToday(site.deps, { revealMs: 0, freshMs: 0 })();

test('lists the largest gains of the day, and no losses and openings of earlier days', async () => {
  await open(person!, 'Large', { ageSeconds: DAY_SECONDS });
  await open(person!, 'Loss');
  await open(person!, 'Small');
  await open(program!, 'Large');
  const { data } = await readNow();
  expect(data).toMatchObject([
    { caseName: 'Large', isSandbox: true, paid: 100, worth: 4_500, market_hash_name: 'P250 | Large (Field-Tested)' },
    { caseName: 'Small', isSandbox: false, paid: 100, worth: 180 },
  ]);
});

test('counts the openings of people, from twenty on', async () => {
  expect((await readNow()).figures).toBeNull();
  await open(program!, 'Loss', { count: 20 });
  expect((await readNow()).figures).toBeNull();
  await open(person!, 'Loss', { count: 18 });
  expect((await readNow()).figures).toEqual({ openings: 20, gains: 1 });
});

test('leaves out an opening whose animation is still running, and banned players', async () => {
  const later = createWonToday(site.deps, { revealMs: 60_000, freshMs: 0 });
  expect(await later()).toEqual({ data: [], figures: null });
  await site.deps.db.sql`update players set state = 'banned' where id = ${program!.id}`;
  expect((await readNow()).data.map(({ caseName }) => caseName)).toEqual(['Small']);
});

test('everyone may read it', async () => {
  const reply = await site.http.inject({ url: '/case/getWonToday' });
  expect(reply.statusCode).toBe(200);
  expect(reply.json()).toMatchObject({ data: expect.any(Array) });
});
