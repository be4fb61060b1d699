import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createRateLimiter } from '#http/rate-limit.ts';
import type { TestPlayer } from '#testing/fixtures.ts';
import { createTicketCalls } from '#testing/ticket-calls.ts';
import { createTestSite, type TestSite } from '#testing/test-site.ts';

let site: TestSite;
let ticketCalls: ReturnType<typeof createTicketCalls>;
let [player, staff]: TestPlayer[] = [];
let nowMs = 0;

beforeAll(async () => {
  site = await createTestSite(
    {},
    createRateLimiter(() => nowMs),
  );
  ticketCalls = createTicketCalls(site);
});
beforeEach(async () => {
  await site.deps.db.sql`alter table ticket_messages disable trigger ticket_messages_immutable`;
  await site.deps.db.sql`delete from ticket_messages`;
  await site.deps.db.sql`delete from tickets`;
  await site.deps.db.sql`alter table ticket_messages enable trigger ticket_messages_immutable`;
  [player, staff] = [await ticketCalls.addPlayer(), await ticketCalls.addStaff()];
});
afterAll(() => site.close());

describe('the ticket list for staff', () => {
  async function fill() {
    const titles = ['closed one', 'seen one', 'waiting one', 'closed two', 'seen two'];
    const ids = new Map<string, number>();
    for (const title of titles) {
      ids.set(title, (await ticketCalls.createTicket(player!, { title })).id);
      // Five tickets of a player at once, then one a minute.
      nowMs += 60_000;
    }
    for (const title of ['seen one', 'seen two']) await ticketCalls.read(staff, ids.get(title)!);
    for (const title of ['closed one', 'closed two']) await ticketCalls.adminClose(staff, ids.get(title)!);
    const late = await ticketCalls.createTicket(player!, { title: 'waiting two' });
    return ids.set('waiting two', late.id);
  }
  const fetchTitles = async (query: string) =>
    (await ticketCalls.getAllTickets(staff!, query)).map(({ title }) => title);

  test('lists tickets that wait for staff, then open, then closed ones, each by last change', async () => {
    const ids = await fill();
    expect(await fetchTitles('')).toEqual([
      'waiting two',
      'waiting one',
      'seen two',
      'seen one',
      'closed two',
      'closed one',
    ]);
    await ticketCalls.send(player, ids.get('seen one')!, 'Anybody there?');
    expect((await fetchTitles(''))[0]).toBe('seen one');
    await ticketCalls.send(staff, ids.get('waiting one')!, 'Yes.');
    expect(await fetchTitles('')).toEqual([
      'seen one',
      'waiting two',
      'waiting one',
      'seen two',
      'closed two',
      'closed one',
    ]);
    expect((await ticketCalls.getAllTickets(staff!)).map(({ isUnread }) => isUnread)).toEqual([
      true,
      true,
      false,
      false,
      true,
      true,
    ]);
  });

  test('is filtered and paginated with exact totals', async () => {
    await fill();
    const fetchPage = async (query: string) => {
      const { data, pagination } = (await ticketCalls.request(staff, `/admin/getAllTickets?${query}`)).json();
      return [data.map(({ title }: { title: string }) => title), pagination];
    };
    expect(await fetchPage('filter=open')).toEqual([
      ['waiting two', 'waiting one', 'seen two', 'seen one'],
      { totalResults: 4, resultsPerPage: 10, currentPage: 1 },
    ]);
    expect(await fetchPage('filter=closed&limit=1&page=2')).toEqual([
      ['closed one'],
      { totalResults: 2, resultsPerPage: 1, currentPage: 2 },
    ]);
    expect(await fetchPage('filter=all&limit=4&page=2')).toEqual([
      ['closed two', 'closed one'],
      { totalResults: 6, resultsPerPage: 4, currentPage: 2 },
    ]);
    expect(await fetchPage('page=7')).toEqual([[], { totalResults: 6, resultsPerPage: 10, currentPage: 7 }]);
  });

  test.each([
    ['filter=half', 'Invalid filter.'],
    ['page=0', 'Invalid page.'],
    ['limit=101', 'Invalid limit.'],
  ])('refuses %s', async (query, sentence) => {
    const reply = await ticketCalls.request(staff, `/admin/getAllTickets?${query}`);
    expect([reply.statusCode, reply.json().message]).toEqual([400, sentence]);
  });

  test('shows each ticket with its conversation, like the ticket itself', async () => {
    const { id } = await ticketCalls.createTicket(player!);
    await ticketCalls.send(staff, id, 'An answer.');
    expect(await ticketCalls.getAllTickets(staff!)).toEqual([await ticketCalls.getTicket(staff!, id)]);
  });

  test('is sorted by an index', async () => {
    const { db } = site.deps;
    await db.sql`
      insert into tickets (player_id, title, is_open, closed_at, owner_message_id)
      select ${player!.id}, 'many', n % 10 = 0, case when n % 10 > 0 then now() end, n % 3
      from generate_series(1, 5000) as n`;
    await db.sql`analyze tickets`;
    const plan = await db.sql<Record<'QUERY PLAN', string>>`
      explain select id from tickets where ${'all'} = 'all' or is_open = (${'all'} = 'open')
      order by (is_open and owner_message_id > seen_by_staff_id) desc, is_open desc, updated_at desc, id desc limit 10`;
    const lines = plan.map((line) => line['QUERY PLAN']).join('\n');
    expect(lines).toContain('tickets_staff_list');
    expect(lines).not.toContain('Sort');
  });
});

