import { expect, test } from 'vitest';
import { createBoundedMap } from './bounded-map.ts';

test('drops the least recently used entry', () => {
  const map = createBoundedMap<string, number>(2);
  map.set('a', 1);
  map.set('b', 2);
  expect(map.get('a')).toBe(1);
  map.set('c', 3);
  expect([map.get('a'), map.get('b'), map.get('c')]).toEqual([1, undefined, 3]);
});

test('replaces and deletes entries', () => {
  const map = createBoundedMap<string, number>(2);
  map.set('a', 1);
  map.set('a', 2);
  expect(map.get('a')).toBe(2);
  map.delete('a');
  expect(map.get('a')).toBeUndefined();
});
