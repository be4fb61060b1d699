import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { visit } from '#testing/cases.tsx';
import { signInStaff } from '#testing/staff.ts';
import { stubServer } from '#testing/test-utils.tsx';
import { AdminReportSkinsPage } from './admin-report-skins-page.tsx';

const SKINS = 'GET /admin/getSkinChanges';
const URL_OF_DAYS = '/admin/reports/skins?from=2026-03-01&to=2026-03-02&players=people';

const change = {
  itemId: 12,
  name: 'AWP | Ember (Field-Tested)',
  start: { count: 3, price: 1_000 },
  end: { count: 4, price: 1_100 },
  withdrawn: 1_050,
  gain: -2_450,
};

function open(body: object) {
  const pagination = { totalResults: 1, resultsPerPage: 25, currentPage: 1 };
  const at = '2026-03-03T12:00:00.000Z';
  const requests = stubServer({ [SKINS]: { body: { data: [change], pagination, sum: -2_450, at, ...body } } });
  return { requests, ...visit('/admin/reports/skins', <AdminReportSkinsPage />, URL_OF_DAYS) };
}

beforeEach(() => signInStaff('admin'));

test('lists what players held of each item, with the sum of all', async () => {
  const { requests } = open({});
  expect(await screen.findByRole('heading', { name: 'Skins of players, 01/03/2026 – 02/03/2026' })).toBeTruthy();
  expect(await screen.findByText('-2.450 by 1 item')).toBeTruthy();
  const row = within(screen.getByRole('table', { name: 'Skins, largest changes first' })).getAllByRole('row')[1]!;
  expect(row.textContent).toContain('3 × 1.000');
  expect(row.textContent).toContain('4 × 1.100');
  expect(row.textContent).toContain('1.050');
  expect(within(row).getByRole('link', { name: change.name }).getAttribute('href')).toBe('/market/12');
  expect(requests.at(-1)!.path).toBe(
    '/admin/getSkinChanges?from=2026-03-01&to=2026-03-02&players=people&page=1&limit=25',
  );
  expect(screen.getByRole('link', { name: 'Back to the report' }).getAttribute('href')).toBe(
    '/admin/reports?from=2026-03-01&to=2026-03-02&players=people',
  );
});

test('says when the values of these days are not known', async () => {
  open({ data: [], sum: null, pagination: { totalResults: 0, resultsPerPage: 25, currentPage: 1 } });
  expect(await screen.findByText(/^Not known for some of these days/)).toBeTruthy();
});
