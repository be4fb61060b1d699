import type { Ticket, TicketMessage } from '@karat/contract/tickets';
import clsx from 'clsx';
import { ArrowDown, ShieldCheck } from 'lucide-react';
import { useRef } from 'react';
import { useSession } from '#core/session.ts';
import { Avatar } from '#ui/avatar.tsx';
import { Badge } from '#ui/badge.tsx';
import { PlayerName } from '#ui/player-name.tsx';
import { RelativeTime } from '#ui/time.tsx';
import type { Side } from './queries.ts';
import { useStickToEnd } from './use-stick-to-end.ts';
import { useTicketsText } from './words/tickets-text.ts';

/** The conversation, oldest first. It follows new messages unless the reader has scrolled up. */
export function MessageList({ ticket, side }: { ticket: Ticket; side: Side }) {
  const t = useTicketsText();
  const { messages, messageCount } = ticket;
  const isOwn = ({ isStaff }: TicketMessage) => isStaff === (side === 'staff');
  const last = messages.at(-1);
  const list = useRef<HTMLDivElement>(null);
  const { leftAt, onScroll, toEnd } = useStickToEnd(list, {
    id: last?.id ?? 0,
    isOwn: last !== undefined && isOwn(last),
  });
  const unseen = leftAt === undefined ? 0 : messages.filter((each) => each.id > leftAt && !isOwn(each)).length;
  const hidden = messageCount - messages.length;
  return (
    <div className="relative flex min-h-0 grow flex-col">
      <div
        ref={list}
        role="log"
        aria-label={t.conversation}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrollable by keyboard
        tabIndex={0}
        onScroll={onScroll}
        className="min-h-0 grow overflow-y-auto overscroll-contain rounded-t-lg px-3 py-4 focus-visible:-outline-offset-2 sm:px-5 sm:py-5"
      >
        {hidden > 0 && <p className="mb-4 text-center text-xs text-fg-3">{t.earlier(hidden)}</p>}
        <ol className="space-y-4">
          {messages.map((message) => (
            <Message key={message.id} message={message} isOwn={isOwn(message)} />
          ))}
        </ol>
      </div>
      {unseen > 0 && (
        <button
          type="button"
          onClick={toEnd}
          className="pop-surface hit-area absolute! bottom-3 left-1/2 inline-flex h-9 -translate-x-1/2 items-center gap-2 rounded-full px-4 text-card font-semibold whitespace-nowrap text-primary"
        >
          <ArrowDown size={16} aria-hidden />
          {t.newMessages(unseen)}
        </button>
      )}
    </div>
  );
}

function Message({ message, isOwn }: { message: TicketMessage; isOwn: boolean }) {
  const t = useTicketsText();
  const ownName = useSession((session) => session.username);
  const { text, username, isSandbox, isStaff, timestamp } = message;
  return (
    <li className={clsx('flex gap-2.5', isOwn ? 'justify-end' : 'justify-start')}>
      {!isOwn && <Picture username={username} isStaff={isStaff} />}
      <div className={clsx('flex max-w-[min(88%,44rem)] min-w-0 flex-col', isOwn ? 'items-end' : 'items-start')}>
        <p
          className={clsx(
            'mb-1 flex max-w-full flex-wrap items-center gap-x-2 text-xs text-fg-3',
            isOwn && 'justify-end',
          )}
        >
          <span className="flex min-w-0 font-semibold text-fg-2">
            {isOwn && username === ownName ? t.you : <PlayerName username={username} isSandbox={isSandbox} />}
          </span>
          {isStaff && <Badge tone="primary">{t.staff}</Badge>}
          <RelativeTime iso={timestamp} />
        </p>
        {/* As written, with its spaces, lines and text direction. */}
        <p
          dir="auto"
          className={clsx(
            'max-w-full rounded-lg border px-3.5 py-2.5 text-start wrap-anywhere whitespace-pre-wrap',
            isOwn ? 'rounded-tr-sm border-primary/25 bg-primary/10' : 'rounded-tl-sm border-line bg-bg-2',
          )}
        >
          {text}
        </p>
      </div>
    </li>
  );
}

function Picture({ username, isStaff }: { username: string; isStaff: boolean }) {
  if (!isStaff) return <Avatar src="" username={username} size={32} />;
  return (
    <span aria-hidden className="grid size-8 shrink-0 place-items-center rounded-[10px] bg-primary/14 text-primary">
      <ShieldCheck size={18} strokeWidth={1.75} />
    </span>
  );
}
