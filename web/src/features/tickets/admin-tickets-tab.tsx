import { TICKET_FILTERS, type Ticket, type TicketFilter } from '@karat/contract/tickets';
import { pageFrom } from '@karat/rules/pager';
import { useQuery } from '@tanstack/react-query';
import clsx from 'clsx';
import { Inbox } from 'lucide-react';
import { useText } from '#i18n/i18n.ts';
import { langAttribute } from '#i18n/lang-attribute.ts';
import { useUrlParams } from '#ui/url-params.ts';
import { formatAdminTime } from '#ui/dates.ts';
import { QueryView } from '#ui/query-view.tsx';
import { Heading } from '#ui/page-heading.tsx';
import { PagerBar } from '#ui/pager-bar.tsx';
import { PlayerName } from '#ui/player-name.tsx';
import { RedirectToLastPage } from '#ui/redirect-to-last-page.tsx';
import { TabLinks } from '#ui/tab-links.tsx';
import { EmptyView } from '#ui/views.tsx';
import { useStaffTicketEvents } from './ticket-events.ts';
import { ALL_TICKETS_KEY, allTicketsQuery, ticketFilterOf, ticketIdOf } from './queries.ts';
import { TicketSkeleton, TicketRow } from './ticket-row.tsx';
import { TicketMissing, TicketView } from './ticket-view.tsx';
import type { AdminCatalogue } from './words/admin-mixed.ts';
import { useAdminText } from './words/admin-text.ts';
import { useTicketsText } from './words/tickets-text.ts';

/** Tickets of all players, read and answered within the panel. */
export function AdminTicketsTab() {
  const t = useTicketsText();
  const { params, to } = useUrlParams();
  const ticketParam = params.get('ticket');
  if (ticketParam === null) return <TicketsList />;
  const wayBack = { to: to({ ticket: undefined, page: pageFrom(params.get('page')) }), label: t.backToTickets };
  const id = ticketIdOf(ticketParam);
  if (id === undefined) return <TicketMissing wayBack={wayBack} />;
  return (
    // On a small screen the tabs of the panel are above the conversation.
    <div className="[--above:16.5rem] @3xl:[--above:13rem]">
      <TicketView key={id} id={id} wayBack={wayBack} />
    </div>
  );
}

function TicketsList() {
  const t = useText();
  const ticketsWords = useTicketsText();
  const words = useAdminText();
  const { params, to } = useUrlParams();
  const list = { page: pageFrom(params.get('page')), filter: ticketFilterOf(params.get('filter')) };
  const query = useQuery(allTicketsQuery(list));
  useStaffTicketEvents(ALL_TICKETS_KEY);
  return (
    <>
      <div className="mb-3">
        <Heading>
          <span lang={langAttribute(t.admin.ticketsTitle)}>{t.admin.ticketsTitle}</span>
        </Heading>
      </div>
      <div className="mb-4">
        <TabLinks
          label={words.tickets.filterLabel}
          tabs={TICKET_FILTERS.map((filter) => ({
            to: to({ filter: filter === 'all' ? undefined : filter }),
            label: words.tickets[filter],
            isCurrent: filter === list.filter,
          }))}
        />
      </div>
      <QueryView query={query} loading={<TicketSkeleton />} errorTitle={words.tickets.failed}>
        {({ data, pagination }) =>
          data.length > 0 ? (
            // The previous page stays visible, dimmed, until the next one loads.
            <div
              aria-busy={query.isPlaceholderData}
              className={clsx('transition-opacity duration-140', query.isPlaceholderData && 'opacity-55')}
            >
              <p className="mb-2 text-xs text-fg-3">{ticketsWords.found(pagination.totalResults)}</p>
              <ul aria-label={words.tickets.listLabel} className="surface divide-y divide-line">
                {data.map((ticket) => (
                  <StaffTicketRow key={ticket.id} ticket={ticket} to={to({ ticket: ticket.id, page: list.page })} />
                ))}
              </ul>
              <PagerBar pagination={pagination} toPage={(page) => to({ page })} />
            </div>
          ) : pagination.totalResults > 0 ? (
            <RedirectToLastPage pagination={pagination} />
          ) : (
            <EmptyView icon={Inbox} title={noneOf(words, list.filter)} text={words.tickets.noneHint} />
          )
        }
      </QueryView>
    </>
  );
}

function noneOf({ tickets }: AdminCatalogue, filter: TicketFilter): string {
  return { all: tickets.none, open: tickets.noneOpen, closed: tickets.noneClosed }[filter];
}

function StaffTicketRow({ ticket, to }: { ticket: Ticket; to: string }) {
  return (
    <TicketRow
      ticket={ticket}
      to={to}
      who={
        <PlayerName username={ticket.username} isSandbox={ticket.isSandbox} isPlain className="font-medium text-fg-2" />
      }
      time={<time dateTime={ticket.updatedAt}>{formatAdminTime(ticket.updatedAt)}</time>}
    />
  );
}
