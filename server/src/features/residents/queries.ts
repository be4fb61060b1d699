import type { Residents } from '@karat/contract/residents';
import type { Sql } from '#db/db.ts';

export type SiteKind = 'sandbox' | 'real';
export type SiteMode = {
  readonly kind: SiteKind;
  readonly areResidentsOn: boolean;
  readonly sinceFirstStartMs: number;
};

/** Undefined before the first start. */
export async function selectSiteMode(sql: Sql): Promise<SiteMode | undefined> {
  const [mode] = await sql<SiteMode>`
    select kind, residents_on as "areResidentsOn",
           (extract(epoch from clock_timestamp() - first_started_at) * 1000)::float8 as "sinceFirstStartMs"
    from site_mode`;
  return mode;
}

/** Records the kind at the first start. A database of an earlier version is a sandbox if it has sandbox players or demo accounts. */
export async function insertSiteMode(
  sql: Sql,
  { isPlayMoney, demoNameKeys }: { isPlayMoney: boolean; demoNameKeys: readonly string[] },
): Promise<void> {
  await sql`
    insert into site_mode (kind, residents_on)
    select case when is_sandbox then 'sandbox' else 'real' end, is_sandbox
    from (
      select ${isPlayMoney} or exists (select from players where is_sandbox)
        or exists (select from players where username_key = any(${demoNameKeys}::text[])) as is_sandbox
    ) as found
    on conflict do nothing`;
}

/** Locks the mode until the commit, so that nothing relies on a sandbox that is being left. */
export async function lockSiteMode(sql: Sql): Promise<SiteMode | undefined> {
  const [mode] = await sql<SiteMode>`
    select kind, residents_on as "areResidentsOn",
           (extract(epoch from clock_timestamp() - first_started_at) * 1000)::float8 as "sinceFirstStartMs"
    from site_mode for update`;
  return mode;
}

export async function updateResidentsOn(sql: Sql, isOn: boolean): Promise<void> {
  await sql`update site_mode set residents_on = ${isOn}`;
}

export async function updateToReal(sql: Sql): Promise<void> {
  await sql`
    insert into site_mode (kind, residents_on) values ('real', false)
    on conflict (is_only_row) do update
    set kind = 'real', residents_on = false,
        left_sandbox_at = case site_mode.kind when 'sandbox' then clock_timestamp() else site_mode.left_sandbox_at end`;
}

export async function selectActiveSandboxPlayers(sql: Sql): Promise<number[]> {
  const rows = await sql<{ id: number }>`select id from players where is_sandbox and state = 'active' order by id`;
  return rows.map(({ id }) => id);
}

export async function banSandboxPlayers(sql: Sql, ids: readonly number[], reason: string): Promise<void> {
  await sql`
    update players set state = 'banned', banned_at = now(), ban_reason = ${reason}
    where id = any(${ids}::int8[]) and state = 'active'`;
}

type ListedResident = Residents['residents'][number];

/** Those who have not been banned. */
export function selectResidents(sql: Sql): Promise<ListedResident[]> {
  return sql<ListedResident>`
    select players.id, username, coalesce(avatar, '') as avatar, is_sandbox as "isSandbox", actions,
           last_action_at as "lastActionAt"
    from residents join players on players.id = player_id
    where state = 'active' order by players.id`;
}

/** How often sandbox players have opened cases, counted up to `max`. Several at once count as one. */
export async function countOpenings(sql: Sql, max: number): Promise<number> {
  const [row] = await sql<{ count: number }>`
    select count(*)::int4 as count from (
      select from players join openings on openings.player_id = players.id
      where is_sandbox and request_key is not null limit ${max}
    ) as opened`;
  return row!.count;
}
