import { fillPath } from '@karat/contract/endpoint';
import { pages } from '@karat/contract/pages';
import type { Pagination } from '@karat/contract/pagination';
import { Refusal } from '@karat/contract/refusal';
import { may } from '@karat/contract/staff';
import type { Ticket, TicketFilter, TicketMessage, TicketSummary } from '@karat/contract/tickets';
import type { Sql, Tx } from '#db/db.ts';
import type { Caller, Deps } from '#deps.ts';
import { recordSiteEvent, recordStaffAction } from '#features/logs/logs.ts';
import { notify } from '#features/notifications/notifications.ts';
import { onceByKey } from '#http/idempotency.ts';
import { assertRate, type Rate } from '#http/rate-limit.ts';
import {
  countTickets,
  type LockedTicket,
  insertMessage,
  insertTicket,
  lockTicket,
  selectAllTicketIds,
  selectOwnTicketIds,
  selectTickets,
  type TicketRow,
  updateClosed,
  updateSeenByOwner,
  updateSeenByStaff,
} from './queries.ts';

type TicketDeps = Pick<Deps, 'db' | 'live' | 'limits'>;

const OWN_TICKETS_MAX = 100;
/** Limits a reply's size, however long the conversation. */
const MESSAGES_MAX = 200;
/** Shared equally among the tickets of a list. */
const LISTED_MESSAGES_MAX = 2_000;
const MESSAGE_BYTES_MAX = 1_000_000;

const TICKET_RATE: Rate = { burst: 5, perSecond: 1 / 60 };
const MESSAGE_RATE: Rate = { burst: 10, perSecond: 1 / 2 };
/** The limit for calls that write nothing. Each of them may return a long conversation or wait for the ticket's lock. */
const READ_RATE: Rate = { burst: 60, perSecond: 5 };

/** The viewer's side: the player who opened the ticket, or staff. */
type Side = 'owner' | 'staff';

/** Staff are players in their own tickets, on every page. */
function sideOf({ userId }: Pick<TicketRow, 'userId'>, viewerId: number): Side {
  return userId === viewerId ? 'owner' : 'staff';
}

function summaryOf(row: TicketRow, side: Side): TicketSummary {
  const { id, title, isOpen, createdAt, updatedAt, userId, username, isSandbox, messageCount } = row;
  const isUnread = side === 'owner' ? row.isUnreadByOwner : row.isUnreadByStaff;
  return { id, title, isOpen, createdAt, updatedAt, userId, username, isSandbox, isUnread, messageCount };
}

function messageOf({ timestamp, ...message }: TicketMessage): TicketMessage {
  return { ...message, timestamp: new Date(timestamp).toISOString() };
}

function ticketOf(row: TicketRow, viewerId: number): Ticket {
  return { ...summaryOf(row, sideOf(row, viewerId)), messages: row.messages.map(messageOf) };
}

// The same message for both cases, or it would reveal which tickets exist.
const notFound = (): Refusal => new Refusal('not_found', 'Ticket not found.');

function assertReadRate(deps: TicketDeps, { id }: Caller): void {
  assertRate(deps.limits, {
    key: `ticket-looks:${id}`,
    rate: READ_RATE,
    message: 'Too many requests. Please slow down.',
  });
}

function assertMayAccess<Found extends { readonly userId: number }>(found: Found | undefined, caller: Caller): Found {
  const isAllowed = found?.userId === caller.id || may(caller.staffRole, 'tickets');
  if (found === undefined || !isAllowed) throw notFound();
  return found;
}

async function describeTickets(sql: Sql, ids: readonly number[], viewerId: number): Promise<Ticket[]> {
  const messagesMax = Math.min(MESSAGES_MAX, Math.floor(LISTED_MESSAGES_MAX / Math.max(1, ids.length)));
  const rows = await selectTickets(sql, { ids, messagesMax, bytesMax: MESSAGE_BYTES_MAX });
  return rows.map((row) => ticketOf(row, viewerId));
}

