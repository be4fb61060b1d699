import type { ChatMessage, HiddenPlayer } from '@karat/contract/chat';
import type { Sql } from '#db/db.ts';

type MessageRow = Omit<ChatMessage, 'sender'> & {
  readonly senderId: number;
  readonly username: string;
  readonly isSandbox: boolean;
  readonly profileImg: string;
  readonly elo: number;
  readonly isAdmin: boolean;
  readonly isStaff: boolean;
};

function messageOf({
  id,
  senderId,
  username,
  isSandbox,
  profileImg,
  elo,
  isAdmin,
  isStaff,
  message,
  timestamp,
  key,
}: MessageRow): ChatMessage {
  const sender = { id: senderId, username, isSandbox, profileImg, elo, isAdmin, isStaff };
  return { id, sender, message, timestamp, key };
}

type History = { readonly messages: ChatMessage[]; readonly slowModeSeconds: number };

/** The latest messages, oldest first, and the settings of the chat, from one snapshot. */
export async function selectHistory(sql: Sql, limit: number): Promise<History> {
  const rows = await sql<{ slowModeSeconds: number } & (MessageRow | { id: null })>`
    select slow_mode_seconds as "slowModeSeconds", latest.*
    from chat_settings left join lateral (
      select chat_messages.id, message, chat_messages.created_at as timestamp, key,
             player_id as "senderId", username, is_sandbox as "isSandbox", coalesce(avatar, '') as "profileImg", elo,
             role = 'admin' as "isAdmin", staff_role is not null as "isStaff"
      from chat_messages join players on players.id = player_id
      where chat_messages.deleted_at is null
      order by chat_messages.id desc limit ${limit}
    ) as latest on true
    order by latest.id`;
  const messages = rows.flatMap((row) => (row.id === null ? [] : [messageOf(row)]));
  return { messages, slowModeSeconds: rows[0]!.slowModeSeconds };
}

/** The players who are muted now, and until when. Expired mutes are not read. */
export async function selectMutes(sql: Sql): Promise<Map<number, string>> {
  const rows = await sql<{ playerId: number; mutedUntil: string }>`
    select player_id as "playerId", muted_until as "mutedUntil" from chat_mutes where muted_until > now()`;
  return new Map(rows.map(({ playerId, mutedUntil }) => [playerId, mutedUntil]));
}

