import { expect, test } from 'vitest';
import { emptyHistory, olderCommand, withCommand } from './admin-command-history.ts';

const commands = ['status', 'users', 'users', 'maps *'].reduce(withCommand, emptyHistory);

test('moves from the newest to the oldest command and stops there, and back to the typed text', () => {
  const shownCommands: string[] = [];
  let at = { history: commands, text: 'mp_' };
  for (const step of [1, 1, 1, 1, -1, -1, -1, -1] as const) {
    at = olderCommand(at.history, at.text, step);
    shownCommands.push(at.text);
  }
  expect(shownCommands).toEqual(['maps *', 'users', 'status', 'status', 'users', 'maps *', 'mp_', 'mp_']);
});

test('restarts at the newest after sending', () => {
  const { history } = olderCommand(commands, '', 1);
  expect(olderCommand(withCommand(history, 'stats'), '', 1).text).toBe('stats');
});
