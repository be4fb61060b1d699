import type { Activity } from '@karat/contract/activity';
import type { StaffRole } from '@karat/contract/staff';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { useSession } from '#core/session.ts';
import { visit } from '#testing/cases.tsx';
import { signInStaff } from '#testing/staff.ts';
import { stubServer } from '#testing/test-utils.tsx';
import { UserActivity } from './admin-activity.tsx';

const CALL = 'GET /admin/getUserActivity/7';
const createdAt = '2026-03-03T14:05:09.000Z';

const ROWS: readonly Activity[] = [
  { source: 'opening', id: 61, createdAt, caseName: 'Hive', price: 100, item: 'AK-47 | Redline', value: 90 },
  { source: 'bet', id: 5, createdAt, roundId: 12, color: 'red', amount: 70, winAmount: null, isRefunded: false },
  { source: 'duel', id: 8, createdAt, roomId: 3, map: 'awp_lego', stake: 500, returned: 0, state: 'MATCH_FINISHED' },
  { source: 'purchase', id: 9, createdAt, itemId: 4, item: 'P250 | Sand', price: 40, sellerId: 8 },
  { source: 'ticket', id: 2, createdAt, title: 'Why?', isOpen: true },
  { source: 'signIn', id: 1, createdAt, bySteam: false, device: null, address: null },
  {
    source: 'staff',
    id: 4,
    createdAt,
    action: 'wallet.adjust',
    reason: 'A lost bet',
    actor: { id: 1, username: 'boss' },
    amount: -250,
  },
];

function openPage(answer: Parameters<typeof stubServer>[0][string], url = '/admin/user/7') {
  const requests = stubServer({ [CALL]: answer });
  return { requests, ...visit('/admin/user/:userId', <UserActivity id={7} />, url) };
}

const replyOf = (data: readonly Activity[], next: string | null = null) => ({ body: { data, next } });
const rowsOf = async () => within(await screen.findByRole('list', { name: 'Activity' })).getAllByRole('listitem');

beforeEach(() => signInStaff());
afterEach(() => useSession.setState(useSession.getInitialState(), true));

test('shows what each row cost and brought, linked to its details', async () => {
  openPage(replyOf(ROWS));
  const rows = await rowsOf();
  const links = rows.map((row) => within(row).queryByRole('link')?.getAttribute('href'));
  expect(links).toEqual([
    '/fair/roll/61',
    '/admin/game/12',
    '/room/3',
    '/market/4',
    '/admin?ticket=2',
    undefined,
    '/admin/logs?date=2026-03-03',
  ]);
  const texts = rows.map((row) => row.textContent);
  expect(texts[0]).toMatch(/Hive: AK-47 \| Redline−100Worth90$/);
  expect(texts[1]).toMatch(/Red−70Pending$/);
  expect(texts[2]).toMatch(/awp_lego−500$/);
  expect(texts[6]).toMatch(/wallet\.adjust bossA lost bet−250$/);
});

test.each<[StaffRole, (string | undefined)[]]>([
  ['support', ['/admin?ticket=2', undefined]],
  ['finance', [undefined, undefined]],
])('links for %s only to pages that the role has', async (role, links) => {
  signInStaff(role);
  openPage(replyOf([ROWS[4]!, ROWS[6]!]));
  const rows = await rowsOf();
  expect(rows.map((row) => within(row).queryByRole('link')?.getAttribute('href'))).toEqual(links);
});

test('leads to older rows and back to the newest', async () => {
  const answers = [replyOf([ROWS[0]!], 'abc'), replyOf([ROWS[1]!]), replyOf([ROWS[0]!], 'abc')];
  const { user, requests, router } = openPage(() => answers.shift()!, '/admin/user/7?kind=bets');
  await user.click(await screen.findByRole('link', { name: 'Older' }));
  expect(router.state.location.search).toBe('?kind=bets&page=abc');
  expect(requests.at(-1)!.path).toBe('/admin/getUserActivity/7?kinds=bets&cursor=abc');
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Older' })).toBeNull());
  await user.click(screen.getByRole('link', { name: 'Newest' }));
  expect(router.state.location.search).toBe('?kind=bets');
});

test('stores the filters in the URL', async () => {
  const { user, requests, router } = openPage(replyOf([]), '/admin/user/7?kind=bets');
  expect(await screen.findByText('Nothing matches these filters.')).toBeTruthy();
  expect(requests.at(-1)!.path).toBe('/admin/getUserActivity/7?kinds=bets');
  await user.click(screen.getByRole('button', { name: 'Yesterday' }));
  const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
  expect(router.state.location.search).toBe(`?kind=bets&from=${yesterday}&to=${yesterday}`);
  await waitFor(() => expect(requests.at(-1)!.path).toContain(`from=${yesterday}&to=${yesterday}`));
});

test('says that a new user has done nothing, and that loading failed', async () => {
  const { unmount } = openPage(replyOf([]));
  expect(await screen.findByText('This user has done nothing yet.')).toBeTruthy();
  unmount();
  openPage('unreachable');
  expect(await screen.findByText('The activity could not be loaded.')).toBeTruthy();
});
