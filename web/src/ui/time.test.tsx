import { act, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { RelativeTime } from './time.tsx';

const pass = (ms: number) =>
  act(() => {
    vi.advanceTimersByTime(ms);
  });

afterEach(() => {
  vi.useRealTimers();
});

test('a relative time updates while it is shown', () => {
  vi.useFakeTimers();
  render(<RelativeTime iso={new Date(Date.now() - 60_000).toISOString()} />);
  pass(0);
  expect(screen.getByText('a minute ago')).toBeTruthy();
  pass(60_000);
  expect(screen.getByText('2 minutes ago')).toBeTruthy();
});

test('has the exact time in its datetime attribute', () => {
  const iso = '2026-03-03T14:05:09.000Z';
  render(<RelativeTime iso={iso} />);
  expect(screen.getByRole('time').getAttribute('datetime')).toBe(iso);
});
