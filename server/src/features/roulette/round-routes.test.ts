import type { Pagination } from '@karat/contract/pagination';
import type { AdminRound, Chain, ProvenRound, Round, RoundDay } from '@karat/contract/roulette';
import { linkAfter, verifyRound } from '@karat/rules/fairness';
import { type Color, colorOf, PAYOUT_FACTORS } from '@karat/rules/roulette';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addPlayer, type TestPlayer, creditWelcomeDiamonds } from '#testing/fixtures.ts';
import { createWheel, type Wheel } from '#testing/played-rounds.ts';
import { createTestSite, type TestSite } from '#testing/test-site.ts';

let site: TestSite;
let wheel: Wheel;
let [player, admin]: TestPlayer[] = [];
let username = '';

beforeAll(async () => {
  site = await createTestSite();
  const { db } = site.deps;
  [player, admin] = [await addPlayer(db), await addPlayer(db, 'admin')];
  await creditWelcomeDiamonds(site.deps, player.id, 1_000_000);
  const [row] = await db.sql<{ username: string }>`select username from players where id = ${player.id}`;
  username = row!.username;
});
afterAll(() => site.close());
beforeEach(async () => {
  await deleteRounds();
  wheel = await createWheel(site.deps.db);
});

/** Bypasses triggers, as only the database owner can. */
function deleteRounds(): Promise<void> {
  return site.deps.db.transaction(async ({ sql }) => {
    await sql`set local session_replication_role = replica`;
    await sql`delete from ledger where type <> 'WELCOME'`;
    await sql`delete from roulette_bets`;
    await sql`delete from roulette_stakes`;
    await sql`delete from roulette_rounds`;
    await sql`delete from roulette_chains`;
  });
}

type Answer<Body> = { status: number; body: Body };

async function ask<Body>(url: string, who?: TestPlayer): Promise<Answer<Body>> {
  const reply = await site.http.inject({ url, headers: who?.headers ?? {} });
  return { status: reply.statusCode, body: reply.json<Body>() };
}

/** A successful reply to staff. */
async function asStaff<Body>(url: string): Promise<Body> {
  const { status, body } = await ask<Body>(url, admin);
  expect(status).toBe(200);
  return body;
}

const bet = (playerBet: Color, amount: number) => ({ playerId: player!.id, playerBet, amount });
const loserOf = (color: Color): Color => (color === 'red' ? 'black' : 'red');
const ids = (rows: readonly { id: number }[]) => rows.map(({ id }) => id);
const at = expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/) as string;

/** A round with a lost seed and its one bet refunded; the next round uses a new chain. */
async function refundRound(amount: number): Promise<number> {
  const id = await wheel.open();
  await wheel.bet(bet('green', amount));
  await wheel.close();
  await wheel.refund('the links are lost');
  wheel = await createWheel(site.deps.db);
  return id;
}

describe('getRounds', () => {
  type Listed = { data: Round[]; pagination: Pagination };
  const list = async (query = '') => (await ask<Listed>(`/roulette/getRounds${query}`)).body;

  test('is empty before the first round', async () => {
    const none = { data: [], pagination: { totalResults: 0, resultsPerPage: 10, currentPage: 1 } };
    expect(await list()).toEqual(none);
    await wheel.open();
    expect(await list()).toEqual(none);
  });

  test('lists ended rounds to everyone, newest first, and no others', async () => {
    await wheel.play();
    const refunded = await refundRound(5);
    const number = wheel.numberOf(1);
    await wheel.play([bet('red', 10)]);
    const over = { currentRound: false, completed: true, deposited: true, createdAt: at };
    const expected = [
      {
        ...over,
        id: 3,
        hash: wheel.terminal,
        state: 'SETTLED',
        seed: wheel.seedOf(1),
        winnerNumber: number,
        winnerColor: colorOf(number),
        refundReason: null,
      },
      {
        ...over,
        id: refunded,
        hash: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
        state: 'REFUNDED',
        seed: null,
        winnerNumber: null,
        winnerColor: null,
        refundReason: 'the links are lost',
      },
      expect.objectContaining({ id: 1 }),
    ];
    expect((await list()).data).toEqual(expected);
    for (const step of [wheel.open, wheel.close, wheel.draw]) {
      await step();
      expect(await list()).toEqual({
        data: expected,
        pagination: { totalResults: 3, resultsPerPage: 10, currentPage: 1 },
      });
    }
    await wheel.settle();
    expect(ids((await list()).data)).toEqual([4, 3, 2, 1]);
  });

  test('puts each round on exactly one page', async () => {
    for (let played = 0; played < 5; played += 1) await wheel.play();
    await wheel.open();
    expect(ids((await list('?limit=2')).data)).toEqual([5, 4]);
    expect(ids((await list('?limit=2&page=2')).data)).toEqual([3, 2]);
    expect(await list('?limit=2&page=3')).toMatchObject({
      data: [{ id: 1 }],
      pagination: { totalResults: 5, resultsPerPage: 2, currentPage: 3 },
    });
    expect((await list('?limit=2&page=4')).data).toEqual([]);
    expect((await list('?page=1000000&limit=100')).data).toEqual([]);
  });

  test.each(['?page=0', '?limit=0', '?limit=101', '?page=1.5'])('refuses %s', async (query) => {
    expect((await ask(`/roulette/getRounds${query}`)).status).toBe(400);
  });
});

