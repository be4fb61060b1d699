import { cleanChat } from '@karat/rules/chat';
import { type RefObject, useCallback, useId, useSyncExternalStore } from 'react';
import { useConnection } from '#core/socket.ts';
import { openAuth } from '#core/modals.ts';
import { useSession } from '#core/session.ts';
import { useMay } from '#core/staff.ts';
import { SwitchNotice, useIsOff } from '#features/switches/switches.tsx';
import { useText } from '#i18n/i18n.ts';
import { Button } from '#ui/button.tsx';
import { Composer } from '#ui/composer.tsx';
import { useChat } from './chat-state.ts';
import { type Conversation, useConversationState } from './conversation.ts';
import { useChatText } from './words/chat-text.ts';

type WriteBoxProps = { conversation: Conversation; inputRef: RefObject<HTMLTextAreaElement | null> };

/** The input, or why the player cannot write now; visitors see a sign-in button. */
export function WriteBox({ conversation, inputRef }: WriteBoxProps) {
  const t = useChatText();
  const isLoggedIn = useSession((session) => session.isLoggedIn);
  const isOff = useIsOff('chat');
  return (
    <div className="shrink-0 border-t border-line p-3">
      {isOff ? (
        <SwitchNotice name="chat" />
      ) : isLoggedIn ? (
        <PlayerBox conversation={conversation} inputRef={inputRef} />
      ) : (
        <Button className="w-full" onClick={() => openAuth('login')}>
          {t.signIn}
        </Button>
      )}
    </div>
  );
}

function PlayerBox({ conversation, inputRef }: WriteBoxProps) {
  const t = useText();
  const words = useChatText();
  const id = useId();
  const draft = useConversationState(conversation, (state) => state.draft);
  const isLost = useConnection((connection) => connection.isLost);
  const { mutedUntil, waitSeconds, slowModeSeconds } = useRestrictions(conversation);
  const slowness = slowModeSeconds > 0 ? words.slowModeEvery(slowModeSeconds) : undefined;
  const reason = waitSeconds > 0 ? words.wait(waitSeconds) : isLost ? words.sentLater : slowness;
  return (
    <>
      {mutedUntil !== undefined && (
        <p id={id} className="mb-2.5 rounded-sm bg-warn/10 px-3 py-2 text-card text-warn">
          {words.mutedUntil(momentOf(mutedUntil, t.locale))}
        </p>
      )}
      <Composer
        inputRef={inputRef}
        value={draft}
        onChange={(text) => conversation.store.setState(() => ({ draft: text }))}
        onSend={(text) => sendCleaned(conversation, text)}
        isHeld={waitSeconds > 0}
        {...(mutedUntil === undefined ? { note: reason } : { disabledReasonId: id })}
      />
    </>
  );
}

/** Cleans the text as the server does; invisible characters alone are not sent. */
function sendCleaned({ send }: Conversation, text: string): void {
  const message = cleanChat(text);
  if (message !== '') send(message);
}

/** Whether the player may write now, and if not, when. A mute applies everywhere; rooms have no slow mode. */
function useRestrictions({ kind }: Conversation) {
  const { slowModeSeconds, mutedUntil, wroteAt, pending } = useChat();
  const isModerator = useMay('chat');
  const isFree = isModerator || slowModeSeconds === 0 || kind === 'room';
  const lastAt = Math.max(wroteAt, ...pending.map(({ writtenAt }) => writtenAt));
  const freeAt = isFree ? 0 : lastAt + slowModeSeconds * 1_000;
  const mutedEnd = mutedUntil === null ? 0 : Date.parse(mutedUntil);
  const now = useNow(Math.max(freeAt, mutedEnd));
  return {
    slowModeSeconds: isFree ? 0 : slowModeSeconds,
    waitSeconds: Math.max(0, Math.ceil((freeAt - now) / 1_000)),
    mutedUntil: mutedEnd > now ? mutedEnd : undefined,
  };
}

const TICK_MS = 250;

/** The current time, updated until a given time has passed. */
function useNow(until: number): number {
  const subscribe = useCallback(
    (tick: () => void) => {
      const timer = setInterval(() => {
        tick();
        if (until <= Date.now() - TICK_MS) clearInterval(timer);
      }, TICK_MS);
      return () => clearInterval(timer);
    },
    [until],
  );
  return useSyncExternalStore(subscribe, () => Math.floor(Date.now() / TICK_MS) * TICK_MS);
}

/** The time, with the date unless it is today. */
function momentOf(time: number, locale: string): string {
  const isToday = new Date(time).toDateString() === new Date().toDateString();
  const day = isToday ? {} : ({ day: 'numeric', month: 'long' } as const);
  return new Intl.DateTimeFormat(locale === 'tr' ? 'tr' : 'en-GB', {
    ...day,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format(time);
}
