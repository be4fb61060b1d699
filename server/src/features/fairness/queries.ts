import assert from 'node:assert/strict';
import type { PublicCaseRoll, Roll, Seeds } from '@karat/contract/fairness';
import type { Sql } from '#db/db.ts';

type WalletSeed = { readonly seedId: number | null; readonly nonce: number };

export async function lockWallet(sql: Sql, playerId: number): Promise<WalletSeed | undefined> {
  const [wallet] = await sql<WalletSeed>`
    select seed_id as "seedId", nonce from wallets where player_id = ${playerId} for no key update`;
  return wallet;
}

/** Once given, seeds are only exchanged for others, as long as the site runs. */
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

/** The time is that of the reveal, not of the transaction's start: openings that it waited for came before it. */
export async function updateToRevealed(sql: Sql, id: number, serverSeed: string): Promise<void> {
  await sql`
    update seeds set state = 'REVEALED', server_seed = ${serverSeed}, revealed_at = clock_timestamp()
    where id = ${id} and state = 'ACTIVE'`;
}

export async function updateToActive(sql: Sql, id: number, clientSeed: string): Promise<void> {
  await sql`update seeds set state = 'ACTIVE', client_seed = ${clientSeed} where id = ${id} and state = 'NEXT'`;
}

/** Players whose seeds have not all been revealed, in the order of their ids. */
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

/** Those that were next as well: no roll was ever made with them, and their client seed says so. */
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

type Page = { readonly offset: number; readonly limit: number };

/** A page of the player's rolls, newest first, found on the index alone. */
export async function selectOwnRollIds(sql: Sql, { playerId, offset, limit }: Page & { playerId: number }) {
  const rows = await sql<{ id: number }>`
    select id from openings where player_id = ${playerId} order by id desc offset ${offset} limit ${limit}`;
  return rows.map(({ id }) => id);
}

export async function countOwnRolls(sql: Sql, playerId: number): Promise<number> {
  const [row] = await sql<{ count: number }>`select count(*) as count from openings where player_id = ${playerId}`;
  return row!.count;
}

/** Rolls of one request: the key stands on the first, the others are the nonces that follow it. */
export async function selectRequestRollIds(sql: Sql, request: { playerId: number; requestKey: string }) {
  const rows = await sql<{ id: number }>`
    select openings.id
    from openings as first
    join openings on openings.seed_id = first.seed_id
      and openings.nonce between first.nonce and first.nonce + first.request_count - 1
    where first.player_id = ${request.playerId} and first.request_key = ${request.requestKey}
    order by openings.id desc`;
  return rows.map(({ id }) => id);
}

type RollOwner = { readonly playerId: number; readonly ageMs: number };

export async function selectRollOwner(sql: Sql, id: number): Promise<RollOwner | undefined> {
  const [row] = await sql<RollOwner>`
    select player_id as "playerId", (extract(epoch from now() - created_at) * 1000)::float8 as "ageMs"
    from openings where id = ${id}`;
  return row;
}

/** `server_seed` is empty until the seed is revealed: what is sealed is never read here. */
export function selectRolls(sql: Sql, ids: readonly number[]): Promise<Omit<Roll, 'handle' | 'from' | 'to'>[]> {
  return sql<Omit<Roll, 'handle' | 'from' | 'to'>>`
    select openings.id, openings.created_at as "createdAt", cases.name as "caseName", case_versions.price,
           case_versions.canon as "caseCanon", case_versions.hash as "caseHash",
           seeds.server_seed_hash as "serverSeedHash", seeds.server_seed as "serverSeed",
           seeds.client_seed as "clientSeed", openings.entropy, openings.nonce, openings.ticket,
           openings.item_id as "itemId", items.market_hash_name, items.image, items.rarity as "skinRarity",
           inventory.quick_sell_price
    from openings
    join case_versions on case_versions.id = openings.version_id
    join cases on cases.id = case_versions.case_id
    join seeds on seeds.id = openings.seed_id
    join items on items.id = openings.item_id
    join inventory on inventory.id = openings.id
    where openings.id = any(${ids}::int8[])
    order by openings.id desc`;
}

export type VersionRow = {
  readonly caseId: number;
  readonly caseName: string;
  readonly versionId: number;
  readonly version: number;
  readonly hash: string;
  readonly canon: string;
  readonly price: number;
  readonly isCurrent: boolean;
};

export async function selectCaseId(sql: Sql, name: string): Promise<number | undefined> {
  const [row] = await sql<{ id: number }>`select id from cases where name = ${name}`;
  return row?.id;
}

export async function selectCaseIds(sql: Sql): Promise<number[]> {
  const rows = await sql<{ id: number }>`select id from cases order by id`;
  return rows.map(({ id }) => id);
}

