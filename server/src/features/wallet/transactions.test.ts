import type { Pagination } from '@karat/contract/pagination';
import type { Transaction } from '@karat/contract/wallet';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { adjustBalance } from '#features/adjustments/adjustments.ts';
import { createSeeds, type Seeds } from '#features/fairness/fairness.ts';
import {
  addCase,
  addItem,
  addPlayer,
  findBreaches,
  type TestPlayer,
  creditWelcomeDiamonds,
} from '#testing/fixtures.ts';
import { addMission } from '#testing/mission-fixture.ts';
import { createWheel } from '#testing/played-rounds.ts';
import { openCaseDirectly } from '#testing/rolled-openings.ts';
import { createTestSite, type TestSite } from '#testing/test-site.ts';
import { moveDiamonds, readWallet } from './wallet.ts';

type Listed = { data: Transaction[]; pagination: Pagination };

let site: TestSite;
let seeds: Seeds;
let [player, admin]: TestPlayer[] = [];
let missionId = 0;

beforeAll(async () => {
  site = await createTestSite();
  const { db } = site.deps;
  seeds = createSeeds(site.deps);
  await addCase(db, { name: 'Kılıç', price: 100, drops: [[await addItem(db), 10_000]] });
  admin = await addPlayer(db, 'admin');
  missionId = await addMission(db, { title: 'Sell one', type: 'sell_items', target: 1, reward: 250 });
});
beforeEach(async () => {
  player = await addPlayer(site.deps.db);
  await creditWelcomeDiamonds(site.deps, player.id, 1_000);
  await seeds.rotate({ playerId: player.id, clientSeed: 'mine' });
});
afterAll(() => site.close());

const open = (count = 1) => openCaseDirectly(site.deps, seeds, { playerId: player!.id, caseName: 'Kılıç', count });

async function sell(itemIds: number[]): Promise<void> {
  const query = {
    method: 'POST',
    url: '/user/quickSellItems',
    headers: player!.headers,
    payload: { itemIds },
  } as const;
  expect((await site.http.inject(query)).statusCode).toBe(200);
}

const adjust = (amount: number, reason: string) =>
  site.deps.db.transaction((tx) =>
    adjustBalance(tx, site.deps, { playerId: player!.id, amount, reason, actorId: admin!.id }),
  );

/** A reward without a mission. */
const reward = (reference: string) =>
  site.deps.db.transaction((tx) =>
    moveDiamonds(tx, site.deps.live, {
      type: 'MISSION_REWARD',
      reference,
      playerId: player!.id,
      account: 'house:promo',
      amount: 250,
    }),
  );

function ask(query = '', by = player) {
  return site.http.inject({ url: `/user/getTransactions${query}`, headers: by!.headers });
}

async function list(query = ''): Promise<Listed> {
  const reply = await ask(query);
  expect(reply.statusCode).toBe(200);
  return reply.json<Listed>();
}

/** Moves a player's rows to other days: the first row to the first given day, and so on. */
async function redate(days: readonly string[]): Promise<void> {
  const { sql } = site.deps.db;
  await sql`alter table ledger disable trigger ledger_immutable`;
  await sql`
    update ledger set created_at = day::timestamptz
    from (select id, row_number() over (order by id) as place from ledger where player_id = ${player!.id}) as line
    join unnest(${days}::text[]) with ordinality as given (day, place) using (place)
    where ledger.id = line.id`;
  await sql`alter table ledger enable trigger ledger_immutable`;
}

