import { expect, test } from 'vitest';
import { staffReply, message, ticketUpdate, ticket } from '#testing/tickets.ts';
import { laterVersion, listWithEvent, withEvent } from './ticket-events.ts';

const before = ticket(3, { messages: [message(1), staffReply(2)] });
const answered = ticket(3, { messages: [message(1), staffReply(2), staffReply(5)], isUnread: true });
const closed = { ...before, isOpen: false, updatedAt: '2026-03-03T13:00:00.000Z' };

test.each([
  ['a message', answered, true],
  ['a close', closed, false],
  ['viewing it', { ...before, isUnread: true }, false],
])('updates a ticket by the event of %s as a fetch would', (_, after, hasMessage) => {
  expect(withEvent(before, ticketUpdate(after, hasMessage))).toEqual(after);
});

test('does not repeat a known message', () => {
  expect(withEvent(answered, ticketUpdate(answered))).toEqual(answered);
});

test.each([
  [
    'after a gap',
    before,
    ticketUpdate(ticket(3, { messages: [message(1), staffReply(2), staffReply(5), staffReply(6)] })),
  ],
  ['of what was before', answered, ticketUpdate(before)],
  ['older than what is known', closed, ticketUpdate(before)],
])('rejects an event %s', (_, known, event) => {
  expect(withEvent(known, event)).toBeUndefined();
});

test('appends to a conversation of which only the end is loaded', () => {
  const long = { ...before, messageCount: 300 };
  expect(withEvent(long, ticketUpdate({ ...answered, messageCount: 301 }))).toEqual({ ...answered, messageCount: 301 });
});

test('updates a list as a fetch would, latest first', () => {
  const other = ticket(9, { messages: [message(4)] });
  expect(listWithEvent([other, before], ticketUpdate(answered))).toEqual([answered, other]);
  expect(listWithEvent([other], ticketUpdate(answered))).toBeUndefined();
});

test('keeps the later of a response and its event', () => {
  expect(laterVersion(undefined, before)).toBe(before);
  expect(laterVersion(before, answered)).toBe(answered);
  expect(laterVersion(answered, before)).toBe(answered);
  expect(laterVersion(closed, before)).toBe(closed);
  expect(laterVersion(before, closed)).toBe(closed);
});
