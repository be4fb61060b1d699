import type { FromServer } from '@karat/contract/live';
import type { Ticket, TicketMessage } from '@karat/contract/tickets';

/** A minute of a fixed day: later messages have later times. */
const at = (minute: number) => new Date(Date.UTC(2026, 2, 3, 12, minute)).toISOString();

export const message = (id: number, overrides: Partial<TicketMessage> = {}): TicketMessage => ({
  id,
  text: `Message ${id}`,
  username: 'kaan_tr',
  isSandbox: false,
  isStaff: false,
  timestamp: at(id),
  ...overrides,
});

export const staffReply = (id: number, overrides: Partial<TicketMessage> = {}): TicketMessage =>
  message(id, { username: 'boss', isStaff: true, ...overrides });

/** A ticket of the demo player. `messageCount` is the number of messages by default. */
export function ticket(id: number, overrides: Partial<Ticket> = {}): Ticket {
  const messages = overrides.messages ?? [message(1)];
  return {
    id,
    title: `Ticket of ${id}`,
    isOpen: true,
    createdAt: at(0),
    updatedAt: messages.at(-1)?.timestamp ?? at(0),
    userId: 7,
    username: 'kaan_tr',
    isSandbox: false,
    isUnread: false,
    messageCount: messages.length,
    ...overrides,
    messages,
  };
}

/** The payload of the TICKET_UPDATED event that led to this ticket. */
export function ticketUpdate({ messages, ...summary }: Ticket, hasMessage = true): FromServer['TICKET_UPDATED'] {
  return { ticket: summary, message: hasMessage ? messages.at(-1)! : null };
}