describe('one player', () => {
  test('can open five tickets at once, then one a minute', async () => {
    for (let count = 0; count < 5; count += 1) await ticketCalls.createTicket(player!);
    const body = { title: 'One too many', message: 'This is one ticket too many.' };
    const refused = await ticketCalls.request(player, '/auth/createTicket', body);
    expect([refused.statusCode, refused.json().message, refused.headers['retry-after']]).toEqual([
      429,
      'Too many tickets. Please try again later.',
      '60',
    ]);
    expect((await ticketCalls.createTicket(await ticketCalls.addPlayer())).isOpen).toBe(true);
    nowMs += 60_000;
    expect((await ticketCalls.request(player, '/auth/createTicket', body)).statusCode).toBe(200);
    expect((await ticketCalls.request(player, '/auth/createTicket', body)).statusCode).toBe(429);
  });

  test('can write ten messages at once, then one every two seconds, not counting empty ones', async () => {
    const { id } = await ticketCalls.createTicket(player!);
    for (let count = 0; count < 10; count += 1) {
      await ticketCalls.send(player, id, '');
      expect((await ticketCalls.send(player, id, `${count}`)).statusCode).toBe(200);
    }
    const refused = await ticketCalls.send(player, id, 'one too many');
    expect([refused.statusCode, refused.json().message]).toEqual([429, 'Too many messages. Please wait a moment.']);
    expect((await ticketCalls.send(player, id, ' ')).json().data.messageCount).toBe(11);
    expect((await ticketCalls.send(staff, id, 'An answer.')).statusCode).toBe(200);
    nowMs += 2_000;
    expect((await ticketCalls.send(player, id, 'in time')).statusCode).toBe(200);
    expect((await ticketCalls.send(player, id, 'too early')).statusCode).toBe(429);
  });

  test('can read sixty times at once, then five times a second, across all calls', async () => {
    const { id } = await ticketCalls.createTicket(player!);
    const reads = [
      () => ticketCalls.request(player, '/auth/getTickets'),
      () => ticketCalls.request(player, `/auth/getTicketById/${id}`),
      () => ticketCalls.read(player, id),
      () => ticketCalls.send(player, id, ''),
      () => ticketCalls.close(player, id),
    ];
    for (let count = 0; count < 60; count += 1) expect((await reads[count % 5]!()).statusCode).toBe(200);
    for (const look of reads) {
      const refused = await look();
      expect([refused.statusCode, refused.json().message]).toEqual([429, 'Too many requests. Please slow down.']);
    }
    nowMs += 200;
    expect((await reads[0]!()).statusCode).toBe(200);
    expect((await reads[1]!()).statusCode).toBe(429);
  });
});

test('shares messages equally among the tickets of a long list', async () => {
  await site.deps.db.sql`
    insert into tickets (player_id, title) select ${player!.id}, 'ticket ' || n from generate_series(1, 100) as n`;
  await site.deps.db.sql`
    insert into ticket_messages (ticket_id, player_id, is_staff, text)
    select tickets.id, ${player!.id}, false, 'message ' || n from tickets, generate_series(1, 30) as n order by n`;
  const listed = await ticketCalls.getOwnTickets(player!);
  expect(new Set(listed.map(({ messages }) => messages.length))).toEqual(new Set([20]));
  expect(listed[0]!.messages.at(-1)!.text).toBe('message 30');
});