/** Serialises what a player does in the chat and what staff do to them there. Held until the commit. */
export async function lockChatPlayer(sql: Sql, playerId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('karat/chat/' || ${playerId}::int8, 0))`;
}

type WriteStatus = {
  /** 0 if the player is not muted. */
  readonly mutedForSeconds: number;
  readonly slowModeSeconds: number;
  /** Null if the player has never written. */
  readonly sinceLastSeconds: number | null;
  /** The player's last messages within the window, newest first. */
  readonly recentMessages: readonly string[];
};

/** Whether and how a player may write. Uses the clock time, because the transaction may have waited for a lock. */
export async function selectWriteStatus(
  sql: Sql,
  playerId: number,
  { count, spanSeconds }: { count: number; spanSeconds: number },
): Promise<WriteStatus> {
  const [status] = await sql<WriteStatus>`
    select coalesce((select extract(epoch from muted_until - clock_timestamp())::float8 from chat_mutes
                     where player_id = ${playerId} and muted_until > clock_timestamp()), 0) as "mutedForSeconds",
           slow_mode_seconds as "slowModeSeconds",
           (select extract(epoch from clock_timestamp() - created_at)::float8 from chat_messages
            where player_id = ${playerId} order by id desc limit 1) as "sinceLastSeconds",
           array(select message from (
                   select id, message, created_at from chat_messages
                   where player_id = ${playerId} order by id desc limit ${count}) as last
                 where created_at > clock_timestamp() - ${spanSeconds} * interval '1 second'
                 order by id desc) as "recentMessages"
    from chat_settings`;
  return status!;
}

type StoredMessage = { readonly message: ChatMessage; readonly isDeleted: boolean };

export async function selectByKey(sql: Sql, playerId: number, key: string): Promise<StoredMessage | undefined> {
  const [found] = await sql<MessageRow & { isDeleted: boolean }>`
    select chat_messages.id, message, chat_messages.created_at as timestamp, key,
           player_id as "senderId", username, is_sandbox as "isSandbox", coalesce(avatar, '') as "profileImg", elo,
           role = 'admin' as "isAdmin", staff_role is not null as "isStaff",
           chat_messages.deleted_at is not null as "isDeleted"
    from chat_messages join players on players.id = player_id
    where player_id = ${playerId} and key = ${key}`;
  if (found === undefined) return undefined;
  return { message: messageOf(found), isDeleted: found.isDeleted };
}

type NewMessage = { readonly playerId: number; readonly message: string; readonly key: string | null };

export async function insertMessage(sql: Sql, { playerId, message, key }: NewMessage): Promise<ChatMessage> {
  const [inserted] = await sql<MessageRow>`
    with inserted as (
      insert into chat_messages (player_id, message, key, created_at)
      values (${playerId}, ${message}, ${key}, clock_timestamp())
      returning id, player_id, message, key, created_at
    )
    select inserted.id, message, inserted.created_at as timestamp, key,
           player_id as "senderId", username, is_sandbox as "isSandbox", coalesce(avatar, '') as "profileImg", elo,
           role = 'admin' as "isAdmin", staff_role is not null as "isStaff"
    from inserted join players on players.id = player_id`;
  return messageOf(inserted!);
}

type DeletedMessage = { readonly playerId: number; readonly message: string; readonly isNew: boolean };

/** Marks a message as deleted; undefined if there is none. `isNew` for the first deletion. */
export async function markDeleted(sql: Sql, id: number, actorId: number): Promise<DeletedMessage | undefined> {
  const [found] = await sql<DeletedMessage>`
    with found as (
      select id, player_id, message, deleted_at is null as is_new from chat_messages where id = ${id} for update
    ), marked as (
      update chat_messages set deleted_at = now(), deleted_by = ${actorId}
      from found where chat_messages.id = found.id and is_new
    )
    select player_id as "playerId", message, is_new as "isNew" from found`;
  return found;
}

type ChatPlayer = { readonly isStaff: boolean; readonly mutedUntil: string | null };

export async function selectChatPlayer(sql: Sql, playerId: number): Promise<ChatPlayer | undefined> {
  const [found] = await sql<ChatPlayer>`
    select staff_role is not null as "isStaff",
           (select muted_until from chat_mutes where player_id = players.id and muted_until > now()) as "mutedUntil"
    from players where id = ${playerId}`;
  return found;
}

export async function upsertMute(sql: Sql, playerId: number, minutes: number): Promise<string> {
  const [mute] = await sql<{ mutedUntil: string }>`
    insert into chat_mutes (player_id, muted_until)
    values (${playerId}, date_trunc('milliseconds', now() + ${minutes} * interval '1 minute'))
    on conflict (player_id) do update set muted_until = excluded.muted_until
    returning muted_until as "mutedUntil"`;
  return mute!.mutedUntil;
}

export async function deleteMute(sql: Sql, playerId: number): Promise<void> {
  await sql`delete from chat_mutes where player_id = ${playerId}`;
}

/** Returns the previous value. */
export async function updateSlowMode(sql: Sql, seconds: number): Promise<number> {
  const [row] = await sql<{ before: number }>`
    with before as (select slow_mode_seconds from chat_settings for update)
    update chat_settings set slow_mode_seconds = ${seconds} from before returning before.slow_mode_seconds as before`;
  return row!.before;
}

/** The most recently hidden first. */
export function selectHidden(sql: Sql, playerId: number): Promise<HiddenPlayer[]> {
  return sql<HiddenPlayer>`
    select hidden_id as id, username, is_sandbox as "isSandbox" from hidden_players join players on players.id = hidden_id
    where player_id = ${playerId} order by hidden_players.created_at desc, hidden_id desc`;
}

type Hiding = { readonly playerId: number; readonly hiddenId: number };

/** Returns false if that player was hidden already or does not exist. */
export async function insertHiding(sql: Sql, { playerId, hiddenId }: Hiding): Promise<boolean> {
  const rows = await sql`
    insert into hidden_players (player_id, hidden_id)
    select ${playerId}, id from players where id = ${hiddenId}
    on conflict do nothing returning hidden_id`;
  return rows.length > 0;
}

export async function deleteHiding(sql: Sql, { playerId, hiddenId }: Hiding): Promise<boolean> {
  const rows = await sql`
    delete from hidden_players where player_id = ${playerId} and hidden_id = ${hiddenId} returning hidden_id`;
  return rows.length > 0;
}

type Retention = { readonly days: number; readonly newest: number; readonly limit: number };

/** Deletes messages that are old and not among the newest. Returns their number. */
export async function deleteOldMessages(sql: Sql, { days, newest, limit }: Retention): Promise<number> {
  const rows = await sql`
    delete from chat_messages where id in (
      select id from chat_messages
      where id <= (select id from chat_messages order by id desc offset ${newest} limit 1)
        and created_at < now() - ${days} * interval '1 day'
      order by id limit ${limit})
    returning id`;
  return rows.length;
}

export async function deleteOldMutes(sql: Sql): Promise<void> {
  await sql`delete from chat_mutes where muted_until < now() - interval '1 day'`;
}
