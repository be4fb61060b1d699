import type { ChatMessage } from '@karat/contract/chat';
import { isMention } from './chat-state.ts';
import type { PendingLine } from './talk.ts';

/** Lines of one sender that follow each other within this time stand under one name. */
const GROUP_WITHIN_MS = 5 * 60_000;

export type Row = {
  /** The same while a line is pending and after it is said, so that it is drawn once. */
  readonly key: string;
  readonly line: ChatMessage;
  /** Stands under its sender's name; other rows follow one that does. */
  readonly isHead: boolean;
  /** A day begins here that needs to be named. */
  readonly isNewDay: boolean;
  readonly isPending: boolean;
  /** Speaks to the player. */
  readonly isMention: boolean;
};

type Shown = {
  readonly lines: readonly ChatMessage[];
  readonly pending: readonly PendingLine[];
  readonly hiddenIds: ReadonlySet<number>;
  /** The player's own look, for what is not said yet. */
  readonly me: ChatMessage['sender'];
  /** As `dayOf` names it. */
  readonly today: string;
};

/** What the chat shows, oldest first: without those whom the player has hidden, and what is still being sent last. */
export function rowsOf({ lines, pending, hiddenIds, me, today }: Shown): Row[] {
  const shown = lines.filter(({ sender }) => !hiddenIds.has(sender.id));
  const waiting = pending.map(({ key, message, writtenAt }) => ({
    id: Infinity,
    sender: me,
    message,
    timestamp: new Date(writtenAt).toISOString(),
    key,
  }));
  let before: ChatMessage | undefined;
  let day = today;
  return [...shown, ...waiting].map((line) => {
    const lineDay = dayOf(line.timestamp);
    const isNewDay = lineDay !== day;
    const isCall = isMention(line, me.username);
    const isHead = isNewDay || isCall || before === undefined || !follows(line, before);
    [before, day] = [line, lineDay];
    return { key: rowKey(line), line, isHead, isNewDay, isPending: line.id === Infinity, isMention: isCall };
  });
}

// A mark is its sender's own choice: another's may be the same, or look like a number.
function rowKey({ id, key, sender }: ChatMessage): string {
  return key === null ? String(id) : `${sender.username}:${key}`;
}

function follows(line: ChatMessage, before: ChatMessage): boolean {
  const passedMs = Date.parse(line.timestamp) - Date.parse(before.timestamp);
  return line.sender.username === before.sender.username && passedMs < GROUP_WITHIN_MS;
}

/** The day of a moment on the reader's own calendar. */
export function dayOf(moment: string | number): string {
  return new Date(moment).toDateString();
}
