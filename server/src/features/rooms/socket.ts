import { Refusal } from '@karat/contract/refusal';
import { may } from '@karat/contract/staff';
import { hasLink } from '@karat/rules/chat';
import type { Caller, Deps } from '#deps.ts';
import { assertChatOn, assertNotMuted } from '#features/chat/chat.ts';
import { assertRate, type Rate } from '#http/rate-limit.ts';
import { anyone, onEvent, signedIn } from '#live/client-events.ts';
import type { LiveServer } from '#live/live.ts';
import { addMessageIdToRefusals } from '#live/refused-message.ts';
import { publishChatChange } from './live-updates.ts';
import { insertMessage, MESSAGES_PAGE_MAX, selectMessages } from './chat-queries.ts';
import { readRoom } from './views.ts';

const MESSAGE_RATE: Rate = { burst: 10, perSecond: 1 };

type RoomSocketDeps = Pick<Deps, 'db' | 'live' | 'limits' | 'env' | 'switches'>;
type Outgoing = { readonly roomId: number; readonly message: string; readonly key?: string | undefined };

/** Sends a message to a room, once per key. */
async function sendMessage(
  { db, limits }: RoomSocketDeps,
  { id: playerId, staffRole }: Caller,
  outgoing: Outgoing,
): Promise<void> {
  const { roomId, message, key } = outgoing;
  const tooFast = 'You are writing too fast. Please wait a moment.';
  assertRate(limits, { key: `room-chat:${playerId}`, rate: MESSAGE_RATE, message: tooFast });
  await assertNotMuted(db.sql, playerId);
  if (!may(staffRole, 'chat') && hasLink(message)) throw new Refusal('invalid', 'Links are not allowed in the chat.');
  await db.transaction(async (tx) => {
    const id = await insertMessage(tx.sql, { roomId, playerId, message, key: key ?? null });
    if (id !== undefined) await publishChatChange(tx, { roomId, id });
  });
}

/** A tab watches a room while its page is open; a reconnected tab joins again. */
export function roomSocket(live: LiveServer, deps: RoomSocketDeps): void {
  onEvent(live, 'JOIN_GAME_ROOM', anyone, async (roomId, _, socket) => {
    // Joins before the read, so that no change is missed and this tab counts as a spectator.
    socket.watchRoom(roomId);
    const room = await readRoom(deps, roomId);
    if (room === undefined) {
      socket.leaveRoom(roomId);
      throw new Refusal('not_found', 'Room not found.');
    }
    socket.emit('ROOM_DATA', room);
  });
  onEvent(live, 'QUIT_GAME_ROOM', anyone, (roomId, _, socket) => socket.leaveRoom(roomId));
  onEvent(live, 'GET_GAME_ROOM_CHAT_MESSAGES', anyone, async (roomId, _, socket) => {
    const data = await selectMessages(deps.db.sql, roomId, MESSAGES_PAGE_MAX);
    socket.emit('GAME_ROOM_CHAT_MESSAGES', { roomId, data });
  });
  onEvent(live, 'SEND_GAME_ROOM_MESSAGE', signedIn, async (outgoing, player) => {
    await assertChatOn(deps, player);
    await sendMessage(deps, player, outgoing);
  });
  addMessageIdToRefusals(live, 'SEND_GAME_ROOM_MESSAGE');
}
