import type { ChatMessage, HiddenPlayer } from '@karat/contract/chat';
import type { FromServer } from '@karat/contract/live';
import { mentions } from '@karat/rules/mentions';
import { create } from 'zustand';
import { call } from '#core/api.ts';
import { onEvent, onConnect, emit } from '#core/socket.ts';
import { logError } from '#core/log.ts';
import { hasActiveSession, useSession } from '#core/session.ts';
import { type Conversation, type ConversationState, createConversation, emptyConversation } from './conversation.ts';

type Chat = ConversationState & {
  slowModeSeconds: number;
  mutedUntil: string | null;
  /** The time of the player's last message, by this computer's clock. */
  wroteAt: number;
  /** Undefined until loaded, because a hidden player's message must never appear. */
  hidden: readonly HiddenPlayer[] | undefined;
  /** The newest message when the chat was last viewed; undefined until the list is loaded. */
  seenId: number | undefined;
  viewerCount: number;
};

/** The state of the chat is outside of its panel, so that closing the panel or disconnecting loses nothing. */
export const useChat = create<Chat>(() => ({
  ...emptyConversation,
  slowModeSeconds: 0,
  mutedUntil: null,
  wroteAt: 0,
  hidden: undefined,
  seenId: undefined,
  viewerCount: 0,
}));

const conversation = createConversation(useChat, {
  requestList: () => {
    const isSent = emit('GET_CHAT_MESSAGES');
    if (isSent) restrictionsSinceRequest = {};
    return isSent;
  },
  sendMessage: ({ key, message }) => emit('SEND_MESSAGE', { message, key }),
});

/** The global chat. */
export const globalChat: Conversation = { ...conversation, kind: 'global', store: useChat };

type ChatRestrictions = Partial<Pick<Chat, 'slowModeSeconds' | 'mutedUntil'>>;

// Slow mode and mute from events between request and response: the list may be older.
let restrictionsSinceRequest: ChatRestrictions | undefined;

onEvent('CHAT_MESSAGES', applyMessageList);
onEvent('NEW_MESSAGE', applyMessage, conversation.fetchList);
onEvent('MESSAGE_DELETED', ({ id }) => conversation.removeMessage(id), conversation.fetchList);
onEvent('SLOW_MODE', ({ seconds }) => applyRestrictions({ slowModeSeconds: seconds }), conversation.fetchList);
onEvent('MUTED', ({ mutedUntil }) => applyRestrictions({ mutedUntil }));
onEvent('HIDDEN_PLAYERS', ({ hiddenIds }) => applyHiddenIds(hiddenIds));
onEvent('ERROR', ({ key, code, retryAfterSeconds = 0 }) => {
  if (key === undefined) return;
  conversation.returnToDraft(key);
  if (code !== 'muted') return;
  // Relative to now, because this computer's clock may be wrong.
  applyRestrictions({ mutedUntil: new Date(Date.now() + retryAfterSeconds * 1_000).toISOString() });
});

onConnect(() => {
  if (hasActiveSession()) void loadHidden();
});

useSession.subscribe((now, before) => {
  if (now.isLoggedIn === before.isLoggedIn && now.username === before.username) return;
  useChat.setState({ pending: [], draft: '', mutedUntil: null, wroteAt: 0, hidden: undefined });
});

function applyMessageList({ data, slowModeSeconds, mutedUntil }: FromServer['CHAT_MESSAGES']): void {
  const restrictions = restrictionsSinceRequest;
  restrictionsSinceRequest = undefined;
  conversation.applyList(data);
  const { messages = [] } = useChat.getState();
  const { username } = useSession.getState();
  const lastOwnMessage = messages.findLast(({ sender }) => sender.username === username);
  // A wrong clock must not prolong slow mode.
  const wroteAt = lastOwnMessage ? Math.min(Date.now(), Date.parse(lastOwnMessage.timestamp)) : 0;
  useChat.setState((chat) => ({
    slowModeSeconds,
    mutedUntil,
    ...restrictions,
    wroteAt: Math.max(chat.wroteAt, wroteAt),
    seenId: chat.seenId ?? newestId(messages),
  }));
}

function applyMessage(line: ChatMessage): void {
  conversation.addMessage(line);
  if (line.sender.username === useSession.getState().username) useChat.setState({ wroteAt: Date.now() });
}

function applyRestrictions(restrictions: ChatRestrictions): void {
  if (restrictionsSinceRequest) Object.assign(restrictionsSinceRequest, restrictions);
  useChat.setState(restrictions);
}

const newestId = (messages: readonly ChatMessage[] | undefined) => messages && (messages.at(-1)?.id ?? 0);

async function loadHidden(): Promise<void> {
  try {
    // These calls load with the panel, not with the first page.
    const { getHiddenPlayers } = await import('@karat/contract/chat');
    useChat.setState({ hidden: (await call(getHiddenPlayers)).data });
  } catch (error) {
    logError('Failed to load the hidden players', error);
    useChat.setState(({ hidden = [] }) => ({ hidden }));
  }
}

/** Another tab changed the hidden players: unknown names are fetched. */
function applyHiddenIds(hiddenIds: readonly number[]): void {
  const { hidden = [], messages = [] } = useChat.getState();
  const known = new Map<number, HiddenPlayer>(
    [...messages.map(({ sender }) => sender), ...hidden].map((each) => [each.id, each]),
  );
  const hiddenOf = (id: number): HiddenPlayer => {
    const { username = '', isSandbox = false } = known.get(id) ?? {};
    return { id, username, isSandbox };
  };
  useChat.setState({ hidden: hiddenIds.map(hiddenOf) });
  if (hiddenIds.some((id) => !known.has(id))) void loadHidden();
}

/** Marks the chat as viewed; returns a function that ends the view. */
export function markChatViewed(): () => void {
  useChat.setState(({ viewerCount }) => ({ viewerCount: viewerCount + 1 }));
  return () =>
    useChat.setState(({ viewerCount, messages }) => ({
      viewerCount: viewerCount - 1,
      awayId: undefined,
      seenId: newestId(messages),
    }));
}

export function isMention(line: ChatMessage, username: string): boolean {
  return username !== '' && line.sender.username !== username && mentions(line.message, username);
}

/** Messages of others since the chat was last viewed. */
export function useUnseen(): { count: number; hasMention: boolean } {
  const { messages = [], hidden = [], seenId = Infinity, viewerCount } = useChat();
  const username = useSession((session) => session.username);
  const hiddenIds = new Set(hidden.map(({ id }) => id));
  const isUnseen = ({ id, sender }: ChatMessage) =>
    viewerCount === 0 && id > seenId && sender.username !== username && !hiddenIds.has(sender.id);
  const unseen = messages.filter(isUnseen);
  return { count: unseen.length, hasMention: unseen.some((line) => isMention(line, username)) };
}
