import type { PublicTexts } from '@karat/contract/site-status';
import type { Announcement } from '@karat/contract/switches';
import type { Sql } from '#db/db.ts';

export type OpenAnnouncement = {
  readonly id: number;
  readonly text: PublicTexts;
  readonly startsAt: string;
  readonly endsAt: string | null;
};

/** Those that have not ended, also those that start later; newest first. */
export function selectOpenAnnouncements(sql: Sql): Promise<OpenAnnouncement[]> {
  return sql<OpenAnnouncement>`
    select id, json_build_object('tr', text_tr, 'en', text_en) as text, starts_at as "startsAt", ends_at as "endsAt"
    from announcements
    where ended_at is null and (ends_at is null or ends_at > now())
    order by starts_at desc, id desc`;
}

export function selectAnnouncements(sql: Sql, limit: number): Promise<Announcement[]> {
  return sql<Announcement>`
    select announcements.id, json_build_object('tr', text_tr, 'en', text_en) as text, starts_at as "startsAt",
           ends_at as "endsAt", ended_at as "endedAt",
           json_build_object('id', players.id, 'username', username, 'isSandbox', is_sandbox) as "createdBy"
    from announcements join players on players.id = created_by
    order by announcements.id desc limit ${limit}`;
}

export async function selectAnnouncement(sql: Sql, id: number): Promise<Announcement | undefined> {
  const [announcement] = await sql<Announcement>`
    select announcements.id, json_build_object('tr', text_tr, 'en', text_en) as text, starts_at as "startsAt",
           ends_at as "endsAt", ended_at as "endedAt",
           json_build_object('id', players.id, 'username', username, 'isSandbox', is_sandbox) as "createdBy"
    from announcements join players on players.id = created_by
    where announcements.id = ${id}`;
  return announcement;
}

/** Waits for other changes of the announcement. */
export async function lockAnnouncement(sql: Sql, id: number): Promise<{ readonly isOver: boolean } | undefined> {
  const [announcement] = await sql<{ isOver: boolean }>`
    select ended_at is not null or coalesce(ends_at <= now(), false) as "isOver"
    from announcements where id = ${id} for update`;
  return announcement;
}

type NewAnnouncement = {
  readonly text: PublicTexts;
  /** Now, if undefined. */
  readonly startsAt: string | undefined;
  readonly endsAt: string | undefined;
};

/** Undefined if it would end before it starts. */
export async function insertAnnouncement(
  sql: Sql,
  { text, startsAt, endsAt, actorId }: NewAnnouncement & { readonly actorId: number },
): Promise<number | undefined> {
  const [row] = await sql<{ id: number }>`
    insert into announcements (text_tr, text_en, starts_at, ends_at, created_by)
    select ${text.tr}, ${text.en}, starts_at, ends_at, ${actorId}::int8
    from (select coalesce(${startsAt ?? null}::timestamptz, now()) as starts_at, ${endsAt ?? null}::timestamptz as ends_at) as period
    where ends_at is null or (ends_at > starts_at and ends_at > now())
    returning id`;
  return row?.id;
}

/** Keeps the start if there is no new one. Returns false if it would end before it starts. */
export async function updateAnnouncement(
  sql: Sql,
  { id, text, startsAt, endsAt }: NewAnnouncement & { readonly id: number },
): Promise<boolean> {
  const rows = await sql`
    update announcements
    set text_tr = ${text.tr}, text_en = ${text.en}, starts_at = period.starts_at, ends_at = period.ends_at
    from (
      select coalesce(${startsAt ?? null}::timestamptz, starts_at) as starts_at, ${endsAt ?? null}::timestamptz as ends_at
      from announcements where id = ${id}
    ) as period
    where id = ${id} and (period.ends_at is null or (period.ends_at > period.starts_at and period.ends_at > now()))
    returning id`;
  return rows.length > 0;
}

export async function updateAnnouncementEnded(sql: Sql, id: number): Promise<void> {
  await sql`update announcements set ended_at = now() where id = ${id}`;
}
