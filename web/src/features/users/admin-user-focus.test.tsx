import type { UserInfo } from '@karat/contract/users';
import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { connectSocket } from '#core/socket.ts';
import { usePresence } from '#core/presence.ts';
import { visit } from '#testing/cases.tsx';
import { exampleUserInfo } from '#testing/users.ts';
import { fakeSocket } from '#testing/fake-socket.ts';
import { signInStaff } from '#testing/staff.ts';
import { stubServer } from '#testing/test-utils.tsx';
import { AdminUserPage, type UserPageParts } from './admin-user-page.tsx';

beforeEach(() => signInStaff());

const userReply = (overrides: Partial<UserInfo> = {}) => ({
  body: { data: { userInfo: exampleUserInfo(7, overrides) } },
});
const none = { totalResults: 0, resultsPerPage: 10, currentPage: 1 };
const parts: UserPageParts = { Activity: () => null, Adjust: () => null, Mute: () => null };

/** A page whose user changes after the action. */
function openPage(before: Partial<UserInfo>, after: Partial<UserInfo> = before) {
  let now = before;
  const done = () => {
    now = after;
    return { body: { message: '', data: { userId: 7, state: 'active', sessions: 0 } } };
  };
  stubServer({
    'GET /admin/getUserInfoById/7': () => userReply(now),
    'GET /admin/getBetsByUserId/7': { body: { data: { bets: [] }, pagination: none } },
    'GET /admin/getTransactionsByUserId/7': { body: { data: { transactions: [] }, pagination: none } },
    'POST /admin/setUserState': done,
    'POST /admin/signOutUser': done,
  });
  return visit('/admin/user/:userId', <AdminUserPage {...parts} />, '/admin/user/7');
}

afterEach(() => usePresence.setState({ onlineUsers: [] }));

test.each([
  ['Ban', 'Lift the ban', { state: 'active' }, { state: 'banned', sessions: 0 }],
  ['Lift the ban', 'Ban', { state: 'banned' }, { state: 'active' }],
] as const)('after %s focuses %s, which replaced it', async (first, then, before, after) => {
  const { user } = openPage(before, after);
  await user.click(await screen.findByRole('button', { name: first }));
  await user.type(screen.getByLabelText('Reason'), 'Two accounts.{Enter}');
  const button = await screen.findByRole('button', { name: then });
  await waitFor(() => expect(document.activeElement).toBe(button));
});

test('keeps the focus in place when its button disappears', async () => {
  const { user } = openPage({ sessions: 2 }, { sessions: 0 });
  await user.click(await screen.findByRole('button', { name: 'Sign out everywhere' }));
  await user.type(screen.getByLabelText('Reason'), 'A lost phone.{Enter}');
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Sign out everywhere' })).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Actions' })));
});

test('requests the online users itself, and after each reconnect', async () => {
  await connectSocket();
  openPage({ isOnline: true });
  await screen.findByText('Online');
  const requestCount = () => fakeSocket.emitted.filter(({ name }) => name === 'GET_ONLINE_USERS').length;
  fakeSocket.simulateConnect();
  await waitFor(() => expect(requestCount()).toBe(1));
  act(() => fakeSocket.receive('ONLINE_USERS', { onlineUsers: [[1, 'boss']] }));
  expect(screen.getByText('Offline')).toBeTruthy();
});

test('marks a restriction that has ended', async () => {
  openPage({ mutedUntil: '2020-01-01T00:00:00.000Z', breakUntil: '2099-01-01T00:00:00.000Z' });
  const detailValue = async (label: string) => (await screen.findByText(label, { selector: 'dt' })).parentElement!;
  expect((await detailValue('Muted until')).textContent).toContain('(over)');
  expect((await detailValue('On a break until')).textContent).not.toContain('(over)');
});
