import type { ReportRow } from '@karat/contract/reports';
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { visit } from '#testing/cases.tsx';
import { signInStaff } from '#testing/staff.ts';
import { stubServer } from '#testing/test-utils.tsx';
import { AdminReportRowsPage } from './admin-report-rows-page.tsx';

const ROWS = 'GET /admin/getReportRows';
const URL_OF_CASES = '/admin/reports/rows?figure=cases&from=2026-03-01&to=2026-03-02';

const row = (id: number, overrides: Partial<ReportRow> = {}): ReportRow => ({
  id,
  createdAt: '2026-03-02T14:05:09.000Z',
  type: 'CASE_OPEN',
  reference: `open:${id}`,
  account: 'house:cases',
  toAccount: null,
  player: { id: 7, username: 'kaan_tr', isSandbox: false },
  amount: 100,
  ...overrides,
});

function open(url: string, page: object = {}) {
  const body = { data: [], next: null, sum: 0, count: 0, at: '2026-03-03T12:00:00.000Z', ...page };
  const requests = stubServer({ [ROWS]: { body } });
  return { requests, ...visit('/admin/reports/rows', <AdminReportRowsPage />, url) };
}

beforeEach(() => signInStaff('admin'));

test('lists the rows of a figure with their sum, each with a link', async () => {
  const round = row(3, { type: 'ROULETTE_BET', reference: 'close:round:9', account: 'round:9', player: null });
  const trade = row(4, { type: 'DELIVERED', reference: 'trade-offer:8', account: null, amount: -50 });
  const { requests } = open(URL_OF_CASES, { data: [row(2), round, trade], sum: 1_150, count: 12 });
  expect(await screen.findByRole('heading', { name: 'Cases, 01/03/2026 – 02/03/2026' })).toBeTruthy();
  expect(await screen.findByText('1.150 in 12 rows')).toBeTruthy();
  const links = ['open:2', 'close:round:9', 'trade-offer:8'].map((name) => screen.getByRole('link', { name }));
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    '/admin/transaction/2',
    '/admin/game/9',
    '/admin/trades',
  ]);
  expect(requests.at(-1)!.path).toBe('/admin/getReportRows?figure=cases&from=2026-03-01&to=2026-03-02&players=all');
  expect(screen.getByRole('link', { name: 'Back to the report' }).getAttribute('href')).toBe(
    '/admin/reports?from=2026-03-01&to=2026-03-02',
  );
});

test('pages through them', async () => {
  const { user, router } = open(URL_OF_CASES, { data: [row(2)], next: '2026-03-02_2', sum: 200, count: 2 });
  await user.click(await screen.findByRole('link', { name: 'Older' }));
  expect(router.state.location.search).toContain('page=2026-03-02_2');
  expect(
    within(screen.getByRole('navigation', { name: 'Pages of rows' })).getByRole('link', { name: 'Newest' }),
  ).toBeTruthy();
});

test('a number about people is that of everyone less that of sandbox players', async () => {
  const { user, requests } = open(`${URL_OF_CASES}&players=people`, { sum: 10, count: 1 });
  expect(await screen.findByText('0: 10 of everyone, less 10 of sandbox players')).toBeTruthy();
  await user.click(screen.getByRole('link', { name: 'Rows of sandbox players' }));
  await expect.poll(() => requests.some(({ path }) => path.includes('players=sandbox'))).toBe(true);
});

test('tells what to do with an incomplete link', async () => {
  const { requests } = open('/admin/reports/rows?figure=cases');
  expect(await screen.findByText(/This link names no figure/)).toBeTruthy();
  expect(requests).toEqual([]);
});
