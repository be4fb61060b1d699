import type { ChatMessage } from '@karat/contract/chat';
import { ArrowDown, type LucideIcon, MessagesSquare, WifiOff } from 'lucide-react';
import {
  Fragment,
  type KeyboardEvent,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useSyncExternalStore,
} from 'react';
import { useConnection } from '#core/socket.ts';
import { useAccount, useSession } from '#core/session.ts';
import { useMayModerate } from '#core/staff.ts';
import { useText } from '#i18n/i18n.ts';
import { ChatSkeleton } from './chat-skeleton.tsx';
import { ChatMessageRow, type Picked } from './chat-message-row.tsx';
import { type Row, dayOf, rowsOf } from './chat-rows.ts';
import { useChat } from './chat-state.ts';
import { type Conversation, useConversationState } from './conversation.ts';
import { useChatText } from './words/chat-text.ts';

/** The distance that counts as being at the end. */
const NEAR_END_PX = 40;

const ENDS_OF_PRESS = ['pointerup', 'pointercancel'] as const;

/**
 * The messages and the player's pending ones. Undefined while there are none and the messages or the hidden players are
 * still loading.
 */
function useRows(conversation: Conversation): readonly Row[] | undefined {
  const lines = useConversationState(conversation, (state) => state.messages);
  const pending = useConversationState(conversation, (state) => state.pending);
  const hidden = useChat((chat) => chat.hidden);
  const { isLoggedIn, username, avatar, isAdmin, staffRole } = useSession();
  const account = useAccount((state) => state.account);
  const today = useToday();
  return useMemo(() => {
    const known = isLoggedIn && hidden === undefined ? undefined : lines;
    if (known === undefined && pending.length === 0) return undefined;
    const sender = { id: account?.id ?? 0, username, isSandbox: false, profileImg: avatar, elo: account?.elo ?? 0 };
    const hiddenIds = new Set(isLoggedIn ? hidden?.map(({ id }) => id) : []);
    return rowsOf({
      lines: known ?? [],
      pending,
      hiddenIds,
      me: { ...sender, isAdmin, isStaff: staffRole !== null },
      today,
    });
  }, [lines, pending, hidden, isLoggedIn, username, avatar, isAdmin, staffRole, account, today]);
}

type ChatLogProps = { conversation: Conversation; label: string; empty: string; onPick: (picked: Picked) => void };

/** The messages. They stay scrolled to the newest one unless the reader scrolls up. */
export function ChatLog({ conversation, label, empty, onPick }: ChatLogProps) {
  const t = useChatText();
  const rows = useRows(conversation);
  const isLost = useConnection((connection) => connection.isLost);
  if (rows === undefined) {
    return isLost ? <EmptyChat icon={WifiOff} title={t.unreachable} text={t.unreachableHint} /> : <ChatSkeleton />;
  }
  if (rows.length === 0) return <EmptyChat icon={MessagesSquare} title={empty} text={t.emptyHint} />;
  return <Rows conversation={conversation} label={label} rows={rows} onPick={onPick} />;
}

type RowsProps = Omit<ChatLogProps, 'empty'> & { rows: readonly Row[] };

