import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTicketCalls } from '#testing/ticket-calls.ts';
import { createTestSite, type TestSite } from '#testing/test-site.ts';

let site: TestSite;
let ticketCalls: ReturnType<typeof createTicketCalls>;

beforeAll(async () => {
  site = await createTestSite({}, { take: () => 0 });
  ticketCalls = createTicketCalls(site);
});
afterAll(() => site.close());

test('with 50 parallel messages and a close, each message comes before the close or is refused', async () => {
  const [player, staff] = [await ticketCalls.addPlayer(), await ticketCalls.addStaff()];
  const { id } = await ticketCalls.createTicket(player);
  const sends = Array.from({ length: 50 }, (_, index) =>
    ticketCalls.send(index % 2 === 0 ? player : staff, id, `message ${index}`),
  );
  const closes = [ticketCalls.close(player, id), ticketCalls.adminClose(staff, id)];
  const [sendReplies, closed] = [await Promise.all(sends), await Promise.all(closes)];
  expect(closed.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
  for (const { statusCode } of sendReplies) expect([200, 409]).toContain(statusCode);
  const accepted = sendReplies.flatMap(({ statusCode }, index) => (statusCode === 200 ? [`message ${index}`] : []));
  const ticket = await ticketCalls.getTicket(player, id);
  const texts = ticket.messages.slice(1).map(({ text }) => text);
  expect(texts.toSorted()).toEqual(accepted.toSorted());
  expect([ticket.isOpen, ticket.messageCount]).toEqual([false, accepted.length + 1]);
  const [late] = await site.deps.db.sql<{ total: number }>`
    select count(*) as total from ticket_messages join tickets on tickets.id = ticket_id
    where ticket_id = ${id} and ticket_messages.created_at > closed_at`;
  expect(late!.total).toBe(0);
});

test('50 parallel closes notify the owner once and log one action', async () => {
  const [player, staff] = [await ticketCalls.addPlayer(), await ticketCalls.addStaff()];
  const { id } = await ticketCalls.createTicket(player);
  const replies = await Promise.all(Array.from({ length: 50 }, () => ticketCalls.adminClose(staff, id)));
  expect(new Set(replies.map(({ body }) => body)).size).toBe(1);
  const [counts] = await site.deps.db.sql<{ actions: number; news: number }>`
    select (select count(*) from staff_actions where subject = ${`ticket:${id}`}) as actions,
           (select count(*) from notifications where player_id = ${player.id}) as news`;
  expect(counts).toEqual({ actions: 1, news: 1 });
});

test('50 parallel messages are all stored, ordered by time and counted', async () => {
  const player = await ticketCalls.addPlayer();
  const { id } = await ticketCalls.createTicket(player);
  await Promise.all(Array.from({ length: 50 }, (_, index) => ticketCalls.send(player, id, `${index}`)));
  const { messages, messageCount, updatedAt } = await ticketCalls.getTicket(player, id);
  expect([messages.length, messageCount]).toEqual([51, 51]);
  const times = messages.map(({ timestamp }) => timestamp);
  expect(times).toEqual(times.toSorted());
  expect(times.at(-1)).toBe(updatedAt);
});
