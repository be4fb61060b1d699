import type { Sql } from '#db/db.ts';

/** Serialises actions, because each row's hash covers the previous one. Held until the commit. */
export async function lockStaffActions(sql: Sql): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('karat/staff_actions', 0))`;
}

export type NewStaffAction = {
  /** Null if the site itself or its operator acted. */
  readonly actorId: number | null;
  readonly action: string;
  readonly subject: string;
  readonly reason: string | null;
  /** JSON. */
  readonly before: string | null;
  readonly after: string | null;
};

export async function insertStaffAction(sql: Sql, entry: NewStaffAction): Promise<void> {
  const { actorId, action, subject, reason, before, after } = entry;
  await sql`
    with entry as (
      select ${actorId}::int8 as actor_id, ${action}::text as action, ${subject}::text as subject, ${reason}::text as reason,
             ${before}::jsonb as before, ${after}::jsonb as after, clock_timestamp() as created_at
    )
    insert into staff_actions (actor_id, action, subject, reason, before, after, created_at, hash)
    select entry.*, encode(sha256(convert_to(
             coalesce((select hash from staff_actions order by id desc limit 1), '') || jsonb_build_array(
               actor_id, action, subject, reason, before, after, extract(epoch from created_at))::text,
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

/** Deletes events that happened that long ago. Returns their number. */
export async function deleteEvents(sql: Sql, { ageMs, limit }: { ageMs: number; limit: number }): Promise<number> {
  const rows = await sql`
    delete from site_events where id in (
      select id from site_events where created_at < now() - ${ageMs} * interval '1 millisecond'
      order by created_at limit ${limit})
    returning id`;
  return rows.length;
}

/** Rows whose hash does not follow from their content and the previous row: changed rows, or a gap before them. */
export function selectBrokenStaffActions(sql: Sql, limit: number): Promise<{ id: number }[]> {
  return sql<{ id: number }>`
    select id from (
      select id, hash, encode(sha256(convert_to(
               lag(hash, 1, '') over (order by id) || jsonb_build_array(
                 actor_id, action, subject, reason, before, after, extract(epoch from created_at))::text,
               'UTF8')), 'hex') as expected
      from staff_actions
    ) as actions
    where hash <> expected order by id limit ${limit}`;
}

export async function countStaffActions(sql: Sql): Promise<number> {
  const [row] = await sql<{ total: number }>`select count(*) as total from staff_actions`;
  return row!.total;
}

export type LogPage = {
  /** YYYY-MM-DD in UTC. */
  readonly date: string;
  /** A regular expression that a line must match; null for all lines. */
  readonly pattern: string | null;
  readonly page: number;
  readonly limit: number;
  /** The maximum length of a line. */
  readonly lengthMax: number;
};

/**
 * The lines of a day, newest first: time, actor, action, object, reason, and details or changes. A search builds the line of
 * every entry of the day; without one, only the lines of the page are built.
 */
export async function selectLogLines(sql: Sql, request: LogPage): Promise<{ total: number; lines: string[] }> {
  const { date, pattern, page, limit, lengthMax } = request;
  const [dayStart, offset] = [`${date}T00:00:00Z`, (page - 1) * limit];
  const [row] = await sql<{ total: number; lines: string[] }>`
    with entries as not materialized (
      select 0 as source, id, created_at, actor_id as player_id, action as what, subject, reason, before, after
      from staff_actions where created_at >= ${dayStart}::timestamptz and created_at < ${dayStart}::timestamptz + interval '24 hours'
      union all
      select 1, id, created_at, player_id, event, subject, null, null, details
      from site_events where created_at >= ${dayStart}::timestamptz and created_at < ${dayStart}::timestamptz + interval '24 hours'
    ), candidates as (
      (select * from entries where ${pattern}::text is null
       order by created_at desc, source, id desc limit ${limit} offset ${offset})
      union all
      select * from entries where ${pattern}::text is not null
    ), lines as materialized (
      select source, candidates.id, candidates.created_at, concat_ws(' ',
               to_char(candidates.created_at at time zone 'UTC', 'HH24:MI:SS'),
               coalesce(who.username || '#' || who.id || case when who.is_sandbox then ' (sandbox)' else '' end, 'site'),
               what,
               case when target.id is null then subject
                    when target.id is distinct from who.id
                    then target.username || '#' || target.id || case when target.is_sandbox then ' (sandbox)' else '' end end,
               to_json(reason)::text,
               case when before is null then after::text
                    when after is null then before::text
                    else (select '{' || string_agg(to_json(key)::text || ': ' || coalesce((before -> key)::text, '–') ||
                                   ' → ' || coalesce((after -> key)::text, '–'), ', ') || '}'
                          from jsonb_object_keys(before || after) as key
                          where before -> key is distinct from after -> key) end
             ) as line
      from candidates
      left join players as who on who.id = player_id
      left join players as target on target.id = case when starts_with(subject, 'player:') then substr(subject, 8)::int8 end
    ), found as (
      select * from lines where ${pattern}::text is null or line ~ ${pattern}
    )
    select case when ${pattern}::text is null then (select count(*) from entries) else (select count(*) from found) end
             as total,
           array(select left(line, ${lengthMax}) from found order by created_at desc, source, id desc
                 limit ${limit} offset case when ${pattern}::text is null then 0 else ${offset}::int8 end) as lines`;
  return row!;
}
