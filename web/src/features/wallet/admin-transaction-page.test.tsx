import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { visit } from '#testing/cases.tsx';
import { staffTransaction } from '#testing/staff.ts';
import { refusal, stubServer } from '#testing/test-utils.tsx';
import { formatAdminTime } from '#ui/dates.ts';
import { AdminTransactionPage } from './admin-transaction-page.tsx';

const CALL = 'GET /admin/getTransactionById/9';
const described = { body: { data: { ...staffTransaction(9), reference: 'open:31', account: 'house:cases' } } };

function openPage(answers: Parameters<typeof stubServer>[0], url = '/admin/transaction/9') {
  const requests = stubServer(answers);
  return { requests, ...visit('/admin/transaction/:transactionId', <AdminTransactionPage />, url) };
}

const detailValue = async (label: string) =>
  (await screen.findByText(label, { selector: 'dt' })).parentElement!.lastElementChild!.textContent;

test('shows id, balances, type and user id of a transaction, and all other data', async () => {
  openPage({ [CALL]: described });
  expect(await screen.findByRole('heading', { level: 1, name: 'Transaction #9' })).toBeTruthy();
  expect(await detailValue('Transaction id')).toBe('9');
  expect(await detailValue('Old balance')).toContain('2.500');
  expect(await detailValue('New balance')).toContain('1.500');
  expect(await detailValue('Transaction type')).toBe('Case opened CASE_OPEN');
  expect(await detailValue('User id')).toBe('7');
  expect(await detailValue('Amount')).toBe('−1.000');
  expect(await detailValue('Details')).toBe('Hive');
  expect(await detailValue('Time')).toBe(formatAdminTime('2026-03-03T14:05:09.000Z'));
  expect(await detailValue('Ledger reference')).toContain('open:31');
  expect(await detailValue('Other account')).toBe('house:cases');
  expect(screen.getByRole('link', { name: 'kaan_tr' }).getAttribute('href')).toBe('/admin/user/7');
  expect(screen.getByRole('link', { name: 'Back to transactions' }).getAttribute('href')).toBe('/admin/transactions');
});

test('shows a loading view', async () => {
  let answer: (reply: typeof described) => void = () => undefined;
  openPage({ [CALL]: () => new Promise((resolve) => (answer = resolve)) });
  expect(screen.getByRole('status')).toBeTruthy();
  answer(described);
  expect(await detailValue('User id')).toBe('7');
});

test('shows an error when it cannot be loaded, with a retry', async () => {
  const answers = [refusal(500, 'internal', 'Something went wrong.'), described];
  const { user } = openPage({ [CALL]: () => answers.shift()! });
  expect(await screen.findByText('Failed to fetch transaction info')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await detailValue('User id')).toBe('7');
});

test('links back from an unknown transaction', async () => {
  openPage({ [CALL]: refusal(404, 'not_found', 'Transaction not found.') });
  expect(await screen.findByText('Failed to fetch transaction info')).toBeTruthy();
  expect(screen.getByText('There is no transaction with this id.')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Back to transactions' })).toBeTruthy();
});

test('sends no request for an invalid id', async () => {
  const { requests } = openPage({}, '/admin/transaction/x9');
  expect(await screen.findByText('There is no transaction with this id.')).toBeTruthy();
  expect(requests).toEqual([]);
});