export function selectVersions(sql: Sql, caseId: number): Promise<VersionRow[]> {
  return sql<VersionRow>`
    select cases.id as "caseId", cases.name as "caseName", case_versions.id as "versionId", case_versions.version,
           case_versions.hash, case_versions.canon, case_versions.price,
           case_versions.id = cases.version_id as "isCurrent"
    from cases join case_versions on case_versions.case_id = cases.id
    where cases.id = ${caseId} order by case_versions.version desc`;
}

export type ItemRow = {
  readonly itemId: number;
  readonly market_hash_name: string;
  readonly image: string;
  readonly skinRarity: string;
};

export function selectItems(sql: Sql, ids: readonly number[]): Promise<ItemRow[]> {
  return sql<ItemRow>`
    select id as "itemId", market_hash_name, image, rarity as "skinRarity"
    from items where id = any(${ids}::int8[])`;
}

/** The newest opening that is older than so many seconds; 0 when there is none. */
export async function selectIdBefore(sql: Sql, ageSeconds: number): Promise<number> {
  const [row] = await sql<{ id: number }>`
    select id from openings where created_at < now() - ${ageSeconds} * interval '1 second' order by id desc limit 1`;
  return row?.id ?? 0;
}

type IdRange = { readonly caseId: number; readonly after: number; readonly upTo: number };
export type DropCount = { readonly versionId: number; readonly itemId: number; readonly count: number };

/** How often each item of each version was won, among the openings in a range of ids. Those of other cases are not read. */
export function countDrops(sql: Sql, { caseId, after, upTo }: IdRange): Promise<DropCount[]> {
  return sql<DropCount>`
    select case_versions.id as "versionId", won.item_id as "itemId", won.count
    from case_versions cross join lateral (
      select item_id, count(*) as count from openings
      where version_id = case_versions.id and id > ${after} and id <= ${upTo}
      group by item_id
    ) as won
    where case_id = ${caseId}`;
}

/** Newest first, from an id downwards. Each version is read along its own index, and only as far as the page needs. */
export async function selectCaseRollIds(sql: Sql, page: Page & { caseId: number; upTo: number }): Promise<number[]> {
  const rows = await sql<{ id: number }>`
    select found.id
    from case_versions cross join lateral (
      select id from openings
      where version_id = case_versions.id and id <= ${page.upTo}
      order by id desc limit ${page.offset + page.limit}
    ) as found
    where case_id = ${page.caseId} order by found.id desc offset ${page.offset} limit ${page.limit}`;
  return rows.map(({ id }) => id);
}

/** Oldest first, from an id upwards to another. */
export async function selectCaseRollIdsAfter(
  sql: Sql,
  page: { caseId: number; after: number; upTo: number; limit: number },
) {
  const rows = await sql<{ id: number }>`
    select found.id
    from case_versions cross join lateral (
      select id from openings
      where version_id = case_versions.id and id > ${page.after} and id <= ${page.upTo}
      order by id limit ${page.limit}
    ) as found
    where case_id = ${page.caseId} order by found.id limit ${page.limit}`;
  return rows.map(({ id }) => id);
}

export type CaseRollRow = Omit<PublicCaseRoll, 'handle'> & { readonly id: number };

/** What others may know of rolls. Of who opened only the kind is told; seeds, nonces and times would tell more. */
export function selectCaseRolls(sql: Sql, ids: readonly number[], demoNameKeys: readonly string[]) {
  return sql<CaseRollRow>`
    select openings.id, to_char(openings.created_at at time zone 'UTC', 'YYYY-MM-DD') as day,
           case_versions.hash as "caseHash", openings.ticket, openings.item_id as "itemId",
           case when players.role = 'admin' then 'staff'
                when players.username_key = any(${demoNameKeys}::text[]) then 'demo'
                else 'player' end as opener
    from openings
    join case_versions on case_versions.id = openings.version_id
    join players on players.id = openings.player_id
    where openings.id = any(${ids}::int8[])`;
}

/** Two processes that look at the same moment tell one after the other, and so only once. */
export async function lockWarnings(sql: Sql): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('odds_warnings'))`;
}

/** Admins who have not been told these very words today. */
export async function selectAdminsToWarn(sql: Sql, { title, message }: { title: string; message: string }) {
  const rows = await sql<{ id: number }>`
    select id from players
    where role = 'admin' and state = 'active' and not exists (
      select from notifications
      where player_id = players.id and notifications.title = ${title} and notifications.message = ${message}
        and updated_at >= date_trunc('day', now()))
    order by id`;
  return rows.map(({ id }) => id);
}
