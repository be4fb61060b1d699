import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { isRestored, markRestored, recordOrigin } from '#db/database-origin.ts';
import { openClient } from '#db/connection.ts';
import { openDb, type Db } from '#db/db.ts';
import { migrate } from '#db/migrate.ts';
import { readEnv } from '#env.ts';
import { recordStaffAction, verifyStaffActions } from '#features/logs/logs.ts';
import { createLog } from '#log.ts';
import { composeSite, type Site } from '#site.ts';
import type { TestDatabase } from '#testing/database.ts';
import { createEarlierDatabase } from '#testing/earlier-database.ts';
import { addPlayer, type TestPlayer } from '#testing/fixtures.ts';
import { TEST_SECRET, webApp } from '#testing/test-site.ts';

/** The first migration after 1.0.0. */
const AFTER_1_0_0 = 'plain_names';
const log = createLog('silent');

/** Rows of every table with a renamed column, as 1.0.0 wrote them. */
const CONTENT = `
  insert into players (username, username_key, role, age_confirmed_at)
  values ('boss', 'boss', 'admin', now()), ('ayse', 'ayse', 'user', now()), ('can', 'can', 'user', now());
  update players set was_seen_at = '2026-01-02T03:04:05Z' where username = 'ayse';
  update players set state = 'deleted', forgotten_at = now() where username = 'can';
  insert into wallets (player_id, is_careful) select id, username = 'ayse' from players;
  insert into safer_play (player_id, has_limits) select id, true from players where username = 'ayse';
  insert into play_limits (player_id, kind, period, allowed, asked_allowed, asked_at)
  select id, 'wager', 'day', 100, 500, now() - interval '25 hours' from players where username = 'ayse';
  insert into carried_uses select id, 'wager', 'day', (now() at time zone 'UTC')::date, 40 from players where username = 'ayse';
  insert into paces select id, now() from players where username = 'ayse';
  insert into exclusion_keys (sealed) values ('x');
  insert into kept_breaks select id, 'hash', now() + interval '1 day' from exclusion_keys;
  insert into kept_limits select id, 'hash', 'loss', 'week', 70, current_date, 5 from exclusion_keys;
  insert into chat_hidings (player_id, hidden_id) values (2, 1);
  insert into platform_memory (name, value) values ('bot', '{"session": 1}');
  insert into items (item_name, skin_name, exterior, rarity, weapon_type, image, price, min_price, quick_sell_price, market_hash_name,
                     price_by, approved_price)
  values ('P250', 'Sand Dune', 'Field-Tested', 'Consumer Grade', 'Pistol', '/img/a.webp', 1000, 1000, 900, 'P250 | Sand Dune', 1, 0);
  insert into missions (title, type, description, image, target, reward, period, place, edition)
  values ('Sell ten', 'sell_items', 'Any.', '/img/m.webp', 10, 50, 'day', 3, 7);
  insert into tallies (player_id, edition, day, week, totals, until)
  values (2, 7, (now() at time zone 'UTC')::date, date_trunc('week', now() at time zone 'UTC')::date, '{0,0,4}', '{null,null,10}');
  insert into case_days values (current_date - 1, 1, 1, 10, 9, 9, 2, 3);
  insert into trade_offers (kind, player_id, state, code, steam_id, trade_token, amount, look_at)
  values ('deposit', 2, 'FAILED', 'code', '76561198000000001', 'abcdefgh', 5, '2026-01-02T03:04:05Z');
  insert into trade_offer_skins (offer_id, item_id, value, is_open, place) values (1, 1, 5, false, 1);
  insert into holds (player_id, offer_id, amount, passed, until, ended_at) values (2, 1, 5, 0, now(), now());
  insert into adjustment_requests (kind, subject_id, amount, reason, asked_by, details)
  values ('mission', null, 5000, '', 1, '{"name": "Sell one", "changes": [{"field": "reward", "before": null, "after": "5000"}],
    "wish": {"title": "Sell one", "type": "sell_items", "description": "Any.", "image": "/img/m.webp", "target": 1, "reward": 5000}}');
  insert into accepted_breaches (invariant, detail, reason) values ('S1', 'act 9', 'looked into');
  insert into staff_acts (actor_id, act, subject, reason, after, created_at, hash)
  select 1, 'roulette.renew', 'chains', 'A key was lost.', '{"chains": 1}', at, encode(sha256(convert_to(jsonb_build_array(
    1, 'roulette.renew', 'chains', 'A key was lost.', null, '{"chains": 1}'::jsonb, extract(epoch from at))::text, 'UTF8')), 'hex')
  from (select timestamptz '2026-01-02T03:04:05Z' as at) as moment;`;

