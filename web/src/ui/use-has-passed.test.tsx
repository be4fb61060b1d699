import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { serverNowMs } from '#core/api.ts';
import { useHasPassed } from './use-has-passed.ts';

const DAY_MS = 86_400_000;
const inMs = (ms: number) => new Date(serverNowMs() + ms).toISOString();

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('becomes true when the time comes', () => {
  const moment = inMs(300_000);
  const { result } = renderHook(() => useHasPassed(moment));
  expect(result.current).toBe(false);
  act(() => void vi.advanceTimersByTime(299_000));
  expect(result.current).toBe(false);
  act(() => void vi.advanceTimersByTime(1_000));
  expect(result.current).toBe(true);
});

test('is true for a past time, and waits for a time beyond the longest timer', () => {
  const [before, after] = [inMs(-1_000), inMs(61 * DAY_MS)];
  expect(renderHook(() => useHasPassed(before)).result.current).toBe(true);
  const { result } = renderHook(() => useHasPassed(after));
  act(() => void vi.advanceTimersByTime(60 * DAY_MS));
  expect(result.current).toBe(false);
  act(() => void vi.advanceTimersByTime(DAY_MS));
  expect(result.current).toBe(true);
});
