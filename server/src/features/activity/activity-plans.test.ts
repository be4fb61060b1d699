import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Db, openDb, type Sql } from '#db/db.ts';
import { createLog } from '#log.ts';
import { createTestDatabase, type TestDatabase } from '#testing/database.ts';
import { addPlayer } from '#testing/fixtures.ts';
import { planner } from '#testing/plans.ts';
import { type Slice, SOURCES } from './source-queries.ts';

let database: TestDatabase;
let db: Db;
let playerId: number;

const ROWS = 5_000;

/** Rows of a busy player, and as many of each of two others. */
async function fillTables({ sql }: { readonly sql: Sql }, owners: readonly number[]): Promise<void> {
  await sql`set local session_replication_role = replica`;
  await sql`create temp table filled on commit drop as
    select (${owners}::int8[])[1 + at % 3] as owner, at from generate_series(1, ${ROWS * 3}::int4) as at`;
  await sql`
    insert into openings (id, player_id, version_id, seed_id, nonce, entropy, ticket, item_id)
    select at, owner, 1, 1, at, '', 0, 1 from filled`;
  await sql`
    insert into roulette_bets (id, round_id, player_id, player_bet, amount, payout_factor) select at, at, owner, 'red', 1, 2 from filled`;
  await sql`
    insert into room_seats (room_id, player_id, team, position, stake, is_active, left_at, taken_at)
    select at, owner, 'team1', 1, 1, false, now(), now() - at * interval '1 second' from filled`;
  await sql`
    insert into listings (seller_id, inventory_id, item_id, price, state, buyer_id, fee, closed_at)
    select owner, at, 1, 5, 'SOLD', case owner when ${owners[0]} then ${owners[1]}::int8 else ${owners[0]} end, 1, now() from filled`;
  await sql`
    insert into buy_orders (player_id, item_id, price, state, closed_at) select owner, 1, 5, 'CANCELLED', now() from filled`;
  await sql`
    insert into trade_offers (kind, player_id, state, code, steam_id, trade_token, amount)
    select 'deposit', owner, 'FAILED', 'code ' || at, '1', 'abcdefgh', 1 from filled`;
  await sql`
    insert into mission_completions (mission_id, player_id, period_start, reward) select at, owner, '2026-01-01', 1 from filled`;
  await sql`insert into sign_ins (player_id, device, address, by_steam) select owner, '', '10.0.0.1', false from filled`;
  await sql`insert into site_events (player_id, event, subject) select owner, 'account.x', 'y' from filled`;
  await sql`insert into player_notes (player_id, author_id, text) select owner, owner, 'x' from filled`;
  await sql`insert into tickets (player_id, title) select owner, 'x' from filled`;
  await sql`insert into staff_actions (action, subject, hash) select 'x', 'player:' || owner, '' from filled`;
}

beforeAll(async () => {
  database = await createTestDatabase();
  db = openDb({ connection: database.connection, log: createLog('silent') });
  const owners = [(await addPlayer(db)).id, (await addPlayer(db)).id, (await addPlayer(db)).id];
  playerId = owners[0]!;
  await db.transaction((tx) => fillTables(tx, owners));
  await db.sql`analyze`;
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

const slice = (): Slice => ({
  playerId,
  since: '-infinity',
  until: new Date().toISOString(),
  firstId: 0,
  beforeId: 4_000,
  beforeAt: Date.now() * 1_000,
  limit: 26,
});

/** The index of the player that each source reads, newest first. Tickets and missions of a player are few, and are sorted. */
const INDEXES: Readonly<Record<keyof typeof SOURCES, RegExp>> = {
  opening: /Index Scan Backward using openings_\w*player\w* on/,
  bet: /Index Scan Backward using roulette_bets_\w*player\w* on/,
  duel: /Index Scan(?: Backward)? using room_seats_player on/,
  listing: /Index Scan Backward using listings_seller on/,
  purchase: /Index Scan Backward using listings_buyer on/,
  buyOrder: /Index Scan Backward using buy_orders_player on/,
  trade: /Index Scan Backward using trade_offers_player on/,
  mission: /Index Scan using mission_completions_pkey on|Bitmap Index Scan on mission_completions_pkey/,
  signIn: /Index Scan Backward using sign_ins_player on/,
  account: /Index Scan Backward using site_events_player on/,
  limit: /Index Scan Backward using site_events_player on/,
  ticket: /Index Scan using tickets_player on|Bitmap Index Scan on tickets_player/,
  note: /Index Scan Backward using player_notes_player on/,
  staff: /Index Scan Backward using staff_actions_subject on/,
};

test.each(Object.entries(SOURCES))("reads %s by the player's index", async (name, source) => {
  const plans: string[] = [];
  await source(planner(db, plans), slice());
  expect(plans).toHaveLength(1);
  expect(plans[0]).toMatch(INDEXES[name as keyof typeof SOURCES]);
});
