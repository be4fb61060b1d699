import type { PublicCaseRoll, Roll } from '@karat/contract/fairness';
import type { Sql } from '#db/db.ts';

type Page = { readonly offset: number; readonly limit: number };

/** A page of the player's rolls, newest first, by an index-only scan. */
export async function selectOwnRollIds(sql: Sql, { playerId, offset, limit }: Page & { playerId: number }) {
  const rows = await sql<{ id: number }>`
    select id from openings where player_id = ${playerId} order by id desc offset ${offset} limit ${limit}`;
  return rows.map(({ id }) => id);
}

export async function countOwnRolls(sql: Sql, playerId: number): Promise<number> {
  const [row] = await sql<{ count: number }>`select count(*) as count from openings where player_id = ${playerId}`;
  return row!.count;
}

/** The rolls of one request: the first one has the key, the others are the nonces that follow it. */
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

/** `server_seed` is empty until the reveal. This never reads the sealed seed. */
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

export async function selectCaseId(sql: Sql, name: string): Promise<number | undefined> {
  const [row] = await sql<{ id: number }>`select id from cases where name = ${name}`;
  return row?.id;
}

/** Newest first, from an id downwards. Reads each version by its own index and only as far as the page needs. */
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

/** Oldest first, within a range of ids. */
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

/** The public part of rolls. Of the opener it contains only the kind; seeds, nonces and times would reveal more. */
export function selectCaseRolls(sql: Sql, ids: readonly number[], demoNameKeys: readonly string[]) {
  return sql<CaseRollRow>`
    select openings.id, to_char(openings.created_at at time zone 'UTC', 'YYYY-MM-DD') as day,
           case_versions.hash as "caseHash", openings.ticket, openings.item_id as "itemId",
           case when players.staff_role is not null then 'staff'
                when players.username_key = any(${demoNameKeys}::text[]) then 'demo'
                else 'player' end as opener
    from openings
    join case_versions on case_versions.id = openings.version_id
    join players on players.id = openings.player_id
    where openings.id = any(${ids}::int8[])`;
}
