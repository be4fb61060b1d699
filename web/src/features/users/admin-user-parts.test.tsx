import type { Note } from '@karat/contract/notes';
import type { LinkedAccount } from '@karat/contract/links';
import type { OwnedItem } from '@karat/contract/inventory';
import { screen, waitFor, within } from '@testing-library/react';
import type { ReactElement } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { visit } from '#testing/cases.tsx';
import { signInStaff } from '#testing/staff.ts';
import { refusal, stubServer } from '#testing/test-utils.tsx';
import { LinkedAccounts } from './admin-linked-accounts.tsx';
import { UserItems } from './admin-user-items.tsx';
import { UserRemarks } from './admin-user-remarks.tsx';

const at = '2026-03-03T14:05:09.000Z';
const NOTES = 'GET /admin/getNotes/7';
const ADD = 'POST /admin/addNote/7';

function open(part: ReactElement, answers: Parameters<typeof stubServer>[0]) {
  const requests = stubServer(answers);
  return { requests, ...visit('/admin/user/:userId', part, '/admin/user/7') };
}

const listOf = <Row,>(data: Row[]) => ({
  body: { data, pagination: { totalResults: data.length, resultsPerPage: 10, currentPage: 1 } },
});
const note = (id: number, text: string): Note => ({ id, text, author: { id: 1, username: 'boss' }, createdAt: at });

beforeEach(() => signInStaff('support'));

test('adds a note once, and shows it above the others', async () => {
  const answers = [listOf([note(1, 'First')]), listOf([note(2, 'Second'), note(1, 'First')])];
  const added = { body: { message: 'Note added.', data: note(2, 'Second') } };
  const { user, requests } = open(<UserRemarks id={7} />, { [NOTES]: () => answers.shift()!, [ADD]: added });
  await user.type(await screen.findByRole('textbox', { name: 'New note' }), 'Second');
  await user.click(screen.getByRole('button', { name: 'Add note' }));
  const rows = () => within(screen.getByRole('list', { name: 'Notes' })).getAllByRole('listitem');
  await waitFor(() => expect(rows()).toHaveLength(2));
  expect(rows()[0]!.textContent).toContain('Secondboss');
  const sent = requests.filter(({ method }) => method === 'POST');
  expect(sent.map(({ body }) => body)).toEqual([{ text: 'Second' }]);
  expect(sent[0]!.headers['Idempotency-Key']).toMatch(/^[\w-]+$/);
  expect(screen.getByRole<HTMLTextAreaElement>('textbox').value).toBe('');
});

test('keeps the text of a note that was refused, and sends no empty one', async () => {
  const { user, requests } = open(<UserRemarks id={7} />, {
    [NOTES]: listOf([]),
    [ADD]: refusal(404, 'not_found', 'User not found.'),
  });
  expect(await screen.findByText('Staff have not written anything about this user.')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Add note' }));
  await user.type(screen.getByRole('textbox'), 'Unsent');
  await user.click(screen.getByRole('button', { name: 'Add note' }));
  await screen.findByText('User not found.');
  expect(screen.getByRole<HTMLTextAreaElement>('textbox').value).toBe('Unsent');
  expect(requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
});

test('lists linked accounts with their evidence', async () => {
  const linked: LinkedAccount = {
    id: 9,
    username: 'second',
    isSandbox: false,
    state: 'banned',
    evidence: [
      { kind: 'device', count: 2, amount: null, lastAt: at },
      { kind: 'sale', count: 1, amount: 4_990, lastAt: at },
    ],
  };
  open(<LinkedAccounts id={7} />, { 'GET /admin/getLinkedAccounts/7': { body: { data: [linked] } } });
  const list = await screen.findByRole('list', { name: 'Linked accounts' });
  expect(within(list).getByRole('link').getAttribute('href')).toBe('/admin/user/9');
  expect(list.textContent).toContain('Banned');
  expect(list.textContent).toContain('2 shared browsers');
  expect(list.textContent).toMatch(/1 sale far from the price.*4\.990/);
});

test('says that nothing links a user to others', async () => {
  open(<LinkedAccounts id={7} />, { 'GET /admin/getLinkedAccounts/7': { body: { data: [] } } });
  expect(await screen.findByText('Nothing links this user to other accounts.')).toBeTruthy();
});

test('lists the items of a user', async () => {
  const details = {
    id: 4,
    market_hash_name: 'AK-47 | Redline',
    image: '',
    skinRarity: '',
    skinExterior: '',
    weaponType: '',
  };
  const item: OwnedItem = {
    id: 61,
    state: 'LISTED',
    price: 900,
    createdAt: at,
    parentItem: 4,
    parentItemDetails: { ...details, price: 1_000 },
  };
  open(<UserItems id={7} />, { 'GET /admin/getInventoryByUserId/7': listOf([item]) });
  const row = within(await screen.findByRole('table', { name: 'Items' })).getAllByRole('row')[1]!;
  expect(within(row).getByRole('link').getAttribute('href')).toBe('/market/4');
  expect(row.textContent).toContain('Listed');
  expect(row.textContent).toContain('900');
});