async function describeTicket(sql: Sql, id: number, caller: Caller): Promise<Ticket> {
  const [ticket] = await describeTickets(sql, [id], caller.id);
  return assertMayAccess(ticket, caller);
}

type TicketRequest = { readonly caller: Caller; readonly ticketId: number };

export async function findTicket(deps: TicketDeps, { caller, ticketId }: TicketRequest): Promise<Ticket> {
  assertReadRate(deps, caller);
  return describeTicket(deps.db.sql, ticketId, caller);
}

/** Sends the ticket to staff and owner after the commit, each with their own view. */
async function sendUpdate(tx: Tx, { live }: TicketDeps, id: number, message: TicketMessage | null): Promise<void> {
  const [row] = await selectTickets(tx.sql, { ids: [id], messagesMax: 0, bytesMax: 0 });
  tx.afterCommit(() => {
    live.toStaff('TICKET_UPDATED', { ticket: summaryOf(row!, 'staff'), message });
    // Last: an owner who is staff receives both and must keep the owner's view, which a reload would show.
    live.toPlayer(row!.userId, 'TICKET_UPDATED', { ticket: summaryOf(row!, 'owner'), message });
  });
}

type NewTicketMessage = {
  readonly ticketId: number;
  readonly writer: Caller;
  readonly isStaff: boolean;
  readonly text: string;
};

async function addMessage(
  tx: Tx,
  deps: TicketDeps,
  { ticketId, writer, isStaff, text }: NewTicketMessage,
): Promise<void> {
  const { id: playerId, username, isSandbox } = writer;
  const message = await insertMessage(tx.sql, { ticketId, playerId, isStaff, text });
  await sendUpdate(tx, deps, ticketId, { ...message, text, username, isSandbox, isStaff });
}

type Keyed = {
  readonly caller: Caller;
  /** The idempotency key: a repeat after a lost connection has no further effect. */
  readonly key: string | undefined;
};

export type NewTicket = Keyed & { readonly title: string; readonly message: string };

export async function createTicket(deps: TicketDeps, { caller, key, title, message }: NewTicket): Promise<Ticket> {
  const tooMany = 'Too many tickets. Please try again later.';
  assertRate(deps.limits, { key: `tickets:${caller.id}`, rate: TICKET_RATE, message: tooMany });
  const keyedRequest = { playerId: caller.id, key, request: ['createTicket', title, message] };
  return deps.db.transaction(async (tx) => {
    const { id } = await onceByKey(tx, keyedRequest, async () => {
      const ticketId = await insertTicket(tx.sql, { playerId: caller.id, title });
      await addMessage(tx, deps, { ticketId, writer: caller, isStaff: false, text: message });
      await recordSiteEvent(tx, { playerId: caller.id, event: 'ticket.open', subject: `ticket:${ticketId}` });
      return { id: ticketId };
    });
    return describeTicket(tx.sql, id, caller);
  });
}

type TicketAction = { readonly ticketId: number; readonly ticket: LockedTicket; readonly actorId: number };

const pathOf = (ticketId: number): string => fillPath(pages.ticket, { ticketId });

async function recordAnswer(tx: Tx, { live }: TicketDeps, { ticketId, ticket, actorId }: TicketAction): Promise<void> {
  const { userId: playerId, title } = ticket;
  await notify(tx, live, { playerId, key: 'ticket.answered', parameters: { title }, path: pathOf(ticketId) });
  await recordStaffAction(tx, { actorId, action: 'ticket.answer', subject: `ticket:${ticketId}` });
}

async function send(
  tx: Tx,
  deps: TicketDeps,
  { ticketId, writer, text }: Omit<NewTicketMessage, 'isStaff'>,
): Promise<void> {
  const ticket = assertMayAccess(await lockTicket(tx.sql, ticketId), writer);
  if (!ticket.isOpen) throw new Refusal('ticket_closed', 'Ticket is closed.');
  const isStaff = sideOf(ticket, writer.id) === 'staff';
  await addMessage(tx, deps, { ticketId, writer, isStaff, text });
  if (isStaff) await recordAnswer(tx, deps, { ticketId, ticket, actorId: writer.id });
}

