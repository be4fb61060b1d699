import { act, renderHook } from '@testing-library/react';
import { MemoryRouter, useLocation } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { updateSearch, useUrlParams, useDebouncedSearch } from './url-params.ts';

test.each([
  ['', { page: 2 }, '?page=2'],
  ['?page=3', { page: 1 }, ''],
  ['?page=3&sort=lowest', { sort: 'highest' }, '?sort=highest'],
  ['?search=awp', { page: 2 }, '?search=awp&page=2'],
  ['?search=awp&page=2', { search: '' }, ''],
  ['?edit=4', { edit: undefined }, ''],
])('"%s" with %j is "%s"', (search, changes, changed) => {
  expect(updateSearch(search, changes)).toBe(changed);
});

test('keeps both of two changes that are made before the URL has followed the first', () => {
  const { result } = renderHook(() => ({ one: useUrlParams(), other: useUrlParams(), at: useLocation().search }), {
    wrapper: MemoryRouter,
  });
  act(() => {
    result.current.one.replace({ search: 'awp' });
    result.current.other.replace({ max: 777 });
  });
  expect(result.current.at).toBe('?search=awp&max=777');
  act(() => result.current.one.go({ max: undefined }));
  expect(result.current.at).toBe('?search=awp');
});

const rest = (): void =>
  act(() => {
    vi.runAllTimers();
  });

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function typing(initial = '') {
  const onSearch = vi.fn<(text: string) => void>();
  const view = renderHook(({ url }) => useDebouncedSearch(url, onSearch), {
    initialProps: { url: initial },
  });
  const type = (text: string) => act(() => view.result.current.setText(text));
  return { ...view, onSearch, type };
}

test('searches once typing pauses, and only for the last text', () => {
  const { onSearch, type } = typing();
  type('a');
  type('aw');
  expect(onSearch).not.toHaveBeenCalled();
  rest();
  expect(onSearch.mock.calls).toEqual([['aw']]);
});

test('searches immediately on submit, and not again after the pause', () => {
  const { onSearch, type, result } = typing();
  type(' awp ');
  act(() => result.current.searchNow());
  rest();
  expect(onSearch.mock.calls).toEqual([['awp']]);
});

test('keeps letters that are typed while the URL updates', () => {
  const { type, rerender, result } = typing();
  type('aw');
  rest();
  type('awp');
  rerender({ url: 'aw' });
  expect(result.current.text).toBe('awp');
});

test('a URL that updates late does not undo later letters', () => {
  const { type, rerender, result } = typing();
  type('aw');
  rest();
  type('awp');
  rest();
  rerender({ url: 'aw' });
  expect(result.current.text).toBe('awp');
  rerender({ url: 'awp' });
  expect(result.current.text).toBe('awp');
  rerender({ url: 'aw' });
  expect(result.current.text).toBe('aw');
});

test('Back restores the text of that URL without a new search', () => {
  const { onSearch, rerender, result } = typing('awp');
  rerender({ url: 'knife' });
  expect(result.current.text).toBe('knife');
  rest();
  expect(onSearch).not.toHaveBeenCalled();
});
