import type { User } from '@karat/contract/users';
import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { connectSocket, dispatch } from '#core/socket.ts';
import { usePresence } from '#core/presence.ts';
import { setLanguage } from '#i18n/i18n.ts';
import { visit } from '#testing/cases.tsx';
import { exampleUser } from '#testing/users.ts';
import { fakeSocket } from '#testing/fake-socket.ts';
import { signInStaff } from '#testing/staff.ts';
import { refusal, stubServer } from '#testing/test-utils.tsx';
import { formatAdminTime } from '#ui/dates.ts';
import { usersFilterOf } from './admin-queries.ts';
import { AdminUsersTab } from './admin-users-tab.tsx';

beforeEach(() => signInStaff());

const ALL = 'GET /admin/getAllUsers';
const ONLINE = 'GET /admin/getOnlineUsers';
const RICHEST = 'GET /admin/getAllUsersByBalance';
const listed = (data: User[], totalResults = data.length) => ({
  body: { data, pagination: { totalResults, resultsPerPage: 10, currentPage: 1 } },
});

function openPage(answers: Parameters<typeof stubServer>[0], url = '/admin/users') {
  const requests = stubServer(answers);
  return { requests, ...visit('/admin/users', <AdminUsersTab />, url) };
}

const table = (name = 'Users, newest first') => screen.findByRole('table', { name });
const box = () => screen.getByRole('textbox', { name: 'Name, e-mail, user id or Steam id' });

afterEach(() => usePresence.setState({ onlineUsers: [] }));

test('shows id, name, e-mail, role, balance, state and date of joining of each user', async () => {
  const staff = exampleUser(9, {
    role: 'admin',
    isAdmin: true,
    staffRole: 'admin',
    email: null,
    balance: 1_234_567,
    state: 'banned',
  });
  const { requests } = openPage({ [ALL]: listed([staff, exampleUser(8)], 12_345) });
  const [head, first, second] = within(await table()).getAllByRole('row');
  const textsOf = (row: HTMLElement, role: string) =>
    within(row)
      .getAllByRole(role)
      .map((cell) => cell.textContent);
  expect(textsOf(head!, 'columnheader')).toEqual([
    'User id',
    'Username',
    'E-mail',
    'Role',
    'Balance',
    'State',
    'Joined',
  ]);
  const time = formatAdminTime('2026-03-03T14:05:09.000Z');
  const cells = textsOf(first!, 'cell');
  expect([cells[0], cells[2], cells[3], cells[5], cells[6]]).toEqual(['#9', '–', 'Admin', 'Banned', time]);
  expect(cells[1]).toContain('user_9');
  expect(cells[4]).toContain('1.234.567');
  expect(textsOf(second!, 'cell').slice(2, 4)).toEqual(['user_8@karat.test', 'Kullanici']);
  expect(within(second!).getByText('Kullanici').lang).toBe('tr');
  expect(screen.getByText('12.345 users')).toBeTruthy();
  expect(requests[0]?.path).toBe('/admin/getAllUsers?page=1&limit=25');
});

test('links a user to their page, and shows names as text', async () => {
  openPage({ [ALL]: listed([exampleUser(9, { username: '<b>x</b>' })]) });
  expect((await screen.findByRole('link', { name: '<b>x</b>' })).getAttribute('href')).toBe('/admin/user/9');
});

test('sorts by balance on a click, and stores the order in the URL', async () => {
  const { user, requests, router } = openPage({ [ALL]: listed([exampleUser(9)]), [RICHEST]: listed([exampleUser(3)]) });
  await table();
  await user.click(screen.getByRole('link', { name: 'By balance' }));
  expect(await table('Users by balance')).toBeTruthy();
  expect(router.state.location.search).toBe('?sort=balance');
  expect(requests.at(-1)?.path).toBe('/admin/getAllUsersByBalance?page=1&limit=25');
  expect(screen.getByRole('link', { name: 'By balance' }).getAttribute('aria-current')).toBe('page');
});

/** Serves all users, and `data` for a search. */
function openSearch(data: User[], url = '/admin/users') {
  const requests = stubServer({
    [ALL]: () => listed(requests.at(-1)?.path.includes('search=') === true ? data : [exampleUser(9)]),
  });
  return { requests, ...visit('/admin/users', <AdminUsersTab />, url) };
}

test.each(['kaa', 'Kaan@Karat', '7'])('searches for %s on Enter, and not before', async (text) => {
  const { user, requests, router } = openSearch([exampleUser(7), exampleUser(71)]);
  await table();
  await user.type(box(), ` ${text} `);
  expect(requests).toHaveLength(1);
  const typedIn = box();
  await user.keyboard('{Enter}');
  const rows = await table('Users found');
  expect(within(rows).getByRole('link', { name: 'user_7' }).getAttribute('href')).toBe('/admin/user/7');
  expect(within(rows).getByRole('link', { name: 'user_71' })).toBeTruthy();
  expect(screen.getByText('2 users')).toBeTruthy();
  expect(requests.at(-1)?.path).toBe(`/admin/getAllUsers?page=1&limit=25&search=${encodeURIComponent(text)}`);
  expect(new URLSearchParams(router.state.location.search).get('find')).toBe(text);
  expect(document.activeElement).toBe(typedIn);
  await user.click(screen.getByRole('button', { name: 'Clear' }));
  expect(await table()).toBeTruthy();
  expect(router.state.location.search).toBe('');
  expect(document.activeElement).toBe(typedIn);
});

