import type { FromServer } from '@karat/contract/live';
import type { Ticket } from '@karat/contract/tickets';
import { addPlayer, type TestPlayer } from './fixtures.ts';
import { openTab, type Tab } from './tab.ts';
import type { TestSite } from './test-site.ts';

type TicketUpdate = FromServer['TICKET_UPDATED'];

export const QUESTION = { title: 'Where is my skin', message: 'I sold a skin and see no diamonds.' };

/** Calls of players and staff about support tickets. */
export function createTicketCalls(site: TestSite) {
  const { db } = site.deps;

  function request(who: TestPlayer | undefined, url: string, payload?: object, headers: Record<string, string> = {}) {
    return site.http.inject({
      method: url.startsWith('/admin/closeTicket') ? 'PATCH' : payload === undefined ? 'GET' : 'POST',
      url,
      headers: { ...who?.headers, ...headers },
      ...(payload === undefined ? {} : { payload }),
    });
  }

  async function createTicket(who: TestPlayer, changed: Partial<typeof QUESTION> = {}): Promise<Ticket> {
    return (await request(who, '/auth/createTicket', { ...QUESTION, ...changed })).json<{ ticket: Ticket }>().ticket;
  }

  return {
    request,
    createTicket,
    addPlayer: () => addPlayer(db),
    addStaff: () => addPlayer(db, 'admin'),
    send: (who: TestPlayer | undefined, id: number, message: string, headers?: Record<string, string>) =>
      request(who, `/auth/sendTicketMessage/${id}`, { message }, headers),
    read: (who: TestPlayer | undefined, id: number) => request(who, `/auth/readTicket/${id}`, {}),
    close: (who: TestPlayer | undefined, id: number) => request(who, `/auth/closeTicket/${id}`, {}),
    adminClose: (who: TestPlayer | undefined, ticketId: unknown) => request(who, '/admin/closeTicket', { ticketId }),
    getTicket: async (who: TestPlayer, id: number): Promise<Ticket> =>
      (await request(who, `/auth/getTicketById/${id}`)).json<{ data: Ticket }>().data,
    getAllTickets: async (who: TestPlayer, query = ''): Promise<Ticket[]> =>
      (await request(who, `/admin/getAllTickets?${query}`)).json<{ data: Ticket[] }>().data,
    getOwnTickets: async (who: TestPlayer): Promise<Ticket[]> =>
      (await request(who, '/auth/getTickets')).json<{ tickets: Ticket[] }>().tickets,
    /** Opens a connected tab. The site must be listening. */
    async openTab(who: TestPlayer): Promise<Tab> {
      const token = who.headers.authorization.slice('Bearer '.length);
      const tab = openTab(Number(new URL(site.origin()).port), { token });
      await tab.next('NOTIFICATION');
      return tab;
    },
  };
}

/** The ticket after an event, as a page computes it: takes the summary, and adds the message if it is new. */
export function applyUpdate(ticket: Ticket, { ticket: summary, message }: TicketUpdate): Ticket {
  const isNew = message !== null && !ticket.messages.some(({ id }) => id === message.id);
  return { ...summary, messages: isNew ? [...ticket.messages, message] : ticket.messages };
}
