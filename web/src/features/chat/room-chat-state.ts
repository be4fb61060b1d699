import { create } from 'zustand';
import { hear, onConnect, say } from '#core/channel.ts';
import { useSession } from '#core/session.ts';
import { type Conversation, type Talk, createTalking, emptyTalk } from './talk.ts';

type RoomChat = Talk & {
  /** Undefined while no room is open. */
  roomId: number | undefined;
};

const closed: RoomChat = { ...emptyTalk, roomId: undefined };

/** The chat of the open room. */
export const useRoomChat = create<RoomChat>(() => closed);

const openId = () => useRoomChat.getState().roomId;

const talking = createTalking(useRoomChat, {
  ask: () => {
    const roomId = openId();
    return roomId !== undefined && say('GET_GAME_ROOM_CHAT_MESSAGES', { roomId });
  },
  say: ({ key, message }) => {
    const roomId = openId();
    return roomId !== undefined && say('SEND_GAME_ROOM_MESSAGE', { roomId, message, key });
  },
});

export const roomChat: Conversation = { ...talking, kind: 'room', store: useRoomChat };

/** Switches the store to this room; returns a function that closes it. */
export function openRoomChat(roomId: number): () => void {
  useRoomChat.setState({ ...closed, roomId });
  talking.ask();
  return () => useRoomChat.setState(closed);
}

onConnect(talking.ask);

hear('GAME_ROOM_CHAT_MESSAGES', ({ roomId, data }) => {
  if (roomId === openId()) talking.takeList(data);
});
hear('NEW_GAME_ROOM_MESSAGE', ({ roomId, ...line }) => {
  if (roomId === openId()) talking.takeLine(line);
});
hear('GAME_ROOM_MESSAGE_DELETED', ({ roomId, id }) => {
  if (roomId === openId()) talking.forget(id);
});
hear('ERROR', ({ key }) => {
  if (key !== undefined) talking.giveBack(key);
});

useSession.subscribe((now, before) => {
  if (now.username !== before.username) useRoomChat.setState({ pending: [], draft: '' });
});
