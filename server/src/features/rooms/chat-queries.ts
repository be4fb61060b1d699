import type { RoomMessage } from '@karat/contract/rooms';
import type { Sql } from '#db/db.ts';

/** Messages shown on a room's page. */
export const MESSAGES_PAGE_MAX = 100;

type MessageRow = Omit<RoomMessage, 'sender'> & Omit<RoomMessage['sender'], 'id'> & { readonly senderId: number };

const messageOf = ({
  senderId,
  username,
  isSandbox,
  profileImg,
  elo,
  isAdmin,
  isStaff,
  ...message
}: MessageRow): RoomMessage => ({
  ...message,
  sender: { id: senderId, username, isSandbox, profileImg, elo, isAdmin, isStaff },
});

/** Oldest first, without deleted messages. */
export async function selectMessages(sql: Sql, roomId: number, limit: number): Promise<RoomMessage[]> {
  const rows = await sql<MessageRow>`
    select * from (
      select room_messages.id, message, room_messages.created_at as timestamp, key, player_id as "senderId", username,
             is_sandbox as "isSandbox", coalesce(avatar, '') as "profileImg", elo, role = 'admin' as "isAdmin",
             staff_role is not null as "isStaff"
      from room_messages join players on players.id = player_id
      where room_id = ${roomId} and room_messages.deleted_at is null order by room_messages.id desc limit ${limit}
    ) as latest order by id`;
  return rows.map(messageOf);
}

/** One message, and whether staff deleted it; undefined if it does not exist. */
export async function selectMessage(
  sql: Sql,
  id: number,
): Promise<{ message: RoomMessage; isDeleted: boolean } | undefined> {
  const [row] = await sql<MessageRow & { isDeleted: boolean }>`
    select room_messages.id, message, room_messages.created_at as timestamp, key, player_id as "senderId", username,
           is_sandbox as "isSandbox", coalesce(avatar, '') as "profileImg", elo, role = 'admin' as "isAdmin",
           staff_role is not null as "isStaff", room_messages.deleted_at is not null as "isDeleted"
    from room_messages join players on players.id = player_id where room_messages.id = ${id}`;
  if (row === undefined) return undefined;
  const { isDeleted, ...message } = row;
  return { message: messageOf(message), isDeleted };
}

/** Returns the message id; undefined if the key was used before or the room does not exist. */
export async function insertMessage(
  sql: Sql,
  input: { roomId: number; playerId: number; message: string; key: string | null },
): Promise<number | undefined> {
  const [row] = await sql<{ id: number }>`
    insert into room_messages (room_id, player_id, message, key)
    select rooms.id, ${input.playerId}, ${input.message}, ${input.key} from rooms where rooms.id = ${input.roomId}
    on conflict do nothing returning id`;
  return row?.id;
}

/** Deletes all room messages of a player; returns them oldest first. */
export async function deleteMessagesOfPlayer(sql: Sql, playerId: number): Promise<{ roomId: number; id: number }[]> {
  const rows = await sql<{ roomId: number; id: number }>`
    delete from room_messages where player_id = ${playerId} returning room_id as "roomId", id`;
  return rows.toSorted((a, b) => a.id - b.id);
}

type DeletedMessage = {
  readonly roomId: number;
  readonly playerId: number;
  readonly message: string;
  readonly isNew: boolean;
};

/** Undefined if the message does not exist. */
export async function markMessageDeleted(sql: Sql, id: number, actorId: number): Promise<DeletedMessage | undefined> {
  const [found] = await sql<DeletedMessage>`
    with found as (
      select id, room_id, player_id, message, deleted_at is null as is_new from room_messages where id = ${id} for update
    ), marked as (
      update room_messages set deleted_at = now(), deleted_by = ${actorId}
      from found where room_messages.id = found.id and is_new
    )
    select room_id as "roomId", player_id as "playerId", message, is_new as "isNew" from found`;
  return found;
}