export type NewMessage = Keyed & { readonly ticketId: number; readonly text: string };

/** Ignores an empty message. Staff write as staff, except in their own tickets. */
export async function sendMessage(deps: TicketDeps, { caller, key, ticketId, text }: NewMessage): Promise<Ticket> {
  if (text.trim() === '') return findTicket(deps, { caller, ticketId });
  const tooMany = 'Too many messages. Please wait a moment.';
  assertRate(deps.limits, { key: `ticket-messages:${caller.id}`, rate: MESSAGE_RATE, message: tooMany });
  const keyedRequest = { playerId: caller.id, key, request: ['sendTicketMessage', ticketId, text] };
  return deps.db.transaction(async (tx) => {
    await onceByKey(tx, keyedRequest, async () => {
      await send(tx, deps, { ticketId, writer: caller, text });
      return { ticketId };
    });
    return describeTicket(tx.sql, ticketId, caller);
  });
}

async function recordClose(tx: Tx, { live }: TicketDeps, { ticketId, ticket, actorId }: TicketAction): Promise<void> {
  const subject = `ticket:${ticketId}`;
  if (sideOf(ticket, actorId) === 'owner') {
    await recordSiteEvent(tx, { playerId: actorId, event: 'ticket.close', subject });
    return;
  }
  const { userId: playerId, title } = ticket;
  await notify(tx, live, { playerId, key: 'ticket.closed', parameters: { title }, path: pathOf(ticketId) });
  await recordStaffAction(tx, { actorId, action: 'ticket.close', subject });
}

/** Closes a ticket, for its owner or staff. A repeat has no effect and sends no events. */
export async function closeTicket(deps: TicketDeps, { caller, ticketId }: TicketRequest): Promise<Ticket> {
  assertReadRate(deps, caller);
  return deps.db.transaction(async (tx) => {
    const ticket = assertMayAccess(await lockTicket(tx.sql, ticketId), caller);
    if (ticket.isOpen) {
      await updateClosed(tx.sql, { id: ticketId, closedBy: caller.id });
      await sendUpdate(tx, deps, ticketId, null);
      await recordClose(tx, deps, { ticketId, ticket, actorId: caller.id });
    }
    return describeTicket(tx.sql, ticketId, caller);
  });
}

/** Marks all messages as read by the caller's side, and updates their other tabs and colleagues. */
export async function readTicket(deps: TicketDeps, { caller, ticketId }: TicketRequest): Promise<void> {
  assertReadRate(deps, caller);
  return deps.db.transaction(async (tx) => {
    const ticket = assertMayAccess(await lockTicket(tx.sql, ticketId), caller);
    const see = sideOf(ticket, caller.id) === 'owner' ? updateSeenByOwner : updateSeenByStaff;
    if (await see(tx.sql, ticketId)) await sendUpdate(tx, deps, ticketId, null);
  });
}

/** Lists the player's own tickets, the last changed first. */
export async function listOwnTickets(deps: TicketDeps, caller: Caller): Promise<Ticket[]> {
  assertReadRate(deps, caller);
  const ids = await selectOwnTicketIds(deps.db.sql, caller.id, OWN_TICKETS_MAX);
  return describeTickets(deps.db.sql, ids, caller.id);
}

type TicketListRequest = {
  readonly caller: Caller;
  readonly filter: TicketFilter;
  readonly page: number;
  readonly limit: number;
};

/** Lists all tickets: first those that wait for staff, then other open ones, then closed ones, each group by last change. */
export async function listAllTickets(
  { db }: TicketDeps,
  { caller, ...wanted }: TicketListRequest,
): Promise<{ data: Ticket[]; pagination: Pagination }> {
  const totalResults = await countTickets(db.sql, wanted.filter);
  const data = await describeTickets(db.sql, await selectAllTicketIds(db.sql, wanted), caller.id);
  return { data, pagination: { totalResults, resultsPerPage: wanted.limit, currentPage: wanted.page } };
}
