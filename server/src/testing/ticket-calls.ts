import type { FromServer } from '@karat/contract/live';
import type { Ticket } from '@karat/contract/tickets';
import { addPlayer, type TestPlayer } from './fixtures.ts';
import { openTab, type Tab } from './tab.ts';
import type { TestSite } from './test-site.ts';

type Told = FromServer['TICKET_UPDATED'];

export const QUESTION = { title: 'Where is my skin', message: 'I sold a skin and see no diamonds.' };

/** Whoever asks support and whoever answers, with the calls they make. */
export function createTicketCalls(world: TestSite) {
  const { db } = world.deps;

  function request(who: TestPlayer | undefined, url: string, payload?: object, headers: Record<string, string> = {}) {
    return world.http.inject({
      method: url.startsWith('/admin/closeTicket') ? 'PATCH' : payload === undefined ? 'GET' : 'POST',
      url,
      headers: { ...who?.headers, ...headers },
      ...(payload === undefined ? {} : { payload }),
    });
  }

  async function ask(who: TestPlayer, changed: Partial<typeof QUESTION> = {}): Promise<Ticket> {
    return (await request(who, '/auth/createTicket', { ...QUESTION, ...changed })).json<{ ticket: Ticket }>().ticket;
  }

  return {
    request,
    ask,
    addAsker: () => addPlayer(db),
    addStaff: () => addPlayer(db, 'admin'),
    send: (who: TestPlayer | undefined, id: number, message: string, headers?: Record<string, string>) =>
      request(who, `/auth/sendTicketMessage/${id}`, { message }, headers),
    read: (who: TestPlayer | undefined, id: number) => request(who, `/auth/readTicket/${id}`, {}),
    close: (who: TestPlayer | undefined, id: number) => request(who, `/auth/closeTicket/${id}`, {}),
    adminClose: (who: TestPlayer | undefined, ticketId: unknown) => request(who, '/admin/closeTicket', { ticketId }),
    look: async (who: TestPlayer, id: number): Promise<Ticket> =>
      (await request(who, `/auth/getTicketById/${id}`)).json<{ data: Ticket }>().data,
    desk: async (who: TestPlayer, query = ''): Promise<Ticket[]> =>
      (await request(who, `/admin/getAllTickets?${query}`)).json<{ data: Ticket[] }>().data,
    own: async (who: TestPlayer): Promise<Ticket[]> =>
      (await request(who, '/auth/getTickets')).json<{ tickets: Ticket[] }>().tickets,
    /** A tab that is connected; the site listens. */
    async open(who: TestPlayer): Promise<Tab> {
      const token = who.headers.authorization.slice('Bearer '.length);
      const tab = openTab(Number(new URL(world.origin()).port), { token });
      await tab.next('NOTIFICATION');
      return tab;
    },
  };
}

/** What a page does with an event: takes the summary, and the message unless it has it. */
export function applied(ticket: Ticket, { ticket: summary, message }: Told): Ticket {
  const isNew = message !== null && !ticket.messages.some(({ id }) => id === message.id);
  return { ...summary, messages: isNew ? [...ticket.messages, message] : ticket.messages };
}
