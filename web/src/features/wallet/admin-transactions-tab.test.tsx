import type { StaffTransaction } from '@karat/contract/wallet';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { setLanguage } from '#i18n/i18n.ts';
import { visit } from '#testing/cases.tsx';
import { staffTransaction, signInStaff } from '#testing/staff.ts';
import { refusal, stubServer } from '#testing/test-utils.tsx';
import { formatAdminTime } from '#ui/dates.ts';
import { transactionsFilterOf } from './admin-queries.ts';
import { AdminTransactionsTab } from './admin-transactions-tab.tsx';

beforeEach(() => signInStaff());

const CALL = 'GET /admin/getAllTransactions';
const listed = (data: StaffTransaction[], totalResults = data.length) => ({
  body: { data, pagination: { totalResults, resultsPerPage: 10, currentPage: 1 } },
});

function openPage(answers: Parameters<typeof stubServer>[0], url = '/admin/transactions') {
  const requests = stubServer(answers);
  return { requests, ...visit('/admin/transactions', <AdminTransactionsTab />, url) };
}

const table = () => screen.findByRole('table', { name: 'Transactions, newest first' });

test('shows id, time, player, type, subject, amount and both balances of each transaction', async () => {
  const gift = staffTransaction(8, { transactionType: 'WELCOME', subject: null, amount: 1_234, newBalance: 3_734 });
  const { requests } = openPage({ [CALL]: listed([staffTransaction(9), gift], 12_345) });
  const [head, first, second] = within(await table()).getAllByRole('row');
  expect(
    within(head!)
      .getAllByRole('columnheader')
      .map((cell) => cell.textContent),
  ).toEqual(['Transaction id', 'Time', 'User', 'Type', 'Details', 'Amount', 'Old balance', 'New balance']);
  const cells = within(first!)
    .getAllByRole('cell')
    .map((cell) => cell.textContent);
  const time = formatAdminTime('2026-03-03T14:05:09.000Z');
  expect(cells.slice(0, 7)).toEqual(['#9', time, 'kaan_tr', 'Case opened', 'Hive', '−1.000', '2.500']);
  expect(cells[7]).toMatch(/1\.500$/);
  expect(within(second!).getByText('+1.234')).toBeTruthy();
  expect(screen.getByText('12.345 transactions')).toBeTruthy();
  expect(requests[0]?.path).toBe('/admin/getAllTransactions?page=1&limit=25');
});

test('links a transaction to its page and its player, and shows names as text', async () => {
  openPage({ [CALL]: listed([staffTransaction(9, { username: '<b>x</b>', subject: '<i>y</i>' })]) });
  expect((await screen.findByRole('link', { name: '#9' })).getAttribute('href')).toBe('/admin/transaction/9');
  expect(screen.getByRole('link', { name: '<b>x</b>' }).getAttribute('href')).toBe('/admin/user/7');
  expect(screen.getByText('<i>y</i>').tagName).toBe('BDI');
});

test('links to listings and trade offers', async () => {
  openPage({ [CALL]: listed([staffTransaction(9)]) });
  expect(screen.getByRole('link', { name: 'Listings' }).getAttribute('href')).toBe('/admin/listings');
  expect(screen.getByRole('link', { name: 'Trade offers' }).getAttribute('href')).toBe('/admin/trades');
  await table();
});

test('stores filters in the URL and sends them', async () => {
  const { user, requests, router } = openPage({ [CALL]: listed([staffTransaction(9)]) }, '/admin/transactions?page=3');
  await table();
  await user.type(screen.getByRole('textbox', { name: 'Exact username' }), 'kaan_tr{Enter}');
  await waitFor(() => expect(router.state.location.search).toBe('?username=kaan_tr'));
  await user.click(screen.getByRole('button', { name: /^Type:/ }));
  await user.click(await screen.findByRole('menuitemradio', { name: 'Deposit reversed' }));
  fireEvent.change(screen.getByLabelText('From (UTC)'), { target: { value: '2026-03-01' } });
  await waitFor(() => expect(router.state.location.search).toContain('from=2026-03-01'));
  fireEvent.change(screen.getByLabelText('To (UTC)'), { target: { value: '2026-03-03' } });
  await waitFor(() =>
    expect(requests.at(-1)?.path).toBe(
      '/admin/getAllTransactions?page=1&limit=25&type=DEPOSIT_REVERSAL&from=2026-03-01&to=2026-03-03&username=kaan_tr',
    ),
  );
});

test.each([
  ['', { page: 1, rows: 25, type: undefined, from: undefined, to: undefined, username: '' }],
  [
    '?page=2&type=WELCOME&from=2026-03-01&to=x&username=%20a%20',
    { page: 2, rows: 25, type: 'WELCOME', from: '2026-03-01', to: undefined, username: 'a' },
  ],
  [
    '?page=0&type=GIFT&from=2026-02-31',
    { page: 1, rows: 25, type: undefined, from: undefined, to: undefined, username: '' },
  ],
])('reads the URL "%s" as %j', (url, filter) => {
  expect(transactionsFilterOf(new URLSearchParams(url))).toEqual(filter);
});

test('says that nothing was found, and shows all on a click', async () => {
  const answers = [listed([]), listed([staffTransaction(9)])];
  const { user, router } = openPage({ [CALL]: () => answers.shift()! }, '/admin/transactions?username=unknown');
  expect(await screen.findByText('No transactions match.')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Reset filters' }));
  expect(await table()).toBeTruthy();
  expect(router.state.location.search).toBe('');
  expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Transactions' }));
});

test('says that there are no transactions', async () => {
  openPage({ [CALL]: listed([]) });
  expect(await screen.findByText('There are no transactions yet.')).toBeTruthy();
});

test('does not claim a total for very many matches', async () => {
  openPage({ [CALL]: listed([staffTransaction(9)], 100_000) }, '/admin/transactions?type=CASE_OPEN');
  expect(await screen.findByText('100.000 transactions or more')).toBeTruthy();
});

test('links a page past the end to the last', async () => {
  const answers = [listed([], 25), listed([staffTransaction(9)], 25)];
  const { router } = openPage({ [CALL]: () => answers.shift()! }, '/admin/transactions?page=9');
  await waitFor(() => expect(router.state.location.search).toBe('?page=3'));
  expect((await screen.findByRole('link', { name: 'Page 2' })).getAttribute('href')).toBe('/admin/transactions?page=2');
});

test("shows the specification's error when the list cannot be loaded, with a retry", async () => {
  const answers = [refusal(500, 'internal', 'Something went wrong.'), listed([staffTransaction(9)])];
  const { user } = openPage({ [CALL]: () => answers.shift()! });
  expect(await screen.findByText('An error occurred while fetching data.')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await table()).toBeTruthy();
});

test('is translated into Turkish', async () => {
  await setLanguage('tr');
  openPage({ [CALL]: listed([staffTransaction(9)]) });
  expect(await screen.findByRole('table', { name: 'İşlemler, en yenisi başta' })).toBeTruthy();
  await setLanguage('mixed');
});