function Rows({ conversation, label, rows, onPick }: RowsProps) {
  const { isLoggedIn, username } = useSession();
  const isModerated = useMayModerate();
  const { box, hold, trackScroll: handleScroll, goDown: scrollToEnd } = useStickToEnd(conversation);
  const hasMenu = ({ sender }: ChatMessage) => isLoggedIn && (isModerated || sender.username !== username);
  const tabStop = rows.findLast(({ isHead, isPending }) => isHead && !isPending);
  return (
    <div className="relative flex min-h-0 grow flex-col">
      {/* Handles keys for the names and buttons inside. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <div
        ref={box}
        role="log"
        aria-label={label}
        aria-live="polite"
        aria-relevant="additions"
        // A region that scrolls must be reachable by keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        onScroll={handleScroll}
        onPointerDown={hold}
        onKeyDown={moveAmongControls}
        className="flex min-h-0 grow flex-col overflow-x-hidden overflow-y-auto overscroll-contain focus-visible:-outline-offset-2"
      >
        <ol className="mt-auto pb-3">
          {rows.map((row) => (
            <Fragment key={row.key}>
              {row.isNewDay && <Day iso={row.line.timestamp} />}
              <ChatMessageRow
                line={row.line}
                isHead={row.isHead}
                isPending={row.isPending}
                isMention={row.isMention}
                isNameButton={!row.isPending && hasMenu(row.line)}
                isModerated={isModerated}
                isTabStop={row === tabStop}
                onPick={onPick}
              />
            </Fragment>
          ))}
        </ol>
      </div>
      <NewMessagesButton conversation={conversation} rows={rows} onGoDown={scrollToEnd} />
    </div>
  );
}

/** Keeps the end in view after every render, unless the reader has scrolled up or presses on a message. */
function useStickToEnd(conversation: Conversation) {
  const { store } = conversation;
  const box = useRef<HTMLDivElement>(null);
  const isHeld = useRef(false);
  const isAway = useConversationState(conversation, (state) => state.awayId !== undefined);
  const stick = useCallback(() => {
    if (isHeld.current || store.getState().awayId !== undefined) return;
    if (box.current) box.current.scrollTop = box.current.scrollHeight;
  }, [store]);
  useLayoutEffect(() => {
    if (!isAway) stick();
  });
  // The input may grow, and a phone's keyboard opens and closes, but the end stays in view.
  useEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    const watcher = new ResizeObserver(stick);
    watcher.observe(element);
    return () => watcher.disconnect();
  }, [stick]);
  // If a message arrived between press and release, the button would move away from the pointer, and nothing would be clicked.
  const hold = () => {
    isHeld.current = true;
    const waiting = new AbortController();
    const release = () => {
      waiting.abort();
      isHeld.current = false;
      requestAnimationFrame(stick);
    };
    for (const end of ENDS_OF_PRESS) window.addEventListener(end, release, { signal: waiting.signal });
  };
  const trackScroll = () => {
    const { scrollHeight, scrollTop, clientHeight } = box.current!;
    const isNear = scrollHeight - scrollTop - clientHeight < NEAR_END_PX;
    store.setState(({ awayId, messages: lines }) => ({
      awayId: isNear ? undefined : (awayId ?? lines?.at(-1)?.id ?? 0),
    }));
  };
  const goDown = () => {
    store.setState(() => ({ awayId: undefined }));
    // The clicked button disappears, so keyboard users continue from the messages.
    box.current?.focus({ preventScroll: true });
  };
  return { box, hold, trackScroll, goDown };
}

/** The number of new messages, for a reader who has scrolled up. */
function NewMessagesButton({
  conversation,
  rows,
  onGoDown,
}: Pick<RowsProps, 'conversation' | 'rows'> & { onGoDown: () => void }) {
  const t = useText();
  const awayId = useConversationState(conversation, (state) => state.awayId);
  const username = useSession((session) => session.username);
  const isNew = ({ line }: Row) => awayId !== undefined && line.id > awayId && line.sender.username !== username;
  const count = rows.filter(isNew).length;
  if (count === 0) return null;
  return (
    <button
      type="button"
      onClick={onGoDown}
      className="motion-line hit-area absolute! bottom-3 left-1/2 flex h-8 -translate-x-1/2 items-center gap-1.5 rounded-full bg-primary px-3.5 text-xs font-bold whitespace-nowrap text-on-primary shadow-pop hover:brightness-110"
    >
      {t.chat.newMessages(count)}
      <ArrowDown size={14} strokeWidth={2.5} aria-hidden />
    </button>
  );
}

function Day({ iso }: { iso: string }) {
  const t = useText();
  const words = useChatText();
  const today = useToday();
  const date = new Intl.DateTimeFormat(t.locale === 'tr' ? 'tr' : 'en-GB', { day: 'numeric', month: 'long' });
  return (
    <li className="mt-3 flex items-center gap-3 px-4 text-2xs font-medium text-fg-3 before:h-px before:grow before:bg-line after:h-px after:grow after:bg-line">
      {dayOf(iso) === today ? words.today : date.format(Date.parse(iso))}
    </li>
  );
}

const subscribeToNothing = () => () => undefined;

/** Read on every render; midnight alone does not cause one. */
function useToday(): string {
  return useSyncExternalStore(subscribeToNothing, () => dayOf(Date.now()));
}

function EmptyChat({ icon: Icon, title, text }: { icon: LucideIcon; title: string; text: string }) {
  return (
    <div className="flex min-h-0 grow flex-col items-center justify-center gap-2 overflow-y-auto px-8 py-10 text-center">
      <span aria-hidden className="mb-2 grid size-14 shrink-0 place-items-center rounded-lg bg-bg-2 text-fg-3">
        <Icon size={24} strokeWidth={1.75} />
      </span>
      <p className="font-semibold">{title}</p>
      <p className="text-card text-pretty text-fg-2">{text}</p>
    </div>
  );
}

const steps: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1, Home: -Infinity, End: Infinity };

/** Arrow keys move between names and buttons; outside of them they scroll. */
function moveAmongControls(event: KeyboardEvent<HTMLElement>): void {
  const step = steps[event.key];
  const controls = [...event.currentTarget.querySelectorAll<HTMLElement>('a, button')];
  const current = controls.findIndex((control) => control === event.target);
  if (step === undefined || current === -1) return;
  event.preventDefault();
  controls[Math.min(Math.max(current + step, 0), controls.length - 1)]?.focus();
}
