import { type ReportDay, type ReportPlayers, type ReportRow, ROW_FIGURES } from '@karat/contract/reports';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findBreaches, type RoomPlayer, type TestPlayer } from '#testing/fixtures.ts';
import { letADayPass } from '#testing/past-days.ts';
import { createTradeFixture, type TradeFixture } from '#testing/trade-fixture.ts';
import { dayBefore, today } from './day-range.ts';
import { closeDays } from './days.ts';
import { readReportDays } from './figures.ts';
import { readReport } from './reports.ts';
import { readSkinChanges } from './skin-changes.ts';

/** The values of skins that each player of the sandbox can deposit. */
const DEPOSITS = [500, 200, 300] as const;

let fixture: TradeFixture;
let person: RoomPlayer;
let seller: RoomPlayer;
let program: RoomPlayer;
beforeEach(async () => {
  fixture = await createTradeFixture({ DEPOSIT_HOLD_PLAY: 'off', DEPOSIT_HOLD_DAYS: '0' });
  [person, seller, program] = [await fixture.addTrader(), await fixture.addTrader(), await fixture.addTrader()];
  // Before the first call, because the site remembers callers for a moment.
  await sql`update players set is_sandbox = true where id = ${program.id}`;
});
afterEach(() => fixture.close());

const sql: TradeFixture['db']['sql'] = (strings, ...values) => fixture.db.sql(strings, ...values);

async function succeed(reply: ReturnType<TradeFixture['call']>) {
  const { status, body } = await reply;
  expect([status, body.message]).toEqual([200, body.message]);
  return body.data as unknown as Record<string, number>;
}

async function adjust(who: TestPlayer, amount: number): Promise<void> {
  const change = { userId: who.id, amount, reason: 'Part of the test' };
  await succeed(fixture.call('POST', '/admin/adjustBalance', fixture.staff, change));
}

async function sellTo(buyer: TestPlayer, from: TestPlayer): Promise<void> {
  const itemId = await fixture.openCase(from);
  const { listingId } = await succeed(fixture.call('POST', '/user/listItemOnMarket', from, { itemId, price: 150 }));
  await succeed(fixture.call('POST', `/user/buyMarketItem/${listingId}`, buyer, { price: 150 }));
}

/** Everything that changes what the house owes, in both directions. The person has one skin of each value. */
async function play(deposited: number): Promise<void> {
  await fixture.depositNow(person, [deposited]);
  for (const who of [person, seller, program]) await adjust(who, 1_000);
  await adjust(seller, -50);
  const [sold, withdrawn] = [await fixture.openCase(person), await fixture.openCase(person)];
  await fixture.openCase(person);
  await fixture.openCase(program);
  await succeed(fixture.call('GET', `/user/quickSellItem/${sold}`, person));
  await sellTo(program, person);
  await sellTo(person, program);
  await sellTo(person, seller);
  const offer = await succeed(fixture.withdraw(person, withdrawn));
  await fixture.processOffers();
  await fixture.accept(offer['id']!);
  await fixture.processOffers();
  await sql`update items set price = price + 7 where id = ${fixture.itemIds[0]}`;
}

/** What the house owes now, from the tables themselves. */
async function readOwed(players: ReportPlayers): Promise<number> {
  const isCounted = players === 'all';
  const [row] = await sql<{ owed: number }>`
    select ((select sum(balance) from wallets join players on players.id = player_id where ${isCounted} or not is_sandbox)
      + (select sum(price) from inventory join players on players.id = player_id join items on items.id = item_id
         where inventory.state in ('OWNED', 'LISTED', 'WITHDRAWING') and (${isCounted} or not is_sandbox)))::int8 as owed`;
  return row!.owed;
}

const net = (days: readonly ReportDay[]) => days.map((day) => day.net);
const cashOf = ({ deposits, reversals, withdrawals }: ReportDay) => deposits - reversals - withdrawals;

