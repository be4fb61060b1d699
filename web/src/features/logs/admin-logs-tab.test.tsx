import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { visit } from '#testing/cases.tsx';
import { refusal, stubServer } from '#testing/test-utils.tsx';
import { AdminLogsTab } from './admin-logs-tab.tsx';

const TODAY = '2026-03-03';
const call = (date: string) => `GET /admin/getLogs/${date}`;
const logged = (data: string[], totalResults = data.length) => ({
  body: { data, pagination: { totalResults, resultsPerPage: 100, currentPage: 1 } },
});
const line = '14:05:09 boss#1 case.edit case:7 "Prices moved" {"price": 100 → 120}';

// Fakes only the date; timers are real.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(`${TODAY}T23:30:00Z`) });
});
afterEach(() => {
  vi.useRealTimers();
});

function openPage(answers: Parameters<typeof stubServer>[0], url = '/admin/logs') {
  const requests = stubServer(answers);
  return { requests, ...visit('/admin/logs', <AdminLogsTab />, url) };
}

const day = () => screen.getByLabelText<HTMLInputElement>('Day (UTC)');

test('opens with today in UTC, and shows time, actor and action of each line', async () => {
  const { requests } = openPage({ [call(TODAY)]: logged([line, 'a line of another shape']) });
  expect(await screen.findByText('2 entries')).toBeTruthy();
  expect(day().value).toBe(TODAY);
  const [first, second] = screen.getAllByRole('listitem');
  expect(first!.querySelector('time')?.textContent).toBe('14:05:09');
  expect(screen.getByText('boss').tagName).toBe('BDI');
  expect(screen.getByText('case.edit')).toBeTruthy();
  expect(first!.textContent).toBe(line.replace(' ', ''));
  expect(second!.textContent).toBe('a line of another shape');
  expect(requests[0]?.path).toBe(`/admin/getLogs/${TODAY}?page=1&limit=100`);
  expect(screen.getByRole('button', { name: 'Next day' })).toHaveProperty('disabled', true);
});

test('stores other days in the URL, but not today', async () => {
  const { user, router } = openPage({
    [call(TODAY)]: logged([line]),
    [call('2026-03-02')]: logged([]),
    [call('2026-03-01')]: logged([]),
  });
  await user.click(screen.getByRole('button', { name: 'Previous day' }));
  expect(await screen.findByText('No entries on this day.')).toBeTruthy();
  expect(router.state.location.search).toBe('?date=2026-03-02');
  expect(day().value).toBe('2026-03-02');
  await user.click(screen.getByRole('button', { name: 'Previous day' }));
  expect(router.state.location.search).toBe('?date=2026-03-01');
  await user.click(screen.getByRole('button', { name: 'Next day' }));
  expect(router.state.location.search).toBe('?date=2026-03-02');
  await user.click(screen.getByRole('button', { name: 'Today' }));
  await waitFor(() => expect(router.state.location.search).toBe(''));
  expect(document.activeElement).toBe(day());
});

test('selects a day, and ignores future and incomplete ones', async () => {
  const { router } = openPage({ [call(TODAY)]: logged([line]), [call('2025-12-31')]: logged([]) });
  fireEvent.change(day(), { target: { value: '0025-12-31' } });
  fireEvent.change(day(), { target: { value: '2026-03-04' } });
  expect(router.state.location.search).toBe('');
  fireEvent.change(day(), { target: { value: '2025-12-31' } });
  await waitFor(() => expect(router.state.location.search).toBe('?date=2025-12-31'));
});

test.each(['?date=2026-02-31', '?date=yesterday', '?date=1999-01-01'])('%s means today', async (search) => {
  openPage({ [call(TODAY)]: logged([line]) }, `/admin/logs${search}`);
  expect(await screen.findByText('1 entry')).toBeTruthy();
});

test('stores a search in the URL, keeps the day, and says when nothing is found', async () => {
  const { user, requests, router } = openPage({ [call('2026-03-01')]: logged([]) }, '/admin/logs?date=2026-03-01');
  await user.type(screen.getByRole('textbox', { name: 'Search the log' }), '100%{Enter}');
  expect(await screen.findByText('No entries match.')).toBeTruthy();
  expect(router.state.location.search).toBe('?date=2026-03-01&search=100%25');
  expect(requests.at(-1)?.path).toBe('/admin/getLogs/2026-03-01?page=1&limit=100&search=100%25');
});

test('shows a hundred lines per page', async () => {
  openPage({ [call(TODAY)]: logged([line], 250) });
  expect((await screen.findByRole('link', { name: 'Page 3' })).getAttribute('href')).toBe('/admin/logs?page=3');
});

test('shows an error when the log cannot be loaded, with a retry', async () => {
  const answers = [refusal(500, 'internal', 'Something went wrong.'), logged([line])];
  const { user } = openPage({ [call(TODAY)]: () => answers.shift()! });
  expect(await screen.findByText('Failed to load logs.')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('1 entry')).toBeTruthy();
});

test('loads new lines on a click', async () => {
  const answers = [logged([line]), logged([line, line])];
  const { user } = openPage({ [call(TODAY)]: () => answers.shift()! });
  await screen.findByText('1 entry');
  await user.click(screen.getByRole('button', { name: 'Refresh' }));
  expect(await screen.findByText('2 entries')).toBeTruthy();
});

test('marks a sandbox player beside the name', async () => {
  openPage({ [call(TODAY)]: logged(['14:05:09 robo#12 (sandbox) ticket.open ticket:3']) });
  await screen.findByText('1 entry');
  expect(screen.getByText('sandbox').previousElementSibling?.textContent).toBe('#12');
  expect(screen.getByText('robo').closest('li')!.textContent).toBe('14:05:09robo#12 sandbox ticket.open ticket:3');
});

test('shows lines as text', async () => {
  const hostile = '14:05:09 <b>x</b> case.edit <img src=x onerror=alert(1)>';
  openPage({ [call(TODAY)]: logged([hostile]) });
  await screen.findByText('1 entry');
  const [line] = screen.getAllByRole('listitem');
  expect(line!.textContent).toBe('14:05:09<b>x</b> case.edit <img src=x onerror=alert(1)>');
  expect(document.querySelector('li img, li b')).toBeNull();
});
