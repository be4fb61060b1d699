import { afterEach, expect, test, vi } from 'vitest';
import { removeStored, store, readStored } from './storage.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

test('reads a stored value until it is removed', () => {
  store('colour', 'black');
  expect(readStored('colour')).toBe('black');
  removeStored('colour');
  expect(readStored('colour')).toBeNull();
});

test('stores nothing and does not fail where storage is disabled', () => {
  const denied = () => {
    throw new DOMException('Access is denied for this document.', 'SecurityError');
  };
  vi.stubGlobal('localStorage', { getItem: denied, setItem: denied, removeItem: denied });
  store('colour', 'black');
  removeStored('colour');
  expect(readStored('colour')).toBeNull();
});
