import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { loadSession } from '#core/session.ts';
import { demoPlayer, refusal, renderInApp, stubServer } from '#testing/test-utils.tsx';
import { EmailPanel } from './emails.tsx';

const MY_EMAIL = 'GET /auth/getMyEmail';
const state = { isAvailable: true, address: 'kaan@karat.test', isVerified: false, newAddress: null as string | null };
const answer = (changed: Partial<typeof state> = {}) => ({ [MY_EMAIL]: { body: { data: { ...state, ...changed } } } });
const done = { body: { message: 'ok' } };

async function openModal(player: object, answers: Parameters<typeof stubServer>[0]) {
  const requests = stubServer({ 'GET /auth/me': { body: { data: player } }, ...answer(), ...answers });
  await loadSession();
  const { user } = renderInApp(<EmailPanel />);
  await user.click(await screen.findByRole('button', { name: 'Change address' }));
  await user.type(await screen.findByLabelText('New e-mail address'), 'yeni@karat.test');
  return { user, requests };
}

test('offers a link for an address that is not confirmed', async () => {
  const requests = stubServer({ ...answer(), 'POST /auth/requestEmailVerification': done });
  const { user } = renderInApp(<EmailPanel />);
  expect(await screen.findByText('Not confirmed')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Send a link to confirm' }));
  expect(await screen.findByText(/A link is on its way/)).toBeTruthy();
  expect(requests.at(-1)?.path).toBe('/auth/requestEmailVerification');
});

test('a confirmed address can only be changed', async () => {
  stubServer(answer({ isVerified: true }));
  renderInApp(<EmailPanel />);
  expect(await screen.findByText('Confirmed')).toBeTruthy();
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Change address']);
});

test('says that the site sends no e-mails', async () => {
  stubServer(answer({ isAvailable: false }));
  renderInApp(<EmailPanel />);
  expect(await screen.findByText('This site sends no e-mails.')).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
});

test('changes the address with the password, and then shows the one that waits', async () => {
  let newAddress: string | null = null;
  const { user, requests } = await openModal(demoPlayer, {
    [MY_EMAIL]: () => ({ body: { data: { ...state, newAddress } } }),
    'POST /auth/changeEmail': () => ((newAddress = 'yeni@karat.test'), done),
  });
  await user.type(screen.getByLabelText('Password'), 'parola-1');
  await user.click(screen.getByRole('button', { name: 'Send the link' }));
  expect(await screen.findByText(/Waiting for the confirmation of yeni@karat.test/)).toBeTruthy();
  const sent = requests.find(({ path }) => path === '/auth/changeEmail');
  expect(sent?.body).toEqual({ email: 'yeni@karat.test', password: 'parola-1' });
});

test('marks a wrong password, and keeps what was entered', async () => {
  const wrong = refusal(400, 'wrong_password', 'The password is wrong.');
  const { user } = await openModal(demoPlayer, { 'POST /auth/changeEmail': wrong });
  await user.type(screen.getByLabelText('Password'), 'parola-2');
  await user.click(screen.getByRole('button', { name: 'Send the link' }));
  expect(await screen.findByText('The password is wrong.')).toBeTruthy();
  expect(screen.getByLabelText('Password').getAttribute('aria-invalid')).toBe('true');
  expect(screen.getByLabelText<HTMLInputElement>('New e-mail address').value).toBe('yeni@karat.test');
});

test('an account without a password signs in with Steam again', async () => {
  const stale = refusal(409, 'stale_sign_in', 'Please sign in with Steam again.');
  const { user } = await openModal({ ...demoPlayer, hasPassword: false }, { 'POST /auth/changeEmail': stale });
  expect(screen.queryByLabelText('Password')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Send the link' }));
  expect(await screen.findByRole('button', { name: 'Sign in with Steam again to continue' })).toBeTruthy();
});

test('cancels a change', async () => {
  let newAddress: string | null = 'yeni@karat.test';
  stubServer({
    [MY_EMAIL]: () => ({ body: { data: { ...state, newAddress } } }),
    'POST /auth/cancelEmailChange': () => ((newAddress = null), done),
  });
  const { user } = renderInApp(<EmailPanel />);
  await user.click(await screen.findByRole('button', { name: 'Keep the old address' }));
  expect(await screen.findByText('Your address stays as it is.')).toBeTruthy();
  expect(screen.queryByText(/Waiting for the confirmation/)).toBeNull();
});
