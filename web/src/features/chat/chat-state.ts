import type { ChatMessage, HiddenPlayer } from '@karat/contract/chat';
import type { FromServer } from '@karat/contract/live';
import { mentions } from '@karat/rules/mentions';
import { create } from 'zustand';
import { call, newRequestKey } from '#app/api.ts';
import { hear, onConnect, say } from '#app/channel.ts';
import { isPlayerHere, useLive } from '#app/live.ts';
import { useSession } from '#app/session.ts';
import { currentText } from '#i18n/i18n.ts';
import { logFailure } from '#ui/log.ts';
import { showToast } from '#ui/toast.tsx';

/** More than anybody scrolls back to; the list that the server sends is shorter. */
const LINES_KEPT_MAX = 200;
/** How long a line may go unanswered before it is said again, and how often it is said before it is given back. */
const PATIENCE_MS = 8_000;
const TRIES_MAX = 3;

/** A line of the player's own that the server has not said yet. */
export type PendingLine = { readonly key: string; readonly message: string; readonly writtenAt: number };

type Chat = {
  /** Oldest first; undefined until the server has told them. */
  lines: readonly ChatMessage[] | undefined;
  pending: readonly PendingLine[];
  slowModeSeconds: number;
  mutedUntil: string | null;
  /** When the player last wrote, on this computer's clock. */
  wroteAt: number;
  /** Undefined until the player's own list is known: nobody is to flash up who should not be seen. */
  hidden: readonly HiddenPlayer[] | undefined;
  draft: string;
  /** The newest line when the reader scrolled away from the end; undefined at the end. */
  awayId: number | undefined;
  /** The newest line when the chat was last looked at; undefined until there is a list. */
  seenId: number | undefined;
  viewerCount: number;
};

/** The chat, kept outside of its panel: closing that, or losing the connection, loses no word. */
export const useChat = create<Chat>(() => ({
  lines: undefined,
  pending: [],
  slowModeSeconds: 0,
  mutedUntil: null,
  wroteAt: 0,
  hidden: undefined,
  draft: '',
  awayId: undefined,
  seenId: undefined,
  viewerCount: 0,
}));

// What is heard between asking for the list and getting it: the list may have been read before that happened.
type Meanwhile = {
  said: ChatMessage[];
  deletedIds: Set<number>;
  standing: Partial<Pick<Chat, 'slowModeSeconds' | 'mutedUntil'>>;
};
let meanwhile: Meanwhile | undefined;

hear('CHAT_MESSAGES', takeList);
hear('NEW_MESSAGE', takeLine);
hear('MESSAGE_DELETED', ({ id }) => forgetLine(id));
hear('SLOW_MODE', ({ seconds }) => takeStanding({ slowModeSeconds: seconds }));
hear('MUTED', ({ mutedUntil }) => takeStanding({ mutedUntil }));
hear('HIDDEN_PLAYERS', ({ hiddenIds }) => takeHiddenIds(hiddenIds));
hear('ERROR', ({ key, code, retryAfterSeconds = 0 }) => {
  if (key === undefined) return;
  giveBack(key);
  if (code !== 'muted') return;
  // From when it was said: this computer's clock may be wrong.
  takeStanding({ mutedUntil: new Date(Date.now() + retryAfterSeconds * 1_000).toISOString() });
});

onConnect(() => {
  askForList();
  if (isPlayerHere()) void loadHidden();
});

useSession.subscribe((now, before) => {
  if (now.isLoggedIn === before.isLoggedIn && now.username === before.username) return;
  useChat.setState({ pending: [], draft: '', mutedUntil: null, wroteAt: 0, hidden: undefined });
});

function askForList(): void {
  if (say('GET_CHAT_MESSAGES')) meanwhile = { said: [], deletedIds: new Set(), standing: {} };
}

