import { expect, test } from 'vitest';
import { extractBugLine } from './log-bugs.ts';

const lineOf = (msg: string, err?: object): string => JSON.stringify({ level: 'error', time: 'now', err, msg });

test.each([
  lineOf('Unexpected error'),
  lineOf('Unhandled rejection'),
  lineOf('a live event failed', { type: 'DatabaseError', code: '42702', message: 'ambiguous' }),
  lineOf('a live event failed', { type: 'DatabaseError', code: '23514', message: 'a check' }),
  lineOf('a step failed', { type: 'TypeError', message: 'undefined is not a function' }),
])('reports %s as a bug', (line) => {
  expect(extractBugLine(line)).toBe(line);
});

test.each([
  'Karat is ready',
  '{"level":',
  lineOf('Database unavailable', { type: 'Error', message: 'timeout' }),
  lineOf('Database unavailable', { type: 'DatabaseError', code: '57P03', message: 'starting up' }),
  lineOf('Room loop task failed', { type: 'Refusal', code: 'unavailable' }),
])('does not report %s', (line) => {
  expect(extractBugLine(line)).toBeUndefined();
});
