import * as contract from '@karat/contract/tickets';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#deps.ts';
import { createCachedReading } from '#cached-reading.ts';
import { createCallers } from '#http/callers.ts';
import { samplesBy } from '#http/exposition.ts';
import { requestKeyOf } from '#http/idempotency.ts';
import { mount } from '#http/mount.ts';
import { countOpenTickets } from './queries.ts';
import {
  closeTicket,
  createTicket,
  findTicket,
  listAllTickets,
  listOwnTickets,
  readTicket,
  sendMessage,
} from './tickets.ts';

const COUNT_FRESH_MS = 5_000;

export function ticketRoutes(app: FastifyInstance, deps: Deps): void {
  const { player, staff } = createCallers(deps);
  const countOpen = createCachedReading(() => countOpenTickets(deps.db.sql), { freshMs: COUNT_FRESH_MS });
  app.karat.metrics.push({
    name: 'karat_open_tickets',
    help: 'Open support tickets, by who is to answer next: staff or the player.',
    type: 'gauge',
    read: async () => samplesBy('waiting_for', await countOpen()),
  });

  mount(app, contract.createTicket, player, async ({ body }, caller, request) => ({
    message: 'Support ticket created successfully.',
    ticket: await createTicket(deps, { caller, key: requestKeyOf(request), ...body }),
  }));

  mount(app, contract.getTickets, player, async (_, caller) => ({ tickets: await listOwnTickets(deps, caller) }));

  mount(app, contract.getTicketById, player, async ({ params }, caller) => ({
    data: await findTicket(deps, { caller, ticketId: params.id }),
  }));

  mount(app, contract.sendTicketMessage, player, async ({ params, body }, caller, request) => {
    const message = { caller, key: requestKeyOf(request), ticketId: params.id, text: body.message };
    return { data: await sendMessage(deps, message) };
  });

  mount(app, contract.readTicket, player, async ({ params }, caller) => {
    await readTicket(deps, { caller, ticketId: params.id });
    return { message: 'Ticket marked as read.' };
  });

  mount(app, contract.closeTicket, player, async ({ params }, caller) => ({
    message: 'Destek talebi kapatildi.',
    data: await closeTicket(deps, { caller, ticketId: params.id }),
  }));

  mount(app, contract.getAllTickets, staff, ({ query }, caller) => listAllTickets(deps, { caller, ...query }));

  mount(app, contract.adminCloseTicket, staff, async ({ body }, caller) => ({
    message: 'Destek talebi kapatildi.',
    ok: true,
    data: await closeTicket(deps, { caller, ticketId: body.ticketId }),
  }));
}
