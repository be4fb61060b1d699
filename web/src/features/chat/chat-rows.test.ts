import { expect, test } from 'vitest';
import { chatLine } from '#testing/chat.ts';
import { dayOf, rowsOf } from './chat-rows.ts';

const me = { id: 7, username: 'kaan_tr', isSandbox: false, profileImg: '', elo: 1_200, isAdmin: false, isStaff: false };
const shown = { lines: [], pending: [], hiddenIds: new Set<number>(), me, today: dayOf('2026-03-03T12:00:00.000Z') };
const at = (minute: number, overrides = {}) => ({
  username: 'mira',
  timestamp: new Date(2026, 2, 3, 12, minute).toISOString(),
  ...overrides,
});

test('groups messages of one sender within five minutes under one name', () => {
  const lines = [
    chatLine(1, at(0)),
    chatLine(2, at(4)),
    chatLine(3, at(10)),
    chatLine(4, at(11, { username: 'ozan' })),
  ];
  expect(rowsOf({ ...shown, lines }).map(({ isHead }) => isHead)).toEqual([true, false, true, true]);
});

test('starts a group with a message that mentions the player', () => {
  const lines = [chatLine(1, at(0)), chatLine(2, at(1, { message: 'gel @kaan_tr' })), chatLine(3, at(2))];
  const rows = rowsOf({ ...shown, lines });
  expect(rows.map(({ isMention }) => isMention)).toEqual([false, true, false]);
  expect(rows.map(({ isHead }) => isHead)).toEqual([true, true, false]);
});

test('starts a new day with a date and a name', () => {
  const night = (day: number, hour: number, minute: number) => new Date(2026, 2, day, hour, minute).toISOString();
  const lines = [
    chatLine(1, at(0, { timestamp: night(2, 23, 58) })),
    chatLine(2, at(0, { timestamp: night(2, 23, 59) })),
    chatLine(3, at(0, { timestamp: night(3, 0, 1) })),
  ];
  const rows = rowsOf({ ...shown, lines });
  expect(rows.map(({ isNewDay }) => isNewDay)).toEqual([true, false, true]);
  expect(rows.map(({ isHead }) => isHead)).toEqual([true, false, true]);
  expect(rowsOf({ ...shown, lines: [chatLine(1, at(0))] })[0]?.isNewDay).toBe(false);
});

test('leaves out hidden players and joins the groups around them', () => {
  const lines = [chatLine(1, at(0)), chatLine(2, { ...at(1), username: 'ozan', id: 55 }), chatLine(3, at(2))];
  const rows = rowsOf({ ...shown, lines, hiddenIds: new Set([55]) });
  expect(rows.map((row) => row.line.id)).toEqual([1, 3]);
  expect(rows[1]?.isHead).toBe(false);
});

test('keeps the row of a message when it is confirmed', () => {
  const pending = [{ key: 'k', message: 'gg', writtenAt: Date.parse('2026-03-03T12:00:00.000Z') }];
  const [waiting] = rowsOf({ ...shown, pending });
  const [delivered] = rowsOf({ ...shown, lines: [chatLine(9, { username: 'kaan_tr', key: 'k' })] });
  expect(waiting).toMatchObject({ key: delivered?.key, isPending: true });
  expect(delivered?.isPending).toBe(false);
});

test('distinguishes equal keys of two senders, and a key from an id', () => {
  const lines = [chatLine(1), chatLine(2, { key: '1' }), chatLine(3, { key: '1' })];
  expect(new Set(rowsOf({ ...shown, lines }).map(({ key }) => key)).size).toBe(3);
});
