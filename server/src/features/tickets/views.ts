import type { Ticket, TicketMessage, TicketSummary } from '@karat/contract/tickets';
import type { TicketRow } from './queries.ts';

/** Who looks at a ticket: whoever opened it, or the site. */
export type Side = 'owner' | 'staff';

/** Somebody of the staff who asks support is a player like any other in their own ticket, wherever they look at it. */
export function sideOf({ userId }: Pick<TicketRow, 'userId'>, viewerId: number): Side {
  return userId === viewerId ? 'owner' : 'staff';
}

export function summaryOf(row: TicketRow, side: Side): TicketSummary {
  const { id, title, isOpen, createdAt, updatedAt, userId, username, messageCount } = row;
  const isUnread = side === 'owner' ? row.isUnreadByOwner : row.isUnreadByStaff;
  return { id, title, isOpen, createdAt, updatedAt, userId, username, isUnread, messageCount };
}

function messageOf({ timestamp, ...message }: TicketMessage): TicketMessage {
  return { ...message, timestamp: new Date(timestamp).toISOString() };
}

export function ticketOf(row: TicketRow, viewerId: number): Ticket {
  return { ...summaryOf(row, sideOf(row, viewerId)), messages: row.messages.map(messageOf) };
}
