import { afterEach, expect, test, vi } from 'vitest';
import { drop, keep, kept } from './storage.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

test('what is kept is there until it is dropped', () => {
  keep('colour', 'black');
  expect(kept('colour')).toBe('black');
  drop('colour');
  expect(kept('colour')).toBeNull();
});

test('where storage is switched off nothing is kept, and nothing fails', () => {
  const denied = () => {
    throw new DOMException('Access is denied for this document.', 'SecurityError');
  };
  vi.stubGlobal('localStorage', { getItem: denied, setItem: denied, removeItem: denied });
  keep('colour', 'black');
  drop('colour');
  expect(kept('colour')).toBeNull();
});
