import { screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { setModalState, useModals } from '#core/modals.ts';
import { visit } from '#testing/cases.tsx';
import { refusal, stubServer } from '#testing/test-utils.tsx';
import { ResetPasswordPage } from './reset-password-page.tsx';

const SETTINGS = 'GET /auth/getEmailSettings';
const REQUEST = 'POST /auth/requestPasswordReset';
const RESET = 'POST /auth/resetPassword';
const available = { [SETTINGS]: { body: { data: { isAvailable: true } } } };
const TOKEN = 't'.repeat(43);

beforeEach(() => setModalState('isAuthOpen', false));

const open = (hash = '') => visit('/reset-password', <ResetPasswordPage />, `/reset-password${hash}`);

async function savePassword({ user }: ReturnType<typeof open>) {
  await user.type(screen.getByLabelText('New password'), 'parola-yeni');
  await user.type(screen.getByLabelText('Confirm new password'), 'parola-yeni');
  await user.click(screen.getByRole('button', { name: 'Save password' }));
}

test('requests a link, and says nothing about whether the account exists', async () => {
  const requests = stubServer({ ...available, [REQUEST]: { body: { message: 'ok' } } });
  const { user } = open();
  await user.type(await screen.findByLabelText('E-mail'), 'kaan@karat.test');
  await user.click(screen.getByRole('button', { name: 'Send the link' }));
  expect((await screen.findByRole('status')).textContent).toContain('If an account has the address kaan@karat.test');
  expect(requests.at(-1)).toMatchObject({ path: '/auth/requestPasswordReset', body: { email: 'kaan@karat.test' } });
  await user.click(screen.getByRole('button', { name: 'Use another address' }));
  expect(screen.getByLabelText('E-mail')).toBeTruthy();
});

test('checks the address before it sends anything', async () => {
  const requests = stubServer(available);
  const { user } = open();
  await user.type(await screen.findByLabelText('E-mail'), 'kaan');
  await user.click(screen.getByRole('button', { name: 'Send the link' }));
  expect(await screen.findByText('Geçersiz e-mail adresi.')).toBeTruthy();
  expect(requests).toHaveLength(1);
});

test('says that the site sends no e-mails', async () => {
  stubServer({ [SETTINGS]: { body: { data: { isAvailable: false } } } });
  open();
  expect(await screen.findByText(/This site sends no e-mails/)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'What else can I do?' }).getAttribute('href')).toBe(
    '/faq#forgotten-password',
  );
});

test('sets a new password with the token of the link, then opens the sign-in form', async () => {
  const requests = stubServer({ [RESET]: { body: { message: 'ok' } } });
  await savePassword(open(`#${TOKEN}`));
  expect(await screen.findByText('Your password was changed. Sign in with the new one.')).toBeTruthy();
  expect(requests.at(-1)?.body).toEqual({ token: TOKEN, newPassword: 'parola-yeni', confirmPassword: 'parola-yeni' });
  expect(useModals.getState()).toMatchObject({ isAuthOpen: true, isLoginMode: true });
});

test.each([
  ['was used', refusal(409, 'link_invalid', 'Used.')],
  ['was cut off', refusal(400, 'invalid', 'Invalid link.', [{ path: 'token', message: 'Invalid link.' }])],
])('offers a new link when this one %s', async (_, answer) => {
  stubServer({ [RESET]: answer });
  await savePassword(open(`#${TOKEN}`));
  expect((await screen.findByRole('alert')).textContent).toContain('This link was used already');
  expect(screen.getByRole('link', { name: 'Request a new link' }).getAttribute('href')).toBe('/reset-password');
});

test('says that a link belongs to another account, and stays on the form', async () => {
  stubServer({ [RESET]: refusal(403, 'forbidden', 'This link belongs to another account. Sign out first.') });
  await savePassword(open(`#${TOKEN}`));
  expect(await screen.findByText(/belongs to another account/)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Save password' })).toBeTruthy();
});
