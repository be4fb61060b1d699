import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openAuth, openSecondStep, useModals } from '#core/modals.ts';
import { demoPlayer, refusal, renderInApp, stubServer } from '#testing/test-utils.tsx';
import { AuthModal } from './auth-modal.tsx';

const signedIn = {
  token: 'token-of-kaan',
  user: { username: 'kaan_tr', email: null, isAdmin: false, staffRole: null, balance: 1_500 },
  status: 'success',
  message: 'ok',
};
const required = {
  status: 401,
  body: {
    code: 'second_factor_required',
    message: 'Enter the code.',
    error: 'Enter the code.',
    challenge: 'pending-1',
  },
};
const me = { 'GET /auth/me': { body: { data: demoPlayer } } };
const codeField = () => screen.findByLabelText('Code from your authenticator app');

async function enterCode({ user }: ReturnType<typeof renderInApp>, code = '123456') {
  await user.type(await codeField(), code);
  await user.click(screen.getByRole('button', { name: 'Login' }));
}

test('asks for the code after the password and signs in with both', async () => {
  const requests = stubServer({ ...me, 'POST /auth/login': required, 'POST /auth/confirmSignIn': { body: signedIn } });
  openAuth('login');
  const view = renderInApp(<AuthModal />);
  await view.user.type(screen.getByLabelText('Username'), 'kaan_tr');
  await view.user.type(screen.getByLabelText('Password'), 'parola12');
  await view.user.click(screen.getByRole('button', { name: 'Login' }));
  expect(document.activeElement).toBe(await codeField());
  await enterCode(view);
  await expect.poll(() => localStorage.getItem('jwt_token')).toBe('token-of-kaan');
  expect(requests[1]).toMatchObject({ path: '/auth/confirmSignIn', body: { code: '123456', challenge: 'pending-1' } });
  expect(useModals.getState().isAuthOpen).toBe(false);
});

test('after Steam it leaves the challenge to the cookie', async () => {
  const requests = stubServer({ ...me, 'POST /auth/confirmSignIn': { body: signedIn } });
  openSecondStep();
  await enterCode(renderInApp(<AuthModal />));
  await expect.poll(() => requests[0]?.body).toEqual({ code: '123456' });
});

test('shows a wrong code at the field and stays', async () => {
  stubServer({ 'POST /auth/confirmSignIn': refusal(400, 'wrong_code', 'The code is wrong.') });
  openSecondStep('pending-1');
  await enterCode(renderInApp(<AuthModal />));
  expect(await screen.findByText('The code is wrong.')).toBeTruthy();
  expect(await codeField()).toHaveProperty('ariaInvalid', 'true');
});

test('goes back to the first step when the sign-in took too long', async () => {
  stubServer({ 'POST /auth/confirmSignIn': refusal(409, 'stale_sign_in', 'This sign-in took too long.') });
  openSecondStep('pending-1');
  await enterCode(renderInApp(<AuthModal />));
  expect(await screen.findByLabelText('Password')).toBeTruthy();
});
