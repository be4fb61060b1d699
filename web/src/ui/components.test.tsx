import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { act, fireEvent, render, renderHook, screen, waitFor } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { ApiRefusal } from '#core/api.ts';
import { Avatar } from './avatar.tsx';
import { Button } from './button.tsx';
import { QueryView } from './query-view.tsx';
import { PagerBar } from './pager-bar.tsx';
import { useSkeleton } from './skeleton.tsx';

const pass = (ms: number) =>
  act(() => {
    vi.advanceTimersByTime(ms);
  });

afterEach(() => {
  vi.useRealTimers();
});

function Probe({ load }: { load: () => Promise<string> }) {
  return <QueryView query={useQuery({ queryKey: ['probe'], queryFn: load })}>{(data) => <p>{data}</p>}</QueryView>;
}

function renderProbe(load: () => Promise<string>) {
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <Probe load={load} />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

test('a pending query shows the loading state, then its data', async () => {
  renderProbe(async () => 'here it is');
  expect(screen.getByText('Loading...')).toBeTruthy();
  expect(await screen.findByText('here it is')).toBeTruthy();
});

test('shows "not found" for what does not exist, and a retry for any other error', async () => {
  let tries = 0;
  renderProbe(async () => {
    if (tries++ === 0) throw new Error('broken');
    throw new ApiRefusal({ code: 'not_found', message: 'no such thing' }, 404);
  });
  expect(await screen.findByText('Something went wrong.')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Page could not found.')).toBeTruthy();
});

test('replaces a picture that does not load by a letter, then by a generated picture of the same size', async () => {
  const { container } = render(<Avatar src="/broken.webp" username="şafak" size={48} />);
  fireEvent.error(container.querySelector('img')!);
  expect(container.textContent).toContain('Ş');
  await waitFor(() => expect(container.querySelector('img')?.src).toMatch(/^data:image\/svg/));
  expect(container.firstElementChild).toHaveProperty('style.width', '48px');
});

test('the ring names its tier, so that colour is not the only sign', () => {
  render(<Avatar src="" username="nova" elo={5_200} />);
  expect(screen.getByTitle('Rating tier 8 of 8')).toBeTruthy();
});

test('a pending button ignores a second click', () => {
  const press = vi.fn();
  render(
    <Button isPending onClick={press}>
      Save
    </Button>,
  );
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(press).not.toHaveBeenCalled();
});

test('the pager marks the current page and has no link before the first', () => {
  const pagination = { totalResults: 25, resultsPerPage: 10, currentPage: 1 };
  render(
    <MemoryRouter>
      <PagerBar pagination={pagination} toPage={(page) => `?page=${page}`} />
    </MemoryRouter>,
  );
  expect(screen.getByRole('link', { name: 'Page 1' }).getAttribute('aria-current')).toBe('page');
  expect(screen.queryByRole('link', { name: 'Previous page' })).toBeNull();
  expect(screen.getByRole('link', { name: 'Next page' }).getAttribute('href')).toBe('/?page=2');
});

test.each([
  [{ totalResults: 25 }, ['Page 1', 'Page 2', 'Page 3', 'Next page']],
  [{ totalResults: 25, resultsPerPage: 20 }, ['Page 1', 'Page 2', 'Next page']],
  [{ totalResults: 1 }, ['Page 1']],
  [{ totalResults: 10 }, ['Page 1']],
  [{ totalResults: 0 }, []],
  [undefined, []],
])('a pager with %j defaults to ten results per page and to page 1', (pagination, names) => {
  render(
    <MemoryRouter>
      <PagerBar pagination={pagination} toPage={(page) => `?page=${page}`} />
    </MemoryRouter>,
  );
  expect(screen.queryAllByRole('link').map((link) => link.ariaLabel)).toEqual(names);
  if (names.length > 0) expect(screen.getByRole('link', { current: 'page' }).ariaLabel).toBe('Page 1');
});

test('a skeleton appears after 150 ms and stays for at least 300 ms', () => {
  vi.useFakeTimers();
  const { result, rerender } = renderHook(useSkeleton, { initialProps: true });
  pass(149);
  expect(result.current).toBe('nothing');
  pass(1);
  expect(result.current).toBe('skeleton');
  rerender(false);
  pass(299);
  expect(result.current).toBe('skeleton');
  pass(1);
  pass(0);
  expect(result.current).toBe('content');
});

test('content that loads quickly shows no skeleton', () => {
  vi.useFakeTimers();
  const { result, rerender } = renderHook(useSkeleton, { initialProps: true });
  pass(100);
  rerender(false);
  pass(0);
  expect(result.current).toBe('content');
});
