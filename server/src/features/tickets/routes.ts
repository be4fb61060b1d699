import * as contract from '@karat/contract/tickets';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#deps.ts';
import { createCallers } from '#http/callers.ts';
import { requestKeyOf } from '#http/idempotency.ts';
import { mount } from '#http/mount.ts';
import {
  closeTicket,
  createTicket,
  findTicket,
  listAllTickets,
  listOwnTickets,
  readTicket,
  sendMessage,
} from './tickets.ts';

export function ticketRoutes(app: FastifyInstance, deps: Deps): void {
  const { player, admin } = createCallers(deps);

  mount(app, contract.createTicket, player, async ({ body }, caller, request) => ({
    message: 'Support ticket created successfully.',
    ticket: await createTicket(deps, { caller, key: requestKeyOf(request), ...body }),
  }));

  mount(app, contract.getTickets, player, async (_, caller) => ({ tickets: await listOwnTickets(deps, caller) }));

  mount(app, contract.getTicketById, player, async ({ params }, caller) => ({
    data: await findTicket(deps, { caller, ticketId: params.id }),
  }));

  mount(app, contract.sendTicketMessage, player, async ({ params, body }, caller, request) => {
    const sent = { caller, key: requestKeyOf(request), ticketId: params.id, text: body.message };
    return { data: await sendMessage(deps, sent) };
  });

  mount(app, contract.readTicket, player, async ({ params }, caller) => {
    await readTicket(deps, { caller, ticketId: params.id });
    return { message: 'Ticket marked as read.' };
  });

  mount(app, contract.closeTicket, player, async ({ params }, caller) => ({
    message: 'Destek talebi kapatildi.',
    data: await closeTicket(deps, { caller, ticketId: params.id }),
  }));

  mount(app, contract.getAllTickets, admin, ({ query }, caller) => listAllTickets(deps, { caller, ...query }));

  mount(app, contract.adminCloseTicket, admin, async ({ body }, caller) => ({
    message: 'Destek talebi kapatildi.',
    ok: true,
    data: await closeTicket(deps, { caller, ticketId: body.ticketId }),
  }));
}
