import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { serverNowMs } from '#core/api.ts';
import { useHasPassed } from './use-has-passed.ts';

const DAY_MS = 86_400_000;
const inMs = (ms: number) => new Date(serverNowMs() + ms).toISOString();

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a moment that comes while somebody looks has passed from then on', () => {
  const moment = inMs(300_000);
  const { result } = renderHook(() => useHasPassed(moment));
  expect(result.current).toBe(false);
  act(() => void vi.advanceTimersByTime(299_000));
  expect(result.current).toBe(false);
  act(() => void vi.advanceTimersByTime(1_000));
  expect(result.current).toBe(true);
});

test('what has passed has passed, and what is years away is waited for without haste', () => {
  const [before, after] = [inMs(-1_000), inMs(61 * DAY_MS)];
  expect(renderHook(() => useHasPassed(before)).result.current).toBe(true);
  const { result } = renderHook(() => useHasPassed(after));
  act(() => void vi.advanceTimersByTime(60 * DAY_MS));
  expect(result.current).toBe(false);
  act(() => void vi.advanceTimersByTime(DAY_MS));
  expect(result.current).toBe(true);
});
