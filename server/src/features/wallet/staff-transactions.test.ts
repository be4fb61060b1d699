import type { Pagination } from '@karat/contract/pagination';
import type { StaffTransaction } from '@karat/contract/wallet';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { adjustBalance } from '#features/adjustments/adjustments.ts';
import { addPlayer, findBreaches, type TestPlayer, creditWelcomeDiamonds } from '#testing/fixtures.ts';
import { createWheel } from '#testing/played-rounds.ts';
import { createTestSite, type TestSite } from '#testing/test-site.ts';

type Listed = { data: StaffTransaction[]; pagination: Pagination };

let site: TestSite;
let admin: TestPlayer;
/** By name: the first got the welcome bonus and three adjustments, the second only the bonus, the third nothing. */
const players: { id: number; username: string }[] = [];

const adjust = (playerId: number, amount: number) =>
  site.deps.db.transaction((tx) =>
    adjustBalance(tx, site.deps, { playerId, amount, reason: `by ${amount}`, actorId: admin.id }),
  );

/** Moves all rows to days of their own, in order, starting on the second of March. */
async function redate(): Promise<void> {
  const { sql } = site.deps.db;
  await sql`alter table ledger disable trigger ledger_immutable`;
  await sql`
    update ledger set created_at = timestamptz '2026-03-01T00:00:00Z' + place * interval '1 day'
    from (select id, row_number() over (order by id) as place from ledger) as line where ledger.id = line.id`;
  await sql`alter table ledger enable trigger ledger_immutable`;
}

beforeAll(async () => {
  site = await createTestSite();
  const { db } = site.deps;
  admin = await addPlayer(db, 'admin');
  for (const username of ['Işıl', 'second', 'third']) {
    const { id } = await addPlayer(db);
    await db.sql`
      update players set username = ${username}, username_key = ${username.toLowerCase().replaceAll('ı', 'i')}
      where id = ${id}`;
    players.push({ id, username });
  }
  await creditWelcomeDiamonds(site.deps, players[0]!.id, 1_000);
  await adjust(players[0]!.id, 50);
  await creditWelcomeDiamonds(site.deps, players[1]!.id, 500);
  await adjust(players[0]!.id, -20);
  await adjust(players[0]!.id, 5);
  await redate();
});
afterAll(() => site.close());

const ask = (path: string, headers: Record<string, string> = admin.headers) =>
  site.http.inject({ url: `/admin/${path}`, headers });

async function list(query = ''): Promise<Listed> {
  const reply = await ask(`getAllTransactions${query}`);
  expect(reply.statusCode).toBe(200);
  return reply.json<Listed>();
}