/** The driver returns 64-bit integers as text. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  return typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;
}

async function query(database: TestDatabase, text: string): Promise<Record<string, unknown>[]> {
  const client = await openClient(database.connection);
  try {
    return (await client.query<Record<string, unknown>>(text)).rows;
  } finally {
    await client.end();
  }
}

describe('a database of 1.0.0 with content', () => {
  let database: TestDatabase;
  let db: Db;
  let site: Site;
  let second: TestPlayer;

  beforeAll(async () => {
    database = await createEarlierDatabase(AFTER_1_0_0);
    await query(database, CONTENT);
    await migrate(database.connection, log);
    db = openDb({ connection: database.connection, log });
    site = composeSite({ env: readEnv({ PORT: '0' }), log, db, secret: TEST_SECRET, webApp });
    second = await addPlayer(db, 'admin');
  });
  afterAll(async () => {
    await site.close();
    await db.close();
    await database.drop();
  });

  const get = async (url: string) => (await site.http.inject({ url, headers: second.headers })).json();

  test.each([
    ['select needs_checks from wallets where player_id = 2', { needs_checks: true }],
    [
      'select requested_allowed, requested_at is not null as is_requested from play_limits',
      { requested_allowed: 500, is_requested: true },
    ],
    ['select player_id, staked_at is not null as is_known from last_stakes', { player_id: 2, is_known: true }],
    ['select until is not null as is_known from stored_breaks', { is_known: true }],
    ['select allowed, used from stored_limits', { allowed: 70, used: 5 }],
    [`select used from limit_uses_of(2) where kind = 'wager' and period = 'day'`, { used: 40 }],
    ['select hidden_id from hidden_players', { hidden_id: 1 }],
    ['select name, value from adapter_state', { name: 'bot', value: { session: 1 } }],
    ['select price_set_by from items', { price_set_by: 1 }],
    ['select quick_sell_price from quick_sell_prices', { quick_sell_price: 900 }],
    ['select total_index, revision from missions', { total_index: 3, revision: 7 }],
    ['select missions_revision, next_targets from tallies', { missions_revision: 7, next_targets: [null, null, 10] }],
    ['select third_moment from case_days', { third_moment: 3 }],
    [`select state, check_at from trade_offers`, { state: 'FAILED', check_at: '2026-01-02T03:04:05.000Z' }],
    ['select position from trade_offer_skins', { position: 1 }],
    ['select amount, passed_on from holds', { amount: 5, passed_on: 0 }],
    [`select deleted_at is not null as is_known from players where state = 'deleted'`, { is_known: true }],
    ['select invariant, detail from accepted_breaches', { invariant: 'S1', detail: 'staff action 9' }],
    ['select action, reason from staff_actions', { action: 'roulette.renew', reason: 'A key was lost.' }],
    ['select * from find_players($$ay$$, $$ay$$, $$ay$$)', { find_players: 2 }],
    ['select block_reason from wager_eligibility where player_id = 3', { block_reason: 'banned' }],
  ])('keeps its rows: %s', async (text, row) => {
    const rows = JSON.parse(JSON.stringify(await query(database, text))) as Record<string, unknown>[];
    expect(
      rows.map((each) => Object.fromEntries(Object.entries(each).map(([name, value]) => [name, plain(value)]))),
    ).toEqual([row]);
  });

  test('leaves no old name on constraints, indexes, sequences, triggers and functions', async () => {
    const names = await query(
      database,
      `select conname as name from pg_constraint where connamespace = 'public'::regnamespace
       union select relname from pg_class where relnamespace = 'public'::regnamespace
       union select tgname from pg_trigger where not tgisinternal
       union select proname from pg_proc where pronamespace = 'public'::regnamespace
       union select attname from pg_attribute join pg_class on pg_class.oid = attrelid
             where relnamespace = 'public'::regnamespace and relkind in ('r', 'v') and attnum > 0`,
    );
    const old =
      /careful|wagerers|asked|kept|\bpaces|carried_uses|forgotten|was_seen|chat_hidings|staff_acts|sought|heard|look_at|platform_memory|store_origin|item_payout|price_by|edition|stall|desk|barred|nameless|beginning/;
    expect(names.map(({ name }) => name).filter((name) => old.test(String(name)))).toEqual([]);
  });

  test('shows staff actions of 1.0.0, and their hash chain is intact, also with a new action', async () => {
    expect((await get('/admin/getLogs/2026-01-02')).data).toEqual([
      '03:04:05 boss#1 roulette.renew chains "A key was lost." {"chains": 1}',
    ]);
    await db.transaction((tx) => recordStaffAction(tx, { actorId: 1, action: 'item.edit', subject: 'item:1' }));
    expect(await verifyStaffActions(db.sql)).toMatchObject({ brokenIds: [] });
  });

  test('carries out an approval request of 1.0.0', async () => {
    const [request] = (await get('/admin/getAdjustments')).data;
    expect(request).toMatchObject({
      subject: { name: 'Sell one' },
      changes: [{ field: 'reward', before: null, after: '5000' }],
      askedBy: { username: 'boss' },
    });
    const decided = await site.http.inject({
      method: 'POST',
      url: `/admin/decideAdjustment/${request.id}`,
      headers: second.headers,
      payload: { approve: true, reason: 'checked' },
    });
    expect(decided.statusCode).toBe(200);
    expect(await db.sql`select reward, total_index from missions where title = 'Sell one'`).toEqual([
      { reward: 5_000, total_index: 3 },
    ]);
  });

  test('records when a session was last used after it ends', async () => {
    const [player] = await db.sql<{
      lastSeenAt: string;
    }>`select last_seen_at as "lastSeenAt" from players where id = 2`;
    expect(player!.lastSeenAt).toBe('2026-01-02T03:04:05.000Z');
    await db.sql`insert into sessions (token_hash, player_id, last_seen_at) values ('x', 2, '2026-02-03T04:05:06Z')`;
    await db.sql`delete from sessions where player_id = 2`;
    expect(await db.sql`select last_seen_at as "lastSeenAt" from players where id = 2`).toEqual([
      { lastSeenAt: '2026-02-03T04:05:06.000Z' },
    ]);
  });

  test('records a changed quick-sell price', async () => {
    await db.sql`update items set quick_sell_price = 800 where id = 1`;
    expect(await db.sql`select quick_sell_price as price from quick_sell_prices order by since`).toEqual([
      { price: 900 },
      { price: 800 },
    ]);
  });
});

describe('the origin of a database of 1.0.0', () => {
  async function openEarlier({ tableOid }: { tableOid: string }): Promise<TestDatabase> {
    const database = await createEarlierDatabase(AFTER_1_0_0);
    onTestFinished(() => database.drop());
    await query(
      database,
      `insert into store_origin (table_oid, cluster_id, is_restored)
       select ${tableOid}, system_identifier::text, false from pg_control_system()`,
    );
    return database;
  }

  test('is the same after the migration', async () => {
    const { connection } = await openEarlier({ tableOid: `'store_origin'::regclass::oid::text` });
    expect(await isRestored(connection)).toBe(false);
    await migrate(connection, log);
    expect(await isRestored(connection)).toBe(false);
  });

  test('tells a restored dump, before and after the migration, until the secrets are rotated', async () => {
    const { connection } = await openEarlier({ tableOid: `'1'` });
    expect(await isRestored(connection)).toBe(true);
    await migrate(connection, log);
    expect(await isRestored(connection)).toBe(true);
    await recordOrigin(connection);
    expect(await isRestored(connection)).toBe(false);
  });

  test('does not hide the mark of db:restore', async () => {
    const { connection } = await openEarlier({ tableOid: `'store_origin'::regclass::oid::text` });
    await markRestored(connection);
    expect(await isRestored(connection)).toBe(true);
    await migrate(connection, log);
    expect(await isRestored(connection)).toBe(true);
  });
});