describe('getRound', () => {
  const get = async (id: number) => (await ask<{ data: ProvenRound }>(`/roulette/getRound/${id}`)).body.data;

  test('shows the commitment of a round, and its seed after the draw', async () => {
    const id = await wheel.open();
    const proof = { chainId: wheel.chainId, k: 1, salt: wheel.salt, beacon: '', terminal: wheel.terminal };
    const open = { id, hash: wheel.terminal, seed: null, winnerNumber: null, winnerColor: null, ...proof };
    expect(await get(id)).toMatchObject({ ...open, state: 'BETTING', currentRound: true, completed: false });
    await wheel.close();
    expect(await get(id)).toMatchObject({ ...open, state: 'ROLLING', currentRound: true, deposited: false });
    await wheel.draw();
    const drawn = await get(id);
    expect(drawn).toMatchObject({ ...proof, state: 'ROLLING', seed: wheel.seedOf(1), deposited: false });
    await wheel.settle();
    expect(await get(id)).toEqual({
      ...drawn,
      state: 'SETTLED',
      currentRound: false,
      completed: true,
      deposited: true,
    });
  });

  test('shows everything needed to verify a round and its position in the chain', async () => {
    for (let played = 0; played < 3; played += 1) await wheel.play();
    const { seed, winnerNumber, winnerColor, ...round } = await get(3);
    const verdict = verifyRound({
      ...round,
      seed: seed!,
      winnerNumber: winnerNumber!,
      winnerColor: winnerColor!,
    });
    expect(Object.values(verdict)).toEqual([true, true, true]);
    expect(linkAfter(round.hash, round.k - 1)).toBe(round.terminal);
  });

  test('knows no round that has not begun', async () => {
    const { status, body } = await ask('/roulette/getRound/1');
    expect([status, body]).toEqual([
      404,
      { message: 'Round not found.', error: 'Round not found.', code: 'not_found' },
    ]);
    expect((await ask('/roulette/getRound/9999999999999999')).status).toBe(404);
  });

  test.each(['0', '-1', '1e3', 'x', '1;', '99999999999999999'])('refuses the id %s', async (id) => {
    const { status, body } = await ask<{ message: string }>(`/roulette/getRound/${encodeURIComponent(id)}`);
    expect([status, body.message]).toEqual([400, 'Invalid id.']);
  });
});

describe('getChains', () => {
  const list = async () => (await ask<{ data: Chain[] }>('/fair/getChains')).body.data;

  test('lists every chain with its published end and use, newest first', async () => {
    const first = wheel;
    await wheel.play();
    await refundRound(5);
    await wheel.play();
    await wheel.open();
    expect(await list()).toEqual([
      {
        id: wheel.chainId,
        terminal: wheel.terminal,
        length: 64,
        createdAt: at,
        salt: wheel.salt,
        saltedAt: at,
        rounds: 2,
        refundedRounds: 0,
        isCurrent: true,
      },
      expect.objectContaining({ id: first.chainId, rounds: 2, refundedRounds: 1, isCurrent: false }),
    ]);
  });

  test('does not call a used-up chain current', async () => {
    const short = await createWheel(site.deps.db, { length: 1 });
    expect(await list()).toMatchObject([{ id: short.chainId, rounds: 0, isCurrent: true }, { isCurrent: false }]);
    await short.play();
    expect(await list()).toMatchObject([{ id: short.chainId, rounds: 1, isCurrent: false }, { isCurrent: false }]);
  });

  test('reveals nothing sealed', async () => {
    expect(JSON.stringify(await list())).not.toMatch(/sealed|secret/i);
  });
});

