import { expect, test } from 'vitest';
import { answer, message, newsOf, ticket } from '#testing/tickets.ts';
import { laterVersion, listWithEvent, withEvent } from './ticket-events.ts';

const before = ticket(3, { messages: [message(1), answer(2)] });
const answered = ticket(3, { messages: [message(1), answer(2), answer(5)], isUnread: true });
const closed = { ...before, isOpen: false, updatedAt: '2026-03-03T13:00:00.000Z' };

test.each([
  ['a message', answered, true],
  ['a close', closed, false],
  ['a look at it', { ...before, isUnread: true }, false],
])('updates a ticket by the event of %s as a fetch would', (_, after, hasMessage) => {
  expect(withEvent(before, newsOf(after, hasMessage))).toEqual(after);
});

test('does not repeat a known message', () => {
  expect(withEvent(answered, newsOf(answered))).toEqual(answered);
});

test.each([
  ['after a gap', before, newsOf(ticket(3, { messages: [message(1), answer(2), answer(5), answer(6)] }))],
  ['of what was before', answered, newsOf(before)],
  ['older than what is known', closed, newsOf(before)],
])('rejects an event %s', (_, known, news) => {
  expect(withEvent(known, news)).toBeUndefined();
});

test('appends to a conversation of which only the end is loaded', () => {
  const long = { ...before, messageCount: 300 };
  expect(withEvent(long, newsOf({ ...answered, messageCount: 301 }))).toEqual({ ...answered, messageCount: 301 });
});

test('updates a list as a fetch would, latest first', () => {
  const other = ticket(9, { messages: [message(4)] });
  expect(listWithEvent([other, before], newsOf(answered))).toEqual([answered, other]);
  expect(listWithEvent([other], newsOf(answered))).toBeUndefined();
});

test('keeps the later of a response and its event', () => {
  expect(laterVersion(undefined, before)).toBe(before);
  expect(laterVersion(before, answered)).toBe(answered);
  expect(laterVersion(answered, before)).toBe(answered);
  expect(laterVersion(closed, before)).toBe(closed);
  expect(laterVersion(before, closed)).toBe(closed);
});
