import type { Sql } from '#db/db.ts';

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

/** The newest opening older than this; 0 if there is none. */
export async function selectIdBefore(sql: Sql, ageSeconds: number): Promise<number> {
  const [row] = await sql<{ id: number }>`
    select id from openings where created_at < now() - ${ageSeconds} * interval '1 second' order by id desc limit 1`;
  return row?.id ?? 0;
}

type IdRange = { readonly caseId: number; readonly after: number; readonly upTo: number };
export type DropCount = { readonly versionId: number; readonly itemId: number; readonly count: number };

/** How often each item of each version was won within a range of ids. Reads no other case. */
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

/** Openings of sandbox players by version, up to an id. Read by player, because there are few of them. */
export async function countSandboxOpenings(
  sql: Sql,
  { caseId, upTo }: Pick<IdRange, 'caseId' | 'upTo'>,
): Promise<ReadonlyMap<number, number>> {
  const rows = await sql<{ versionId: number; count: number }>`
    select version_id as "versionId", count(*) as count
    from players join openings on openings.player_id = players.id
    where is_sandbox and openings.id <= ${upTo}
      and version_id in (select id from case_versions where case_id = ${caseId})
    group by version_id`;
  return new Map(rows.map(({ versionId, count }) => [versionId, count]));
}

/** Serialises warnings, so that two processes that check at the same time warn once. */
export async function lockWarnings(sql: Sql): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('odds_warnings'))`;
}

/** Admins who have not received this warning today. */
export async function selectAdminsToWarn(sql: Sql, { caseName, version }: { caseName: string; version: number }) {
  const rows = await sql<{ id: number }>`
    select id from players
    where staff_role = 'admin' and state = 'active' and not exists (
      select from notifications
      where player_id = players.id and key = 'odds.unlikely' and parameters ->> 'caseName' = ${caseName}
        and (parameters ->> 'version')::int8 = ${version} and updated_at >= date_trunc('day', now()))
    order by id`;
  return rows.map(({ id }) => id);
}
