import { fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FollowedList } from './followed-list.tsx';

const ROW_PX = 20;
const HEIGHT_PX = 100;

// There is no layout here, so the heights are computed.
beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(HEIGHT_PX);
  vi.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockImplementation(function (this: HTMLElement) {
    return Math.max(HEIGHT_PX, this.querySelectorAll('li').length * ROW_PX);
  });
});
afterEach(() => vi.restoreAllMocks());

const listOf = (count: number) => (
  <FollowedList labelledBy="heading" version={count} className="h-25">
    {Array.from({ length: count }, (_, index) => (
      // oxlint-disable-next-line react/no-array-index-key
      <li key={index}>{index}</li>
    ))}
  </FollowedList>
);
const list = () => screen.getByRole('list');

test('shows its end, and follows it when entries are added', () => {
  const { rerender } = render(listOf(10));
  expect(list().scrollTop).toBe(200);
  // The browser limits what was set.
  list().scrollTop = 100;
  fireEvent.scroll(list());
  rerender(listOf(11));
  expect(list().scrollTop).toBe(220);
});

test('stays where the reader has scrolled to, and follows again from the end', () => {
  const { rerender } = render(listOf(10));
  list().scrollTop = 40;
  fireEvent.scroll(list());
  rerender(listOf(11));
  expect(list().scrollTop).toBe(40);
  list().scrollTop = 120;
  fireEvent.scroll(list());
  rerender(listOf(12));
  expect(list().scrollTop).toBe(240);
});

test('stays with a part that the reader has opened', () => {
  const { rerender } = render(listOf(10));
  list().scrollTop = 100;
  fireEvent.scroll(list());
  vi.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockReturnValue(400);
  list().firstElementChild!.dispatchEvent(new Event('toggle'));
  rerender(listOf(11));
  expect(list().scrollTop).toBe(100);
});
