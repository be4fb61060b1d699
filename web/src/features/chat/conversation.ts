import type { ChatMessage } from '@karat/contract/chat';
import { useStore } from 'zustand';
import { newIdempotencyKey } from '#core/api.ts';
import { useConnection } from '#core/socket.ts';
import { hasActiveSession } from '#core/session.ts';
import { currentWords } from '#i18n/i18n.ts';
import { showToast } from '#ui/toast.ts';
import { words } from './words/chat-text.ts';

/** More than anyone scrolls back; the server's list is shorter. */
const MESSAGES_STORED_MAX = 200;
/** The time after which an unconfirmed message is sent again, and the number of attempts before it is returned to the player. */
const CONFIRM_TIMEOUT_MS = 8_000;
const TRIES_MAX = 3;

/** An own message that the server has not confirmed yet. */
export type PendingMessage = { readonly key: string; readonly message: string; readonly writtenAt: number };

/** The messages of one chat, and what the player is writing there. */
export type ConversationState = {
  /** Oldest first; undefined until loaded. */
  messages: readonly ChatMessage[] | undefined;
  pending: readonly PendingMessage[];
  draft: string;
  /** The newest message when the reader scrolled up; undefined at the end. */
  awayId: number | undefined;
};

export const emptyConversation: ConversationState = { messages: undefined, pending: [], draft: '', awayId: undefined };

type ConversationStore = {
  readonly getState: () => ConversationState;
  readonly getInitialState: () => ConversationState;
  readonly subscribe: (listener: (talk: ConversationState, before: ConversationState) => void) => () => void;
  readonly setState: (change: (talk: ConversationState) => Partial<ConversationState>) => void;
};

/** The state and actions that a chat panel needs. */
export type Conversation = {
  readonly kind: 'global' | 'room';
  readonly store: ConversationStore;
  readonly send: (message: string) => void;
  /** Removes a message that staff deleted. */
  readonly removeMessage: (id: number) => void;
};

export function useConversationState<Part>({ store }: Conversation, pick: (talk: ConversationState) => Part): Part {
  return useStore(store, pick);
}

/** The socket calls of a chat; both return false while disconnected. */
type ChatTransport = { readonly requestList: () => boolean; readonly sendMessage: (line: PendingMessage) => boolean };

/** Handles the messages of a chat, whether global or of a room. */
export function createConversation(store: ConversationStore, wire: ChatTransport) {
  // Events between request and response: the list may be older.
  let sinceRequest: { readonly received: ChatMessage[]; readonly deletedIds: Set<number> } | undefined;

  const fetchList = () => {
    if (wire.requestList()) sinceRequest = { received: [], deletedIds: new Set() };
  };

  /** The list replaces everything known before its request, so that deleted messages disappear too. */
  const applyList = (data: readonly ChatMessage[]) => {
    const { received = [], deletedIds } = sinceRequest ?? {};
    sinceRequest = undefined;
    const messages = sortedOnce([...data, ...received]).filter(({ id }) => deletedIds?.has(id) !== true);
    store.setState(({ pending }) => ({ messages, pending: unconfirmed(pending, messages) }));
    for (const line of store.getState().pending) transmit(line);
  };

  const addMessage = (line: ChatMessage) => {
    sinceRequest?.received.push(line);
    store.setState(({ messages, pending }) => ({
      messages: messages && sortedOnce([...messages, line]),
      pending: unconfirmed(pending, [line]),
    }));
  };

  const removeMessage = (id: number) => {
    sinceRequest?.deletedIds.add(id);
    store.setState(({ messages }) => ({ messages: messages?.filter((line) => line.id !== id) }));
  };

  /** Shows a message immediately and sends it; while disconnected it waits. */
  const send = (message: string) => {
    const line: PendingMessage = { key: newIdempotencyKey(), message, writtenAt: Date.now() };
    store.setState(({ pending }) => ({ pending: [...pending, line], awayId: undefined }));
    transmit(line);
  };

  // The server accepts a key once, so sending twice is harmless.
  const transmit = (line: PendingMessage, tries = 1) => {
    if (hasActiveSession() && wire.sendMessage(line))
      setTimeout(() => handleTimeout(line.key, tries), CONFIRM_TIMEOUT_MS);
  };

  const handleTimeout = (key: string, tries: number) => {
    const line = store.getState().pending.find((each) => each.key === key);
    if (line === undefined) return;
    if (tries < TRIES_MAX || useConnection.getState().isLost) return transmit(line, Math.min(tries + 1, TRIES_MAX));
    returnToDraft(key);
    showToast('error', currentWords(words).sendFailed);
  };

  /** Returns the text of a failed message to the input, unless new text is there. */
  const returnToDraft = (key: string) =>
    store.setState(({ pending, draft }) => {
      const line = pending.find((each) => each.key === key);
      if (line === undefined) return {};
      return { pending: pending.filter((each) => each !== line), draft: draft.trim() === '' ? line.message : draft };
    });

  return { fetchList, applyList, addMessage, removeMessage, send, returnToDraft };
}

function sortedOnce(messages: readonly ChatMessage[]): readonly ChatMessage[] {
  const messagesById = new Map(messages.map((line) => [line.id, line]));
  return [...messagesById.values()].toSorted((a, b) => a.id - b.id).slice(-MESSAGES_STORED_MAX);
}

function unconfirmed(pending: readonly PendingMessage[], messages: readonly ChatMessage[]): readonly PendingMessage[] {
  const received = new Set(messages.map(({ key }) => key));
  return pending.some(({ key }) => received.has(key)) ? pending.filter(({ key }) => !received.has(key)) : pending;
}
