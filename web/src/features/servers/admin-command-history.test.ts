import { expect, test } from 'vitest';
import { emptyHistory, olderCommand, withSent } from './admin-command-history.ts';

const sent = ['status', 'users', 'users', 'maps *'].reduce(withSent, emptyHistory);

test('moves from the newest to the oldest command and stops there, and back to the typed text', () => {
  const seen: string[] = [];
  let at = { history: sent, text: 'mp_' };
  for (const step of [1, 1, 1, 1, -1, -1, -1, -1] as const) {
    at = olderCommand(at.history, at.text, step);
    seen.push(at.text);
  }
  expect(seen).toEqual(['maps *', 'users', 'status', 'status', 'users', 'maps *', 'mp_', 'mp_']);
});

test('restarts at the newest after sending', () => {
  const { history } = olderCommand(sent, '', 1);
  expect(olderCommand(withSent(history, 'stats'), '', 1).text).toBe('stats');
});
