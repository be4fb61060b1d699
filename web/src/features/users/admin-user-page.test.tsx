import type { StaffRole } from '@karat/contract/staff';
import type { UserBet, UserInfo } from '@karat/contract/users';
import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { dispatch } from '#core/socket.ts';
import { usePresence } from '#core/presence.ts';
import { useSession } from '#core/session.ts';
import { setLanguage } from '#i18n/i18n.ts';
import { visit } from '#testing/cases.tsx';
import { staffTransaction, signInStaff } from '#testing/staff.ts';
import { exampleUserBet, exampleUserInfo, exampleUserTotals } from '#testing/users.ts';
import { refusal, stubServer } from '#testing/test-utils.tsx';
import { formatAdminTime } from '#ui/dates.ts';
import { AdminUserPage, type UserPageParts } from './admin-user-page.tsx';

beforeEach(() => signInStaff());

const INFO = 'GET /admin/getUserInfoById/7';
const BETS = 'GET /admin/getBetsByUserId/7';
const TOTALS = 'GET /admin/getUserTotals/7';
const LINES = 'GET /admin/getTransactionsByUserId/7';

const userReply = (overrides: Partial<UserInfo> = {}) => ({
  body: { data: { userInfo: exampleUserInfo(7, overrides) } },
});
const pageOf = (totalResults: number, currentPage = 1) => ({ totalResults, resultsPerPage: 10, currentPage });
const betsOf = (bets: UserBet[], pagination = pageOf(bets.length)) => ({ body: { data: { bets }, pagination } });
const linesOf = (ids: number[], pagination = pageOf(ids.length)) => ({
  body: { data: { transactions: ids.map((id) => staffTransaction(id)) }, pagination },
});
const empty = {
  [TOTALS]: { body: { data: exampleUserTotals } },
  [BETS]: betsOf([]),
  [LINES]: linesOf([]),
  'GET /admin/getNotes/7': { body: { data: [], pagination: pageOf(0) } },
  'GET /admin/getLinkedAccounts/7': { body: { data: [] } },
  'GET /admin/getInventoryByUserId/7': { body: { data: [], pagination: pageOf(0) } },
};

/** Placeholders for the parts of other features. */
const parts: UserPageParts = {
  Activity: () => null,
  Adjust: ({ user }) => <p>{`adjust ${user.id} ${user.username}`}</p>,
  Mute: ({ player, onClose }) => (
    <button type="button" onClick={onClose}>
      {`mute ${player.id} ${player.username}`}
    </button>
  ),
};

function openPage(answers: Parameters<typeof stubServer>[0], url = '/admin/user/7') {
  const requests = stubServer(answers);
  return { requests, ...visit('/admin/user/:userId', <AdminUserPage {...parts} />, url) };
}

const detailValue = async (label: string) =>
  (await screen.findByText(label, { selector: 'dt' })).parentElement!.lastElementChild!.textContent;

const requestCount = (requests: ReturnType<typeof stubServer>, path: string) =>
  requests.filter((each) => each.path.startsWith(path)).length;

afterEach(() => {
  usePresence.setState({ onlineUsers: [] });
  useSession.setState(useSession.getInitialState(), true);
});

test('shows id, role, username and balance of a user, and all other data', async () => {
  const info = { email: null, steamId: '76561199000000077', mutedUntil: '2099-05-01T00:00:00.000Z' };
  openPage({ ...empty, [INFO]: userReply({ ...info, breakUntil: '2099-05-02T00:00:00.000Z', balance: 1_234_567 }) });
  expect(await screen.findByRole('heading', { level: 1, name: 'user_7' })).toBeTruthy();
  expect(await detailValue('User id')).toContain('7');
  expect(await detailValue('Role')).toBe('Kullanici');
  expect(await detailValue('Username')).toContain('user_7');
  expect(await detailValue('Balance')).toContain('1.234.567');
  expect(await detailValue('E-mail')).toBe('–');
  expect(await detailValue('Steam id')).toContain('76561199000000077');
  expect(await detailValue('State')).toBe('Active');
  expect(await detailValue('Rating')).toBe('1.250 (level 2)');
  expect(await detailValue('Signed-in devices')).toBe('2');
  expect(await detailValue('Joined')).toBe(formatAdminTime('2026-03-03T14:05:09.000Z'));
  expect(await detailValue('Last seen')).toBe(formatAdminTime('2026-03-04T10:00:00.000Z'));
  expect(await detailValue('Muted until')).toBe(formatAdminTime('2099-05-01T00:00:00.000Z'));
  expect(await detailValue('On a break until')).toBe(formatAdminTime('2099-05-02T00:00:00.000Z'));
  expect(screen.queryByText('Self-excluded until')).toBeNull();
  expect(screen.getByRole('link', { name: 'Back to users' }).getAttribute('href')).toBe('/admin/users');
  expect(screen.getByText('adjust 7 user_7')).toBeTruthy();
});

