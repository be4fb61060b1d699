import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { listOf, paginationQuery } from './pagination.ts';
import { playerName } from './player-name.ts';
import { idNumber, idParam, validDatabaseText, cleanedLine, cleanedText } from './text.ts';

export const TICKET_TITLE_LENGTH_MAX = 120;
export const TICKET_MESSAGE_LENGTH_MAX = 4_000;

const TOO_LONG = 'Message must be at most 4000 characters.';

/** Keeps lines and spaces; leading and trailing spaces do not count towards the minimum length. */
const ticketText = z.string('Message is required.').check(
  cleanedText,
  z.refine<string>((text) => text.trim() !== '', 'Message is required.'),
  z.refine<string>((text) => text.trim().length >= 20, 'Message must be at least 20 characters.'),
  z.maxLength(TICKET_MESSAGE_LENGTH_MAX, TOO_LONG),
  validDatabaseText,
);

export const newTicket = z.object({
  title: z
    .string('Subject is required.')
    .check(
      cleanedLine,
      z.minLength(1, 'Subject is required.'),
      z.minLength(5, 'Subject must be at least 5 characters.'),
      z.maxLength(TICKET_TITLE_LENGTH_MAX, `Subject must be at most ${TICKET_TITLE_LENGTH_MAX} characters.`),
      validDatabaseText,
    ),
  message: ticketText,
});

export const ticketMessage = z.object({
  id: z.number(),
  text: z.string(),
  ...playerName,
  isStaff: z.boolean(),
  timestamp: z.iso.datetime(),
});
export type TicketMessage = z.output<typeof ticketMessage>;

const ticketFields = {
  id: z.number(),
  title: z.string(),
  isOpen: z.boolean(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  /** The player who opened it. */
  userId: z.number(),
  ...playerName,
  /** Whether the other side has written something that this side has not read yet. */
  isUnread: z.boolean(),
  messageCount: z.number(),
};

/** A ticket without its conversation. */
export const ticketSummary = z.object(ticketFields);
export type TicketSummary = z.output<typeof ticketSummary>;

const ticket = z.object({ ...ticketFields, messages: z.array(ticketMessage) });
export type Ticket = z.output<typeof ticket>;

export const createTicket = endpoint({
  method: 'POST',
  path: '/auth/createTicket',
  summary: 'Open a support ticket.',
  body: newTicket,
  refuses: ['key_reused'],
  reply: z.object({ message: z.string(), ticket }),
});

export const getTickets = endpoint({
  method: 'GET',
  path: '/auth/getTickets',
  summary: "The player's own tickets, last updated first.",
  reply: z.object({ tickets: z.array(ticket) }),
});

const ticketParams = z.object({ id: idParam });

export const getTicketById = endpoint({
  method: 'GET',
  path: '/auth/getTicketById/:id',
  summary: 'One ticket with its conversation: for its owner and for staff.',
  params: ticketParams,
  refuses: ['not_found'],
  reply: z.object({ data: ticket }),
});

export const sendTicketMessage = endpoint({
  method: 'POST',
  path: '/auth/sendTicketMessage/:id',
  summary: 'Write in an open ticket. An empty message stores nothing.',
  params: ticketParams,
  body: z.object({
    message: z
      .string('Message is required.')
      .check(cleanedText, z.maxLength(TICKET_MESSAGE_LENGTH_MAX, TOO_LONG), validDatabaseText),
  }),
  refuses: ['key_reused', 'not_found', 'ticket_closed'],
  reply: z.object({ data: ticket }),
});

export const readTicket = endpoint({
  method: 'POST',
  path: '/auth/readTicket/:id',
  summary: 'Mark the conversation as read.',
  params: ticketParams,
  refuses: ['not_found'],
  reply: z.object({ message: z.string() }),
});

export const closeTicket = endpoint({
  method: 'POST',
  path: '/auth/closeTicket/:id',
  summary: "Close one of the player's own tickets. Closing it again has no effect.",
  params: ticketParams,
  refuses: ['not_found'],
  reply: z.object({ message: z.string(), data: ticket }),
});

export const TICKET_FILTERS = ['all', 'open', 'closed'] as const;
export type TicketFilter = (typeof TICKET_FILTERS)[number];

export const getAllTickets = endpoint({
  method: 'GET',
  path: '/admin/getAllTickets',
  summary: 'Tickets of all players: unread ones first, then open ones, each last updated first.',
  query: z.object({ ...paginationQuery(), filter: z._default(z.enum(TICKET_FILTERS, 'Invalid filter.'), 'all') }),
  reply: listOf(ticket),
});

/** A number, or its digits as a text. */
const ticketId = z.union([idNumber, idParam], {
  error: 'Invalid id.',
});

export const adminCloseTicket = endpoint({
  method: 'PATCH',
  path: '/admin/closeTicket',
  summary: "Close a player's ticket. Closing it again has no effect.",
  body: z.object({ ticketId }),
  refuses: ['not_found'],
  reply: z.object({ message: z.string(), ok: z.boolean(), data: ticket }),
});
