import type { Ticket } from '@karat/contract/tickets';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { TestPlayer } from '#testing/fixtures.ts';
import { applyUpdate, createTicketCalls } from '#testing/ticket-calls.ts';
import type { Tab } from '#testing/tab.ts';
import { createTestSite, type TestSite } from '#testing/test-site.ts';

let site: TestSite;
let ticketCalls: ReturnType<typeof createTicketCalls>;
let [player, staff]: TestPlayer[] = [];
let ticket: Ticket;
const tabs: Tab[] = [];

beforeAll(async () => {
  site = await createTestSite({}, { take: () => 0 });
  await site.listen();
  ticketCalls = createTicketCalls(site);
});
beforeEach(async () => {
  [player, staff] = [await ticketCalls.addPlayer(), await ticketCalls.addStaff()];
  ticket = await ticketCalls.createTicket(player);
});
afterEach(() => tabs.splice(0).forEach((tab) => tab.close()));
afterAll(() => site.close());

async function open(who: TestPlayer): Promise<Tab> {
  const tab = await ticketCalls.openTab(who);
  tabs.push(tab);
  return tab;
}

/** A client's copy of a ticket: fetched once, then updated by events. */
async function watch(who: TestPlayer, id: number) {
  const [tab, known] = [await open(who), await ticketCalls.getTicket(who, id)];
  return async () => {
    const updated = await tab.next('TICKET_UPDATED', (update) => update.ticket.id === id);
    return { movedOn: applyUpdate(known, updated), fresh: await ticketCalls.getTicket(who, id) };
  };
}

type Calls = ReturnType<typeof createTicketCalls>;

describe('an old ticket and its events equal a fresh read, on both sides, after', () => {
  test.each([
    ['a message of the player', (calls: Calls, id: number) => calls.send(player, id, '  Verbatim \r\n<b>text</b>')],
    ['an answer of staff', (calls: Calls, id: number) => calls.send(staff, id, 'An answer.')],
    ['a look by staff', (calls: Calls, id: number) => calls.read(staff, id)],
    ['a close by the player', (calls: Calls, id: number) => calls.close(player, id)],
    ['a close by staff', (calls: Calls, id: number) => calls.adminClose(staff, id)],
  ])('%s', async (_, change) => {
    const sides = [await watch(player!, ticket.id), await watch(player!, ticket.id), await watch(staff!, ticket.id)];
    expect((await change(ticketCalls, ticket.id)).statusCode).toBe(200);
    for (const side of sides) {
      const { movedOn, fresh } = await side();
      expect(movedOn).toEqual(fresh);
    }
  });

  test('a read of a reply by the player', async () => {
    await ticketCalls.send(staff, ticket.id, 'An answer.');
    const sides = [await watch(player!, ticket.id), await watch(staff!, ticket.id)];
    await ticketCalls.read(player, ticket.id);
    for (const side of sides) {
      const { movedOn, fresh } = await side();
      expect(movedOn).toEqual(fresh);
    }
  });
});

test("sends a new ticket with its question to staff and to the owner's other tabs", async () => {
  const [playerTab, desktop] = [await open(player!), await open(staff!)];
  const created = await ticketCalls.createTicket(player!);
  const { messages, ...summary } = created;
  expect(await playerTab.next('TICKET_UPDATED')).toEqual({ ticket: summary, message: messages[0] });
  expect(await desktop.next('TICKET_UPDATED')).toEqual({
    ticket: { ...summary, isUnread: true },
    message: messages[0],
  });
});

test('sends no events to others, and none without a change', async () => {
  const [other, playerTab] = [await ticketCalls.addPlayer(), await open(player!)];
  const theirs = await open(other);
  await ticketCalls.send(player, ticket.id, ' ');
  await ticketCalls.read(player, ticket.id);
  await ticketCalls.send(other, ticket.id, 'Let me in.');
  await ticketCalls.close(player, ticket.id);
  await ticketCalls.close(player, ticket.id);
  await ticketCalls.send(player, ticket.id, 'Too late.');
  const next = await ticketCalls.createTicket(other);
  expect((await theirs.next('TICKET_UPDATED')).ticket.id).toBe(next.id);
  expect(theirs.receivedCount('TICKET_UPDATED')).toBe(0);
  expect((await playerTab.next('TICKET_UPDATED')).ticket.isOpen).toBe(false);
  const mark = await ticketCalls.createTicket(player!);
  expect((await playerTab.next('TICKET_UPDATED')).ticket.id).toBe(mark.id);
});

test("an admin with an own ticket ends with the owner's view", async () => {
  const staffTicket = await ticketCalls.createTicket(staff!);
  const colleague = await ticketCalls.addStaff();
  const tab = await open(staff!);
  const known = await ticketCalls.getTicket(staff!, staffTicket.id);
  await ticketCalls.send(colleague, staffTicket.id, 'An answer.');
  const events = [await tab.next('TICKET_UPDATED'), await tab.next('TICKET_UPDATED')];
  expect(events.reduce(applyUpdate, known)).toEqual(await ticketCalls.getTicket(staff!, staffTicket.id));
  expect(await ticketCalls.getAllTickets(staff!, 'limit=1')).toEqual([await ticketCalls.getTicket(staff!, ticket.id)]);
});

test('notifies the player of replies and closing by staff, but not of own actions', async () => {
  const tab = await open(player!);
  await ticketCalls.send(player, ticket.id, 'Anybody there?');
  await ticketCalls.send(staff, ticket.id, 'Yes.');
  expect((await tab.next('ADD_NOTIFICATION')).data).toMatchObject({
    icon: 'ticket',
    title: 'Support answered',
    message: ticket.title,
    isRead: false,
  });
  await ticketCalls.adminClose(staff, ticket.id);
  expect((await tab.next('ADD_NOTIFICATION')).data).toMatchObject({ title: 'Support ticket closed' });
});