test('shows Admin as the role of staff', async () => {
  openPage({ ...empty, [INFO]: userReply({ role: 'admin', isAdmin: true, staffRole: 'admin' }) });
  expect(await detailValue('Role')).toBe('Admin');
});

test('shows the totals of all time', async () => {
  openPage({ ...empty, [INFO]: userReply() });
  expect(await detailValue('Deposited')).toContain('5.000');
  expect(await detailValue('Withdrawn')).toContain('1.200');
  expect(await detailValue('Wagered')).toContain('12.500');
  expect(await detailValue('Won')).toContain('11.400');
  expect(await detailValue('Net of games')).toBe('−1.100');
  expect(await detailValue('On hold')).toContain('300');
});

test('lists bets with date, game, amount, choice and winnings, linked to their details', async () => {
  const bets = [
    exampleUserBet(5),
    exampleUserBet(4, {
      game: 'case',
      choice: 'Hive',
      playerBet: null,
      item: 'AK-47 | Redline',
      winAmount: 90,
      reference: 31,
    }),
    exampleUserBet(3, { game: 'duel', choice: 'team2', playerBet: null, winAmount: null, reference: 8 }),
    exampleUserBet(2, { choice: 'green', playerBet: 'green', winAmount: 0, isRefunded: true }),
  ];
  const { requests } = openPage({ ...empty, [INFO]: userReply(), [BETS]: betsOf(bets) });
  const [head, ...rows] = within(await screen.findByRole('table', { name: 'Bets' })).getAllByRole('row');
  expect(head!.textContent).toBe('DateGameAmountChoiceWinnings');
  const time = formatAdminTime('2026-03-03T14:05:09.000Z');
  const cellsOf = (row: HTMLElement) =>
    within(row)
      .getAllByRole('cell')
      .map((cell) => cell.textContent);
  const [first, second, third, fourth] = rows.map(cellsOf);
  expect([first![0], first![1], first![3]]).toEqual([time, 'Roulette #12', 'Red']);
  expect([first![2], first![4]]).toEqual([expect.stringContaining('1.000'), expect.stringContaining('2.000')]);
  expect([second![1], second![3]]).toEqual(['Case #31', 'HiveAK-47 | Redline']);
  expect([third![1], third![3]]).toEqual(['Duel #8', 'Team 2']);
  expect(third![4]).toContain('Pending');
  expect(fourth![4]).toContain('Refunded');
  const links = rows.map((row) => within(row).getByRole('link').getAttribute('href'));
  expect(links).toEqual(['/admin/game/12', '/fair/roll/31', '/room/8', '/admin/game/12']);
  expect(requests.map(({ path }) => path)).toContain('/admin/getBetsByUserId/7?page=1&limit=10');
});

test('lists transactions, linked to their pages', async () => {
  const { requests } = openPage({ ...empty, [INFO]: userReply(), [LINES]: linesOf([9, 8]) });
  const [, first] = within(await screen.findByRole('table', { name: 'Transactions' })).getAllByRole('row');
  expect(within(first!).getByRole('link', { name: '#9' }).getAttribute('href')).toBe('/admin/transaction/9');
  expect(first!.textContent).toContain('Case openedHive−1.000');
  expect(requests.map(({ path }) => path)).toContain('/admin/getTransactionsByUserId/7?page=1&limit=10');
});

test('stores the pages of both lists separately in the URL', async () => {
  const { user, requests, router } = openPage({
    [INFO]: userReply(),
    [BETS]: () => betsOf([exampleUserBet(5)], pageOf(25, requests.at(-1)?.path.includes('page=2') ? 2 : 1)),
    [LINES]: linesOf([9], pageOf(35)),
  });
  const bets = within(await screen.findByRole('region', { name: 'Bets' }));
  const lines = within(screen.getByRole('region', { name: 'Transactions' }));
  await user.click(await bets.findByRole('link', { name: 'Page 2' }));
  await waitFor(() => expect(router.state.location.search).toBe('?bets=2'));
  await waitFor(() => expect(requests.at(-1)?.path).toBe('/admin/getBetsByUserId/7?page=2&limit=10'));
  expect((await lines.findByRole('link', { name: 'Page 3' })).getAttribute('href')).toBe(
    '/admin/user/7?bets=2&transactions=3#transactions',
  );
  expect(lines.getByRole('link', { name: 'Page 1' }).getAttribute('href')).toBe('/admin/user/7?bets=2#transactions');
});

