import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Db, openDb, type Sql } from '#db/db.ts';
import { createLog } from '#log.ts';
import { addItem, addPlayer, addToInventory } from '#testing/fixtures.ts';
import { createTestDatabase, type TestDatabase } from '#testing/database.ts';
import { selectOddsWarnings } from './alert-queries.ts';
import { readAlerts } from './alerts.ts';

let database: TestDatabase;
let db: Db;
let itemId: number;
beforeAll(async () => {
  database = await createTestDatabase();
  db = openDb({ connection: database.connection, log: createLog('silent') });
  itemId = await addItem(db, { price: 1_000 });
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

let [playerId, friendId] = [0, 0];
beforeEach(async () => {
  [playerId, friendId] = [(await addPlayer(db)).id, (await addPlayer(db)).id];
});

let lines = 0;
const line = (type: string, amount: number, reference = `conduct:${(lines += 1)}`, of = playerId) => db.sql`
  insert into ledger (type, reference, player_id, account, amount, old_balance, new_balance)
  values (${type}, ${reference}, ${of}, 'house:cases', ${amount}, 1000000, ${1_000_000 + amount})`;

/** A deposit that was credited `daysAgo`, with its ledger row. */
async function deposit(amount: number, { daysAgo = 0, state = 'CREDITED' } = {}): Promise<void> {
  const [offer] = await db.sql<{ id: number }>`
    insert into trade_offers (kind, player_id, state, code, steam_id, trade_token, amount)
    values ('deposit', ${playerId}, ${state}, ${`code ${(lines += 1)}`}, '', 'abcdefgh', ${amount}) returning id`;
  await line('DEPOSIT', amount, `deposit:${offer!.id}`);
  await db.sql`
    insert into trade_offer_events (offer_id, event, created_at)
    values (${offer!.id}, 'credited', now() - ${daysAgo} * interval '1 day')`;
}

async function buyFrom(sellerId: number, price: number): Promise<void> {
  const inventoryId = await addToInventory(db, { playerId: sellerId, itemId });
  const [listing] = await db.sql<{ id: number }>`
    insert into listings (seller_id, inventory_id, item_id, price, fee, state, closed_at, buyer_id)
    values (${sellerId}, ${inventoryId}, ${itemId}, ${price}, 0, 'SOLD', now(), ${playerId}) returning id`;
  await line('MARKET_BUY', -price, `buy:listing:${listing!.id}`);
}

const readAlertsOf = async (kind: string) => (await readAlerts({ db })).data.filter((alert) => alert.kind === kind);

test('shows players who deposit, hardly play and pay others on the market, with the main seller', async () => {
  const otherId = (await addPlayer(db)).id;
  await deposit(600);
  await deposit(400);
  await buyFrom(friendId, 300);
  await line('ROULETTE_BET', -99);
  expect(await readAlertsOf('handover')).toEqual([]);
  await buyFrom(otherId, 50);
  await buyFrom(friendId, 150);
  expect(await readAlertsOf('handover')).toMatchObject([
    {
      level: 'warn',
      link: `/admin/user/${playerId}`,
      users: [{ id: playerId }, { id: friendId }],
      count: 3,
      flow: { deposited: 1_000, wagered: 99, spent: 500 },
    },
  ]);
  await line('CASE_OPEN', -1);
  expect(await readAlertsOf('handover')).toEqual([]);
});

test('a refunded bet does not count as play, nor a purchase before the deposit as a handover', async () => {
  await buyFrom(friendId, 900);
  await line('ROOM_ENTRY', -500);
  await deposit(1_000);
  expect(await readAlertsOf('handover')).toEqual([]);
  await line('ROULETTE_BET', -300);
  await line('ROULETTE_REFUND', 300);
  await buyFrom(friendId, 500);
  expect(await readAlertsOf('handover')).toMatchObject([{ flow: { deposited: 1_000, wagered: 0, spent: 500 } }]);
  await line('ROOM_ENTRY', -100);
});

test.each([{ daysAgo: 8 }, { state: 'REVERSED' }])('ignores a deposit with %o', async (how) => {
  await deposit(1_000, how);
  await buyFrom(friendId, 1_000);
  expect(await readAlertsOf('handover')).toEqual([]);
});

/** Adds calls with `each` rows in the ten minutes that began `minutesAgo`. */
const wager = (calls: number, { minutesAgo = 20, each = 1 } = {}) => db.sql`
  insert into ledger (type, reference, player_id, account, amount, old_balance, new_balance, created_at)
  select 'CASE_OPEN', 'haste:' || ${(lines += 1)}::int4 || ':' || call || ':' || place, ${playerId}, 'house:cases', -1, 10, 9,
         date_bin('10 minutes', now(), timestamptz 'epoch') - ${minutesAgo} * interval '1 minute' + call * interval '10 ms'
  from generate_series(1, ${calls}::int4) as call, generate_series(1, ${each}::int4) as place`;

test('shows players with two wagers a second for ten minutes', async () => {
  await wager(1_199);
  await wager(1_100, { minutesAgo: 30 });
  await wager(5_000, { minutesAgo: 25 * 60 });
  // Five openings of one call are one call.
  await wager(1_100, { minutesAgo: 40, each: 5 });
  expect(await readAlertsOf('speed')).toEqual([]);
  await wager(1_250, { minutesAgo: 50 });
  await wager(1_300, { minutesAgo: 60 });
  expect(await readAlertsOf('speed')).toMatchObject([
    { level: 'warn', link: `/admin/user/${playerId}`, users: [{ id: playerId }], count: 1_300 },
  ]);
});

test('counts calls of one batch by their openings', async () => {
  await wager(600, { each: 11 });
  expect((await readAlertsOf('speed')).map(({ users, count }) => [users[0]!.id, count])).toContainEqual([
    playerId,
    1_320,
  ]);
});

test('finds odds warnings by an index among many notifications', async () => {
  await db.sql`
    insert into notifications (player_id, icon, title, message) select ${playerId}, 'x', 'y', 'z' from generate_series(1, 5000)`;
  await db.sql`analyze notifications`;
  const plans: string[] = [];
  const explain: Sql = async (strings, ...values) => {
    const explainStrings = Object.assign([`explain ${strings[0]}`, ...strings.slice(1)], { raw: strings.raw });
    const rows = await db.sql<Record<'QUERY PLAN', string>>(explainStrings, ...values);
    plans.push(...rows.map((row) => row['QUERY PLAN']));
    return [];
  };
  await selectOddsWarnings(explain);
  expect(plans.join('\n')).toContain('notifications_unlikely');
});
