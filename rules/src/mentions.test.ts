import { expect, test } from 'vitest';
import { mentions } from './mentions.ts';

test.each([
  ['@kaan hi', 'kaan', true],
  ['hi @Kaan!', 'kaan', true],
  ['(@kaan)', 'kaan', true],
  ['hi @kaan.', 'kaan', true],
  ['@kaan, @deniz.b', 'deniz.b', true],
  ['@İPEK gel', 'ipek', true],
  ['@ısmail', 'ISMAIL', true],
  ['kaan', 'kaan', false],
  ['@kaan2', 'kaan', false],
  ['@kaan_tr', 'kaan', false],
  ['@kaan.tr', 'kaan', false],
  ['@kaan-tr', 'kaan', false],
  ['@kaanğ', 'kaan', false],
  ['me@kaan', 'kaan', false],
  ['@denizxb', 'deniz.b', false],
])('%j mentions %s: %s', (message, username, isMentioned) => {
  expect(mentions(message, username)).toBe(isMentioned);
});
