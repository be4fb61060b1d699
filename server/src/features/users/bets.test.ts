import type { Pagination } from '@karat/contract/pagination';
import type { UserBet } from '@karat/contract/users';
import { PAYOUT_FACTORS } from '@karat/rules/roulette';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSeeds } from '#features/fairness/fairness.ts';
import { addCase, addItem, addPlayer, type TestPlayer } from '#testing/fixtures.ts';
import { type RoomFixture, createRoomFixture } from '#testing/room-fixture.ts';
import { playRooms } from '#testing/played-rooms.ts';
import { createWheel, type Wheel } from '#testing/played-rounds.ts';
import { openCaseDirectly } from '#testing/rolled-openings.ts';

type Listed = { data: { bets: UserBet[] }; pagination: Pagination };

let fixture: RoomFixture;
let wheel: Wheel;
let admin: TestPlayer;
let rooms: Awaited<ReturnType<typeof playRooms>>;

beforeAll(async () => {
  fixture = await createRoomFixture();
  const { db } = fixture.site.deps;
  admin = await addPlayer(db, 'admin');
  rooms = await playRooms(fixture);
  wheel = await createWheel(db);
});
afterAll(() => fixture.close());

async function fetchBets(id: number, query = ''): Promise<Listed> {
  const reply = await fixture.site.http.inject({ url: `/admin/getBetsByUserId/${id}${query}`, headers: admin.headers });
  expect(reply.statusCode).toBe(200);
  return reply.json<Listed>();
}

const duel = (reference: number, fields: Partial<UserBet>) => ({
  game: 'duel',
  playerBet: null,
  roundId: null,
  item: null,
  reference,
  isRefunded: false,
  ...fields,
});

test('lists room entries with their results, and no seats without a fee', async () => {
  const { one, two, duelId, pairsId, drawnId, waitingId } = rooms;
  const first = await fetchBets(one.id);
  expect(first.data.bets).toMatchObject([
    duel(waitingId, { amount: 300, choice: 'team1', winAmount: null }),
    duel(drawnId, { amount: 700, winAmount: 0, isRefunded: true }),
    duel(pairsId, { amount: 1_001, winAmount: 0 }),
    duel(duelId, { amount: 1_000, winAmount: 1_900 }),
  ]);
  expect(first.pagination).toEqual({ totalResults: 4, resultsPerPage: 10, currentPage: 1 });
  expect((await fetchBets(two.id)).data.bets[0]).toMatchObject(
    duel(waitingId, { amount: 300, choice: 'team2', winAmount: 0, isRefunded: true }),
  );
});

test('lists bets and openings in the order of the stakes, each with choice and winnings', async () => {
  const { deps } = fixture.site;
  const player = await fixture.addRoomPlayer();
  const [{ username }] = (await deps.db.sql<{ username: string }>`
    select username from players where id = ${player.id}`) as [{ username: string }];
  const color = wheel.nextColor();
  const other = color === 'red' ? 'black' : 'red';
  const roundId = await wheel.play([
    { playerId: player.id, playerBet: color, amount: 100 },
    { playerId: player.id, playerBet: other, amount: 20 },
  ]);
  const itemId = await addItem(deps.db, { price: 5_000 });
  await addCase(deps.db, { name: 'Certain', price: 400, drops: [[itemId, 10_000]] });
  const seeds = createSeeds(deps);
  await seeds.ensure(player.id);
  const [openingId] = await openCaseDirectly(deps, seeds, { playerId: player.id, caseName: 'Certain' });
  await wheel.open();
  await wheel.bet({ playerId: player.id, playerBet: 'green', amount: 7 });

  const { bets } = (await fetchBets(player.id)).data;
  const shared = {
    id: expect.any(Number) as number,
    createdAt: expect.stringMatching(/Z$/) as string,
    username,
    isSandbox: false,
  };
  const bet = { ...shared, game: 'roulette', item: null, isRefunded: false, roundId, reference: roundId };
  expect(bets).toEqual([
    {
      ...bet,
      amount: 7,
      choice: 'green',
      playerBet: 'green',
      winAmount: null,
      roundId: roundId + 1,
      reference: roundId + 1,
    },
    {
      ...shared,
      game: 'case',
      amount: 400,
      choice: 'Certain',
      playerBet: null,
      winAmount: 4_500,
      item: 'P250 | Sand Dune (Field-Tested)',
      isRefunded: false,
      roundId: null,
      reference: openingId,
    },
    { ...bet, amount: 20, choice: other, playerBet: other, winAmount: 0 },
    { ...bet, amount: 100, choice: color, playerBet: color, winAmount: 100 * PAYOUT_FACTORS[color] },
  ]);

  const pages = [await fetchBets(player.id, '?limit=3'), await fetchBets(player.id, '?limit=3&page=2')];
  expect(pages.flatMap(({ data }) => data.bets)).toEqual(bets);
  expect(pages[1]!.pagination).toEqual({ totalResults: 4, resultsPerPage: 3, currentPage: 2 });

  await wheel.close();
  await wheel.refund();
  expect((await fetchBets(player.id)).data.bets[0]).toMatchObject({ winAmount: 0, isRefunded: true });
});

test('a roulette bet has the same id everywhere, distinct from ids of other games', async () => {
  const { http, deps } = fixture.site;
  const player = await fixture.addRoomPlayer();
  const itemId = await addItem(deps.db, { skinName: 'Mehndi', price: 5_000 });
  await addCase(deps.db, { name: 'Same number', price: 400, drops: [[itemId, 10_000]] });
  const seeds = createSeeds(deps);
  await seeds.ensure(player.id);
  const [openingId] = await openCaseDirectly(deps, seeds, { playerId: player.id, caseName: 'Same number' });
  const roundId = await (await createWheel(deps.db)).open();
  const headers = { ...player.headers, 'idempotency-key': 'one-bet' };
  const placed = await http.inject({
    method: 'POST',
    url: '/roulette/placeBet',
    headers,
    payload: { playerBet: 'red', amount: 9 },
  });
  const bet = placed.json<{ data: { id: number } }>().data;

  type Rounds = { data: { id: number; bets: unknown[] }[] };
  const rounds = await http.inject({ url: '/admin/getAllRouletteRounds', headers: admin.headers });
  expect(rounds.json<Rounds>().data.find(({ id }) => id === roundId)?.bets).toEqual([bet]);
  const round = await http.inject({ url: `/admin/getRouletteRoundById/${roundId}`, headers: admin.headers });
  expect(round.json<{ data: { bets: unknown[] } }>().data.bets).toEqual([bet]);
  const { bets } = (await fetchBets(player.id)).data;
  expect(bets).toMatchObject([
    { ...bet, game: 'roulette', roundId },
    { id: openingId, game: 'case' },
  ]);
});

test('is empty for a player without stakes', async () => {
  expect(await fetchBets(admin.id)).toEqual({
    data: { bets: [] },
    pagination: { totalResults: 0, resultsPerPage: 10, currentPage: 1 },
  });
});
