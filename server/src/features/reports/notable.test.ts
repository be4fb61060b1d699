import type { Notable } from '@karat/contract/reports';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSeeds } from '#features/fairness/fairness.ts';
import { addCase, addItem, addPlayer, type TestPlayer } from '#testing/fixtures.ts';
import { letADayPass } from '#testing/past-days.ts';
import { playMatch } from '#testing/played-rooms.ts';
import { createWheel } from '#testing/played-rounds.ts';
import { openCaseDirectly } from '#testing/rolled-openings.ts';
import { createRoomFixture, type RoomFixture } from '#testing/room-fixture.ts';
import { dayBefore, today } from './day-range.ts';
import { closeDays } from './days.ts';
import { readNotable } from './notable.ts';

const STAKE = 1_000;
const BET = 300;
const ITEM_PRICE = 5_000;
const QUICK_SELL_PRICE = 4_500;
const CASE_PRICE = 100;

let rooms: RoomFixture;
let person: TestPlayer;
let loser: TestPlayer;
let program: TestPlayer;
beforeAll(async () => {
  rooms = await createRoomFixture();
  [person, loser, program] = [await rooms.addRoomPlayer(), await rooms.addRoomPlayer(), await rooms.addRoomPlayer()];
  await rooms.db.sql`update players set is_sandbox = true where id = ${program.id}`;
});
afterAll(() => rooms.close());

const read = (players: 'all' | 'people', range = { from: dayBefore(today()), to: today() }) =>
  readNotable(rooms.site.deps, { ...range, players });

const gainsOf = (notable: Notable) => notable.players.map(({ player, gain }) => [player.id, gain]);

/** A duel that the person wins, a bet that the person wins, and skins for the loser and the program. */
async function play(): Promise<{ roomId: number; roundId: number; openingIds: number[] }> {
  const { db, site } = rooms;
  const roomId = await playMatch(rooms, [person, loser], { ticketPrice: STAKE, score: { team1: 8, team2: 3 } });
  const wheel = await createWheel(db);
  const bet = { playerId: person.id, playerBet: 'red', amount: BET } as const;
  let roundId = 0;
  while (wheel.nextColor() !== 'red') await wheel.play();
  roundId = await wheel.play([bet]);
  const itemId = await addItem(db, { skinName: 'Large', price: ITEM_PRICE });
  await addCase(db, { name: 'Lucky', price: CASE_PRICE, drops: [[itemId, 10_000]] });
  const seeds = createSeeds(site.deps);
  const openingIds: number[] = [];
  for (const { id: playerId } of [loser, program]) {
    await seeds.ensure(playerId);
    openingIds.push(...(await openCaseDirectly(site.deps, seeds, { playerId, caseName: 'Lucky' })));
  }
  return { roomId, roundId, openingIds };
}

test('names the largest wins and the players who gained most, the same from open and from closed days', async () => {
  const { roomId, roundId, openingIds } = await play();
  const all = await read('all');
  const skin = QUICK_SELL_PRICE - CASE_PRICE;
  expect(all.wins.map(({ game, pageId, player, gain }) => [game, pageId, player.id, gain])).toEqual([
    ['case', openingIds[1], program.id, skin],
    ['case', openingIds[0], loser.id, skin],
    ['duel', roomId, person.id, all.wins[2]!.gain],
    ['roulette', roundId, person.id, BET],
  ]);
  const pot = all.wins[2]!.gain;
  expect(pot).toBeGreaterThan(0.8 * STAKE);
  expect(gainsOf(all)).toEqual([
    [program.id, skin],
    [loser.id, skin - STAKE],
    [person.id, pot + BET],
  ]);
  const people = await read('people');
  expect(people.wins).toEqual(all.wins.filter(({ player }) => !player.isSandbox));
  expect(gainsOf(people)).toEqual(gainsOf(all).slice(1));

  await letADayPass(rooms.db);
  await letADayPass(rooms.db);
  const past = { from: dayBefore(dayBefore(today())), to: today() };
  const open = await read('all', past);
  expect(open.wins.map(({ gain }) => gain)).toEqual(all.wins.map(({ gain }) => gain));
  await closeDays(rooms);
  expect({ ...(await read('all', past)), at: open.at }).toEqual(open);
  expect((await read('all', { from: today(), to: today() })).wins).toEqual([]);
});

test('is for staff who may read reports', async () => {
  const [admin, player] = [await addPlayer(rooms.db, 'admin'), await addPlayer(rooms.db)];
  const url = `/admin/getNotable?from=${today()}&to=${today()}`;
  const statusFor = async ({ headers }: { headers: Record<string, string> }) =>
    (await rooms.site.http.inject({ url, headers })).statusCode;
  expect([await statusFor(admin), await statusFor(player)]).toEqual([200, 403]);
});
