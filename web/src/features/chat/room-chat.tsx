import { cleanChat } from '@karat/rules/chat';
import { ratingTier } from '@karat/rules/rating';
import clsx from 'clsx';
import { useEffect, useId, useLayoutEffect, useRef } from 'react';
import { useLive } from '#app/live.ts';
import { openAuth } from '#app/modals.ts';
import { useAccount, useSession } from '#app/session.ts';
import { useText } from '#i18n/i18n.ts';
import { useRoomText } from '#i18n/rooms/room-text.ts';
import { Avatar } from '#ui/avatar.tsx';
import { Button } from '#ui/button.tsx';
import { Composer } from '#ui/composer.tsx';
import { Bone, Skeleton } from '#ui/skeleton.tsx';
import { RelativeTime } from '#ui/time.tsx';
import { openRoomChat, sendRoomLine, useRoomChat } from './room-chat-state.ts';

/** Within so many pixels of the end counts as being there. */
const NEAR_END_PX = 40;

/** What is said in a room, by those who play there and those who watch. */
export function RoomChat({ roomId }: { roomId: number }) {
  const t = useRoomText();
  const id = useId();
  useEffect(() => openRoomChat(roomId), [roomId]);
  return (
    <section aria-labelledby={id} className="flex h-95 min-w-0 flex-col surface">
      <h2 id={id} className="border-b border-line px-4 py-3 font-display text-base font-bold">
        {t.chat}
      </h2>
      <Lines label={t.chat} />
      <WriteBox />
    </section>
  );
}

type Said = {
  key: string;
  sender: { username: string; profileImg: string | null; elo: number; isAdmin: boolean };
  message: string;
  timestamp: string;
  isPending: boolean;
};

/** What the server has said and, last, what is still on its way there. */
function useSaid(): readonly Said[] | undefined {
  const lines = useRoomChat((chat) => chat.lines);
  const pending = useRoomChat((chat) => chat.pending);
  const { username, avatar, isAdmin } = useSession();
  const elo = useAccount(({ account }) => account?.elo ?? 0);
  if (lines === undefined) return undefined;
  const me = { username, profileImg: avatar, elo, isAdmin };
  return [
    ...lines.map((line) => ({ ...line, key: line.key ?? String(line.id), isPending: false })),
    ...pending.map(({ key, message, writtenAt }) => ({
      key,
      sender: me,
      message,
      timestamp: new Date(writtenAt).toISOString(),
      isPending: true,
    })),
  ];
}

function Lines({ label }: { label: string }) {
  const t = useRoomText();
  const said = useSaid();
  const { box, heedScroll } = useEnd();
  if (said === undefined) return <LineBones />;
  return (
    <div
      ref={box}
      role="log"
      aria-label={label}
      aria-live="polite"
      // A region that scrolls must be reachable by keyboard.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      onScroll={heedScroll}
      className="flex min-h-0 grow flex-col overflow-x-hidden overflow-y-auto overscroll-contain focus-visible:-outline-offset-2"
    >
      {said.length === 0 ? (
        <p className="m-auto px-6 text-center text-card text-fg-2">{t.chatEmpty}</p>
      ) : (
        <ol className="mt-auto py-2">
          {said.map((line) => (
            <Line key={`${line.sender.username}:${line.key}`} line={line} />
          ))}
        </ol>
      )}
    </div>
  );
}

const tierText = ['', 'text-t1', 'text-t2', 'text-t3', 'text-t4', 'text-t5', 'text-t6', 'text-t7', 'text-t8'];

function Line({ line: { sender, message, timestamp, isPending } }: { line: Said }) {
  const { chat } = useText();
  return (
    <li className={clsx('motion-line flex gap-2.5 px-4 py-1.5', isPending && 'opacity-55')}>
      <span aria-hidden className="shrink-0">
        <Avatar src={sender.profileImg ?? ''} username={sender.username} elo={sender.elo} size={32} />
      </span>
      <div className="min-w-0 grow">
        <p className="flex min-w-0 items-center gap-1.5">
          <bdi className={clsx('truncate text-card font-semibold', tierText[ratingTier(sender.elo)])}>
            {sender.username}
          </bdi>
          {sender.isAdmin && (
            <span className="shrink-0 rounded-[5px] bg-primary/14 px-1.5 text-[0.625rem] leading-4 font-bold text-primary">
              {chat.staff}
            </span>
          )}
          <RelativeTime iso={timestamp} className="shrink-0 text-2xs text-fg-3" />
        </p>
        <p dir="auto" className="text-sm break-words whitespace-pre-line text-fg/90">
          {message}
        </p>
        {isPending && <span className="sr-only">{chat.sending}</span>}
      </div>
    </li>
  );
}

/** Keeps the end in view after whatever was drawn, unless the reader has scrolled away from it. */
function useEnd() {
  const box = useRef<HTMLDivElement>(null);
  const isAway = useRef(false);
  useLayoutEffect(() => {
    if (!isAway.current && box.current) box.current.scrollTop = box.current.scrollHeight;
  });
  const heedScroll = () => {
    const { scrollHeight, scrollTop, clientHeight } = box.current!;
    isAway.current = scrollHeight - scrollTop - clientHeight >= NEAR_END_PX;
  };
  return { box, heedScroll };
}

function WriteBox() {
  const { chat } = useText();
  const isLoggedIn = useSession((session) => session.isLoggedIn);
  const isLost = useLive((live) => live.isLost);
  const draft = useRoomChat((state) => state.draft);
  const send = (text: string) => {
    const message = cleanChat(text);
    if (message !== '') sendRoomLine(message);
  };
  return (
    <div className="shrink-0 border-t border-line p-3">
      {isLoggedIn ? (
        <Composer
          value={draft}
          onChange={(text) => useRoomChat.setState({ draft: text })}
          onSend={send}
          note={isLost ? chat.sentLater : undefined}
        />
      ) : (
        <Button className="w-full" onClick={() => openAuth('login')}>
          {chat.signIn}
        </Button>
      )}
    </div>
  );
}

function LineBones() {
  return (
    <div className="flex min-h-0 grow flex-col justify-end overflow-hidden p-4">
      <Skeleton>
        {['w-44', 'w-28', 'w-36'].map((width) => (
          <div key={width} className="mt-4 flex gap-2.5">
            <Bone className="size-8 shrink-0 rounded-[10px]" />
            <Bone className={`mt-1 h-3 ${width}`} />
          </div>
        ))}
      </Skeleton>
    </div>
  );
}
