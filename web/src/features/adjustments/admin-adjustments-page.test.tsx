import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { connectSocket } from '#core/socket.ts';
import { useAccount } from '#core/session.ts';
import { visit } from '#testing/cases.tsx';
import { adjustmentRequest } from '#testing/reports.ts';
import { fakeSocket } from '#testing/fake-socket.ts';
import { refusal, stubServer } from '#testing/test-utils.tsx';
import { AdminAdjustmentsPage } from './admin-adjustments-page.tsx';

const CALL = 'GET /admin/getAdjustments';
const DECIDE = 'POST /admin/decideAdjustment/5';

const listed = (data = [adjustmentRequest(5)], totalResults = data.length) => ({
  body: {
    data,
    pagination: { totalResults, resultsPerPage: 10, currentPage: 1 },
    waiting: data.filter(({ state }) => state === 'waiting').length,
    approvalAbove: 100_000,
  },
});

function openPage(answers: Parameters<typeof stubServer>[0] = {}, { me = 3, url = '/admin/adjustments' } = {}) {
  const requests = stubServer({ [CALL]: listed(), ...answers });
  useAccount.setState({ isLoaded: true, account: { id: me } as never });
  const posts = () => requests.filter(({ method }) => method === 'POST');
  return { requests, posts, ...visit('/admin/adjustments', <AdminAdjustmentsPage />, url) };
}

/** The first row of the list; the pager below is a list too. */
async function firstRow(): Promise<HTMLElement> {
  const list = within(await screen.findByRole('list', { name: 'Adjustments' }));
  return list.getAllByRole('listitem')[0]!;
}

const decided = adjustmentRequest(5, {
  state: 'approved',
  decidedBy: { id: 3, username: 'ikinci', isSandbox: false },
  decidedAt: '2026-03-03T13:00:00.000Z',
  decisionReason: 'Seen the bracket',
});

test('shows amount, player, requester and reason of a waiting change', async () => {
  openPage();
  const row = within(await firstRow());
  expect(row.getByText('+250.000')).toBeTruthy();
  expect(row.getByRole('link', { name: 'kaan_tr' }).getAttribute('href')).toBe('/admin/user/7');
  expect(row.getByText('Prize of the summer cup')).toBeTruthy();
  expect(row.getByText('Waiting')).toBeTruthy();
  expect(screen.getByText(/One person can give out up to 100.000 diamonds in 24 hours/)).toBeTruthy();
});

const mission = adjustmentRequest(5, {
  kind: 'mission',
  user: null,
  subject: { id: 4, name: 'Sell five' },
  amount: 5_000_000,
  reason: '',
  changes: [
    { field: 'reward', before: '100', after: '50000' },
    { field: 'isActive', before: 'false', after: 'true' },
  ],
});

test('shows the cost and the changes of a waiting mission, and approves it', async () => {
  const { user, posts } = openPage({
    [CALL]: listed([mission]),
    [DECIDE]: { body: { message: 'Change approved.', data: { ...mission, state: 'approved' } } },
  });
  const row = within(await firstRow());
  for (const text of ['up to 5.000.000', 'Mission', 'Sell five', 'Reward', '100', '50.000', 'Active', 'no', 'yes'])
    expect(row.getByText(text)).toBeTruthy();
  expect(row.queryByText('Reason', { exact: false })).toBeNull();
  await user.click(row.getByRole('button', { name: 'Approve change #5' }));
  const modal = within(await screen.findByRole('dialog'));
  expect(modal.getByText('Sell five: It takes effect immediately, as shown here.')).toBeTruthy();
  expect(modal.getByText('50.000')).toBeTruthy();
  await user.type(modal.getByLabelText('Reason'), 'Planned for the cup');
  await user.click(modal.getByRole('button', { name: 'Approve' }));
  expect(await screen.findByText('Change #5 approved.')).toBeTruthy();
  expect(posts().map(({ body }) => body)).toEqual([{ approve: true, reason: 'Planned for the cup' }]);
});

test('distinguishes a new mission from an item', async () => {
  const others = { user: null, changes: [{ field: 'price', before: null, after: '9' }] };
  openPage({
    [CALL]: listed([
      { ...mission, subject: { id: null, name: 'Fresh' } },
      adjustmentRequest(6, { ...others, kind: 'item', subject: { id: 2, name: 'AK-47 | Redline (Field-Tested)' } }),
      adjustmentRequest(7, { ...others, kind: 'price', subject: { id: 3, name: 'P250 | Sand Dune (Well-Worn)' } }),
    ]),
  });
  for (const text of ['New mission', 'Item', 'Price jump']) expect(await screen.findByText(text)).toBeTruthy();
});

