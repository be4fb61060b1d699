import type { ChatMessage, HiddenPlayer } from '@karat/contract/chat';
import type { FromServer } from '@karat/contract/live';
import { mentions } from '@karat/rules/mentions';
import { create } from 'zustand';
import { call } from '#core/api.ts';
import { onEvent, onConnect, emit } from '#core/socket.ts';
import { logError } from '#core/log.ts';
import { hasActiveSession, useSession } from '#core/session.ts';
import { type Conversation, type Talk, createTalking, emptyTalk } from './talk.ts';

type Chat = Talk & {
  slowModeSeconds: number;
  mutedUntil: string | null;
  /** When the player last wrote, on this computer's clock. */
  wroteAt: number;
  /** Undefined until the player's own list is known: nobody is to flash up who should not be seen. */
  hidden: readonly HiddenPlayer[] | undefined;
  /** The newest line when the chat was last looked at; undefined until there is a list. */
  seenId: number | undefined;
  viewerCount: number;
};

/** The chat, kept outside of its panel: closing that, or losing the connection, loses no word. */
export const useChat = create<Chat>(() => ({
  ...emptyTalk,
  slowModeSeconds: 0,
  mutedUntil: null,
  wroteAt: 0,
  hidden: undefined,
  seenId: undefined,
  viewerCount: 0,
}));

const talking = createTalking(useChat, {
  ask: () => {
    const isHeard = emit('GET_CHAT_MESSAGES');
    if (isHeard) standingHeard = {};
    return isHeard;
  },
  say: ({ key, message }) => emit('SEND_MESSAGE', { message, key }),
});

/** The chat of everybody. */
export const globalChat: Conversation = { ...talking, kind: 'global', store: useChat };

type Standing = Partial<Pick<Chat, 'slowModeSeconds' | 'mutedUntil'>>;

// How the chat stands by what is heard between asking for the list and getting it, which may have been read before.
let standingHeard: Standing | undefined;

onEvent('CHAT_MESSAGES', takeList);
onEvent('NEW_MESSAGE', takeLine);
onEvent('MESSAGE_DELETED', ({ id }) => talking.forget(id));
onEvent('SLOW_MODE', ({ seconds }) => takeStanding({ slowModeSeconds: seconds }));
onEvent('MUTED', ({ mutedUntil }) => takeStanding({ mutedUntil }));
onEvent('HIDDEN_PLAYERS', ({ hiddenIds }) => takeHiddenIds(hiddenIds));
onEvent('ERROR', ({ key, code, retryAfterSeconds = 0 }) => {
  if (key === undefined) return;
  talking.giveBack(key);
  if (code !== 'muted') return;
  // From when it was said: this computer's clock may be wrong.
  takeStanding({ mutedUntil: new Date(Date.now() + retryAfterSeconds * 1_000).toISOString() });
});

onConnect(() => {
  talking.ask();
  if (hasActiveSession()) void loadHidden();
});

useSession.subscribe((now, before) => {
  if (now.isLoggedIn === before.isLoggedIn && now.username === before.username) return;
  useChat.setState({ pending: [], draft: '', mutedUntil: null, wroteAt: 0, hidden: undefined });
});

function takeList({ data, slowModeSeconds, mutedUntil }: FromServer['CHAT_MESSAGES']): void {
  const standing = standingHeard;
  standingHeard = undefined;
  talking.takeList(data);
  const { lines = [] } = useChat.getState();
  const { username } = useSession.getState();
  const own = lines.findLast(({ sender }) => sender.username === username);
  // A clock that is wrong must not keep anybody waiting for longer than slow mode does.
  const wroteAt = own ? Math.min(Date.now(), Date.parse(own.timestamp)) : 0;
  useChat.setState((chat) => ({
    slowModeSeconds,
    mutedUntil,
    ...standing,
    wroteAt: Math.max(chat.wroteAt, wroteAt),
    seenId: chat.seenId ?? newestId(lines),
  }));
}

function takeLine(line: ChatMessage): void {
  talking.takeLine(line);
  if (line.sender.username === useSession.getState().username) useChat.setState({ wroteAt: Date.now() });
}

function takeStanding(standing: Standing): void {
  if (standingHeard) Object.assign(standingHeard, standing);
  useChat.setState(standing);
}

const newestId = (lines: readonly ChatMessage[] | undefined) => lines && (lines.at(-1)?.id ?? 0);

async function loadHidden(): Promise<void> {
  try {
    // The calls of the chat come with its panel, not with the first page.
    const { getHiddenPlayers } = await import('@karat/contract/chat');
    useChat.setState({ hidden: (await call(getHiddenPlayers)).data });
  } catch (error) {
    logError('Failed to load the hidden players', error);
    useChat.setState(({ hidden = [] }) => ({ hidden }));
  }
}

/** Another tab has hidden or shown somebody: names that this one has never met are asked for. */
function takeHiddenIds(hiddenIds: readonly number[]): void {
  const { hidden = [], lines = [] } = useChat.getState();
  const names = new Map([...lines.map(({ sender }) => sender), ...hidden].map(({ id, username }) => [id, username]));
  useChat.setState({ hidden: hiddenIds.map((id) => ({ id, username: names.get(id) ?? '' })) });
  if (hiddenIds.some((id) => !names.has(id))) void loadHidden();
}

/** The chat is being looked at; call what is returned when it no longer is. */
export function lookAtChat(): () => void {
  useChat.setState(({ viewerCount }) => ({ viewerCount: viewerCount + 1 }));
  return () =>
    useChat.setState(({ viewerCount, lines }) => ({
      viewerCount: viewerCount - 1,
      awayId: undefined,
      seenId: newestId(lines),
    }));
}

export function isMention(line: ChatMessage, username: string): boolean {
  return username !== '' && line.sender.username !== username && mentions(line.message, username);
}

/** What others have said since the chat was last looked at. */
export function useUnseen(): { count: number; hasMention: boolean } {
  const { lines = [], hidden = [], seenId = Infinity, viewerCount } = useChat();
  const username = useSession((session) => session.username);
  const hiddenIds = new Set(hidden.map(({ id }) => id));
  const isUnseen = ({ id, sender }: ChatMessage) =>
    viewerCount === 0 && id > seenId && sender.username !== username && !hiddenIds.has(sender.id);
  const unseen = lines.filter(isUnseen);
  return { count: unseen.length, hasMention: unseen.some((line) => isMention(line, username)) };
}
