import { type Ticket, readTicket } from '@karat/contract/tickets';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { call } from '#core/api.ts';
import { logError } from '#core/log.ts';
import { ticketQuery, ticketsQuery } from './queries.ts';

const asRead = (ticket: Ticket): Ticket => ({ ...ticket, isUnread: false });

/** Marks a ticket as read while it is visible, once for each message count. */
export function useMarkAsRead({ id, isUnread, messageCount }: Ticket): void {
  const queryClient = useQueryClient();
  const sentCount = useRef(0);
  const read = useEffectEvent(async (count: number) => {
    if (document.visibilityState !== 'visible' || sentCount.current === count) return;
    sentCount.current = count;
    try {
      await call(readTicket, { params: { id: String(id) } });
      queryClient.setQueryData(ticketQuery(id).queryKey, (known) => known && asRead(known));
      queryClient.setQueryData(ticketsQuery.queryKey, (known) =>
        known?.map((each) => (each.id === id ? asRead(each) : each)),
      );
    } catch (error) {
      // The ticket stays unread, and the next view tries again.
      sentCount.current = 0;
      logError('Failed to mark the ticket as read', error);
    }
  });
  useEffect(() => {
    if (!isUnread) return undefined;
    const markIfVisible = () => void read(messageCount);
    markIfVisible();
    document.addEventListener('visibilitychange', markIfVisible);
    return () => document.removeEventListener('visibilitychange', markIfVisible);
  }, [isUnread, messageCount]);
}
