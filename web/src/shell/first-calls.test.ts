import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { TOKEN_KEY, takeEarly } from '#core/api.ts';
import { sendFirstCalls } from './first-calls.ts';

const fetched = vi.fn((url: string, _request: RequestInit) => Promise.resolve(new Response(url)));

beforeEach(() => {
  fetched.mockClear();
  vi.useFakeTimers();
  vi.stubGlobal('fetch', fetched);
});
afterEach(() => {
  vi.runAllTimers();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  localStorage.clear();
});

const ME = '/auth/me?optional=1';
const CALLS = {
  everywhere: ME,
  pages: [
    ['^/$', ['/room/getActiveRooms', '/roulette/getRounds?limit=8']],
    ['^/case/([^/]+)$', ['/user/getCaseByName/$1', '/case/getLatestDrops']],
  ],
} as const;

test.each([
  ['/', [ME, '/room/getActiveRooms', '/roulette/getRounds?limit=8']],
  ['/case/Hive%20%C5%9F', [ME, '/user/getCaseByName/Hive%20%C5%9F', '/case/getLatestDrops']],
  ['/faq', [ME]],
])('%s requests %j before its scripts have loaded', (pathname, urls) => {
  sendFirstCalls({ pathname, search: '' }, CALLS);
  vi.advanceTimersByTime(0);
  expect(fetched.mock.calls.map(([url]) => url)).toEqual(urls);
});

test('sends nothing for a URL with a query string', () => {
  sendFirstCalls({ pathname: '/cases', search: '?page=2' }, CALLS);
  vi.advanceTimersByTime(0);
  expect(fetched).not.toHaveBeenCalled();
});

test('requests no data of a page during maintenance', () => {
  const status = JSON.stringify({ off: [{ name: 'site', message: {}, endsAt: null }], announcements: [] });
  sendFirstCalls({ pathname: '/', search: '' }, CALLS, status);
  vi.advanceTimersByTime(0);
  expect(fetched.mock.calls.map(([url]) => url)).toEqual([ME]);
});

test('sends the token of the signed-in player', () => {
  localStorage.setItem(TOKEN_KEY, 'mine');
  sendFirstCalls({ pathname: '/faq', search: '' }, CALLS);
  vi.advanceTimersByTime(0);
  expect(fetched.mock.calls[0]?.[1]).toMatchObject({ headers: { Authorization: 'Bearer mine' }, cache: 'no-store' });
});

test('gives out each response once, and drops old ones', async () => {
  sendFirstCalls({ pathname: '/', search: '' }, CALLS);
  vi.advanceTimersByTime(0);
  expect(await (await takeEarly(ME))?.text()).toBe(ME);
  expect(takeEarly(ME)).toBeUndefined();
  vi.advanceTimersByTime(10_000);
  expect(takeEarly('/room/getActiveRooms')).toBeUndefined();
});
