import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { TestPlayer } from '#testing/fixtures.ts';
import { createTicketCalls, QUESTION } from '#testing/ticket-calls.ts';
import { createTestSite, type TestSite } from '#testing/test-site.ts';

let site: TestSite;
let ticketCalls: ReturnType<typeof createTicketCalls>;
let [player, staff]: TestPlayer[] = [];

beforeAll(async () => {
  // Rate limits have their own tests; these tests write more than a person would.
  site = await createTestSite({}, { take: () => 0 });
  ticketCalls = createTicketCalls(site);
});
beforeEach(async () => {
  [player, staff] = [await ticketCalls.addPlayer(), await ticketCalls.addStaff()];
});
afterAll(() => site.close());

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

async function readNotifications({ id }: TestPlayer) {
  return site.deps.db.sql`
    select icon, title, message from notifications where player_id = ${id} and icon = 'ticket' order by id`;
}

async function actionsOn(id: number) {
  return site.deps.db.sql`
    select actor_id as "actorId", action, reason, before, after from staff_actions
    where subject = ${`ticket:${id}`} order by id`;
}

async function eventsOn(id: number) {
  return site.deps.db.sql`
    select player_id as "playerId", event, details from site_events where subject = ${`ticket:${id}`} order by id`;
}

describe('creating a ticket', () => {
  test('creates an open ticket with the question', async () => {
    const reply = await ticketCalls.request(player, '/auth/createTicket', QUESTION);
    const { message, ticket } = reply.json();
    expect([reply.statusCode, message]).toEqual([200, 'Support ticket created successfully.']);
    expect(ticket).toEqual({
      id: expect.any(Number),
      title: QUESTION.title,
      isOpen: true,
      createdAt: expect.stringMatching(TIME),
      updatedAt: expect.stringMatching(TIME),
      userId: player!.id,
      username: expect.stringMatching(/^owner\d+$/),
      isSandbox: false,
      isUnread: false,
      messageCount: 1,
      messages: [
        {
          id: expect.any(Number),
          text: QUESTION.message,
          username: ticket.username,
          isSandbox: false,
          isStaff: false,
          timestamp: ticket.updatedAt,
        },
      ],
    });
    expect(await ticketCalls.getTicket(player!, ticket.id)).toEqual(ticket);
    expect(await ticketCalls.getOwnTickets(player!)).toEqual([ticket]);
    expect(await eventsOn(ticket.id)).toEqual([{ playerId: player!.id, event: 'ticket.open', details: null }]);
  });

  test.each([
    ['no subject', { title: undefined }, 'Subject is required.'],
    ['a blank subject', { title: '  ' }, 'Subject is required.'],
    ['a number for a subject', { title: 7 }, 'Subject is required.'],
    ['a short subject', { title: ' abcd ' }, 'Subject must be at least 5 characters.'],
    ['a long subject', { title: 'x'.repeat(121) }, 'Subject must be at most 120 characters.'],
    ['a bell in the subject', { title: `${QUESTION.title}\u0007` }, 'Invalid characters.'],
    ['no message', { message: undefined }, 'Message is required.'],
    ['a blank message', { message: '\n\t ' }, 'Message is required.'],
    ['a short message', { message: ` ${'x'.repeat(19)} ` }, 'Message must be at least 20 characters.'],
    ['a long message', { message: 'x'.repeat(4_001) }, 'Message must be at most 4000 characters.'],
    ['a NUL in the message', { message: `${QUESTION.message}\u0000` }, 'Invalid characters.'],
  ])('refuses %s', async (_, changed, sentence) => {
    const reply = await ticketCalls.request(player, '/auth/createTicket', { ...QUESTION, ...changed });
    expect([reply.statusCode, reply.json().message]).toEqual([400, sentence]);
    expect(await ticketCalls.getOwnTickets(player!)).toEqual([]);
  });

  test('creates one ticket for repeated keys, even in parallel, with the same reply', async () => {
    const key = { 'idempotency-key': 'ask-1' };
    const replies = await Promise.all(
      Array.from({ length: 8 }, () => ticketCalls.request(player, '/auth/createTicket', QUESTION, key)),
    );
    replies.push(await ticketCalls.request(player, '/auth/createTicket', QUESTION, key));
    expect(new Set(replies.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
    expect(new Set(replies.map(({ body }) => body)).size).toBe(1);
    expect(await ticketCalls.getOwnTickets(player!)).toEqual([replies[0]!.json().ticket]);
    const other = await ticketCalls.request(player, '/auth/createTicket', { ...QUESTION, title: 'Another one' }, key);
    expect([other.statusCode, other.json().code]).toEqual([409, 'key_reused']);
  });
});

describe('a conversation', () => {
  test.each([
    ['markup', '<img src=x onerror=alert(1)> <script>alert("&amp;")</script>'],
    ['spaces and lines', '  first\n second\n\n  third  '],
    ['signs beyond the first plane', '👩‍👩‍👧‍👦 🇹🇷 𝒽𝒾 \u00E9'],
    ['quotes and patterns', `'; drop table tickets; -- " \\ % _ $1 {{x}}`],
    ['the longest there is', 'ş'.repeat(4_000)],
  ])('keeps %s as it was written', async (_, text) => {
    const long = text.padEnd(24, '.');
    const { id } = await ticketCalls.createTicket(player!, { message: long });
    const reply = await ticketCalls.send(player, id, text);
    expect(reply.statusCode).toBe(200);
    expect(reply.json().data.messages.map((each: { text: string }) => each.text)).toEqual([long, text]);
    expect((await ticketCalls.getTicket(staff!, id)).messages.map((each) => each.text)).toEqual([long, text]);
  });

  test('strips invisible characters and direction overrides, from the title too', async () => {
    const turned = 'Where is \u202Emy skin\u202C now?\r\n\tI have waited\u200B \u2066two days\u2069.';
    const cleaned = 'Where is my skin now?\n I have waited two days.';
    const { id } = await ticketCalls.createTicket(player!, {
      title: '\u202Enoitseuq\u202C  about\u00AD it',
      message: turned,
    });
    await ticketCalls.send(player, id, turned);
    const { title, messages } = await ticketCalls.getTicket(staff!, id);
    expect([title, ...messages.map(({ text }) => text)]).toEqual(['noitseuq about it', cleaned, cleaned]);
  });

  test('keeps the order, names author and side, and moves the ticket to the top', async () => {
    const first = await ticketCalls.createTicket(player!);
    const second = await ticketCalls.createTicket(player!);
    expect((await ticketCalls.getOwnTickets(player!)).map(({ id }) => id)).toEqual([second.id, first.id]);
    const answered = (await ticketCalls.send(staff, first.id, 'We look into it.')).json().data;
    const thanked = (await ticketCalls.send(player, first.id, 'Thanks.')).json().data;
    expect(answered.messageCount).toBe(2);
    expect(thanked.messages).toMatchObject([
      { text: QUESTION.message, isStaff: false, username: first.username },
      { text: 'We look into it.', isStaff: true },
      { text: 'Thanks.', isStaff: false },
    ]);
    expect(thanked.updatedAt >= answered.updatedAt).toBe(true);
    expect((await ticketCalls.getOwnTickets(player!)).map(({ id }) => id)).toEqual([first.id, second.id]);
    expect(await actionsOn(first.id)).toEqual([
      { actorId: staff!.id, action: 'ticket.answer', reason: null, before: null, after: null },
    ]);
    expect(await readNotifications(player!)).toEqual([
      { icon: 'ticket', title: 'Support answered', message: QUESTION.title },
    ]);
  });

  test('ignores an empty message', async () => {
    const { id } = await ticketCalls.createTicket(player!);
    const before = await ticketCalls.getTicket(staff!, id);
    for (const [who, text] of [
      [player, ''],
      [staff, ' \r\n\t\u00A0'],
    ] as const) {
      const reply = await ticketCalls.send(who, id, text);
      expect([reply.statusCode, reply.json().data.messageCount]).toEqual([200, 1]);
    }
    expect(await ticketCalls.getTicket(staff!, id)).toEqual(before);
    expect([await actionsOn(id), await readNotifications(player!)]).toEqual([[], []]);
    await ticketCalls.close(player, id);
    const closed = await ticketCalls.send(player, id, ' ');
    expect([closed.statusCode, closed.json().data.isOpen]).toEqual([200, false]);
  });

  test.each([
    ['no message', {}, 'Message is required.'],
    ['a number', { message: 7 }, 'Message is required.'],
    ['a message that is too long', { message: 'x'.repeat(4_001) }, 'Message must be at most 4000 characters.'],
    ['a NUL', { message: 'a\u0000b' }, 'Invalid characters.'],
    ['half of a sign', { message: '\uD800' }, 'Invalid characters.'],
  ])('refuses %s', async (_, body, sentence) => {
    const { id } = await ticketCalls.createTicket(player!);
    const reply = await ticketCalls.request(player, `/auth/sendTicketMessage/${id}`, body);
    expect([reply.statusCode, reply.json().message]).toEqual([400, sentence]);
    expect((await ticketCalls.getTicket(player!, id)).messageCount).toBe(1);
  });

  test('stores a message once per key', async () => {
    const { id } = await ticketCalls.createTicket(player!);
    const key = { 'idempotency-key': 'key-1' };
    for (let time = 0; time < 3; time += 1) {
      const reply = await ticketCalls.send(player, id, 'Once.', key);
      expect([reply.statusCode, reply.json().data.messageCount]).toEqual([200, 2]);
    }
  });

  test("of an admin's own ticket treats them as its owner and notifies them of replies", async () => {
    const { id } = await ticketCalls.createTicket(staff!);
    await ticketCalls.send(staff, id, 'One more thing.');
    const colleague = await ticketCalls.addStaff();
    await ticketCalls.send(colleague, id, 'Done.');
    expect((await ticketCalls.getTicket(staff!, id)).messages.map(({ isStaff }) => isStaff)).toEqual([
      false,
      false,
      true,
    ]);
    expect(await actionsOn(id)).toMatchObject([{ actorId: colleague.id, action: 'ticket.answer' }]);
    expect(await readNotifications(staff!)).toHaveLength(1);
    expect(await readNotifications(colleague)).toEqual([]);
    await ticketCalls.adminClose(staff, id);
    expect(await actionsOn(id)).toHaveLength(1);
    expect((await eventsOn(id)).map(({ event }: { event?: string }) => event)).toEqual(['ticket.open', 'ticket.close']);
  });

  test('of more than 200 messages returns the newest, and the full count', async () => {
    const { id } = await ticketCalls.createTicket(player!);
    await site.deps.db.sql`
      insert into ticket_messages (ticket_id, player_id, is_staff, text)
      select ${id}, ${player!.id}, false, 'message ' || n from generate_series(2, 210) as n order by n`;
    await site.deps.db.sql`update tickets set message_count = 210 where id = ${id}`;
    for (const ticket of [await ticketCalls.getTicket(player!, id), (await ticketCalls.getOwnTickets(player!))[0]!]) {
      expect([ticket.messageCount, ticket.messages.length]).toEqual([210, 200]);
      expect([ticket.messages[0]!.text, ticket.messages.at(-1)!.text]).toEqual(['message 11', 'message 210']);
    }
  });

  test('that is very long does not displace the newest messages of others in a list', async () => {
    const ids = [await ticketCalls.createTicket(player!), await ticketCalls.createTicket(player!)].map(({ id }) => id);
    for (const id of ids) {
      await site.deps.db.sql`
        insert into ticket_messages (ticket_id, player_id, is_staff, text)
        select ${id}, ${player!.id}, false, repeat('x', 4000) from generate_series(1, 200)`;
    }
    const listed = await ticketCalls.getOwnTickets(player!);
    expect(listed.map(({ messages }) => messages.length)).toEqual([125, 125]);
  });
});

describe('closing a ticket', () => {
  test('by the owner ends the conversation and is not logged as a staff action', async () => {
    const { id } = await ticketCalls.createTicket(player!);
    const reply = await ticketCalls.close(player, id);
    expect([reply.statusCode, reply.json().message]).toEqual([200, 'Destek talebi kapatildi.']);
    expect(reply.json().data).toEqual(await ticketCalls.getTicket(player!, id));
    expect(reply.json().data.isOpen).toBe(false);
    for (const who of [player, staff]) {
      const refused = await ticketCalls.send(who, id, 'One more thing.');
      expect([refused.statusCode, refused.json()]).toEqual([
        409,
        { message: 'Ticket is closed.', error: 'Ticket is closed.', code: 'ticket_closed' },
      ]);
    }
    expect([await actionsOn(id), await readNotifications(player!)]).toEqual([[], []]);
    expect((await eventsOn(id)).map(({ event }: { event?: string }) => event)).toEqual(['ticket.open', 'ticket.close']);
  });

  test('by staff accepts a number or digits, notifies the owner and is logged', async () => {
    for (const idOf of [(id: number) => id, String]) {
      const { id } = await ticketCalls.createTicket(player!);
      const reply = await ticketCalls.adminClose(staff, idOf(id));
      expect([reply.statusCode, reply.json().message, reply.json().ok]).toEqual([
        200,
        'Destek talebi kapatildi.',
        true,
      ]);
      expect(reply.json().data).toEqual(await ticketCalls.getTicket(staff!, id));
      expect(await actionsOn(id)).toEqual([
        { actorId: staff!.id, action: 'ticket.close', reason: null, before: null, after: null },
      ]);
    }
    expect(await readNotifications(player!)).toEqual([
      { icon: 'ticket', title: 'Support ticket closed', message: QUESTION.title },
      { icon: 'ticket', title: 'Support ticket closed', message: QUESTION.title },
    ]);
  });

  test('twice has no effect', async () => {
    const { id } = await ticketCalls.createTicket(player!);
    await ticketCalls.adminClose(staff, id);
    const before = await ticketCalls.getTicket(player!, id);
    for (const reply of [await ticketCalls.adminClose(staff, id), await ticketCalls.close(player, id)]) {
      expect([reply.statusCode, reply.json().data.updatedAt]).toEqual([200, before.updatedAt]);
    }
    expect([(await actionsOn(id)).length, (await readNotifications(player!)).length]).toEqual([1, 1]);
    expect((await eventsOn(id)).length).toBe(1);
  });

  test.each([[undefined], [null], [''], ['x'], ['1.5'], [1.5], [-1], [0], ['0'], [true], [{}], [[1]], [2 ** 53]])(
    'by staff refuses %j as an id',
    async (ticketId) => {
      const reply = await ticketCalls.adminClose(staff, ticketId);
      expect([reply.statusCode, reply.json().message]).toEqual([400, 'Invalid id.']);
    },
  );
});

test("a player's list has the hundred last changed", async () => {
  await site.deps.db.sql`
    insert into tickets (player_id, title, updated_at)
    select ${player!.id}, 'ticket ' || n, now() + n * interval '1 second' from generate_series(1, 103) as n`;
  const titles = (await ticketCalls.getOwnTickets(player!)).map(({ title }) => title);
  expect([titles.length, titles[0], titles[99]]).toEqual([100, 'ticket 103', 'ticket 4']);
});

describe('unread tickets', () => {
  test('have messages of the other side since the last read, and writing counts as reading', async () => {
    const { id } = await ticketCalls.createTicket(player!);
    const seen = async () => [
      (await ticketCalls.getTicket(player!, id)).isUnread,
      (await ticketCalls.getTicket(staff!, id)).isUnread,
    ];
    expect(await seen()).toEqual([false, true]);
    await ticketCalls.read(player, id);
    expect(await seen()).toEqual([false, true]);
    const { updatedAt } = await ticketCalls.getTicket(staff!, id);
    const reply = await ticketCalls.read(staff, id);
    expect([reply.statusCode, reply.json()]).toEqual([200, { message: 'Ticket marked as read.' }]);
    expect(await seen()).toEqual([false, false]);
    expect((await ticketCalls.getTicket(staff!, id)).updatedAt).toBe(updatedAt);
    await ticketCalls.send(staff, id, 'An answer.');
    expect(await seen()).toEqual([true, false]);
    await ticketCalls.read(player, id);
    expect(await seen()).toEqual([false, false]);
    await ticketCalls.send(staff, id, 'Another.');
    await ticketCalls.send(player, id, 'Thanks.');
    expect(await seen()).toEqual([false, true]);
    await ticketCalls.send(await ticketCalls.addStaff(), id, 'Welcome.');
    expect(await seen()).toEqual([true, false]);
  });
});
