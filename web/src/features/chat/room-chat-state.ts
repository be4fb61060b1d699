import type { RoomMessage } from '@karat/contract/rooms';
import { create } from 'zustand';
import { newRequestKey } from '#app/api.ts';
import { hear, onConnect, say } from '#app/channel.ts';
import { isPlayerHere, useLive } from '#app/live.ts';
import { useSession } from '#app/session.ts';
import { currentText } from '#i18n/i18n.ts';
import { showToast } from '#ui/toast.tsx';

/** More than anybody scrolls back to; the list that the server sends is shorter. */
const LINES_KEPT_MAX = 200;
/** How long a line may go unanswered before it is said again, and how often it is said before it is given back. */
const PATIENCE_MS = 8_000;
const TRIES_MAX = 3;

/** A line of the player's own that the server has not said yet. */
export type PendingLine = { readonly key: string; readonly message: string; readonly writtenAt: number };

type RoomChat = {
  /** Undefined while no room is open. */
  roomId: number | undefined;
  /** Oldest first; undefined until the server has told them. */
  lines: readonly RoomMessage[] | undefined;
  pending: readonly PendingLine[];
  draft: string;
};

const closed: RoomChat = { roomId: undefined, lines: undefined, pending: [], draft: '' };

/** The chat of the room that is open. */
export const useRoomChat = create<RoomChat>(() => closed);

// Said before the list is there, where a single line would look like all of it; the list may have been read before that.
let early: RoomMessage[] = [];

/** From here on the chat is that of this room, until what it returns is called. */
export function openRoomChat(roomId: number): () => void {
  early = [];
  useRoomChat.setState({ ...closed, roomId });
  askForList();
  return () => useRoomChat.setState(closed);
}

function askForList(): void {
  const { roomId } = useRoomChat.getState();
  if (roomId !== undefined) say('GET_GAME_ROOM_CHAT_MESSAGES', { roomId });
}

onConnect(askForList);

// Both count: a list may have been read before a line that has been told already.
function takeLines(roomId: number, fresh: readonly RoomMessage[]): void {
  const chat = useRoomChat.getState();
  if (chat.roomId !== roomId) return;
  const once = new Map([...(chat.lines ?? []), ...fresh].map((line) => [line.id, line]));
  const lines = [...once.values()].toSorted((one, other) => one.id - other.id).slice(-LINES_KEPT_MAX);
  const said = new Set(fresh.map(({ key }) => key));
  useRoomChat.setState({ lines, pending: chat.pending.filter(({ key }) => !said.has(key)) });
}

hear('GAME_ROOM_CHAT_MESSAGES', ({ roomId, data }) => {
  takeLines(roomId, [...data, ...early]);
  // What was written while nobody heard it is said now; the server says a line once for each key.
  if (useRoomChat.getState().roomId === roomId) for (const line of useRoomChat.getState().pending) utter(line);
});
hear('NEW_GAME_ROOM_MESSAGE', ({ roomId, ...line }) => {
  if (useRoomChat.getState().lines !== undefined) takeLines(roomId, [line]);
  else if (useRoomChat.getState().roomId === roomId) early.push(line);
});
hear('ERROR', ({ key }) => {
  if (key !== undefined) giveBack(key);
});
useSession.subscribe((now, before) => {
  if (now.username !== before.username) useRoomChat.setState({ pending: [], draft: '' });
});

/** Shows a clean line at once and says it; while nobody hears it, it waits for the connection. */
export function sendRoomLine(message: string): void {
  const line: PendingLine = { key: newRequestKey(), message, writtenAt: Date.now() };
  useRoomChat.setState(({ pending }) => ({ pending: [...pending, line] }));
  utter(line);
}

function utter({ key, message }: PendingLine, tries = 1): void {
  const { roomId } = useRoomChat.getState();
  if (roomId === undefined || !isPlayerHere() || !say('SEND_GAME_ROOM_MESSAGE', { roomId, message, key })) return;
  setTimeout(() => hearNothing(key, tries), PATIENCE_MS);
}

function hearNothing(key: string, tries: number): void {
  const line = useRoomChat.getState().pending.find((each) => each.key === key);
  if (line === undefined) return;
  if (tries < TRIES_MAX || useLive.getState().isLost) return utter(line, Math.min(tries + 1, TRIES_MAX));
  giveBack(key);
  showToast('error', currentText().chat.sendFailed);
}

/** A line that will not be said: its words go back to where they were written, unless others stand there by now. */
function giveBack(key: string): void {
  const { pending, draft } = useRoomChat.getState();
  const line = pending.find((each) => each.key === key);
  if (line === undefined) return;
  useRoomChat.setState({
    pending: pending.filter((each) => each !== line),
    draft: draft.trim() === '' ? line.message : draft,
  });
}
