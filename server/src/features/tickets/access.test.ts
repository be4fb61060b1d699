import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addPlayer, type TestPlayer } from '#testing/fixtures.ts';
import { createTicketCalls } from '#testing/ticket-calls.ts';
import { createTestSite, type TestSite } from '#testing/test-site.ts';

let site: TestSite;
let ticketCalls: ReturnType<typeof createTicketCalls>;
let [player, outsider, staff]: TestPlayer[] = [];

beforeAll(async () => {
  // Rate limits have their own tests; these tests write more than a person would.
  site = await createTestSite({}, { take: () => 0 });
  ticketCalls = createTicketCalls(site);
});
beforeEach(async () => {
  [player, outsider, staff] = [
    await ticketCalls.addPlayer(),
    await ticketCalls.addPlayer(),
    await ticketCalls.addStaff(),
  ];
});
afterAll(() => site.close());

describe('access to tickets', () => {
  const [UNAUTHENTICATED, MISSING] = [
    [401, 'Please sign in first.'],
    [404, 'Ticket not found.'],
  ];
  type Calls = ReturnType<typeof createTicketCalls>;
  type Who = TestPlayer | undefined;

  test.each([
    ['look', (calls: Calls, who: Who, id: number) => calls.request(who, `/auth/getTicketById/${id}`)],
    ['write', (calls: Calls, who: Who, id: number) => calls.send(who, id, 'Hello.')],
    ['write nothing', (calls: Calls, who: Who, id: number) => calls.send(who, id, '')],
    ['read', (calls: Calls, who: Who, id: number) => calls.read(who, id)],
    ['close', (calls: Calls, who: Who, id: number) => calls.close(who, id)],
  ])('%s: allowed for owner and staff, not found for others', async (_, request) => {
    const { id } = await ticketCalls.createTicket(player!);
    const answer = async (who: Who, ticketId = id) => {
      const reply = await request(ticketCalls, who, ticketId);
      return reply.statusCode === 200 ? 200 : [reply.statusCode, reply.json().message];
    };
    expect(await answer(undefined)).toEqual(UNAUTHENTICATED);
    expect(await answer(outsider)).toEqual(MISSING);
    expect(await answer(outsider, Number.MAX_SAFE_INTEGER)).toEqual(MISSING);
    expect(await answer(player, id + 1_000_000)).toEqual(MISSING);
    expect(await answer(staff, id + 1_000_000)).toEqual(MISSING);
    expect((await ticketCalls.getTicket(player!, id)).messageCount).toBe(1);
    expect(await answer(staff)).toBe(200);
    expect(await answer(player)).toBe(200);
  });

  test.each(['abc', '0', '-1', '1.5', '1e3', '%00'])('refuses the id %s', async (id) => {
    const reply = await ticketCalls.request(player, `/auth/getTicketById/${id}`);
    expect([reply.statusCode, reply.json().message]).toEqual([400, 'Invalid id.']);
  });

  test('only staff list all tickets and close from there', async () => {
    const { id } = await ticketCalls.createTicket(player!);
    for (const [who, status] of [
      [undefined, 401],
      [player, 403],
      [outsider, 403],
      [staff, 200],
    ] as const) {
      expect((await ticketCalls.request(who, '/admin/getAllTickets')).statusCode).toBe(status);
      expect((await ticketCalls.adminClose(who, id)).statusCode).toBe(status);
    }
    expect((await ticketCalls.adminClose(staff, id + 1_000_000)).json().message).toBe('Ticket not found.');
  });

  test("a player's list has no tickets of others", async () => {
    await ticketCalls.createTicket(player!);
    expect(await ticketCalls.getOwnTickets(outsider!)).toEqual([]);
    expect(await ticketCalls.getOwnTickets(staff!)).toEqual([]);
    expect((await ticketCalls.request(undefined, '/auth/getTickets')).statusCode).toBe(401);
  });
});
test.each([
  ['support', true],
  ['moderator', true],
  ['finance', false],
] as const)('%s reads, answers and closes tickets of players: %s', async (role, isAllowed) => {
  const colleague = await addPlayer(site.deps.db, role);
  const { id } = await ticketCalls.createTicket(player!);
  const replies = [
    await ticketCalls.request(colleague, `/auth/getTicketById/${id}`),
    await ticketCalls.send(colleague, id, 'We are looking into it.'),
    await ticketCalls.read(colleague, id),
    await ticketCalls.close(colleague, id),
  ];
  expect(replies.map(({ statusCode }) => statusCode)).toEqual(Array(4).fill(isAllowed ? 200 : 404));
  const { isOpen, messages } = await ticketCalls.getTicket(player!, id);
  expect([isOpen, messages.at(-1)!.isStaff]).toEqual([!isAllowed, isAllowed]);
});