test('approves once, and only with a reason', async () => {
  let data = [adjustmentRequest(5)];
  const { user, posts } = openPage({
    [CALL]: () => listed(data),
    [DECIDE]: () => {
      data = [decided];
      return { body: { message: 'Balance adjusted.', data: decided } };
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Approve change #5' }));
  const modal = within(await screen.findByRole('dialog'));
  expect(modal.getByText(/^kaan_tr gets 250.000 diamonds immediately\./)).toBeTruthy();
  await user.click(modal.getByRole('button', { name: 'Approve' }));
  expect(await modal.findByText('Reason is required.')).toBeTruthy();
  expect(posts()).toEqual([]);
  await user.type(modal.getByLabelText('Reason'), 'Seen the bracket');
  await user.dblClick(modal.getByRole('button', { name: 'Approve' }));
  expect(await screen.findByText('Change #5 approved.')).toBeTruthy();
  expect(posts().map(({ body }) => body)).toEqual([{ approve: true, reason: 'Seen the bracket' }]);
  expect(posts()[0]?.headers['Idempotency-Key']).toMatch(/^[0-9a-f]{32}$/);
  expect(await screen.findByText('Seen the bracket')).toBeTruthy();
});

test('describes a debit as taken', async () => {
  const { user } = openPage({ [CALL]: listed([adjustmentRequest(5, { amount: -250_000 })]) });
  await user.click(await screen.findByRole('button', { name: 'Approve change #5' }));
  expect(screen.getByText(/^kaan_tr loses 250.000 diamonds immediately\./)).toBeTruthy();
});

test('returns the focus to the list after a decision', async () => {
  let data = [adjustmentRequest(5)];
  const { user } = openPage({
    [CALL]: () => listed(data),
    [DECIDE]: () => {
      data = [decided];
      return { body: { message: 'Refused.', data: decided } };
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Refuse change #5' }));
  await user.type(screen.getByLabelText('Reason', { selector: 'dialog *, [role=dialog] *' }), 'Not ours');
  await user.click(screen.getByRole('button', { name: 'Refuse' }));
  await screen.findByText('Approved');
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('region', { name: /^Large changes/ })));
});

test.each([
  [[decided], 'ikinci approved it at', 'Seen the bracket'],
  [[], 'Someone else has already decided.', undefined],
])('names another admin who decides first in the open modal', async (after, outcome, reason) => {
  await connectSocket();
  let data = [adjustmentRequest(5)];
  const { user, posts } = openPage({ [CALL]: () => listed(data) }, { me: 4 });
  await user.click(await screen.findByRole('button', { name: 'Approve change #5' }));
  await screen.findByRole('dialog', { name: 'Approve this change?' });
  data = after;
  act(() => fakeSocket.receive('ADJUSTMENTS_CHANGED', {}));
  const modal = within(await screen.findByRole('dialog', { name: 'Already decided' }));
  expect(modal.getByRole('alert').textContent).toContain(outcome);
  if (reason !== undefined) expect(modal.getByText(reason)).toBeTruthy();
  expect(modal.queryByRole('button', { name: 'Approve' })).toBeNull();
  await user.click(modal.getAllByRole('button', { name: 'Close' }).at(-1)!);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(posts()).toEqual([]);
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('region', { name: /^Large changes/ })));
});

test('refuses a request, and shows a refusal of the server', async () => {
  const { user, posts } = openPage({ [DECIDE]: refusal(409, 'already_decided', 'This has already been decided.') });
  await user.click(await screen.findByRole('button', { name: 'Refuse change #5' }));
  const modal = within(await screen.findByRole('dialog'));
  await user.type(modal.getByLabelText('Reason'), 'Not ours to pay');
  await user.click(modal.getByRole('button', { name: 'Refuse' }));
  await waitFor(() => expect(posts().map(({ body }) => body)).toEqual([{ approve: false, reason: 'Not ours to pay' }]));
  expect(await screen.findByRole('alert')).toBeTruthy();
});

test('lets the requester only withdraw the request', async () => {
  const { user, posts } = openPage(
    { 'POST /admin/withdrawAdjustment/5': { body: { message: 'Adjustment withdrawn.', data: decided } } },
    { me: 2 },
  );
  expect(await screen.findByText('Your own request: another person must decide.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Approve change #5' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Withdraw change #5' }));
  await user.click(await screen.findByRole('button', { name: 'Withdraw' }));
  expect(await screen.findByText('Change #5 withdrawn.')).toBeTruthy();
  expect(posts()).toHaveLength(1);
});

test('lets no admin decide about their own balance, and marks an uncovered debit', async () => {
  openPage({ [CALL]: listed([adjustmentRequest(5, { amount: -250_000 })]) }, { me: 7 });
  expect(await screen.findByText('Your own balance: another person must decide.')).toBeTruthy();
  expect(screen.getByText('The balance is too low.')).toBeTruthy();
});

test('shows who decided and why, without buttons', async () => {
  openPage({ [CALL]: listed([decided]) }, { url: '/admin/adjustments?state=approved' });
  expect(await screen.findByText('Seen the bracket')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'ikinci' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: /change #5/ })).toBeNull();
});

test('updates immediately when another admin decides', async () => {
  await connectSocket();
  let data = [adjustmentRequest(5)];
  openPage({ [CALL]: () => listed(data) });
  await screen.findByText('Waiting');
  data = [decided];
  act(() => fakeSocket.receive('ADJUSTMENTS_CHANGED', {}));
  expect(await screen.findByText('Approved')).toBeTruthy();
});

test('distinguishes an empty list from a failure', async () => {
  openPage({ [CALL]: listed([]) });
  expect(await screen.findByText('Nothing is waiting for approval.')).toBeTruthy();
});

test('shows an error when loading fails, with a retry', async () => {
  const answers = [refusal(500, 'internal', ''), listed()];
  const { user } = openPage({ [CALL]: () => answers.shift()! });
  await user.click(await screen.findByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('+250.000')).toBeTruthy();
});
