import { fillPath } from '@karat/contract/endpoint';
import { pages } from '@karat/contract/pages';
import { useQuery } from '@tanstack/react-query';
import { LifeBuoy, Plus } from 'lucide-react';
import { useState } from 'react';
import { useText } from '#i18n/i18n.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { MountWhenOpened, lazyComponent } from '#ui/lazy-component.tsx';
import { QueryView } from '#ui/query-view.tsx';
import { PageHeading } from '#ui/page-heading.tsx';
import { RelativeTime } from '#ui/time.tsx';
import { EmptyView } from '#ui/views.tsx';
import { useTicketEvents } from './ticket-events.ts';
import { ticketsQuery } from './queries.ts';
import { SignInRequired } from './sign-in-required.tsx';
import { TicketSkeleton, TicketRow } from './ticket-row.tsx';
import { useTicketsText } from './words/tickets-text.ts';

const NewTicketModal = lazyComponent(async () => (await import('./new-ticket-modal.tsx')).NewTicketModal);

/** The player's tickets, and a button for a new one. */
export function TicketsPage() {
  return (
    <SignInRequired>
      <OwnTickets />
    </SignInRequired>
  );
}

function OwnTickets() {
  const t = useText();
  const words = useTicketsText();
  const query = useQuery(ticketsQuery);
  const [isModalOpen, setModalOpen] = useState(false);
  useTicketEvents();
  const found = query.data?.length;
  return (
    <>
      <PageHeading
        title={t.support.title}
        beside={
          found !== undefined && (
            <span className="ml-3 font-sans text-sm font-medium text-fg-3">{words.found(found)}</span>
          )
        }
      >
        <Button variant="primary" icon={<Plus size={18} aria-hidden />} onClick={() => setModalOpen(true)}>
          {words.createTicket}
        </Button>
      </PageHeading>
      <QueryView query={query} loading={<TicketSkeleton />}>
        {(tickets) =>
          tickets.length > 0 ? (
            <ul aria-label={words.listLabel} className="surface divide-y divide-line">
              {tickets.map((ticket) => (
                <TicketRow
                  key={ticket.id}
                  ticket={ticket}
                  to={fillPath(pages.ticket, { ticketId: ticket.id })}
                  time={<RelativeTime iso={ticket.updatedAt} />}
                />
              ))}
            </ul>
          ) : (
            <EmptyView icon={LifeBuoy} title={words.empty} text={words.emptyHint}>
              <ButtonLink to={pages.faq}>{words.toFaq}</ButtonLink>
            </EmptyView>
          )
        }
      </QueryView>
      <MountWhenOpened isOpen={isModalOpen}>
        <NewTicketModal isOpen={isModalOpen} onClose={() => setModalOpen(false)} />
      </MountWhenOpened>
    </>
  );
}
