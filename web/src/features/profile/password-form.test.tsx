import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { demoPlayer, renderInApp, refusal, stubServer } from '#testing/test-utils.tsx';
import { PasswordForm } from './password-form.tsx';

const me = { 'GET /auth/me': { body: { data: demoPlayer } } };
const validForm = { 'Old password': 'parola', 'New password': 'parola-yeni', 'Confirm new password': 'parola-yeni' };

async function fill(values: Partial<Record<string, string>> = {}, hasPassword = true) {
  const view = renderInApp(<PasswordForm hasPassword={hasPassword} />);
  for (const [label, value] of Object.entries({ ...validForm, ...values })) {
    const input = screen.queryByLabelText(label);
    if (input && value) await view.user.type(input, value);
  }
  await view.user.click(screen.getByRole('button', { name: hasPassword ? 'Change password' : 'Set password' }));
  return view;
}

test.each([
  ['Old password', '', 'Parola gerekli.'],
  ['Old password', '12345', 'Parola en az 6 karakterden oluşmalı'],
  ['New password', '', 'Yeni parola gerekli.'],
  ['New password', '1234567', 'Parola en az 8 karakterden oluşmalı'],
  ['Confirm new password', 'another-one', 'Parolalar birbiriyle uyumlu olmalı.'],
])('%s "%s" shows "%s" and sends nothing', async (label, value, sentence) => {
  const requests = stubServer({});
  await fill({ [label]: value });
  expect(await screen.findByText(sentence)).toBeTruthy();
  expect(requests).toEqual([]);
});

test('confirms a change and clears the form', async () => {
  const requests = stubServer({ ...me, 'POST /auth/changePassword': { body: { message: 'ok' } } });
  await fill();
  expect(await screen.findByText('Istek başarılı!')).toBeTruthy();
  expect(requests[0]?.body).toEqual({
    oldPassword: 'parola',
    newPassword: 'parola-yeni',
    confirmPassword: 'parola-yeni',
  });
  await waitFor(() => expect(screen.getByLabelText('New password')).toHaveProperty('value', ''));
});

test.each([
  ['with the server message', refusal(400, 'wrong_password', 'Eski parola hatalı.'), 'Error: Eski parola hatalı.'],
  ['with its own words', { status: 502, body: 'x' }, 'Error: Password change failed'],
  ['without a network', 'unreachable' as const, 'Error: Password change failed'],
])('shows a failure %s', async (_, answer, sentence) => {
  stubServer({ 'POST /auth/changePassword': answer });
  await fill();
  expect(await screen.findByText(sentence)).toBeTruthy();
});

test('marks and focuses a wrong old password', async () => {
  stubServer({ 'POST /auth/changePassword': refusal(400, 'wrong_password', 'Eski parola hatalı.') });
  await fill();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Old password')));
  expect(screen.getByLabelText('Old password')).toHaveProperty('ariaInvalid', 'true');
});

test('sets the first password of an account from Steam without an old one', async () => {
  const requests = stubServer({ ...me, 'POST /auth/setPassword': { body: { message: 'ok' } } });
  await fill({}, false);
  expect(await screen.findByText('Istek başarılı!')).toBeTruthy();
  expect(requests[0]?.body).toEqual({ newPassword: 'parola-yeni', confirmPassword: 'parola-yeni' });
});

test('offers to sign in through Steam again when the sign-in is too old', async () => {
  stubServer({ 'POST /auth/setPassword': refusal(409, 'stale_sign_in', 'Sign in with Steam again.') });
  await fill({}, false);
  expect(await screen.findByRole('button', { name: 'Sign in with Steam again to continue' })).toBeTruthy();
});