test('redirects a page past the end to the last', async () => {
  const answers = [betsOf([], pageOf(25, 9)), betsOf([exampleUserBet(5)], pageOf(25, 3))];
  const { router } = openPage(
    { ...empty, [INFO]: userReply(), [BETS]: () => answers.shift()! },
    '/admin/user/7?bets=9',
  );
  await waitFor(() => expect(router.state.location.search).toBe('?bets=3'));
  expect(await screen.findByRole('table', { name: 'Bets' })).toBeTruthy();
});

test('says that there are no bets and transactions', async () => {
  openPage({ ...empty, [INFO]: userReply() });
  expect(await screen.findByText('This user has not bet yet.')).toBeTruthy();
  expect(await screen.findByText('This user has no transactions yet.')).toBeTruthy();
});

test('shows a loading view', async () => {
  let answer: (reply: ReturnType<typeof userReply>) => void = () => undefined;
  openPage({ ...empty, [INFO]: () => new Promise((resolve) => (answer = resolve)) });
  expect(screen.getByRole('status')).toBeTruthy();
  answer(userReply());
  expect(await detailValue('Role')).toBe('Kullanici');
});

test('shows an error when a user cannot be loaded, with a retry', async () => {
  const answers = [refusal(500, 'internal', 'Something went wrong.'), userReply()];
  const { user } = openPage({ ...empty, [INFO]: () => answers.shift()! });
  expect(await screen.findByText('An error occurred while fetching data.')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await detailValue('Role')).toBe('Kullanici');
});