test('says that no player was found, and shows all players on a click', async () => {
  const { user } = openSearch([], '/admin/users?find=unknown');
  expect(await screen.findByText('User not found.')).toBeTruthy();
  expect((box() as HTMLInputElement).value).toBe('unknown');
  await user.click(screen.getByRole('button', { name: 'Show all users' }));
  expect(await table()).toBeTruthy();
});

test('restores the search on Back, and keeps the focus in the box on reset', async () => {
  const { user, router } = openSearch([]);
  await table();
  await user.type(box(), 'unknown{Enter}');
  await user.click(await screen.findByRole('button', { name: 'Show all users' }));
  await table();
  expect(document.activeElement).toBe(box());
  expect((box() as HTMLInputElement).value).toBe('');
  await act(() => router.navigate(-1));
  await waitFor(() => expect((box() as HTMLInputElement).value).toBe('unknown'));
});

test.each([
  ['', { page: 1, rows: 25, order: 'newest', find: '' }],
  ['?page=2&rows=100&sort=balance', { page: 2, rows: 100, order: 'richest', find: '' }],
  ['?page=x&rows=50&sort=luck&find=%20a%20', { page: 1, rows: 25, order: 'newest', find: 'a' }],
])('reads the URL "%s" as %j', (url, filter) => {
  expect(usersFilterOf(new URLSearchParams(url))).toEqual(filter);
});

test('links a page past the end to the last', async () => {
  const answers = [listed([], 25), listed([exampleUser(9)], 25)];
  const { router } = openPage({ [ALL]: () => answers.shift()! }, '/admin/users?page=9');
  await waitFor(() => expect(router.state.location.search).toBe('?page=3'));
  expect((await screen.findByRole('link', { name: 'Page 2' })).getAttribute('href')).toBe('/admin/users?page=2');
});

test("shows the specification's error when the list cannot be loaded, with a retry", async () => {
  const answers = [refusal(500, 'internal', 'Something went wrong.'), listed([exampleUser(9)])];
  const { user } = openPage({ [ALL]: () => answers.shift()! });
  expect(await screen.findByText('An error occurred while fetching data.')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await table()).toBeTruthy();
});

test('shows an error when a search fails', async () => {
  openPage({ [ALL]: refusal(500, 'internal', 'Something went wrong.') }, '/admin/users?find=kaan_tr');
  expect(await screen.findByText('An error occurred while fetching data.')).toBeTruthy();
});

test('requests the online users with every connection, and updates them by events', async () => {
  await connectSocket();
  openPage({ [ALL]: listed([exampleUser(9)]) });
  await table();
  expect(screen.getByText('Waiting for the live connection…')).toBeTruthy();
  const requestCount = () => fakeSocket.emitted.filter(({ name }) => name === 'GET_ONLINE_USERS').length;
  fakeSocket.simulateConnect();
  await waitFor(() => expect(requestCount()).toBe(1));
  const online = () => screen.getByRole('region', { name: /^Online users/ });
  act(() =>
    dispatch('ONLINE_USERS', {
      onlineUsers: [
        [4, 'zeynep'],
        [2, 'Çınar'],
        [3, 'ali'],
      ],
    }),
  );
  const names = () =>
    within(online())
      .getAllByRole('link')
      .map((link) => [link.textContent, link.getAttribute('href')]);
  expect(names()).toEqual([
    ['ali', '/admin/user/3'],
    ['Çınar', '/admin/user/2'],
    ['zeynep', '/admin/user/4'],
  ]);
  expect(within(online()).getByRole('heading').textContent).toBe('Online users3');
  act(() => dispatch('ONLINE_USERS', { onlineUsers: [[3, 'ali']] }));
  expect(names()).toEqual([['ali', '/admin/user/3']]);
  fakeSocket.simulateDisconnect();
  fakeSocket.simulateConnect();
  await waitFor(() => expect(requestCount()).toBe(1));
});

test('counts all online users, and lists them in pages', async () => {
  const later = { data: [{ id: 777, username: 'zeynep' }], pagination: { ...listed([]).body.pagination } };
  const { requests, router } = openPage({ [ALL]: listed([exampleUser(9)]), [ONLINE]: { body: later } });
  await table();
  const onlineUsers = Array.from({ length: 1_000 }, (_, index): [number, string] => [index + 1, `player_${index + 1}`]);
  act(() => {
    dispatch('ONLINE_COUNT', { count: 12_345, sandbox: 3 });
    dispatch('ONLINE_USERS', { onlineUsers });
  });
  const online = within(await screen.findByRole('region', { name: /^Online users/ }));
  expect(online.getByRole('heading').textContent).toBe('Online users12.345');
  expect(online.getAllByRole('link', { name: /^player_/ })).toHaveLength(200);
  await act(() => router.navigate(online.getByRole('link', { name: 'Page 62' }).getAttribute('href')));
  expect(await online.findByRole('link', { name: 'zeynep' })).toBeTruthy();
  expect(requests.at(-1)?.path).toBe('/admin/getOnlineUsers?page=62&limit=200');
  expect(online.queryByRole('link', { name: /^player_/ })).toBeNull();
  await act(() => router.navigate(online.getByRole('link', { name: 'Page 1' }).getAttribute('href')));
  expect(router.state.location.search).toBe('');
  expect(online.getAllByRole('link', { name: /^player_/ })).toHaveLength(200);
});

test('is translated into Turkish and English', async () => {
  await setLanguage('tr');
  openPage({ [ALL]: listed([exampleUser(9)]) });
  expect(within(await table('Kullanıcılar, en yenisi başta')).getByText('Kullanıcı')).toBeTruthy();
  await act(() => setLanguage('en'));
  expect(within(await table('Users, newest first')).getByText('User')).toBeTruthy();
  await act(() => setLanguage('mixed'));
});
