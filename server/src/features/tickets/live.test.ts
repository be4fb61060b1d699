import type { Ticket } from '@karat/contract/tickets';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { TestPlayer } from '#testing/belongings.ts';
import { applied, openHelpDesk } from '#testing/help-desk.ts';
import type { Tab } from '#testing/tab.ts';
import { createWorld, type World } from '#testing/world.ts';

let world: World;
let desk: ReturnType<typeof openHelpDesk>;
let [player, staff]: TestPlayer[] = [];
let ticket: Ticket;
const tabs: Tab[] = [];

beforeAll(async () => {
  world = await createWorld({}, { take: () => 0 });
  await world.listen();
  desk = openHelpDesk(world);
});
beforeEach(async () => {
  [player, staff] = [await desk.addAsker(), await desk.addStaff()];
  ticket = await desk.ask(player);
});
afterEach(() => tabs.splice(0).forEach((tab) => tab.close()));
afterAll(() => world.close());

async function open(who: TestPlayer): Promise<Tab> {
  const tab = await desk.open(who);
  tabs.push(tab);
  return tab;
}

/** A client's copy of a ticket: fetched once, then updated by events. */
async function watch(who: TestPlayer, id: number) {
  const [tab, known] = [await open(who), await desk.look(who, id)];
  return async () => {
    const heard = await tab.next('TICKET_UPDATED', (told) => told.ticket.id === id);
    return { movedOn: applied(known, heard), fresh: await desk.look(who, id) };
  };
}

type Calls = ReturnType<typeof openHelpDesk>;

describe('an old ticket and its events equal a fresh read, on both sides, after', () => {
  test.each([
    ['a message of the player', (calls: Calls, id: number) => calls.send(player, id, '  Verbatim \r\n<b>text</b>')],
    ['an answer of staff', (calls: Calls, id: number) => calls.send(staff, id, 'An answer.')],
    ['a look by staff', (calls: Calls, id: number) => calls.read(staff, id)],
    ['a close by the player', (calls: Calls, id: number) => calls.close(player, id)],
    ['a close by staff', (calls: Calls, id: number) => calls.adminClose(staff, id)],
  ])('%s', async (_, act) => {
    const sides = [await watch(player!, ticket.id), await watch(player!, ticket.id), await watch(staff!, ticket.id)];
    expect((await act(desk, ticket.id)).statusCode).toBe(200);
    for (const side of sides) {
      const { movedOn, fresh } = await side();
      expect(movedOn).toEqual(fresh);
    }
  });

  test('a read of a reply by the player', async () => {
    await desk.send(staff, ticket.id, 'An answer.');
    const sides = [await watch(player!, ticket.id), await watch(staff!, ticket.id)];
    await desk.read(player, ticket.id);
    for (const side of sides) {
      const { movedOn, fresh } = await side();
      expect(movedOn).toEqual(fresh);
    }
  });
});

test("sends a new ticket with its question to staff and to the owner's other tabs", async () => {
  const [own, desktop] = [await open(player!), await open(staff!)];
  const made = await desk.ask(player!);
  const { messages, ...summary } = made;
  expect(await own.next('TICKET_UPDATED')).toEqual({ ticket: summary, message: messages[0] });
  expect(await desktop.next('TICKET_UPDATED')).toEqual({
    ticket: { ...summary, isUnread: true },
    message: messages[0],
  });
});

test('sends no events to others, and none without a change', async () => {
  const [stranger, own] = [await desk.addAsker(), await open(player!)];
  const theirs = await open(stranger);
  await desk.send(player, ticket.id, ' ');
  await desk.read(player, ticket.id);
  await desk.send(stranger, ticket.id, 'Let me in.');
  await desk.close(player, ticket.id);
  await desk.close(player, ticket.id);
  await desk.send(player, ticket.id, 'Too late.');
  const next = await desk.ask(stranger);
  expect((await theirs.next('TICKET_UPDATED')).ticket.id).toBe(next.id);
  expect(theirs.heardCount('TICKET_UPDATED')).toBe(0);
  expect((await own.next('TICKET_UPDATED')).ticket.isOpen).toBe(false);
  const mark = await desk.ask(player!);
  expect((await own.next('TICKET_UPDATED')).ticket.id).toBe(mark.id);
});

test("an admin with an own ticket ends with the owner's view", async () => {
  const own = await desk.ask(staff!);
  const colleague = await desk.addStaff();
  const tab = await open(staff!);
  const known = await desk.look(staff!, own.id);
  await desk.send(colleague, own.id, 'An answer.');
  const events = [await tab.next('TICKET_UPDATED'), await tab.next('TICKET_UPDATED')];
  expect(events.reduce(applied, known)).toEqual(await desk.look(staff!, own.id));
  expect(await desk.desk(staff!, 'limit=1')).toEqual([await desk.look(staff!, ticket.id)]);
});

test('notifies the player of replies and closing by staff, but not of own actions', async () => {
  const tab = await open(player!);
  await desk.send(player, ticket.id, 'Anybody there?');
  await desk.send(staff, ticket.id, 'Yes.');
  expect((await tab.next('ADD_NOTIFICATION')).data).toMatchObject({
    icon: 'ticket',
    title: 'Support answered',
    message: ticket.title,
    isRead: false,
  });
  await desk.adminClose(staff, ticket.id);
  expect((await tab.next('ADD_NOTIFICATION')).data).toMatchObject({ title: 'Support ticket closed' });
});
