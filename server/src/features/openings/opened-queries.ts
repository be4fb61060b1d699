import type { OpenedCase } from '@karat/contract/cases';
import type { TimedTable } from '#db/first-id-since.ts';
import type { Sql } from '#db/db.ts';

/** Openings by player and case (null: any), time and id. `until` and `endId` are exclusive. */
export type OpeningFilter = {
  readonly playerId: number | null;
  readonly versionIds: readonly number[] | null;
  readonly since: string;
  readonly until: string;
  readonly firstId: number;
  readonly endId: number;
};

export const OPENINGS_TABLE: TimedTable = {
  async selectLastId(sql) {
    const [row] = await sql<{ id: number }>`select coalesce(max(id), 0) as id from openings`;
    return row!.id;
  },
  async selectAtLeast(sql, id) {
    const [row] = await sql<{ id: number; createdAt: string }>`
      select id, created_at as "createdAt" from openings where id >= ${id} order by id limit 1`;
    return row;
  },
};

/** The versions of the cases whose name, then or now, is this one. */
export async function selectVersionIds(sql: Sql, caseName: string): Promise<number[]> {
  const rows = await sql<{ id: number }>`
    select id from case_versions
    where search_key(name) = search_key(${caseName})
      or case_id in (select id from cases where search_key = search_key(${caseName}))`;
  return rows.map(({ id }) => id);
}

export async function selectOpenerId(sql: Sql, usernameKey: string): Promise<number | undefined> {
  const [player] = await sql<{ id: number }>`select id from players where username_key = ${usernameKey}`;
  return player?.id;
}

export async function countFilteredOpenings(sql: Sql, filter: OpeningFilter, most: number): Promise<number> {
  const { playerId, versionIds, since, until, firstId, endId } = filter;
  const [row] = await sql<{ count: number }>`
    select count(*) as count from (
      select from openings
      where (${playerId}::int8 is null or player_id = ${playerId})
        and (${versionIds}::int8[] is null or version_id = any(${versionIds}::int8[]))
        and id >= ${firstId} and id < ${endId} and created_at >= ${since} and created_at < ${until}
      limit ${most}) as counted`;
  return row!.count;
}

type Slice = { readonly offset: number; readonly limit: number };

export async function selectFilteredIds(sql: Sql, filter: OpeningFilter & Slice): Promise<number[]> {
  const { playerId, versionIds, since, until, firstId, endId, offset, limit } = filter;
  const rows = await sql<{ id: number }>`
    select id from openings
    where (${playerId}::int8 is null or player_id = ${playerId})
      and (${versionIds}::int8[] is null or version_id = any(${versionIds}::int8[]))
      and id >= ${firstId} and id < ${endId} and created_at >= ${since} and created_at < ${until}
    order by id desc offset ${offset} limit ${limit}`;
  return rows.map(({ id }) => id);
}

/** The next openings of a download, oldest first, from a window of ids. */
export async function selectWindowIds(sql: Sql, filter: OpeningFilter & { readonly limit: number }): Promise<number[]> {
  const { playerId, versionIds, since, until, firstId, endId, limit } = filter;
  const rows = await sql<{ id: number }>`
    select id from openings
    where (${playerId}::int8 is null or player_id = ${playerId})
      and (${versionIds}::int8[] is null or version_id = any(${versionIds}::int8[]))
      and id >= ${firstId} and id < ${endId} and created_at >= ${since} and created_at < ${until}
    order by id limit ${limit}`;
  return rows.map(({ id }) => id);
}

/** Openings by id, oldest first. */
export function selectOpenedCases(sql: Sql, ids: readonly number[]): Promise<OpenedCase[]> {
  return sql<OpenedCase>`
    select openings.id, case_versions.name as "caseName", username as "openedBy",
           coalesce(is_sandbox, false) as "isSandbox", market_hash_name as "resultItem",
           coalesce(case_versions.price, 0) as "casePrice", openings.created_at as "createdAt"
    from openings
    left join case_versions on case_versions.id = version_id
    left join players on players.id = openings.player_id
    left join items on items.id = openings.item_id
    where openings.id = any(${ids}::int8[]) order by openings.id`;
}
