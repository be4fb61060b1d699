import {
  TICKET_FILTERS,
  type Ticket,
  type TicketFilter,
  adminCloseTicket,
  closeTicket,
  getAllTickets,
  getTicketById,
  getTickets,
} from '@karat/contract/tickets';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { ApiRefusal, call } from '#core/api.ts';
import { useAccount } from '#core/session.ts';
import type { Catalogue } from '#i18n/mixed.ts';
import { textOfRefusal } from '#i18n/refusals.ts';

// Events update a ticket only while it is shown, so a returning page fetches it again.
const shared = { meta: { isPrivate: true }, staleTime: 0 } as const;

/** Prefix of all ticket queries. */
export const TICKETS_KEY = ['tickets'] as const;
export const ALL_TICKETS_KEY = [...TICKETS_KEY, 'all'] as const;

/** The player's own tickets. */
export const ticketsQuery = queryOptions({
  ...shared,
  queryKey: [...TICKETS_KEY, 'own'] as const,
  queryFn: async ({ signal }) => (await call(getTickets, undefined, { signal })).tickets,
});

export const ticketQuery = (id: number) =>
  queryOptions({
    ...shared,
    queryKey: [...TICKETS_KEY, 'one', id] as const,
    queryFn: async ({ signal }) => (await call(getTicketById, { params: { id: String(id) } }, { signal })).data,
  });

export type TicketsFilter = { readonly page: number; readonly filter: TicketFilter };

/** The filter in a URL; an unknown one means all. */
export const ticketFilterOf = (text: string | null): TicketFilter =>
  TICKET_FILTERS.find((filter) => filter === text) ?? 'all';

/** A page of all players' tickets. */
export const allTicketsQuery = ({ page, filter }: TicketsFilter) =>
  queryOptions({
    ...shared,
    queryKey: [...ALL_TICKETS_KEY, { page, filter }] as const,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => call(getAllTickets, { query: { page: String(page), limit: '10', filter } }, { signal }),
  });

/** Whether any ticket waits for staff: unread tickets come first. */
export const waitingQuery = queryOptions({
  ...shared,
  queryKey: [...TICKETS_KEY, 'waiting'] as const,
  queryFn: async ({ signal }) => {
    const { data } = await call(getAllTickets, { query: { limit: '1' } }, { signal });
    return data[0]?.isUnread === true;
  },
});

/** The viewer of a ticket: its owner or staff. */
export type Side = 'owner' | 'staff';

export function useSide({ userId }: Pick<Ticket, 'userId'>): Side {
  return useAccount(({ account }) => account?.id) === userId ? 'owner' : 'staff';
}

/** The id in a URL; undefined if invalid. */
export function ticketIdOf(text: string | null | undefined): number | undefined {
  return /^[1-9]\d{0,15}$/.test(text ?? '') ? Number(text) : undefined;
}

/** Closes a ticket: owner and staff use different calls. */
export async function close(id: number, side: Side): Promise<Ticket> {
  if (side === 'owner') return (await call(closeTicket, { params: { id: String(id) } })).data;
  return (await call(adminCloseTicket, { body: { ticketId: id } })).data;
}

/** The refusal's sentence, or that the server was not reached. */
export function reasonOf(t: Catalogue, error: Error): string {
  const hasReason = error instanceof ApiRefusal && error.message !== '';
  return hasReason ? textOfRefusal(t, error) : t.toasts.networkError;
}