describe("a player's transactions", () => {
  test('lists each movement with its subject, newest first', async () => {
    const [first, second] = await open(2);
    await sell([second!]);
    const claim = { method: 'POST', url: `/user/claimMission/${missionId}`, headers: player!.headers } as const;
    expect((await site.http.inject(claim)).statusCode).toBe(200);
    await adjust(-40, '=late prize, "taken" back');
    const { data, pagination } = await list();
    const at = expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/) as string;
    const id = expect.any(Number) as number;
    const line = { id, userId: player!.id, createdAt: at };
    expect(data).toEqual([
      {
        ...line,
        oldBalance: 1_950,
        newBalance: 1_910,
        amount: -40,
        transactionType: 'ADMIN_ADJUST',
        subject: '=late prize, "taken" back',
      },
      {
        ...line,
        oldBalance: 1_700,
        newBalance: 1_950,
        amount: 250,
        transactionType: 'MISSION_REWARD',
        subject: 'Sell one',
      },
      {
        ...line,
        oldBalance: 800,
        newBalance: 1_700,
        amount: 900,
        transactionType: 'QUICK_SELL',
        subject: 'P250 | Sand Dune (Field-Tested)',
      },
      { ...line, oldBalance: 900, newBalance: 800, amount: -100, transactionType: 'CASE_OPEN', subject: 'Kılıç' },
      { ...line, oldBalance: 1_000, newBalance: 900, amount: -100, transactionType: 'CASE_OPEN', subject: 'Kılıç' },
      { ...line, oldBalance: 0, newBalance: 1_000, amount: 1_000, transactionType: 'WELCOME', subject: null },
    ]);
    expect(pagination).toEqual({ totalResults: 6, resultsPerPage: 10, currentPage: 1 });
    expect(first).toBeLessThan(second!);
    expect((await readWallet(site.deps.db.sql, player!.id)).balance).toBe(data[0]!.newBalance);
    expect(await findBreaches(site.deps.db)).toEqual([]);
  });

  test('uses the case name of that time', async () => {
    await addCase(site.deps.db, { name: 'Old name', price: 100, drops: [[1, 10_000]] });
    await openCaseDirectly(site.deps, seeds, { playerId: player!.id, caseName: 'Old name' });
    await site.deps.db.sql`update cases set name = 'New name' where name = 'Old name'`;
    expect((await list()).data[0]!.subject).toBe('Old name');
  });

  test('names the round of a bet, its payout and its refund', async () => {
    const wheel = await createWheel(site.deps.db);
    const { id: playerId } = player!;
    const won = await wheel.play([{ playerId, playerBet: wheel.nextColor(), amount: 10 }]);
    const refunded = await wheel.open();
    await wheel.bet({ playerId, playerBet: 'green', amount: 20 });
    await wheel.close();
    await wheel.refund();
    const { data } = await list();
    expect(data.map(({ transactionType, subject }) => [transactionType, subject])).toEqual([
      ['ROULETTE_REFUND', `#${refunded}`],
      ['ROULETTE_BET', `#${refunded}`],
      ['ROULETTE_WIN', `#${won}`],
      ['ROULETTE_BET', `#${won}`],
      ['WELCOME', null],
    ]);
  });

  test('has no subject if the referenced row does not exist', async () => {
    await reward('mission:1:99999999:2026-01-01');
    await reward('mission:of old');
    await reward(`open:1:${player!.id}`);
    expect((await list()).data.map(({ subject }) => subject)).toEqual([null, null, null, null]);
  });

  test('has matching balances on every page, even after concurrent movements', async () => {
    await Promise.all([adjust(700, 'more'), ...Array.from({ length: 12 }, () => open()), adjust(-5, 'less')]);
    const lines: Transaction[] = [];
    for (const page of [1, 2, 3, 4, 5]) {
      const { data, pagination } = await list(`?limit=4&page=${page}`);
      expect(pagination).toEqual({ totalResults: 15, resultsPerPage: 4, currentPage: page });
      lines.push(...data);
    }
    expect(lines).toHaveLength(15);
    for (const [at, line] of lines.entries()) {
      expect(line.newBalance - line.oldBalance).toBe(line.amount);
      expect(line.oldBalance).toBe(lines[at + 1]?.newBalance ?? 0);
    }
    expect(lines).toEqual((await list('?limit=100')).data);
    expect(await list('?page=1000')).toMatchObject({ data: [], pagination: { totalResults: 15 } });
  });

  test('contains no rows of other players', async () => {
    await open();
    const other = await addPlayer(site.deps.db);
    const reply = await ask('', other);
    expect(reply.json()).toEqual({
      data: [],
      pagination: { totalResults: 0, resultsPerPage: 10, currentPage: 1 },
    });
  });

  test('is for players only', async () => {
    const reply = await site.http.inject('/user/getTransactions');
    expect([reply.statusCode, reply.json().code]).toEqual([401, 'unauthenticated']);
  });
});

describe('filters of the transactions', () => {
  test.each([
    ['?type=CASE_OPEN', ['open', 'open']],
    ['?type=QUICK_SELL', ['sell']],
    ['?type=DEPOSIT', []],
    ['?from=2026-03-03', ['sell', 'open', 'open']],
    ['?to=2026-03-02', ['welcome']],
    ['?from=2026-03-03&to=2026-03-03', ['open', 'open']],
    ['?from=2026-03-04&to=2026-03-04', ['sell']],
    ['?from=2026-03-05', []],
    ['?from=2026-03-04&to=2026-03-02', []],
    ['?type=CASE_OPEN&from=2026-03-01&to=2026-03-04', ['open', 'open']],
    ['?type=WELCOME&from=2026-03-03', []],
  ])('%s return %j, counted exactly', async (query, kinds) => {
    const ids = await open(2);
    await sell([ids[0]!]);
    // The last instant of one UTC day and the first of the next.
    await redate([
      '2026-03-02T23:59:59.999Z',
      '2026-03-03T00:00:00Z',
      '2026-03-03T23:59:59.999999Z',
      '2026-03-04T00:00:00Z',
    ]);
    const words = { CASE_OPEN: 'open', QUICK_SELL: 'sell', WELCOME: 'welcome' } as Record<string, string>;
    const { data, pagination } = await list(query);
    expect(data.map(({ transactionType }) => words[transactionType])).toEqual(kinds);
    expect(pagination.totalResults).toBe(kinds.length);
  });

  test('put each row on exactly one page, from either end', async () => {
    await open(9);
    const all = (await list('?type=CASE_OPEN&limit=100')).data;
    const pages = [];
    for (const page of [1, 2, 3, 4, 5]) pages.push((await list(`?type=CASE_OPEN&limit=2&page=${page}`)).data);
    expect(pages.map(({ length }) => length)).toEqual([2, 2, 2, 2, 1]);
    expect(pages.flat()).toEqual(all);
  });

  test.each([
    ['?type=GIFT', 'Invalid filter.'],
    ['?type=', 'Invalid filter.'],
    ['?from=yesterday', 'Invalid date.'],
    ['?to=2026-02-30', 'Invalid date.'],
    ['?page=0', 'Invalid page.'],
    ['?limit=101', 'Invalid limit.'],
  ])('%s is refused: %s', async (query, message) => {
    const reply = await ask(query);
    expect([reply.statusCode, reply.json()]).toMatchObject([400, { code: 'invalid', message }]);
  });
});
