import { act, fireEvent, render } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ItemPicture } from './item-picture.tsx';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const pass = (ms: number) =>
  act(() => {
    vi.advanceTimersByTime(ms);
  });

function show(src = '/img/skin/ak-47-256.webp') {
  const { container, rerender } = render(<ItemPicture src={src} />);
  return {
    picture: () => container.querySelector('img'),
    drawn: () => container.querySelector('svg'),
    showOther: (other: string) => rerender(<ItemPicture src={other} />),
  };
}

test('shows a placeholder for a picture that does not load, and retries three times with growing delays', () => {
  const { picture, drawn } = show();
  for (const waitMs of [2_000, 6_000, 18_000]) {
    fireEvent.error(picture()!);
    expect(drawn()).toBeTruthy();
    pass(waitMs - 1);
    expect(picture()).toBeNull();
    pass(1);
    expect(picture()!.getAttribute('src')).toBe('/img/skin/ak-47-256.webp');
  }
  fireEvent.error(picture()!);
  pass(3_600_000);
  expect(picture()).toBeNull();
  expect(drawn()).toBeTruthy();
});

test('loads another picture immediately', () => {
  const { picture, showOther } = show();
  fireEvent.error(picture()!);
  showOther('/img/skin/awp-256.webp');
  expect(picture()!.getAttribute('src')).toBe('/img/skin/awp-256.webp');
  pass(3_600_000);
  expect(picture()!.getAttribute('src')).toBe('/img/skin/awp-256.webp');
});

test('the placeholder has no fixed height, so that its card is as high as the others', () => {
  const { drawn } = show('');
  expect([drawn()!.getAttribute('width'), drawn()!.getAttribute('height')]).toEqual(['256', null]);
});

test.each([
  ['/img/skin/ak-256.webp', '/img/skin/ak-256.webp 256w, /img/skin/ak-512.webp 512w'],
  [
    '/img/case/hive-256.webp',
    '/img/case/hive-256.webp 256w, /img/case/hive-512.webp 512w, /img/case/hive-768.webp 768w',
  ],
  ['https://example.com/case.webp', null],
])('offers the sizes of %s', (src, srcSet) => {
  expect(show(src).picture()!.getAttribute('srcset')).toBe(srcSet);
});
