import { useEffect, useId } from 'react';
import { ConversationBody } from './conversation-body.tsx';
import { openRoomChat, roomChat } from './room-chat-state.ts';
import { useChatText } from './words/chat-text.ts';

/** The chat of a room, for players and spectators. */
export function RoomChat({ roomId }: { roomId: number }) {
  const t = useChatText();
  const id = useId();
  useEffect(() => openRoomChat(roomId), [roomId]);
  return (
    <section aria-labelledby={id} className="flex h-95 min-w-0 flex-col overflow-hidden surface">
      <h2 id={id} className="border-b border-line px-4 py-3 font-display text-base font-bold">
        {t.room}
      </h2>
      <ConversationBody conversation={roomChat} label={t.room} empty={t.roomEmpty} />
    </section>
  );
}
