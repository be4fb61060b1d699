import { readFile, mkdtemp, rm } from 'node:fs/promises';
import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import { clientConfig } from '#db/connection.ts';
import { type Db, openDb } from '#db/db.ts';
import { type Embedded, startEmbedded } from '#db/embedded.ts';
import { migrate } from '#db/migrate.ts';
import { newToken, tokenHash } from '#features/accounts/sessions.ts';
import { createLog } from '#log.ts';
import { createSeal } from '#seal.ts';
import { SECRET } from './secret.ts';
import { dropsOfCanon } from '@karat/rules/fairness';
import { sha256Hex } from '@karat/rules/sha256';

const PLAYERS = 2_048;
/** Enough for every opening of a long run. */
const BALANCE = 1_000_000_000_000;

export type BenchStore = {
  readonly connection: Embedded['connection'];
  readonly db: Db;
  readonly postmasterPid: number;
  readonly firstPlayerId: number;
  readonly players: number;
  readonly tokens: readonly string[];
  readonly caseName: string;
  stop(): Promise<void>;
};

/** Players with audited balances, their own seeds and a session each. */
async function addPlayers(db: Db, players: number): Promise<{ firstPlayerId: number; tokens: string[] }> {
  const seal = createSeal(SECRET);
  const tokens = Array.from({ length: players }, newToken);
  const seeds = tokens.map(() => randomBytes(32).toString('hex'));
  const [row] = await db.sql<{ first: number }>`
    with player as (
      insert into players (username, username_key, age_confirmed_at)
      select 'bench' || n, 'bench' || n, now() from generate_series(1, ${players}::int8) as n returning id
    ), numbered as (select id, row_number() over (order by id) as n from player)
    , wallet as (insert into wallets (player_id, balance, version) select id, ${BALANCE}::int8, 1 from player)
    , line as (
      insert into ledger (type, reference, player_id, account, amount, old_balance, new_balance)
      select 'WELCOME', 'welcome:' || id, id, 'house:promo', ${BALANCE}::int8, 0, ${BALANCE}::int8 from player
    ), session as (
      insert into sessions (token_hash, player_id)
      select token_hash, id from numbered
      join unnest(${tokens.map((token) => tokenHash(token))}::bytea[]) with ordinality as token (token_hash, n) using (n)
    ), seed as (
      insert into seeds (player_id, state, sealed, server_seed_hash, client_seed)
      select id, 'ACTIVE', sealed, hash, 'bench' from numbered
      join unnest(${seeds.map((seed) => seal.close(seed))}::bytea[], ${seeds.map(sha256Hex)}::text[])
        with ordinality as seed (sealed, hash, n) using (n)
    )
    select min(id) as first from player`;
  await db.sql`update wallets set seed_id = seeds.id from seeds where seeds.player_id = wallets.player_id`;
  await db.sql`insert into tallies (player_id, day, week) select player_id, now(), now() from wallets`;
  await db.sql`
    insert into bench_seeds
    select seeds.id, seed, 'bench' from unnest(${seeds}::text[], ${seeds.map(sha256Hex)}::text[]) as secret (seed, hash)
    join seeds on server_seed_hash = hash`;
  return { firstPlayerId: row!.first, tokens };
}

async function addDrops(db: Db, caseName: string): Promise<void> {
  const [version] = await db.sql<{ id: number; canon: string }>`
    select case_versions.id, canon from cases join case_versions on case_versions.id = version_id
    where cases.name = ${caseName}`;
  let upto = 0;
  for (const [itemId, tickets] of dropsOfCanon(version!.canon)) {
    upto += tickets;
    await db.sql`insert into bench_drops values (${version!.id}, ${upto}, ${itemId})`;
  }
}

/** A separate database with production settings: everything that makes an opening durable stays on. */
export async function prepareStore(
  seedCases: (db: Db) => Promise<void>,
  { players = PLAYERS } = {},
): Promise<BenchStore> {
  const log = createLog('warn');
  const dataDir = await mkdtemp(path.join(tmpdir(), 'karat-bench-'));
  const embedded = await startEmbedded({ dataDir, log });
  await migrate(embedded.connection, log);
  const db = openDb({ connection: embedded.connection, log });
  const single = await readFile(new URL('./single.sql', import.meta.url), 'utf8');
  const client = new Client(clientConfig(embedded.connection));
  await client.connect();
  await client.query(single);
  await client.end();
  await seedCases(db);
  const [box] = await db.sql<{ name: string }>`select name from cases order by price, id limit 1`;
  const { firstPlayerId, tokens } = await addPlayers(db, players);
  await addDrops(db, box!.name);
  await db.sql`analyze`;
  const [server] = await db.sql<{ pid: number }>`
    select split_part(pg_read_file('postmaster.pid'), E'\\n', 1)::int8 as pid`;
  return {
    connection: embedded.connection,
    db,
    postmasterPid: server!.pid,
    firstPlayerId,
    players,
    tokens,
    caseName: box!.name,
    async stop() {
      await db.close();
      await embedded.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
