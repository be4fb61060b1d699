import { expect, test } from 'vitest';
import { returnPathOf } from './return-paths.ts';

test.each(['/', '/cases', '/case/Neon%20Rift', '/profilim', '/destek/12', '/admin/user/7'])('%s is ours', (path) => {
  expect(returnPathOf(path)).toBe(path);
});

test.each([
  undefined,
  '',
  'https://evil.test/',
  '//evil.test',
  '/\\evil.test',
  '/case//evil.test',
  '/case/x?next=//evil.test',
  '/case/x\r\nset-cookie: a=b',
  '/case/x#y',
  '/cases/',
  '/nowhere',
  '/auth/logout',
  'cases',
])('%j is not, and leads home', (path) => {
  expect(returnPathOf(path)).toBe('/');
});
