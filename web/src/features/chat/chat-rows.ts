import type { ChatMessage } from '@karat/contract/chat';
import { isMention } from './chat-state.ts';
import type { PendingMessage } from './conversation.ts';

/** Messages of one sender within this time are grouped under one name. */
const GROUP_WITHIN_MS = 5 * 60_000;

export type Row = {
  /** Does not change when a pending message is sent, so that React keeps the row. */
  readonly key: string;
  readonly line: ChatMessage;
  /** Shows the sender's name; the following rows of the group do not. */
  readonly isHead: boolean;
  /** Starts with a date separator. */
  readonly isNewDay: boolean;
  readonly isPending: boolean;
  /** Mentions the player. */
  readonly isMention: boolean;
};

type Shown = {
  readonly lines: readonly ChatMessage[];
  readonly pending: readonly PendingMessage[];
  readonly hiddenIds: ReadonlySet<number>;
  /** The player as a sender, for pending messages. */
  readonly me: ChatMessage['sender'];
  /** As returned by `dayOf`. */
  readonly today: string;
};

/** The rows of the chat, oldest first: without hidden players, and with pending messages last. */
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

// Senders choose their keys: two may be equal, or look like an id.
function rowKey({ id, key, sender }: ChatMessage): string {
  return key === null ? String(id) : `${sender.username}:${key}`;
}

function follows(line: ChatMessage, before: ChatMessage): boolean {
  const passedMs = Date.parse(line.timestamp) - Date.parse(before.timestamp);
  return line.sender.username === before.sender.username && passedMs < GROUP_WITHIN_MS;
}

/** The day of a time in the reader's time zone. */
export function dayOf(moment: string | number): string {
  return new Date(moment).toDateString();
}
