import type { ChatMessage } from '@karat/contract/chat';
import { useStore } from 'zustand';
import { newRequestKey } from '#core/api.ts';
import { useConnection } from '#core/channel.ts';
import { isPlayerHere } from '#core/session.ts';
import { currentWords } from '#i18n/i18n.ts';
import { showToast } from '#ui/toast.ts';
import { words } from './words/chat-text.ts';

/** More than anyone scrolls back; the server's list is shorter. */
const LINES_KEPT_MAX = 200;
/** How long a message may go unconfirmed before it is sent again, and how often it is sent before it is returned. */
const PATIENCE_MS = 8_000;
const TRIES_MAX = 3;

/** An own message that the server has not confirmed yet. */
export type PendingLine = { readonly key: string; readonly message: string; readonly writtenAt: number };

/** The messages of one chat, and what the player is writing there. */
export type Talk = {
  /** Oldest first; undefined until loaded. */
  lines: readonly ChatMessage[] | undefined;
  pending: readonly PendingLine[];
  draft: string;
  /** The newest message when the reader scrolled up; undefined at the end. */
  awayId: number | undefined;
};

export const emptyTalk: Talk = { lines: undefined, pending: [], draft: '', awayId: undefined };

type TalkStore = {
  readonly getState: () => Talk;
  readonly getInitialState: () => Talk;
  readonly subscribe: (listener: (talk: Talk, before: Talk) => void) => () => void;
  readonly setState: (change: (talk: Talk) => Partial<Talk>) => void;
};

/** What a panel needs to show a chat. */
export type Conversation = {
  readonly kind: 'global' | 'room';
  readonly store: TalkStore;
  readonly send: (message: string) => void;
  /** Removes a message that staff deleted. */
  readonly forget: (id: number) => void;
};

export function useTalk<Part>({ store }: Conversation, pick: (talk: Talk) => Part): Part {
  return useStore(store, pick);
}

/** The socket calls of a chat; both return false while disconnected. */
type Wire = { readonly ask: () => boolean; readonly say: (line: PendingLine) => boolean };

/** Handles the messages of a chat, whether global or of a room. */
export function createTalking(store: TalkStore, wire: Wire) {
  // Events between request and response: the list may be older.
  let meanwhile: { readonly said: ChatMessage[]; readonly deletedIds: Set<number> } | undefined;

  const ask = () => {
    if (wire.ask()) meanwhile = { said: [], deletedIds: new Set() };
  };

  /** The list replaces everything known before its request, so that deleted messages disappear too. */
  const takeList = (data: readonly ChatMessage[]) => {
    const { said = [], deletedIds } = meanwhile ?? {};
    meanwhile = undefined;
    const lines = inOrder([...data, ...said]).filter(({ id }) => deletedIds?.has(id) !== true);
    store.setState(({ pending }) => ({ lines, pending: unsaid(pending, lines) }));
    for (const line of store.getState().pending) utter(line);
  };

  const takeLine = (line: ChatMessage) => {
    meanwhile?.said.push(line);
    store.setState(({ lines, pending }) => ({
      lines: lines && inOrder([...lines, line]),
      pending: unsaid(pending, [line]),
    }));
  };

  const forget = (id: number) => {
    meanwhile?.deletedIds.add(id);
    store.setState(({ lines }) => ({ lines: lines?.filter((line) => line.id !== id) }));
  };

  /** Shows a message at once and sends it; while disconnected it waits. */
  const send = (message: string) => {
    const line: PendingLine = { key: newRequestKey(), message, writtenAt: Date.now() };
    store.setState(({ pending }) => ({ pending: [...pending, line], awayId: undefined }));
    utter(line);
  };

  // The server accepts a key once, so sending twice is harmless.
  const utter = (line: PendingLine, tries = 1) => {
    if (isPlayerHere() && wire.say(line)) setTimeout(() => hearNothing(line.key, tries), PATIENCE_MS);
  };

  const hearNothing = (key: string, tries: number) => {
    const line = store.getState().pending.find((each) => each.key === key);
    if (line === undefined) return;
    if (tries < TRIES_MAX || useConnection.getState().isLost) return utter(line, Math.min(tries + 1, TRIES_MAX));
    giveBack(key);
    showToast('error', currentWords(words).sendFailed);
  };

  /** Returns the text of a failed message to the input, unless new text is there. */
  const giveBack = (key: string) =>
    store.setState(({ pending, draft }) => {
      const line = pending.find((each) => each.key === key);
      if (line === undefined) return {};
      return { pending: pending.filter((each) => each !== line), draft: draft.trim() === '' ? line.message : draft };
    });

  return { ask, takeList, takeLine, forget, send, giveBack };
}

function inOrder(lines: readonly ChatMessage[]): readonly ChatMessage[] {
  const once = new Map(lines.map((line) => [line.id, line]));
  return [...once.values()].toSorted((one, other) => one.id - other.id).slice(-LINES_KEPT_MAX);
}

function unsaid(pending: readonly PendingLine[], lines: readonly ChatMessage[]): readonly PendingLine[] {
  const said = new Set(lines.map(({ key }) => key));
  return pending.some(({ key }) => said.has(key)) ? pending.filter(({ key }) => !said.has(key)) : pending;
}
