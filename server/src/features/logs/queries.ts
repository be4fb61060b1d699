import type { Sql } from '#db/db.ts';

/** One after another: each row's hash covers the one before it. Held until the commit. */
export async function lockStaffActs(sql: Sql): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('karat/staff_acts', 0))`;
}

export type NewStaffAct = {
  /** Null where the site itself or its operator acted. */
  readonly actorId: number | null;
  readonly act: string;
  readonly subject: string;
  readonly reason: string | null;
  /** JSON. */
  readonly before: string | null;
  readonly after: string | null;
};

export async function insertStaffAct(sql: Sql, entry: NewStaffAct): Promise<void> {
  const { actorId, act, subject, reason, before, after } = entry;
  await sql`
    with entry as (
      select ${actorId}::int8 as actor_id, ${act}::text as act, ${subject}::text as subject, ${reason}::text as reason,
             ${before}::jsonb as before, ${after}::jsonb as after, clock_timestamp() as created_at
    )
    insert into staff_acts (actor_id, act, subject, reason, before, after, created_at, hash)
    select entry.*, encode(sha256(convert_to(
             coalesce((select hash from staff_acts order by id desc limit 1), '') || jsonb_build_array(
               actor_id, act, subject, reason, before, after, extract(epoch from created_at))::text,
             'UTF8')), 'hex')
    from entry`;
}

export type NewSiteEvent = {
  readonly playerId: number | null;
  readonly event: string;
  readonly subject: string;
  /** JSON. */
  readonly details: string | null;
};

export async function insertSiteEvent(sql: Sql, entry: NewSiteEvent): Promise<void> {
  const { playerId, event, subject, details } = entry;
  await sql`
    insert into site_events (player_id, event, subject, details)
    values (${playerId}, ${event}, ${subject}, ${details}::jsonb)`;
}

/** Rows whose hash does not follow from what they say and from the row before them: changed, or a gap before them. */
export function selectBrokenStaffActs(sql: Sql, limit: number): Promise<{ id: number }[]> {
  return sql<{ id: number }>`
    select id from (
      select id, hash, encode(sha256(convert_to(
               lag(hash, 1, '') over (order by id) || jsonb_build_array(
                 actor_id, act, subject, reason, before, after, extract(epoch from created_at))::text,
               'UTF8')), 'hex') as expected
      from staff_acts
    ) as acts
    where hash <> expected order by id limit ${limit}`;
}

export async function countStaffActs(sql: Sql): Promise<number> {
  const [row] = await sql<{ total: number }>`select count(*) as total from staff_acts`;
  return row!.total;
}