describe('transactions of all players', () => {
  test('are listed newest first, each with its player', async () => {
    const { data, pagination } = await list();
    expect(pagination).toEqual({ totalResults: 5, resultsPerPage: 10, currentPage: 1 });
    expect(data.map(({ username, transactionType, amount }) => [username, transactionType, amount])).toEqual([
      ['Işıl', 'ADMIN_ADJUST', 5],
      ['Işıl', 'ADMIN_ADJUST', -20],
      ['second', 'WELCOME', 500],
      ['Işıl', 'ADMIN_ADJUST', 50],
      ['Işıl', 'WELCOME', 1_000],
    ]);
    expect(data[1]).toEqual({
      id: data[1]!.id,
      userId: players[0]!.id,
      username: 'Işıl',
      isSandbox: false,
      oldBalance: 1_050,
      newBalance: 1_030,
      amount: -20,
      transactionType: 'ADMIN_ADJUST',
      subject: 'by -20',
      createdAt: '2026-03-05T00:00:00.000Z',
    });
  });

  test('put each row on exactly one page, from either end', async () => {
    const pages = [];
    for (const page of [1, 2, 3, 4]) pages.push((await list(`?limit=2&page=${page}`)).data);
    expect(pages.map(({ length }) => length)).toEqual([2, 2, 1, 0]);
    expect(pages.flat()).toEqual((await list()).data);
  });

  test.each([
    ['?type=WELCOME', [500, 1_000]],
    ['?type=DEPOSIT', []],
    ['?type=ROOM_WIN', []],
    ['?from=2026-03-04', [5, -20, 500]],
    ['?to=2026-03-03', [50, 1_000]],
    ['?from=2026-03-03&to=2026-03-04', [500, 50]],
    ['?from=2026-03-04&to=2026-03-03', []],
    ['?type=ADMIN_ADJUST&from=2026-03-04', [5, -20]],
    ['?username=second', [500]],
    ['?username=ISIL', []],
    ['?username=işil', [5, -20, 50, 1_000]],
    ['?username=%20I%C5%9F%C4%B1l%20&type=WELCOME', [1_000]],
    ['?username=third', []],
    ['?username=unknown', []],
    ['?username=sec', []],
    ['?username=second&from=2026-03-05', []],
  ])('%s returns %j, counted exactly', async (query, amounts) => {
    const { data, pagination } = await list(query);
    expect(data.map(({ amount }) => amount)).toEqual(amounts);
    expect(pagination.totalResults).toBe(amounts.length);
  });

  test('of one type are paginated', async () => {
    const { data, pagination } = await list('?type=ADMIN_ADJUST&limit=2&page=2');
    expect([data.map(({ amount }) => amount), pagination.totalResults]).toEqual([[50], 3]);
    expect((await list('?type=ADMIN_ADJUST&limit=2&page=3')).data).toEqual([]);
  });

  test.each([
    ['?type=GIFT', 'Invalid filter.'],
    ['?to=2026-02-30', 'Invalid date.'],
    ['?page=0', 'Invalid page.'],
    ['?username=%00', 'Invalid characters.'],
    [`?username=${'x'.repeat(65)}`, 'Search text is too long'],
  ])('%s is refused: %s', async (query, message) => {
    const reply = await ask(`getAllTransactions${query}`);
    expect([reply.statusCode, reply.json()]).toMatchObject([400, { code: 'invalid', message }]);
  });
});

describe('one transaction', () => {
  test('is described with its reference and its other account', async () => {
    const [newest] = (await list()).data;
    const reply = await ask(`getTransactionById/${newest!.id}`);
    expect(reply.statusCode).toBe(200);
    expect(reply.json().data).toEqual({
      ...newest,
      reference: expect.stringMatching(/^adjust:\d+$/) as string,
      account: 'external:adjust',
    });
  });

  test.each([
    ['4040404', 404, 'Transaction not found.'],
    ['x', 400, 'Invalid id.'],
  ])('%s answers %d', async (id, status, message) => {
    const reply = await ask(`getTransactionById/${id}`);
    expect([reply.statusCode, reply.json().message]).toEqual([status, message]);
  });
});

test.each(['getAllTransactions', 'getTransactionById/1'])('/admin/%s is for staff', async (path) => {
  const visitor = await ask(path, {});
  expect([visitor.statusCode, visitor.json().code]).toEqual([401, 'unauthenticated']);
  const player = await ask(path, (await addPlayer(site.deps.db)).headers);
  expect([player.statusCode, player.json().code]).toEqual([403, 'forbidden']);
});

test('rows between house accounts are not transactions, and all others are counted', async () => {
  const { db } = site.deps;
  const before = (await list()).pagination.totalResults;
  const wheel = await createWheel(db);
  await wheel.play([{ playerId: players[0]!.id, playerBet: wheel.nextColor(), amount: 10 }]);
  const [house] = await db.sql<{ id: number }>`select id from ledger where player_id is null`;
  const { data, pagination } = await list();
  expect(pagination.totalResults).toBe(before + 2);
  expect(data.slice(0, 2).map(({ transactionType }) => transactionType)).toEqual(['ROULETTE_WIN', 'ROULETTE_BET']);
  expect((await list('?type=ROULETTE_BET')).pagination.totalResults).toBe(1);
  expect((await ask(`getTransactionById/${house!.id}`)).statusCode).toBe(404);
  expect(await findBreaches(db)).toEqual([]);
});
