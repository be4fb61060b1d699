import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Db, openDb, type Sql } from '#db/db.ts';
import { createLog } from '#log.ts';
import { addPlayer } from '#testing/fixtures.ts';
import { createTestDatabase, type TestDatabase } from '#testing/database.ts';
import { planner } from '#testing/plans.ts';
import { EXPORT_LISTS, selectAccount, selectChatState, selectSaferPlay, selectMissionState } from './export-queries.ts';

let database: TestDatabase;
let db: Db;
let playerId: number;

const ROWS = 5_000;

/** Fills the large tables with rows of another player. */
async function fillTables({ sql }: { readonly sql: Sql }, other: number): Promise<void> {
  await sql`set local session_replication_role = replica`;
  await sql`insert into site_events (player_id, event, subject) select ${other}, 'x', 'y' from generate_series(1, ${ROWS}::int4)`;
  await sql`
    insert into staff_actions (actor_id, action, subject, hash)
    select ${other}, 'x', 'player:' || at + 1000, '' from generate_series(1, ${ROWS}::int4) as at`;
  await sql`
    insert into seeds (player_id, state, sealed, server_seed, server_seed_hash, client_seed)
    select ${other}, 'REVEALED', '', '', 'seed ' || at, 'x' from generate_series(1, ${ROWS}::int4) as at`;
  await sql`
    insert into holds (player_id, offer_id, amount, until, from_id)
    select ${other}, at, 1, now(), at from generate_series(1, ${ROWS}::int4) as at`;
  await sql`
    insert into adjustment_requests (player_id, amount, reason, requested_by)
    select ${other}, 1, 'x', ${other} from generate_series(1, ${ROWS}::int4)`;
  await sql`
    insert into room_events (room_id, player_id, event) select at, ${other}, 'x' from generate_series(1, ${ROWS}::int4) as at`;
  await sql`
    insert into room_messages (room_id, player_id, message) select at, ${other}, 'x' from generate_series(1, ${ROWS}::int4) as at`;
  await sql`
    insert into inventory (id, player_id, item_id, quick_sell_price, state)
    select at, ${other}, 1, 1, case when at % 9 = 0 then 'OWNED' else 'SOLD' end from generate_series(1, ${ROWS}::int4) as at`;
  await sql`
    insert into openings (id, player_id, version_id, seed_id, nonce, entropy, ticket, item_id)
    select at, ${other}, 1, 1, at, '', 0, 1 from generate_series(1, ${ROWS}::int4) as at`;
  await sql`
    insert into ledger (type, reference, player_id, account, amount, old_balance, new_balance)
    select 'ADMIN_ADJUST', 'plan:' || at, ${other}, 'external:adjust', 1, at - 1, at from generate_series(1, ${ROWS}::int4) as at`;
  await sql`
    insert into adjustments (player_id, amount, reason, actor_id)
    select ${other}, 1, 'x', ${other} from generate_series(1, ${ROWS}::int4)`;
}

beforeAll(async () => {
  database = await createTestDatabase();
  db = openDb({ connection: database.connection, log: createLog('silent') });
  playerId = (await addPlayer(db)).id;
  const other = (await addPlayer(db)).id;
  await db.transaction((tx) => fillTables(tx, other));
  await db.sql`analyze`;
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

/** Tables so large that a full scan would read all players' rows. */
const FULL =
  /Seq Scan on (?:site_events|staff_actions|seeds|holds|adjustment_requests|room_events|room_messages|inventory|openings|ledger|adjustments)\b/;

test.each(Object.entries(EXPORT_LISTS))("reads %s by the player's index", async (_name, part) => {
  const plans: string[] = [];
  await part(planner(db, plans), { playerId, after: 0, limit: 1_000 });
  expect(plans).toHaveLength(1);
  expect(plans[0]).not.toMatch(FULL);
});

test("reads the head of the file by the player's index", async () => {
  const plans: string[] = [];
  const sql = planner(db, plans);
  for (const select of [selectAccount, selectSaferPlay, selectMissionState, selectChatState]) {
    await select(sql, playerId);
  }
  expect(plans).toHaveLength(4);
  for (const plan of plans) expect(plan).not.toMatch(FULL);
});

test('every table of the file has an index that begins with the player', async () => {
  const exportQueries = Object.values(EXPORT_LISTS)
    .map((part) => String(part))
    .join('\n');
  const tables = await db.sql<{ name: string; isIndexed: boolean }>`
    select owner.relname as name, exists (
             select from pg_index
             where indrelid = owner.oid and indkey[0] = attnum
               and coalesce(pg_get_expr(indpred, indrelid), '') in ('', '(player_id IS NOT NULL)')) as "isIndexed"
    from pg_attribute join pg_class as owner on owner.oid = attrelid
    where relkind = 'r' and relnamespace = 'public'::regnamespace and attname in ('player_id', 'seller_id')
    order by 1`;
  const lacking = tables.filter(
    ({ name, isIndexed }) => !isIndexed && new RegExp(`from ${name}\\b`).test(exportQueries),
  );
  // Items have two partial indexes: those that players have, and those that are gone. Messages are read by ticket.
  expect(lacking.map(({ name }) => name)).toEqual(['inventory', 'ticket_messages']);
});
