import type { TicketFilter, TicketMessage } from '@karat/contract/tickets';
import type { Sql } from '#db/db.ts';

/** A ticket for both sides, with its latest messages; their times are in PostgreSQL's format. */
export type TicketRow = {
  readonly id: number;
  readonly title: string;
  readonly isOpen: boolean;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly userId: number;
  readonly username: string;
  readonly isSandbox: boolean;
  readonly messageCount: number;
  readonly isUnreadByOwner: boolean;
  readonly isUnreadByStaff: boolean;
  readonly messages: readonly TicketMessage[];
};

type Wanted = {
  readonly ids: readonly number[];
  /** The newest messages of each ticket. */
  readonly messagesMax: number;
  /** For all tickets together: every ticket's newest message comes before any ticket's second. */
  readonly bytesMax: number;
};

/** These tickets in the given order, in one snapshot, so that the count matches the messages. */
export function selectTickets(sql: Sql, { ids, messagesMax, bytesMax }: Wanted): Promise<TicketRow[]> {
  return sql<TicketRow>`
    with asked as (
      select * from unnest(${ids}::int8[]) with ordinality as asked (ticket_id, place)
    ), recent as (
      select asked.ticket_id, message.*, sum(octet_length(text)) over (order by recency, place) as bytes
      from asked cross join lateral (
        select ticket_messages.id, text, username, is_sandbox, is_staff, ticket_messages.created_at,
               row_number() over (order by ticket_messages.id desc) as recency
        from ticket_messages join players on players.id = player_id
        where ticket_id = asked.ticket_id
        order by ticket_messages.id desc limit ${messagesMax}
      ) as message
    ), conversations as (
      select ticket_id, json_agg(json_build_object(
               'id', id, 'text', text, 'username', username, 'isSandbox', is_sandbox, 'isStaff', is_staff,
               'timestamp', created_at
             ) order by id) as messages
      from recent where bytes <= ${bytesMax} group by ticket_id
    )
    select tickets.id, title, is_open as "isOpen", tickets.created_at as "createdAt", updated_at as "updatedAt",
           player_id as "userId", username, is_sandbox as "isSandbox", message_count as "messageCount",
           staff_message_id > seen_by_owner_id as "isUnreadByOwner",
           owner_message_id > seen_by_staff_id as "isUnreadByStaff",
           coalesce(messages, '[]') as messages
    from asked join tickets on tickets.id = asked.ticket_id join players on players.id = player_id
    left join conversations on conversations.ticket_id = tickets.id
    order by place`;
}

type IdRow = { id: number };

export async function selectOwnTicketIds(sql: Sql, playerId: number, limit: number): Promise<number[]> {
  const rows = await sql<IdRow>`
    select id from tickets where player_id = ${playerId} order by updated_at desc, id desc limit ${limit}`;
  return rows.map(({ id }) => id);
}

type TicketPage = { readonly filter: TicketFilter; readonly page: number; readonly limit: number };

/** Sorted like the index of the same name. */
export async function selectAllTicketIds(sql: Sql, { filter, page, limit }: TicketPage): Promise<number[]> {
  const rows = await sql<IdRow>`
    select id from tickets where ${filter} = 'all' or is_open = (${filter} = 'open')
    order by (is_open and owner_message_id > seen_by_staff_id) desc, is_open desc, updated_at desc, id desc
    limit ${limit} offset ${(page - 1) * limit}`;
  return rows.map(({ id }) => id);
}

export async function countTickets(sql: Sql, filter: TicketFilter): Promise<number> {
  const [row] = await sql<{ total: number }>`
    select count(*) as total from tickets where ${filter} = 'all' or is_open = (${filter} = 'open')`;
  return row!.total;
}

export async function insertTicket(sql: Sql, ticket: { playerId: number; title: string }): Promise<number> {
  const [row] = await sql<IdRow>`
    insert into tickets (player_id, title) values (${ticket.playerId}, ${ticket.title}) returning id`;
  return row!.id;
}

export type LockedTicket = { readonly userId: number; readonly title: string; readonly isOpen: boolean };

/** All changes of a ticket start with this lock, so that of a concurrent message and close the second sees the first. */
export async function lockTicket(sql: Sql, id: number): Promise<LockedTicket | undefined> {
  const [row] = await sql<LockedTicket>`
    select player_id as "userId", title, is_open as "isOpen" from tickets where id = ${id} for update`;
  return row;
}

export type NewMessage = {
  readonly ticketId: number;
  readonly playerId: number;
  readonly isStaff: boolean;
  readonly text: string;
};

/** Adds a message to a locked ticket. Its author has seen all earlier ones. */
export async function insertMessage(sql: Sql, message: NewMessage): Promise<{ id: number; timestamp: string }> {
  const { ticketId, playerId, isStaff, text } = message;
  // `clock_timestamp`, because a transaction that waited for the lock must come after the one it waited for.
  const [row] = await sql<{ id: number; timestamp: string }>`
    with message as (
      insert into ticket_messages (ticket_id, player_id, is_staff, text, created_at)
      values (${ticketId}, ${playerId}, ${isStaff}, ${text}, clock_timestamp())
      returning id, is_staff, created_at
    )
    update tickets set message_count = message_count + 1, updated_at = message.created_at,
      owner_message_id = case when is_staff then owner_message_id else message.id end,
      seen_by_owner_id = case when is_staff then seen_by_owner_id else message.id end,
      staff_message_id = case when is_staff then message.id else staff_message_id end,
      seen_by_staff_id = case when is_staff then message.id else seen_by_staff_id end
    from message where tickets.id = ${ticketId}
    returning message.id, message.created_at as timestamp`;
  return row!;
}

export async function updateClosed(sql: Sql, { id, closedBy }: { id: number; closedBy: number }): Promise<void> {
  await sql`
    update tickets set is_open = false, closed_at = clock_timestamp(), closed_by = ${closedBy},
           updated_at = clock_timestamp()
    where id = ${id}`;
}

/** Reading does not change the ticket's time. True if there was something unread. */
export async function updateSeenByOwner(sql: Sql, id: number): Promise<boolean> {
  const rows = await sql`
    update tickets set seen_by_owner_id = staff_message_id
    where id = ${id} and seen_by_owner_id < staff_message_id returning id`;
  return rows.length > 0;
}

export async function updateSeenByStaff(sql: Sql, id: number): Promise<boolean> {
  const rows = await sql`
    update tickets set seen_by_staff_id = owner_message_id
    where id = ${id} and seen_by_staff_id < owner_message_id returning id`;
  return rows.length > 0;
}

/** Open tickets, by who has to answer next. */
export async function countOpenTickets(sql: Sql): Promise<{ readonly staff: number; readonly player: number }> {
  const [row] = await sql<{ staff: number; player: number }>`
    select count(*) filter (where owner_message_id > staff_message_id) as staff,
           count(*) filter (where owner_message_id <= staff_message_id) as player
    from tickets where is_open`;
  return row!;
}