/** The list replaces all that was known before it was asked for, so that what was deleted meanwhile goes as well. */
function takeList({ data, slowModeSeconds, mutedUntil }: FromServer['CHAT_MESSAGES']): void {
  const { said = [], deletedIds, standing } = meanwhile ?? {};
  meanwhile = undefined;
  const lines = inOrder([...data, ...said]).filter(({ id }) => deletedIds?.has(id) !== true);
  const { username } = useSession.getState();
  const own = lines.findLast(({ sender }) => sender.username === username);
  // A clock that is wrong must not keep anybody waiting for longer than slow mode does.
  const wroteAt = own ? Math.min(Date.now(), Date.parse(own.timestamp)) : 0;
  useChat.setState((chat) => ({
    lines,
    pending: unsaid(chat.pending, lines),
    slowModeSeconds,
    mutedUntil,
    ...standing,
    wroteAt: Math.max(chat.wroteAt, wroteAt),
    seenId: chat.seenId ?? newestId(lines),
  }));
  for (const line of useChat.getState().pending) utter(line);
}

function takeLine(line: ChatMessage): void {
  meanwhile?.said.push(line);
  const isOwn = line.sender.username === useSession.getState().username;
  useChat.setState(({ lines, pending, wroteAt }) => ({
    lines: lines && inOrder([...lines, line]),
    pending: unsaid(pending, [line]),
    wroteAt: isOwn ? Date.now() : wroteAt,
  }));
}

function takeStanding(standing: Meanwhile['standing']): void {
  if (meanwhile) Object.assign(meanwhile.standing, standing);
  useChat.setState(standing);
}

/** A line that staff have taken out. */
export function forgetLine(id: number): void {
  meanwhile?.deletedIds.add(id);
  useChat.setState(({ lines }) => ({ lines: lines?.filter((line) => line.id !== id) }));
}

function inOrder(lines: readonly ChatMessage[]): readonly ChatMessage[] {
  const once = new Map(lines.map((line) => [line.id, line]));
  return [...once.values()].toSorted((one, other) => one.id - other.id).slice(-LINES_KEPT_MAX);
}

function unsaid(pending: readonly PendingLine[], lines: readonly ChatMessage[]): readonly PendingLine[] {
  const said = new Set(lines.map(({ key }) => key));
  return pending.some(({ key }) => said.has(key)) ? pending.filter(({ key }) => !said.has(key)) : pending;
}

const newestId = (lines: readonly ChatMessage[] | undefined) => lines && (lines.at(-1)?.id ?? 0);

/** Shows a clean line at once and says it; while nobody hears it, it waits for the connection. */
export function sendLine(message: string): void {
  const line: PendingLine = { key: newRequestKey(), message, writtenAt: Date.now() };
  useChat.setState(({ pending }) => ({ pending: [...pending, line], awayId: undefined }));
  utter(line);
}

// The server says a line once for each key, so it does no harm to say it to the server twice.
function utter({ key, message }: PendingLine, tries = 1): void {
  if (isPlayerHere() && say('SEND_MESSAGE', { message, key })) setTimeout(() => hearNothing(key, tries), PATIENCE_MS);
}

function hearNothing(key: string, tries: number): void {
  const line = useChat.getState().pending.find((each) => each.key === key);
  if (line === undefined) return;
  if (tries < TRIES_MAX || useLive.getState().isLost) return utter(line, Math.min(tries + 1, TRIES_MAX));
  giveBack(key);
  showToast('error', currentText().chat.sendFailed);
}

/** A line that will not be said: its words go back to where they were written, unless others stand there by now. */
function giveBack(key: string): void {
  useChat.setState(({ pending, draft }) => {
    const line = pending.find((each) => each.key === key);
    if (line === undefined) return {};
    return { pending: pending.filter((each) => each !== line), draft: draft.trim() === '' ? line.message : draft };
  });
}

async function loadHidden(): Promise<void> {
  try {
    // The calls of the chat come with its panel, not with the first page.
    const { getHiddenPlayers } = await import('@karat/contract/chat');
    useChat.setState({ hidden: (await call(getHiddenPlayers)).data });
  } catch (error) {
    logFailure('Failed to load the hidden players', error);
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