test.each(['all', 'people'] as const)(
  'is deposits less withdrawals less what the house owes more, on each of several days, for %s',
  async (players) => {
    const owed = [await readOwed(players)];
    for (let day = 0; day < DEPOSITS.length; day++) {
      if (day > 0) await letADayPass(fixture.db);
      await play(DEPOSITS[day]!);
      owed.push(await readOwed(players));
    }
    const range = { from: dayBefore(dayBefore(today())), to: today() };
    const days = await readReportDays(fixture.db.sql, range, players);
    expect(net(days)).toEqual(days.map((day, index) => cashOf(day) - (owed[index + 1]! - owed[index]!)));
    const isNothing = ({ deposits, withdrawals, skins }: ReportDay) => [deposits, withdrawals, skins].includes(0);
    expect(days.filter(isNothing)).toEqual([]);
    await closeDays(fixture);
    expect(await readReportDays(fixture.db.sql, range, players)).toEqual(days);
    expect(await findBreaches(fixture.db)).toEqual([]);
  },
);

test('is not known for days that an earlier version closed', async () => {
  await play(500);
  await letADayPass(fixture.db);
  await letADayPass(fixture.db);
  await closeDays(fixture);
  const range = { from: dayBefore(dayBefore(today())), to: today() };
  const readNets = async () => (await readReportDays(fixture.db.sql, range, 'all')).map((day) => day.net === null);
  expect(await readNets()).toEqual([false, false, false]);
  await fixture.db.transaction(async (tx) => {
    await tx.sql`set local session_replication_role = replica`;
    await tx.sql`delete from skin_days`;
  });
  expect(await readNets()).toEqual([true, true, true]);
  const { totals } = await readReport(fixture, { ...range, players: 'all' });
  expect([totals.skins, totals.net]).toEqual([null, null]);
  const skins = await readSkinChanges(fixture, { ...range, players: 'all', page: 1, limit: 100 });
  expect([skins.sum, skins.data]).toEqual([null, []]);
});

type Page = {
  readonly data: readonly ReportRow[];
  readonly next: string | null;
  readonly sum: number;
  readonly count: number;
};

/** All rows of a figure, page by page. */
async function readRows(query: Record<string, string>): Promise<{ rows: ReportRow[]; sum: number; count: number }> {
  const rows: ReportRow[] = [];
  let cursor: string | null = null;
  for (;;) {
    const search = new URLSearchParams({ ...query, ...(cursor !== null && { cursor }) });
    const { status, body } = await fixture.call('GET', `/admin/getReportRows?${search.toString()}`, fixture.staff);
    expect(status).toBe(200);
    const page = body as unknown as Page;
    rows.push(...page.data);
    cursor = page.next;
    if (cursor === null) return { rows, sum: page.sum, count: page.count };
  }
}

test('every figure has rows that add up to it, also over several days and pages', async () => {
  await play(500);
  await adjust(person, 6_000);
  for (let count = 0; count < 60; count++) await fixture.openCase(person);
  await letADayPass(fixture.db);
  await play(200);
  const range = { from: dayBefore(today()), to: today() };
  const reports = {
    all: (await readReport(fixture, { ...range, players: 'all' })).totals,
    people: (await readReport(fixture, { ...range, players: 'people' })).totals,
  };
  for (const figure of ROW_FIGURES) {
    const [all, sandbox] = [
      await readRows({ ...range, figure }),
      await readRows({ ...range, figure, players: 'sandbox' }),
    ];
    for (const { rows, sum, count } of [all, sandbox]) {
      expect([figure, rows.length]).toEqual([figure, count]);
      expect([figure, rows.reduce((total, { amount }) => total + amount, 0)]).toEqual([figure, sum]);
      expect(new Set(rows.map(({ id }) => id)).size).toBe(count);
    }
    expect([figure, all.sum, all.sum - sandbox.sum]).toEqual([figure, reports.all[figure], reports.people[figure]]);
    expect(sandbox.rows.every(({ player }) => player?.isSandbox)).toBe(true);
  }
  expect(reports.all.cases).not.toBe(reports.people.cases);
  for (const players of ['all', 'people'] as const) {
    const { data, sum, pagination } = await readSkinChanges(fixture, { ...range, players, page: 1, limit: 100 });
    expect(sum).toBe(reports[players].skins);
    expect(data.reduce((total, { gain }) => total + gain, 0)).toBe(sum);
    expect([data.length, data[0]!.name]).toEqual([pagination.totalResults, expect.stringContaining('No. 115')]);
  }
});
