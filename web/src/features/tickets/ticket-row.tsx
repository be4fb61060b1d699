import type { Ticket } from '@karat/contract/tickets';
import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Badge } from '#ui/badge.tsx';
import { SkeletonBlock, Skeleton } from '#ui/skeleton.tsx';
import { useTicketsText } from './words/tickets-text.ts';

export function StateBadge({ isOpen }: { isOpen: boolean }) {
  const t = useTicketsText();
  return <Badge tone={isOpen ? 'success' : 'neutral'}>{isOpen ? t.open : t.closed}</Badge>;
}

/** At the edge of the row, so that titles align whether read or unread. */
function UnreadMark() {
  const t = useTicketsText();
  return (
    <>
      <span
        aria-hidden
        data-testid="unread-dot"
        className="absolute top-1/2 left-1 size-2 -translate-y-1/2 rounded-full bg-primary"
      />
      <span className="sr-only">{t.unread}: </span>
    </>
  );
}

type TicketRowProps = { ticket: Ticket; to: string; who?: ReactNode; time: ReactNode };

/** A ticket in a list; the whole row links to it. */
export function TicketRow({ ticket, to, who, time }: TicketRowProps) {
  const t = useTicketsText();
  const { title, isOpen, isUnread, messageCount } = ticket;
  return (
    <li className="group relative flex items-center gap-3 px-4 py-3 transition-colors duration-140 first:rounded-t-lg last:rounded-b-lg hover:bg-bg-2">
      {isUnread && <UnreadMark />}
      <div className="min-w-0 grow">
        <Link
          to={to}
          className="line-clamp-2 font-semibold after:absolute after:inset-0 after:rounded-lg focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-primary"
        >
          <bdi className={isUnread ? 'text-fg' : 'text-fg-2 group-hover:text-fg'}>{title}</bdi>
        </Link>
        <p className="mt-0.5 flex flex-wrap items-center gap-x-2 text-xs text-fg-3">
          {who}
          <span>{t.messages(messageCount)}</span>
          <span className="sm:hidden">{time}</span>
        </p>
      </div>
      <span className="hidden shrink-0 text-right text-xs text-fg-3 sm:block">{time}</span>
      <span className="flex shrink-0 justify-end sm:w-17">
        <StateBadge isOpen={isOpen} />
      </span>
      <ChevronRight size={18} aria-hidden className="-mr-1 shrink-0 text-fg-3 max-sm:hidden" />
    </li>
  );
}

export function TicketSkeleton() {
  return (
    <Skeleton>
      <div className="surface divide-y divide-line">
        {['w-64', 'w-44', 'w-56', 'w-40'].map((width) => (
          <div key={width} className="flex items-center gap-3 px-4 py-3">
            <div className="grow space-y-1.5 py-0.5">
              <SkeletonBlock className={`h-4 max-w-full ${width}`} />
              <SkeletonBlock className="h-3 w-28" />
            </div>
            <SkeletonBlock className="h-6 w-16 rounded-full" />
          </div>
        ))}
      </div>
    </Skeleton>
  );
}
