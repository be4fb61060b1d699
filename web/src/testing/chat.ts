import type { ChatMessage } from '@karat/contract/chat';

type MessageFields = Partial<Pick<ChatMessage, 'message' | 'key' | 'timestamp'> & ChatMessage['sender']>;

/** A chat message. Each id has its own player by default, and is sent a minute after the previous id. */
export function chatLine(id: number, fields: MessageFields = {}): ChatMessage {
  const {
    message = `line ${id}`,
    key = null,
    timestamp = new Date(Date.UTC(2026, 2, 3, 12, id)).toISOString(),
  } = fields;
  const {
    username = `player${id}`,
    isSandbox = false,
    profileImg = '',
    elo = 1_200,
    isAdmin = false,
    isStaff = isAdmin,
  } = fields;
  const sender = { id: fields.id ?? 100 + id, username, isSandbox, profileImg, elo, isAdmin, isStaff };
  return { id, sender, message, timestamp, key };
}
