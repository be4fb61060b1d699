import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { COUNTER_MS, counterAt, useCounter } from './counter.ts';

let frames: FrameRequestCallback[] = [];
const frame = (timeMs: number) =>
  act(() => {
    const due = frames;
    frames = [];
    for (const each of due) each(timeMs);
  });
const setHidden = (isHidden: boolean) => {
  Object.defineProperty(document, 'hidden', { configurable: true, value: isHidden });
  document.dispatchEvent(new Event('visibilitychange'));
};

beforeEach(() => {
  frames = [];
  vi.stubGlobal('requestAnimationFrame', (each: FrameRequestCallback) => frames.push(each));
  vi.stubGlobal('cancelAnimationFrame', () => {
    frames = [];
  });
});
afterEach(() => setHidden(false));

test('starts at the old value, never moves backwards, and ends exactly on the new value', () => {
  for (const [from, to] of [
    [0, 1_234_567],
    [1_000, 3],
    [7, 7],
  ] as const) {
    expect(counterAt({ from, to, elapsedMs: 0 })).toBe(from);
    expect(counterAt({ from, to, elapsedMs: COUNTER_MS })).toBe(to);
    let last: number = from;
    for (let elapsedMs = 0; elapsedMs <= COUNTER_MS; elapsedMs += 7) {
      const shown = counterAt({ from, to, elapsedMs });
      expect(Number.isInteger(shown)).toBe(true);
      expect(Math.sign(to - from) * (shown - last)).toBeGreaterThanOrEqual(0);
      last = shown;
    }
  }
});

test('a new balance is counted to within a second', () => {
  const { result, rerender } = renderHook(useCounter, { initialProps: 1_000 });
  expect(result.current).toBe(1_000);
  rerender(2_000);
  frame(5_000);
  expect(result.current).toBe(1_000);
  frame(5_400);
  expect(result.current).toBeGreaterThan(1_000);
  expect(result.current).toBeLessThan(2_000);
  frame(6_000);
  expect(result.current).toBe(2_000);
  expect(frames).toEqual([]);
});

test('a second update starts from the number on the screen', () => {
  const { result, rerender } = renderHook(useCounter, { initialProps: 0 });
  rerender(1_000);
  frame(0);
  frame(300);
  const shown = result.current;
  rerender(500);
  frame(400);
  expect(result.current).toBe(shown);
  frame(1_400);
  expect(result.current).toBe(500);
});

test('a hidden tab shows the final value immediately', async () => {
  const { result, rerender } = renderHook(useCounter, { initialProps: 0 });
  rerender(1_000);
  frame(0);
  act(() => setHidden(true));
  expect(result.current).toBe(1_000);
  await act(async () => rerender(2_000));
  expect(result.current).toBe(2_000);
});

test('shows the final value immediately with reduced motion', () => {
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
  const { result, rerender } = renderHook(useCounter, { initialProps: 0 });
  rerender(1_000);
  frame(0);
  expect(result.current).toBe(1_000);
});
