import { expect, test } from 'vitest';
import { readFigures } from './bench-against.ts';

test('reads the figures that a bench prints', () => {
  const text = [
    'Medians of interleaved pairs, with quartiles, on 2 cores.',
    '',
    '✓ openings a second: over HTTP, 8 connections / pgbench, 8 clients',
    '    0.76                 at least 0.75  1520/s against 2000/s',
    '✗ p50: over HTTP, 1 connection / pgbench, 1 client',
    '    2.96 (2.80–3.10)     at most 2.5    1.48 ms against 0.50 ms',
    '',
  ].join('\n');
  expect(readFigures(text)).toEqual([
    {
      name: 'openings a second: over HTTP, 8 connections / pgbench, 8 clients',
      ratio: 0.76,
      isBetterHigh: true,
      note: '1520/s against 2000/s',
    },
    {
      name: 'p50: over HTTP, 1 connection / pgbench, 1 client',
      ratio: 2.96,
      isBetterHigh: false,
      note: '1.48 ms against 0.50 ms',
    },
  ]);
  expect(readFigures('Error: it did not start')).toEqual([]);
});
