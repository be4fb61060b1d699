import { expect, test } from 'vitest';
import { emptyHistory, olderCommand, withSent } from './admin-command-history.ts';

const sent = ['status', 'users', 'users', 'maps *'].reduce(withSent, emptyHistory);

test('the arrows walk from the newest to the oldest and stay there, and back to what was being typed', () => {
  const seen: string[] = [];
  let at = { history: sent, text: 'mp_' };
  for (const step of [1, 1, 1, 1, -1, -1, -1, -1] as const) {
    at = olderCommand(at.history, at.text, step);
    seen.push(at.text);
  }
  expect(seen).toEqual(['maps *', 'users', 'status', 'status', 'users', 'maps *', 'mp_', 'mp_']);
});

test('sending begins at the newest again', () => {
  const { history } = olderCommand(sent, '', 1);
  expect(olderCommand(withSent(history, 'stats'), '', 1).text).toBe('stats');
});
