import assert from 'node:assert/strict';
import type { Seeds } from '@karat/contract/fairness';
import type { Sql } from '#db/db.ts';

type WalletSeed = { readonly seedId: number | null; readonly nonce: number };

export async function lockWallet(sql: Sql, playerId: number): Promise<WalletSeed | undefined> {
  const [wallet] = await sql<WalletSeed>`
    select seed_id as "seedId", nonce from wallets where player_id = ${playerId} for no key update`;
  return wallet;
}

/** Once given, seeds are only exchanged for others. */
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

/** Only of seeds that have met their client seed: before that nothing is rolled with them. */
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
  assert(active !== undefined && next !== undefined, `player ${playerId} has not both seeds`);
  return { active, next };
}

export async function updateToRevealed(sql: Sql, id: number, serverSeed: string): Promise<void> {
  await sql`
    update seeds set state = 'REVEALED', server_seed = ${serverSeed}, revealed_at = now()
    where id = ${id} and state = 'ACTIVE'`;
}

export async function updateToActive(sql: Sql, id: number, clientSeed: string): Promise<void> {
  await sql`update seeds set state = 'ACTIVE', client_seed = ${clientSeed} where id = ${id} and state = 'NEXT'`;
}

/** In one statement, so that hash, client seed and nonce are of one moment. */
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
