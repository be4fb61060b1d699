import { expect, test, vi } from 'vitest';
import { throttle } from './throttle.ts';

test('runs the first call immediately, many further calls once at the end of the interval, and a later call immediately again', () => {
  vi.useFakeTimers();
  const action = vi.fn();
  const { run } = throttle(action, 1_000);
  run();
  expect(action).toHaveBeenCalledTimes(1);
  for (let call = 0; call < 50; call += 1) run();
  expect(action).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(1_000);
  expect(action).toHaveBeenCalledTimes(2);
  vi.advanceTimersByTime(5_000);
  expect(action).toHaveBeenCalledTimes(2);
  run();
  expect(action).toHaveBeenCalledTimes(3);
  vi.useRealTimers();
});

test('runs nothing more after it was cancelled', () => {
  vi.useFakeTimers();
  const action = vi.fn();
  const { run, cancel } = throttle(action, 1_000);
  run();
  run();
  cancel();
  vi.advanceTimersByTime(5_000);
  expect(action).toHaveBeenCalledTimes(1);
  vi.useRealTimers();
});
