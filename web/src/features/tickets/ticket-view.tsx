import { fillPath } from '@karat/contract/endpoint';
import { pages } from '@karat/contract/pages';
import type { Ticket } from '@karat/contract/tickets';
import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, CircleX, Lock } from 'lucide-react';
import { useEffect } from 'react';
import { Link } from 'react-router';
import { setModalState, useModals } from '#core/modals.ts';
import { useText } from '#i18n/i18n.ts';
import { AccountName } from '#ui/account-name.tsx';
import { addDays } from '#ui/days.ts';
import { MountWhenOpened, lazyComponent } from '#ui/lazy-component.tsx';
import { textLinkClass } from '#ui/link-class.ts';
import { QueryView } from '#ui/query-view.tsx';
import { Heading } from '#ui/page-heading.tsx';
import { SkeletonBlock, Skeleton } from '#ui/skeleton.tsx';
import { NotFoundView } from '#ui/views.tsx';
import { AnswerBox } from './answer-box.tsx';
import { MessageList } from './message-list.tsx';
import { useTicketEvents } from './ticket-events.ts';
import { type Side, ticketQuery, useSide } from './queries.ts';
import { useMarkAsRead } from './mark-as-read.ts';
import { useToastAfterReload } from './reload.ts';
import { StateBadge } from './ticket-row.tsx';
import { useTicketsText } from './words/tickets-text.ts';

const CloseTicketModal = lazyComponent(async () => (await import('./close-ticket-modal.tsx')).CloseTicketModal);

type WayBack = { to: string; label: string };

/** A ticket with its conversation, for its owner and for staff. */
export function TicketView({ id, wayBack }: { id: number; wayBack?: WayBack }) {
  const t = useText();
  const words = useTicketsText();
  useTicketEvents();
  useToastAfterReload();
  return (
    <QueryView
      query={useQuery(ticketQuery(id))}
      loading={<TicketSkeleton />}
      notFound={<TicketMissing {...(wayBack && { wayBack })} />}
      errorTitle={t.toasts.error(words.fetchFailed)}
    >
      {(ticket) => <Conversation ticket={ticket} wayBack={wayBack} />}
    </QueryView>
  );
}

export function TicketMissing({ wayBack }: { wayBack?: WayBack }) {
  const support = useTicketsText();
  return (
    <NotFoundView
      title={support.missing}
      text={support.missingHint}
      backLink={wayBack ?? { to: pages.support, label: support.goBack }}
    />
  );
}

function Conversation({ ticket, wayBack }: { ticket: Ticket; wayBack: WayBack | undefined }) {
  const t = useTicketsText();
  const side = useSide(ticket);
  const isModalOpen = useModals((modals) => modals.isCloseTicketOpen);
  useMarkAsRead(ticket);
  // An open confirmation must not carry over to the next ticket.
  useEffect(() => () => setModalState('isCloseTicketOpen', false), []);
  return (
    <div className="mx-auto max-w-4xl">
      <TicketHeader ticket={ticket} side={side} wayBack={wayBack} />
      <section className="surface flex max-h-[max(20rem,calc(100dvh-var(--top-bar)-var(--bottom-bar)-var(--above,13rem)))] flex-col">
        <MessageList ticket={ticket} side={side} />
        {ticket.isOpen ? (
          <AnswerBox ticket={ticket} />
        ) : (
          <p
            role="status"
            className="flex shrink-0 items-center justify-center gap-2 border-t border-line px-4 py-5 font-semibold text-fg-2"
          >
            <Lock size={16} aria-hidden className="text-fg-3" />
            {t.isClosed}
          </p>
        )}
      </section>
      <MountWhenOpened isOpen={isModalOpen}>
        <CloseTicketModal ticket={ticket} side={side} />
      </MountWhenOpened>
    </div>
  );
}

/** What the player did on the day of the question and on the day before, for staff. */
function activityPath({ userId, createdAt }: Ticket): string {
  const to = createdAt.slice(0, 10);
  return `${fillPath(pages.adminUser, { userId })}?from=${addDays(to, -1)}&to=${to}#activity`;
}

type HeaderProps = { ticket: Ticket; side: Side; wayBack: WayBack | undefined };

function TicketHeader({ ticket, side, wayBack }: HeaderProps) {
  const t = useTicketsText();
  const allTickets = { to: pages.admin, label: t.backToTickets };
  const back = wayBack ?? (side === 'staff' ? allTickets : { to: pages.support, label: t.goBack });
  const { id, title, isOpen, userId, username, isSandbox } = ticket;
  return (
    <header className="mb-4">
      <div className="flex min-h-11 items-center justify-between gap-4 md:min-h-10">
        <Link
          to={back.to}
          className="hit-area inline-flex items-center gap-1.5 rounded-sm text-card font-semibold text-fg-2 hover:text-fg"
        >
          <ArrowLeft size={16} aria-hidden />
          {back.label}
        </Link>
        {isOpen && (
          // Looks like a link but opens a modal, so it is a button.
          <button
            type="button"
            aria-haspopup="dialog"
            onClick={() => setModalState('isCloseTicketOpen', true)}
            className="hit-area inline-flex items-center gap-1.5 rounded-sm text-card font-semibold text-primary underline underline-offset-4 hover:text-fg"
          >
            <CircleX size={16} aria-hidden />
            {t.closeTicket}
          </button>
        )}
      </div>
      <div className="mt-2">
        <Heading>
          <bdi>{title}</bdi>
        </Heading>
      </div>
      <p className="mt-2 flex flex-wrap items-center gap-x-2.5 gap-y-1 text-card text-fg-3">
        <StateBadge isOpen={isOpen} />
        <span>{t.number(id)}</span>
        {side === 'staff' && (
          <span className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-2.5 text-fg-2">
            <AccountName player={{ id: userId, username, isSandbox }} />
            <span className="shrink-0 text-fg-3">({t.player(userId)})</span>
            <Link to={activityPath(ticket)} className={`shrink-0 font-semibold ${textLinkClass}`}>
              {t.activity}
            </Link>
          </span>
        )}
      </p>
    </header>
  );
}

function TicketSkeleton() {
  return (
    <div className="mx-auto max-w-4xl">
      <Skeleton>
        <SkeletonBlock className="h-4 w-36" />
        <SkeletonBlock className="mt-3 h-9 w-72 max-w-full" />
        <SkeletonBlock className="mt-2 mb-4 h-6 w-52" />
        <div className="surface space-y-4 p-5">
          <SkeletonBlock className="ml-auto h-24 w-3/4" />
          <SkeletonBlock className="h-16 w-2/3" />
        </div>
      </Skeleton>
    </div>
  );
}
