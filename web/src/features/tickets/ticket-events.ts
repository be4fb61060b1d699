import type { FromServer } from '@karat/contract/live';
import type { Ticket } from '@karat/contract/tickets';
import { type QueryClient, type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { onConnect, useLiveEvent } from '#core/socket.ts';
import { hasActiveSession, useAccount } from '#core/session.ts';
import { TICKETS_KEY, ticketQuery, ticketsQuery } from './queries.ts';

type TicketEvent = FromServer['TICKET_UPDATED'];

/** The updated ticket; undefined if the event does not directly follow the known state. */
export function withEvent(known: Ticket, { ticket, message }: TicketEvent): Ticket | undefined {
  const isNew = message !== null && known.messages.every(({ id }) => id !== message.id);
  const isNext = ticket.messageCount === known.messageCount + (isNew ? 1 : 0) && ticket.updatedAt >= known.updatedAt;
  if (!isNext) return undefined;
  return { ...ticket, messages: isNew ? [...known.messages, message] : known.messages };
}

/** Applies an event to the player's list, latest update first. */
export function listWithEvent(known: readonly Ticket[], event: TicketEvent): Ticket[] | undefined {
  const before = known.find(({ id }) => id === event.ticket.id);
  const after = before && withEvent(before, event);
  if (!after) return undefined;
  return known
    .map((each) => (each === before ? after : each))
    .toSorted((a, b) => b.updatedAt.localeCompare(a.updatedAt) || b.id - a.id);
}

/** Picks the later of two versions of a ticket, because a response and its event arrive separately. */
export function laterVersion(known: Ticket | undefined, received: Ticket): Ticket {
  if (known === undefined || received.messageCount > known.messageCount) return received;
  return received.messageCount === known.messageCount && received.updatedAt >= known.updatedAt ? received : known;
}

async function applyToQuery<Data>(
  queryClient: QueryClient,
  queryKey: QueryKey,
  change: (known: Data) => Data | undefined,
) {
  const one = { queryKey, exact: true };
  // A response in flight may be older than the event.
  const isFetching = queryClient.isFetching(one) > 0;
  if (isFetching) await queryClient.cancelQueries(one);
  const known = queryClient.getQueryData<Data>(queryKey);
  const next = known && change(known);
  if (next) queryClient.setQueryData<Data>(queryKey, next);
  if (!next || isFetching) await queryClient.invalidateQueries(one);
}

async function applyEvent(queryClient: QueryClient, event: TicketEvent): Promise<void> {
  const updates = [
    applyToQuery<Ticket>(queryClient, ticketQuery(event.ticket.id).queryKey, (known) => withEvent(known, event)),
  ];
  // Staff receive events of all tickets, but their own list holds only their own.
  if (event.ticket.userId === useAccount.getState().account?.id)
    updates.push(applyToQuery<Ticket[]>(queryClient, ticketsQuery.queryKey, (known) => listWithEvent(known, event)));
  await Promise.all(updates);
}

/** Updates a ticket or the player's list by events, and fetches them again after a reconnect. */
export function useTicketEvents(): void {
  const queryClient = useQueryClient();
  useLiveEvent('TICKET_UPDATED', (event) => void applyEvent(queryClient, event));
  useRefetchOnConnect(TICKETS_KEY);
}

/** For staff lists. Each event causes a fetch, because it may change their order. */
export function useStaffTicketEvents(queryKey: QueryKey): void {
  const queryClient = useQueryClient();
  useLiveEvent('TICKET_UPDATED', () => void queryClient.invalidateQueries({ queryKey }));
  useRefetchOnConnect(queryKey);
}

function useRefetchOnConnect(queryKey: QueryKey): void {
  const queryClient = useQueryClient();
  useEffect(
    () => onConnect(() => hasActiveSession() && void queryClient.invalidateQueries({ queryKey })),
    [queryClient, queryKey],
  );
}
