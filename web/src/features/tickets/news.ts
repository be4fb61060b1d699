import type { FromServer } from '@karat/contract/live';
import type { Ticket } from '@karat/contract/tickets';
import { type QueryClient, type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { onConnect, useLiveEvent } from '#core/socket.ts';
import { hasActiveSession, useAccount } from '#core/session.ts';
import { TICKETS_KEY, ticketQuery, ticketsQuery } from './queries.ts';

type News = FromServer['TICKET_UPDATED'];

/** A ticket as a fresh look would show it; undefined where the news do not follow on what is known. */
export function withNews(known: Ticket, { ticket, message }: News): Ticket | undefined {
  const isNew = message !== null && known.messages.every(({ id }) => id !== message.id);
  const isNext = ticket.messageCount === known.messageCount + (isNew ? 1 : 0) && ticket.updatedAt >= known.updatedAt;
  if (!isNext) return undefined;
  return { ...ticket, messages: isNew ? [...known.messages, message] : known.messages };
}

/** The player's list likewise, the last moved first. */
export function listWithNews(known: readonly Ticket[], news: News): Ticket[] | undefined {
  const before = known.find(({ id }) => id === news.ticket.id);
  const after = before && withNews(before, news);
  if (!after) return undefined;
  return known
    .map((each) => (each === before ? after : each))
    .toSorted((one, other) => other.updatedAt.localeCompare(one.updatedAt) || other.id - one.id);
}

/** Of two tellings of one ticket the later one: an answer and the news of it come by different ways. */
export function laterOf(known: Ticket | undefined, told: Ticket): Ticket {
  if (known === undefined || told.messageCount > known.messageCount) return told;
  return told.messageCount === known.messageCount && told.updatedAt >= known.updatedAt ? told : known;
}

async function take<Data>(queryClient: QueryClient, queryKey: QueryKey, change: (known: Data) => Data | undefined) {
  const one = { queryKey, exact: true };
  // An answer that is on its way may have been written before the news.
  const isAsking = queryClient.isFetching(one) > 0;
  if (isAsking) await queryClient.cancelQueries(one);
  const known = queryClient.getQueryData<Data>(queryKey);
  const next = known && change(known);
  if (next) queryClient.setQueryData<Data>(queryKey, next);
  if (!next || isAsking) await queryClient.invalidateQueries(one);
}

async function takeNews(queryClient: QueryClient, news: News): Promise<void> {
  const takings = [take<Ticket>(queryClient, ticketQuery(news.ticket.id).queryKey, (known) => withNews(known, news))];
  // Staff hear of everybody's tickets; their own list is about their own.
  if (news.ticket.userId === useAccount.getState().account?.id)
    takings.push(take<Ticket[]>(queryClient, ticketsQuery.queryKey, (known) => listWithNews(known, news)));
  await Promise.all(takings);
}

/** Keeps a shown ticket, or the player's list, as the server has it: by its news, and after a break by asking again. */
export function useTicketNews(): void {
  const queryClient = useQueryClient();
  useLiveEvent('TICKET_UPDATED', (news) => void takeNews(queryClient, news));
  useAskingAgain(TICKETS_KEY);
}

/** For what staff see, in an order that any news may change: each of them is a reason to ask again. */
export function useDeskNews(queryKey: QueryKey): void {
  const queryClient = useQueryClient();
  useLiveEvent('TICKET_UPDATED', () => void queryClient.invalidateQueries({ queryKey }));
  useAskingAgain(queryKey);
}

function useAskingAgain(queryKey: QueryKey): void {
  const queryClient = useQueryClient();
  useEffect(
    () => onConnect(() => hasActiveSession() && void queryClient.invalidateQueries({ queryKey })),
    [queryClient, queryKey],
  );
}
