import type { SearchHit } from '@karat/contract/search';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { visit } from '#testing/cases.tsx';
import { signInStaff } from '#testing/staff.ts';
import { stubServer } from '#testing/test-utils.tsx';
import { AdminSearch } from './admin-search.tsx';

const CALL = 'GET /admin/search';
const player = { id: 7, username: 'kaan_tr', isSandbox: false };
const hit = (kind: SearchHit['kind'], id: number): SearchHit => ({ kind, id, title: 'Title', state: null, player });

function open(answer: Parameters<typeof stubServer>[0][string]) {
  const requests = stubServer({ [CALL]: answer });
  return { requests, ...visit('/admin', <AdminSearch />, '/admin') };
}

const box = () => screen.getByRole('textbox', { name: 'Player, e-mail, id or open:61' });
const results = async () => within(await screen.findByRole('list', { name: 'Search results' })).getAllByRole('link');

beforeEach(() => signInStaff('support'));

test('links each result to its page', async () => {
  const kinds = ['player', 'opening', 'round', 'room', 'listing', 'ticket', 'transaction', 'trade'] as const;
  const { user, requests } = open({ body: { data: kinds.map((kind, index) => hit(kind, index + 1)) } });
  await user.type(box(), 'kaan');
  expect((await results()).map((link) => link.getAttribute('href'))).toEqual([
    '/admin/user/1',
    '/fair/roll/2',
    '/admin/game/3',
    '/room/4',
    '/admin/listings?username=kaan_tr',
    '/admin?ticket=6',
    '/admin/transaction/7',
    '/admin/trades',
  ]);
  expect(requests.at(-1)!.path).toBe('/admin/search?text=kaan');
  expect(screen.getByRole('status').textContent).toBe('8 results');
});

test('leads to the first result by Enter, and to others by the arrow keys', async () => {
  const { user, router } = open({ body: { data: [hit('opening', 61), hit('player', 7)] } });
  await user.type(box(), 'open:61');
  await results();
  await user.keyboard('{ArrowDown}{ArrowDown}');
  expect(document.activeElement!.getAttribute('href')).toBe('/admin/user/7');
  await user.keyboard('{ArrowUp}{ArrowUp}{Enter}');
  expect(router.state.location.pathname).toBe('/fair/roll/61');
});

test('closes by Escape and when the focus leaves', async () => {
  const { user } = open({ body: { data: [hit('player', 7)] } });
  await user.type(box(), 'kaan');
  await results();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('list')).toBeNull());
});

test('says that nothing was found, and that the search failed', async () => {
  const answers = [{ body: { data: [] } }, 'unreachable'] as const;
  let asked = 0;
  const { user } = open(() => answers[Math.min(asked++, 1)]!);
  await user.type(box(), 'x');
  expect(await screen.findByText('Nothing found.')).toBeTruthy();
  await user.type(box(), 'y');
  expect(await screen.findByText('The search failed. Please try again.')).toBeTruthy();
});
