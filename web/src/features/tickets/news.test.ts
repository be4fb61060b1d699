import { expect, test } from 'vitest';
import { staffReply, message, ticketUpdate, ticket } from '#testing/tickets.ts';
import { laterOf, listWithNews, withNews } from './news.ts';

const before = ticket(3, { messages: [message(1), staffReply(2)] });
const answered = ticket(3, { messages: [message(1), staffReply(2), staffReply(5)], isUnread: true });
const closed = { ...before, isOpen: false, updatedAt: '2026-03-03T13:00:00.000Z' };

test.each([
  ['a message', answered, true],
  ['a close', closed, false],
  ['a look at it', { ...before, isUnread: true }, false],
])('a ticket and the news of %s are what a fresh fetch shows', (_, after, hasMessage) => {
  expect(withNews(before, ticketUpdate(after, hasMessage))).toEqual(after);
});

test('a message that is known already is not doubled', () => {
  expect(withNews(answered, ticketUpdate(answered))).toEqual(answered);
});

test.each([
  [
    'after a gap',
    before,
    ticketUpdate(ticket(3, { messages: [message(1), staffReply(2), staffReply(5), staffReply(6)] })),
  ],
  ['of what was before', answered, ticketUpdate(before)],
  ['older than what is known', closed, ticketUpdate(before)],
])('news %s do not follow on what is known', (_, known, news) => {
  expect(withNews(known, news)).toBeUndefined();
});

test('of a long conversation only its end is known, and it grows all the same', () => {
  const long = { ...before, messageCount: 300 };
  expect(withNews(long, ticketUpdate({ ...answered, messageCount: 301 }))).toEqual({ ...answered, messageCount: 301 });
});

test('a list and news are what a fresh fetch shows, the last moved first', () => {
  const other = ticket(9, { messages: [message(4)] });
  expect(listWithNews([other, before], ticketUpdate(answered))).toEqual([answered, other]);
  expect(listWithNews([other], ticketUpdate(answered))).toBeUndefined();
});

test('of an answer and its news the later one stays', () => {
  expect(laterOf(undefined, before)).toBe(before);
  expect(laterOf(before, answered)).toBe(answered);
  expect(laterOf(answered, before)).toBe(answered);
  expect(laterOf(closed, before)).toBe(closed);
  expect(laterOf(before, closed)).toBe(closed);
});
