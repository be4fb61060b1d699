import { afterEach, expect, test, vi } from 'vitest';
import { drop, keep, kept } from './storage.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

test('reads a stored value until it is removed', () => {
  keep('colour', 'black');
  expect(kept('colour')).toBe('black');
  drop('colour');
  expect(kept('colour')).toBeNull();
});

test('stores nothing and does not fail where storage is disabled', () => {
  const denied = () => {
    throw new DOMException('Access is denied for this document.', 'SecurityError');
  };
  vi.stubGlobal('localStorage', { getItem: denied, setItem: denied, removeItem: denied });
  keep('colour', 'black');
  drop('colour');
  expect(kept('colour')).toBeNull();
});
