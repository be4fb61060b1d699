import type { ChatMessage } from '@karat/contract/chat';
import { useStore } from 'zustand';
import { newIdempotencyKey } from '#core/api.ts';
import { useConnection } from '#core/socket.ts';
import { hasActiveSession } from '#core/session.ts';
import { currentWords } from '#i18n/i18n.ts';
import { showToast } from '#ui/toast.ts';
import { words } from './words/chat-text.ts';

/** More than anybody scrolls back to; the list that the server sends is shorter. */
const LINES_KEPT_MAX = 200;
/** How long a line may go unanswered before it is said again, and how often it is said before it is given back. */
const PATIENCE_MS = 8_000;
const TRIES_MAX = 3;

/** A line of the player's own that the server has not said yet. */
export type PendingLine = { readonly key: string; readonly message: string; readonly writtenAt: number };

/** What is said in one place, and what the player is about to say there. */
export type Talk = {
  /** Oldest first; undefined until the server has told them. */
  lines: readonly ChatMessage[] | undefined;
  pending: readonly PendingLine[];
  draft: string;
  /** The newest line when the reader scrolled away from the end; undefined at the end. */
  awayId: number | undefined;
};

export const emptyTalk: Talk = { lines: undefined, pending: [], draft: '', awayId: undefined };

type TalkStore = {
  readonly getState: () => Talk;
  readonly getInitialState: () => Talk;
  readonly subscribe: (listener: (talk: Talk, before: Talk) => void) => () => void;
  readonly setState: (change: (talk: Talk) => Partial<Talk>) => void;
};

/** What a panel needs of the place whose talk it shows. */
export type Conversation = {
  readonly kind: 'global' | 'room';
  readonly store: TalkStore;
  readonly send: (message: string) => void;
  /** Drops a line that staff have taken out. */
  readonly forget: (id: number) => void;
};

export function useTalk<Part>({ store }: Conversation, pick: (talk: Talk) => Part): Part {
  return useStore(store, pick);
}

/** How a place is reached; false while there is nobody to hear it. */
type Wire = { readonly ask: () => boolean; readonly say: (line: PendingLine) => boolean };

/** What happens to a talk, whichever place it is of. */
export function createTalking(store: TalkStore, wire: Wire) {
  // What is heard between asking for the list and getting it: the list may have been read before that happened.
  let meanwhile: { readonly said: ChatMessage[]; readonly deletedIds: Set<number> } | undefined;

  const ask = () => {
    if (wire.ask()) meanwhile = { said: [], deletedIds: new Set() };
  };

  /** The list replaces all that was known before it was asked for, so that what was deleted meanwhile goes as well. */
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

  /** Shows a clean line at once and says it; while nobody hears it, it waits for the connection. */
  const send = (message: string) => {
    const line: PendingLine = { key: newIdempotencyKey(), message, writtenAt: Date.now() };
    store.setState(({ pending }) => ({ pending: [...pending, line], awayId: undefined }));
    utter(line);
  };

  // The server says a line once for each key, so it does no harm to say it to the server twice.
  const utter = (line: PendingLine, tries = 1) => {
    if (hasActiveSession() && wire.say(line)) setTimeout(() => hearNothing(line.key, tries), PATIENCE_MS);
  };

  const hearNothing = (key: string, tries: number) => {
    const line = store.getState().pending.find((each) => each.key === key);
    if (line === undefined) return;
    if (tries < TRIES_MAX || useConnection.getState().isLost) return utter(line, Math.min(tries + 1, TRIES_MAX));
    giveBack(key);
    showToast('error', currentWords(words).sendFailed);
  };

  /** A line that will not be said: its words go back to where they were written, unless others stand there by now. */
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
