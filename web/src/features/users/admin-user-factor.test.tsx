import { type StaffRole, STAFF_ROLES } from '@karat/contract/staff';
import type { UserInfo } from '@karat/contract/users';
import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { useSession } from '#core/session.ts';
import { setLanguage } from '#i18n/i18n.ts';
import { visit } from '#testing/cases.tsx';
import { signInStaff } from '#testing/staff.ts';
import { refusal, stubServer } from '#testing/test-utils.tsx';
import { exampleUserInfo } from '#testing/users.ts';
import { UserActions } from './admin-user-actions.tsx';

const REMOVE = 'POST /admin/removeSecondFactor';
const removed = { body: { message: 'Second factor removed.', data: { userId: 7, sessions: 2 } } };

beforeEach(() => signInStaff());
afterEach(() => useSession.setState(useSession.getInitialState(), true));

function openActions(changed: Partial<UserInfo>, answers: Parameters<typeof stubServer>[0] = {}) {
  const requests = stubServer(answers);
  const info = exampleUserInfo(7, { hasSecondFactor: true, ...changed });
  return { requests, ...visit('/admin/user/:userId', <UserActions info={info} Mute={() => null} />, '/admin/user/7') };
}

const findAction = () => screen.findByRole('button', { name: 'Remove two-step sign-in' });

test('removes the second factor once, after a confirmation with a reason', async () => {
  const { user, requests } = openActions({}, { [REMOVE]: removed });
  await user.click(await findAction());
  const dialog = within(await screen.findByRole('dialog', { name: 'Remove the two-step sign-in of user_7?' }));
  expect(dialog.getByText(/Make sure that the right person asked for it\./)).toBeTruthy();
  const confirm = dialog.getByRole('button', { name: 'Remove two-step sign-in' });
  await user.click(confirm);
  expect(await dialog.findByText('Reason is required.')).toBeTruthy();
  expect(requests).toEqual([]);
  await user.type(dialog.getByLabelText('Reason'), 'Lost the phone.');
  await user.dblClick(confirm);
  expect(await screen.findByText('user_7 can sign in without a code.')).toBeTruthy();
  expect(requests.map(({ path, body }) => [path, body])).toEqual([
    ['/admin/removeSecondFactor', { userId: 7, reason: 'Lost the phone.' }],
  ]);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('keeps the dialog and says why the removal was refused', async () => {
  const { user } = openActions({}, { [REMOVE]: refusal(403, 'forbidden', 'You are not allowed to do this.') });
  await user.click(await findAction());
  await user.type(screen.getByLabelText('Reason'), 'Lost the phone.{Enter}');
  expect(await screen.findByText('You are not allowed to do this.')).toBeTruthy();
  expect(screen.getByRole('dialog')).toBeTruthy();
});

test.each<[StaffRole, isOffered: boolean]>(STAFF_ROLES.map((role) => [role, role === 'admin']))(
  'offers %s the removal: %s',
  async (staffRole, isOffered) => {
    signInStaff(staffRole);
    openActions({ flaggedAt: '2026-03-04T10:00:00.000Z' });
    expect(await screen.findByRole('region', { name: 'Actions' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Remove two-step sign-in' }) !== null).toBe(isOffered);
  },
);

test('offers the removal for other staff, and not for an account without a second factor', async () => {
  const staffPage = openActions({ role: 'admin', isAdmin: true, staffRole: 'admin' });
  expect(await findAction()).toBeTruthy();
  staffPage.unmount();
  openActions({ hasSecondFactor: false });
  expect(await screen.findByRole('button', { name: 'Ban' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Remove two-step sign-in' })).toBeNull();
});

test('does not offer the removal for the own account', () => {
  useSession.setState({ username: 'user_7' });
  openActions({ role: 'admin', isAdmin: true, staffRole: 'admin' });
  expect(screen.queryByRole('button')).toBeNull();
});

test('is translated', async () => {
  openActions({});
  expect(await findAction()).toBeTruthy();
  await act(() => setLanguage('tr'));
  expect(screen.getByRole('button', { name: 'İki adımlı girişi kaldır' })).toBeTruthy();
  await act(() => setLanguage('en'));
  expect(await findAction()).toBeTruthy();
  await act(() => setLanguage('mixed'));
});