test('links back from an unknown user, and sends no request for an invalid id', async () => {
  const { unmount } = openPage({ ...empty, [INFO]: refusal(404, 'not_found', 'User not found.') });
  expect(await screen.findByText('There is no user with this id.')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Back to users' })).toBeTruthy();
  unmount();
  const { requests } = openPage({}, '/admin/user/x7');
  expect(await screen.findByText('There is no user with this id.')).toBeTruthy();
  expect(requests).toEqual([]);
});

test('requires a reason for a ban, sends it once, and shows it', async () => {
  const ban = { at: '2026-04-01T10:00:00.000Z', reason: 'Two accounts.', by: { id: 1, username: 'boss' } };
  const answers = [userReply(), userReply({ state: 'banned', ban, sessions: 0 })];
  const { user, requests } = openPage({
    ...empty,
    [INFO]: () => (answers.length > 1 ? answers.shift()! : answers[0]!),
    'POST /admin/setUserState': { body: { message: 'User banned.', data: { userId: 7, state: 'banned' } } },
  });
  await user.click(await screen.findByRole('button', { name: 'Ban' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Ban user_7?' }));
  await user.click(dialog.getByRole('button', { name: 'Ban' }));
  expect(await dialog.findByText('Reason is required.')).toBeTruthy();
  expect(requestCount(requests, '/admin/setUserState')).toBe(0);
  await user.type(dialog.getByLabelText('Reason'), 'Two accounts.');
  await user.dblClick(dialog.getByRole('button', { name: 'Ban' }));
  expect(await screen.findByText('user_7 is banned.')).toBeTruthy();
  expect(requests.filter(({ method }) => method === 'POST').map(({ body }) => body)).toEqual([
    { userId: 7, state: 'banned', reason: 'Two accounts.' },
  ]);
  expect(await screen.findByText(`Banned at ${formatAdminTime(ban.at)} by boss`)).toBeTruthy();
  expect(screen.getByText('Two accounts.')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Lift the ban' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Sign out everywhere' })).toBeNull();
});

test('lifts a ban and signs a player out, each with a reason', async () => {
  const { user, requests } = openPage({
    ...empty,
    [INFO]: userReply({ state: 'banned' }),
    'POST /admin/setUserState': { body: { message: '', data: { userId: 7, state: 'active' } } },
    'POST /admin/signOutUser': { body: { message: '', data: { userId: 7, sessions: 2 } } },
  });
  await user.click(await screen.findByRole('button', { name: 'Lift the ban' }));
  await user.type(screen.getByLabelText('Reason'), 'A mistake.{Enter}');
  expect(await screen.findByText('user_7 can sign in again.')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Sign out everywhere' }));
  await user.type(screen.getByLabelText('Reason'), 'A lost phone.{Enter}');
  expect(await screen.findByText('user_7 is signed out.')).toBeTruthy();
  expect(requests.filter(({ method }) => method === 'POST').map(({ path, body }) => [path, body])).toEqual([
    ['/admin/setUserState', { userId: 7, state: 'active', reason: 'A mistake.' }],
    ['/admin/signOutUser', { userId: 7, reason: 'A lost phone.' }],
  ]);
});

test('shows an exclusion of the same e-mail, and releases it with a reason', async () => {
  const answers = [userReply({ storedExclusionUntil: '2099-04-01T10:00:00.000Z' }), userReply()];
  const { user, requests } = openPage({
    ...empty,
    [INFO]: () => (answers.length > 1 ? answers.shift()! : answers[0]!),
    'POST /admin/releaseExclusion': { body: { message: '', data: { userId: 7 } } },
  });
  expect(await screen.findByText('Excluded by e-mail or Steam id until')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Release exclusion' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Release the exclusion of user_7?' }));
  await user.click(dialog.getByRole('button', { name: 'Release exclusion' }));
  expect(await dialog.findByText('Reason is required.')).toBeTruthy();
  await user.type(dialog.getByLabelText('Reason'), 'Another person.{Enter}');
  expect(await screen.findByText('The exclusion of user_7 is released.')).toBeTruthy();
  expect(requests.filter(({ method }) => method === 'POST').map(({ path, body }) => [path, body])).toEqual([
    ['/admin/releaseExclusion', { userId: 7, reason: 'Another person.' }],
  ]);
});

test('explains a flag, links to the reversed offers, and clears it with a reason', async () => {
  const flag = { flaggedAt: '2026-04-01T10:00:00.000Z', flaggedFor: { offerId: 12, kind: 'deposit' as const } };
  const answers = [userReply(flag), userReply()];
  const { user, requests } = openPage({
    ...empty,
    [INFO]: () => (answers.length > 1 ? answers.shift()! : answers[0]!),
    'POST /admin/clearFlag': { body: { message: '' } },
  });
  const note = `Flagged since ${formatAdminTime(flag.flaggedAt)}: deposit #12 was reversed on Steam.`;
  expect(await screen.findByText(note)).toBeTruthy();
  const offers = screen.getByRole('link', { name: 'See the reversed offers' });
  expect(offers.getAttribute('href')).toBe('/admin/trades?state=REVERSED');
  await user.click(screen.getByRole('button', { name: 'Clear flag' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Clear the flag of user_7?' }));
  await user.click(dialog.getByRole('button', { name: 'Clear flag' }));
  expect(await dialog.findByText('Reason is required.')).toBeTruthy();
  await user.type(dialog.getByLabelText('Reason'), 'Looked at it.{Enter}');
  expect(await screen.findByText('user_7 can trade again.')).toBeTruthy();
  expect(requests.filter(({ method }) => method === 'POST').map(({ path, body }) => [path, body])).toEqual([
    ['/admin/clearFlag', { userId: 7, reason: 'Looked at it.' }],
  ]);
  await waitFor(() => expect(screen.queryByText(note)).toBeNull());
  expect(screen.queryByRole('button', { name: 'Clear flag' })).toBeNull();
});

test('shows why an action was refused, and keeps the form', async () => {
  const { user } = openPage({
    ...empty,
    [INFO]: userReply(),
    'POST /admin/setUserState': refusal(403, 'forbidden', 'Staff cannot be banned.'),
  });
  await user.click(await screen.findByRole('button', { name: 'Ban' }));
  await user.type(screen.getByLabelText('Reason'), 'Two accounts.{Enter}');
  expect(await screen.findByText('Staff cannot be banned.')).toBeTruthy();
  expect(screen.getByRole('dialog')).toBeTruthy();
});

test("mutes by the chat's modal, and refreshes afterwards", async () => {
  const { user, requests } = openPage({ ...empty, [INFO]: userReply() });
  await user.click(await screen.findByRole('button', { name: 'Mute…' }));
  await user.click(await screen.findByRole('button', { name: 'mute 7 user_7' }));
  await waitFor(() => expect(requestCount(requests, '/admin/getUserInfoById/7')).toBe(2));
});

test('offers only sign-out and the role for staff, and no action for oneself and deleted accounts', async () => {
  const first = openPage({ ...empty, [INFO]: userReply({ role: 'admin', isAdmin: true, staffRole: 'admin' }) });
  expect(await screen.findByRole('button', { name: 'Sign out everywhere' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Ban' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Mute…' })).toBeNull();
  first.unmount();
  useSession.setState({ username: 'user_7' });
  const staffPage = openPage({ ...empty, [INFO]: userReply({ role: 'admin', isAdmin: true, staffRole: 'admin' }) });
  expect(await detailValue('Role')).toBe('Admin');
  expect(screen.queryByRole('region', { name: 'Actions' })).toBeNull();
  staffPage.unmount();
  useSession.setState({ username: 'boss' });
  openPage({ ...empty, [INFO]: userReply({ state: 'deleted', sessions: 0 }) });
  expect(await detailValue('State')).toBe('Deleted');
  expect(screen.queryByText('adjust 7 user_7')).toBeNull();
  expect(screen.queryByRole('region', { name: 'Actions' })).toBeNull();
});

test('updates the online state live', async () => {
  openPage({ ...empty, [INFO]: userReply({ isOnline: true }) });
  expect(await screen.findByText('Online')).toBeTruthy();
  act(() => dispatch('ONLINE_USERS', { onlineUsers: [[1, 'boss']] }));
  expect(screen.getByText('Offline')).toBeTruthy();
  act(() => dispatch('ONLINE_USERS', { onlineUsers: [[7, 'user_7']] }));
  expect(screen.getByText('Online')).toBeTruthy();
});

test('is translated into Turkish and English', async () => {
  await setLanguage('tr');
  openPage({ ...empty, [INFO]: userReply() });
  expect(await detailValue('Rol')).toBe('Kullanıcı');
  await act(() => setLanguage('en'));
  expect(await detailValue('Role')).toBe('User');
  await act(() => setLanguage('mixed'));
});

test.each<[StaffRole, actions: string[], hasAdjust: boolean]>([
  ['support', ['Mute…'], false],
  ['moderator', ['Mute…', 'Sign out everywhere', 'Ban'], false],
  ['finance', ['Clear flag'], true],
  ['admin', ['Mute…', 'Sign out everywhere', 'Clear flag', 'Release exclusion', 'Change role…', 'Ban'], true],
])('offers %s only the actions of the role', async (staffRole, actions, hasAdjust) => {
  signInStaff(staffRole);
  const [flaggedAt, excludedUntil] = ['2026-03-04T10:00:00.000Z', '2099-05-01T00:00:00.000Z'];
  openPage({ ...empty, [INFO]: userReply({ flaggedAt, excludedUntil }) });
  const region = await screen.findByRole('region', { name: 'Actions' });
  const buttons = within(region).getAllByRole('button');
  expect(buttons.map((button) => button.textContent)).toEqual(actions);
  expect(screen.queryByText('adjust 7 user_7') !== null).toBe(hasAdjust);
});

test('changes a role after a confirmation, and shows it', async () => {
  let staffRole: StaffRole | null = null;
  const { user, requests } = openPage({
    ...empty,
    [INFO]: () => userReply({ staffRole }),
    'PUT /admin/setStaffRole': () => {
      staffRole = 'moderator';
      return { body: { message: 'Role changed.', data: { userId: 7, staffRole } } };
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Change role…' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Role of user_7' }));
  const confirm = dialog.getByRole('button', { name: 'Change role' });
  expect(confirm.hasAttribute('disabled')).toBe(true);
  await user.click(dialog.getByRole('radio', { name: /^Moderator/ }));
  await user.click(confirm);
  expect(await screen.findByText('The role of user_7 is now Moderator.')).toBeTruthy();
  expect(requests.find(({ method }) => method === 'PUT')!.body).toEqual({ userId: 7, staffRole: 'moderator' });
  await waitFor(async () => expect(await detailValue('Role')).toBe('Moderator'));
});

test('keeps the dialog and says why when the last admin cannot be demoted', async () => {
  const { user } = openPage({
    ...empty,
    [INFO]: userReply({ role: 'admin', isAdmin: true, staffRole: 'admin' }),
    'PUT /admin/setStaffRole': refusal(403, 'forbidden', 'The last admin cannot be demoted.'),
  });
  await user.click(await screen.findByRole('button', { name: 'Change role…' }));
  await user.click(await screen.findByRole('radio', { name: /^Kullanici/ }));
  await user.click(screen.getByRole('button', { name: 'Change role' }));
  expect(await screen.findByText('The last admin cannot be demoted.')).toBeTruthy();
  expect(screen.getByRole('dialog')).toBeTruthy();
});