describe('calls for staff', () => {
  test.each([
    '/admin/getAllRouletteRounds',
    '/admin/getRouletteRoundById/1',
    '/admin/getRoundTotalsByDate/2026-01-01',
    '/admin/getRoundDays?from=2026-01-01&to=2026-01-02',
  ])('%s is for staff', async (url) => {
    expect(await ask(url)).toMatchObject({ status: 401, body: { code: 'unauthenticated' } });
    expect(await ask(url, player)).toMatchObject({ status: 403, body: { code: 'forbidden' } });
  });
});

describe('getAllRouletteRounds', () => {
  type Listed = { data: AdminRound[]; pagination: Pagination };
  const list = (query = '') => asStaff<Listed>(`/admin/getAllRouletteRounds${query}`);

  test('lists every round with bets and totals, including the open one', async () => {
    const [won, amount] = [wheel.nextColor(), 100];
    await wheel.play([bet(won, amount), bet(loserOf(won), 40)]);
    const refunded = await refundRound(30);
    const open = await wheel.open();
    const [betId] = await wheel.bet(bet('red', 5), bet('green', 6));
    const { data, pagination } = await list();
    expect(pagination).toEqual({ totalResults: 3, resultsPerPage: 10, currentPage: 1 });
    expect(data).toMatchObject([
      { id: open, state: 'BETTING', currentRound: true, completed: false, betCount: 2, amount: 11, winAmount: 0 },
      { id: refunded, state: 'REFUNDED', currentRound: false, deposited: true, betCount: 1, amount: 30, winAmount: 0 },
      { id: 1, state: 'SETTLED', deposited: true, betCount: 2, amount: 140, winAmount: amount * PAYOUT_FACTORS[won] },
    ]);
    const shown = { createdAt: at, username, isSandbox: false, game: 'roulette' };
    expect(data[0]!.bets).toEqual([
      { ...shown, id: betId! + 1, amount: 6, playerBet: 'green', winAmount: null, roundId: open },
      { ...shown, id: betId!, amount: 5, playerBet: 'red', winAmount: null, roundId: open },
    ]);
    expect(data[1]!.bets).toMatchObject([{ amount: 30, winAmount: 0, roundId: refunded }]);
    expect(data[2]!.bets).toMatchObject([
      { amount: 40, playerBet: loserOf(won), winAmount: 0 },
      { amount, playerBet: won, winAmount: amount * PAYOUT_FACTORS[won] },
    ]);
  });

  test('hides a number that is not drawn, from staff too', async () => {
    await wheel.open();
    await wheel.bet(bet('red', 5));
    const secret = { seed: null, winnerNumber: null, winnerColor: null };
    expect((await list()).data[0]).toMatchObject(secret);
    await wheel.close();
    const { data } = await asStaff<{ data: AdminRound }>('/admin/getRouletteRoundById/1');
    expect(data).toMatchObject({ ...secret, state: 'ROLLING', bets: [{ winAmount: null }] });
    await wheel.draw();
    expect((await list()).data[0]).toMatchObject({ seed: wheel.seedOf(1), bets: [{ winAmount: null }] });
  });

  test('lists only the last bets of a round, and is paginated', async () => {
    await wheel.play(Array.from({ length: 25 }, (_, place) => bet('red', place + 1)));
    await wheel.play([bet('black', 99)]);
    await wheel.play();
    const { data } = await list('?limit=2&page=2');
    expect(data).toMatchObject([{ id: 1, betCount: 25 }]);
    expect(data[0]!.bets.map(({ amount }) => amount)).toEqual(Array.from({ length: 20 }, (_, place) => 25 - place));
    expect(ids((await list('?limit=2')).data)).toEqual([3, 2]);
    expect((await list('?limit=2&page=3')).data).toEqual([]);
  });
});

