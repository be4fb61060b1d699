import assert from 'node:assert/strict';
import type { Seeds } from '@karat/contract/fairness';
import type { Sql } from '#db/db.ts';

type WalletSeed = { readonly seedId: number | null; readonly nonce: number };

export async function lockWallet(sql: Sql, playerId: number): Promise<WalletSeed | undefined> {
  const [wallet] = await sql<WalletSeed>`
    select seed_id as "seedId", nonce from wallets where player_id = ${playerId} for no key update`;
  return wallet;
}

/** Once a player has seeds, they are only replaced, as long as the site runs. */
export async function hasSeeds(sql: Sql, playerId: number): Promise<boolean> {
  const [wallet] = await sql`select from wallets where player_id = ${playerId} and seed_id is not null`;
  return wallet !== undefined;
}

export async function updateWalletSeed(sql: Sql, { playerId, seedId }: { playerId: number; seedId: number }) {
  await sql`update wallets set seed_id = ${seedId}, nonce = 0 where player_id = ${playerId}`;
}

type NewSeed = {
  readonly playerId: number;
  readonly sealed: Buffer;
  readonly serverSeedHash: string;
  readonly clientSeed: string | null;
};

export async function insertSeed(sql: Sql, seed: NewSeed): Promise<number> {
  const state = seed.clientSeed === null ? 'NEXT' : 'ACTIVE';
  const [inserted] = await sql<{ id: number }>`
    insert into seeds (player_id, state, sealed, server_seed_hash, client_seed)
    values (${seed.playerId}, ${state}, ${seed.sealed}, ${seed.serverSeedHash}, ${seed.clientSeed})
    returning id`;
  return inserted!.id;
}

type SealedSeed = { readonly id: number; readonly sealed: Buffer; readonly serverSeedHash: string };

/** Selects only seeds that have a client seed, because no roll uses the others. */
export function selectSealedSeeds(sql: Sql, ids: readonly number[]) {
  return sql<SealedSeed & { readonly clientSeed: string }>`
    select id, sealed, server_seed_hash as "serverSeedHash", client_seed as "clientSeed"
    from seeds where id = any(${ids}::int8[]) and client_seed is not null`;
}

export async function selectCurrentSeeds(sql: Sql, playerId: number) {
  const rows = await sql<SealedSeed & { state: string; clientSeed: string }>`
    select id, state, sealed, server_seed_hash as "serverSeedHash", client_seed as "clientSeed"
    from seeds where player_id = ${playerId} and state <> 'REVEALED'`;
  const [active, next] = ['ACTIVE', 'NEXT'].map((state) => rows.find((row) => row.state === state));
  assert(active !== undefined && next !== undefined, `Player ${playerId} does not have an active and a next seed`);
  return { active, next };
}

/** Records the time of the reveal, not of the transaction's start: openings that it waited for came before it. */
export async function updateToRevealed(sql: Sql, id: number, serverSeed: string): Promise<void> {
  await sql`
    update seeds set state = 'REVEALED', server_seed = ${serverSeed}, revealed_at = clock_timestamp()
    where id = ${id} and state = 'ACTIVE'`;
}

export async function updateToActive(sql: Sql, id: number, clientSeed: string): Promise<void> {
  await sql`update seeds set state = 'ACTIVE', client_seed = ${clientSeed} where id = ${id} and state = 'NEXT'`;
}

/** Players with unrevealed seeds, ordered by id. */
export async function selectSeedOwners(sql: Sql, { after, limit }: { after: number; limit: number }) {
  const rows = await sql<{ playerId: number }>`
    select distinct player_id as "playerId" from seeds
    where state <> 'REVEALED' and player_id > ${after} order by player_id limit ${limit}`;
  return rows.map(({ playerId }) => playerId);
}

export async function lockWallets(sql: Sql, playerIds: readonly number[]): Promise<void> {
  await sql`
    select from wallets where player_id = any(${playerIds}::int8[]) order by player_id for no key update`;
}

export function selectUnrevealedSeeds(sql: Sql, playerIds: readonly number[]) {
  return sql<SealedSeed & { readonly playerId: number }>`
    select id, player_id as "playerId", sealed, server_seed_hash as "serverSeedHash"
    from seeds where player_id = any(${playerIds}::int8[]) and state <> 'REVEALED'`;
}

/** Reveals next seeds too. No roll used them, and the client seed 'unused' says so. */
export async function updateAllToRevealed(
  sql: Sql,
  seeds: readonly { readonly id: number; readonly serverSeed: string }[],
): Promise<void> {
  await sql`
    update seeds
    set state = 'REVEALED', server_seed = opened.server_seed, client_seed = coalesce(client_seed, 'unused'),
        revealed_at = clock_timestamp()
    from unnest(${seeds.map(({ id }) => id)}::int8[], ${seeds.map(({ serverSeed }) => serverSeed)}::text[])
      as opened (id, server_seed)
    where seeds.id = opened.id and state <> 'REVEALED'`;
}

export async function updateWalletsWithoutSeed(sql: Sql, playerIds: readonly number[]): Promise<void> {
  await sql`update wallets set seed_id = null, nonce = 0 where player_id = any(${playerIds}::int8[])`;
}

/** One statement, so hash, client seed and nonce are of one moment. */
export async function selectShownSeeds(sql: Sql, playerId: number): Promise<Seeds | undefined> {
  const [row] = await sql<{ activeHash: string; clientSeed: string; nonce: number; nextHash: string }>`
    select active.server_seed_hash as "activeHash", active.client_seed as "clientSeed", wallets.nonce,
           next.server_seed_hash as "nextHash"
    from wallets
    join seeds as active on active.id = wallets.seed_id
    join seeds as next on next.player_id = wallets.player_id and next.state = 'NEXT'
    where wallets.player_id = ${playerId}`;
  if (row === undefined) return undefined;
  const { activeHash, clientSeed, nonce, nextHash } = row;
  return { active: { serverSeedHash: activeHash, clientSeed, nonce }, next: { serverSeedHash: nextHash } };
}
