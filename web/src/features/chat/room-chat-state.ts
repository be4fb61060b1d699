import { create } from 'zustand';
import { onEvent, onConnect, emit } from '#core/socket.ts';
import { useSession } from '#core/session.ts';
import { type Conversation, type ConversationState, createConversation, emptyConversation } from './conversation.ts';

type RoomChat = ConversationState & {
  /** Undefined while no room is open. */
  roomId: number | undefined;
};

const closed: RoomChat = { ...emptyConversation, roomId: undefined };

/** The chat of the open room. */
export const useRoomChat = create<RoomChat>(() => closed);

const openId = () => useRoomChat.getState().roomId;

const conversation = createConversation(useRoomChat, {
  requestList: () => {
    const roomId = openId();
    return roomId !== undefined && emit('GET_GAME_ROOM_CHAT_MESSAGES', { roomId });
  },
  sendMessage: ({ key, message }) => {
    const roomId = openId();
    return roomId !== undefined && emit('SEND_GAME_ROOM_MESSAGE', { roomId, message, key });
  },
});

export const roomChat: Conversation = { ...conversation, kind: 'room', store: useRoomChat };

/** Switches the store to this room; returns a function that closes it. */
export function openRoomChat(roomId: number): () => void {
  useRoomChat.setState({ ...closed, roomId });
  conversation.fetchList();
  return () => useRoomChat.setState(closed);
}

onConnect(conversation.fetchList);

onEvent('GAME_ROOM_CHAT_MESSAGES', ({ roomId, data }) => {
  if (roomId === openId()) conversation.applyList(data);
});
onEvent('NEW_GAME_ROOM_MESSAGE', ({ roomId, ...line }) => {
  if (roomId === openId()) conversation.addMessage(line);
});
onEvent('GAME_ROOM_MESSAGE_DELETED', ({ roomId, id }) => {
  if (roomId === openId()) conversation.removeMessage(id);
});
onEvent('ERROR', ({ key }) => {
  if (key !== undefined) conversation.returnToDraft(key);
});

useSession.subscribe((now, before) => {
  if (now.username !== before.username) useRoomChat.setState({ pending: [], draft: '' });
});