describe('getRouletteRoundById', () => {
  type RoundReply = { data: AdminRound; pagination: Pagination };
  const get = (id: number, query = '') => asStaff<RoundReply>(`/admin/getRouletteRoundById/${id}${query}`);

  test('returns one round with its bets, page by page', async () => {
    await wheel.play(Array.from({ length: 5 }, (_, place) => bet('red', place + 1)));
    await wheel.play([bet('black', 99)]);
    const { data, pagination } = await get(1);
    expect(data).toMatchObject({ id: 1, betCount: 5, amount: 15, currentRound: false, deposited: true });
    expect(data.bets.map(({ amount }) => amount)).toEqual([5, 4, 3, 2, 1]);
    expect(pagination).toEqual({ totalResults: 5, resultsPerPage: 100, currentPage: 1 });
    expect((await get(1, '?limit=2&page=3')).data.bets).toMatchObject([{ amount: 1 }]);
    expect((await get(1, '?limit=2&page=4')).data.bets).toEqual([]);
  });

  test('counts the bets of an open round', async () => {
    const id = await wheel.open();
    expect(await get(id)).toMatchObject({
      data: { bets: [], betCount: 0, amount: 0 },
      pagination: { totalResults: 0 },
    });
    await wheel.bet(bet('red', 5), bet('red', 7));
    expect(await get(id, '?limit=1')).toMatchObject({
      data: { bets: [{ amount: 7 }], betCount: 2, amount: 12 },
      pagination: { totalResults: 2, resultsPerPage: 1 },
    });
  });

  test('refuses unknown rounds and invalid ids', async () => {
    await wheel.play();
    expect(await ask('/admin/getRouletteRoundById/2', admin)).toMatchObject({
      status: 404,
      body: { message: 'Round not found.', code: 'not_found' },
    });
    for (const url of ['x', '0', '1?limit=1001', '1?page=0']) {
      expect((await ask(`/admin/getRouletteRoundById/${url}`, admin)).status).toBe(400);
    }
  });
});

describe('daily totals', () => {
  const fetchTotals = (date: string) => asStaff(`/admin/getRoundTotalsByDate/${date}`);
  const days = async (from: string, to: string) =>
    (await asStaff<{ data: RoundDay[] }>(`/admin/getRoundDays?from=${from}&to=${to}`)).data;

  test('are zero for a day without rounds', async () => {
    expect(await fetchTotals('2026-01-01')).toEqual({ dailyBetAmount: [{ amount: 0, winAmount: 0, profit: 0 }] });
    const nothing = { rounds: 0, bets: 0, amount: 0, winAmount: 0, profit: 0 };
    expect(await days('2026-02-28', '2026-03-01')).toEqual([
      { date: '2026-02-28', ...nothing },
      { date: '2026-03-01', ...nothing },
    ]);
  });

  test('sum settled rounds by the UTC day of their end, with a negative profit for a loss', async () => {
    const losing = () => loserOf(wheel.nextColor());
    await wheel.play([bet(losing(), 1)], { endedAt: '2026-03-02T23:59:59.999999Z' });
    await wheel.play([bet(losing(), 10), bet(losing(), 20)], { endedAt: '2026-03-03T00:00:00Z' });
    const won = wheel.nextColor();
    await wheel.play([bet(won, 100)], { endedAt: '2026-03-03T23:59:59.999999Z' });
    await wheel.play([], { endedAt: '2026-03-03T12:00:00Z' });
    await wheel.play([bet(losing(), 7)], { endedAt: '2026-03-05T00:00:00Z' });
    const refunded = await refundRound(1_000);
    await site.deps.db.sql`update roulette_rounds set ended_at = '2026-03-03T10:00:00Z' where id = ${refunded}`;
    const third = { amount: 130, winAmount: 100 * PAYOUT_FACTORS[won], profit: 130 - 100 * PAYOUT_FACTORS[won] };
    expect(await fetchTotals('2026-03-03')).toEqual({ dailyBetAmount: [third] });
    const lost = (amount: number) => ({ amount, winAmount: 0, profit: amount });
    expect(await days('2026-03-02', '2026-03-05')).toEqual([
      { date: '2026-03-02', rounds: 1, bets: 1, ...lost(1) },
      { date: '2026-03-03', rounds: 3, bets: 3, ...third },
      { date: '2026-03-04', rounds: 0, bets: 0, ...lost(0) },
      { date: '2026-03-05', rounds: 1, bets: 1, ...lost(7) },
    ]);
  });

  test('span at most a quarter of a year', async () => {
    expect(await days('2026-01-01', '2026-04-02')).toHaveLength(92);
  });

  test.each([
    'getRoundTotalsByDate/2026-02-30',
    'getRoundTotalsByDate/today',
    'getRoundDays?from=2026-01-01',
    'getRoundDays?from=2026-01-02&to=2026-01-01',
    'getRoundDays?from=2026-01-01&to=2026-04-03',
    'getRoundDays?from=2026-01-01&to=2026-13-01',
  ])('refuses %s', async (path) => {
    const { status, body } = await ask<{ message: string }>(`/admin/${path}`, admin);
    expect([status, body.message]).toEqual([400, 'Invalid date.']);
  });
});
