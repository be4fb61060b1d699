import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openAuth, useModals } from '#core/modals.ts';
import { useSession } from '#core/session.ts';
import { demoPlayer, renderInApp, refusal, stubServer } from '#testing/test-utils.tsx';
import { AuthModal } from './auth-modal.tsx';

const signedIn = {
  token: 'token-of-kaan',
  user: { username: 'kaan_tr', email: 'kaan@karat.test', isAdmin: false, staffRole: null, balance: 1_500 },
  status: 'success',
  message: 'ok',
};
const me = { 'GET /auth/me': { body: { data: demoPlayer } } };

function drawSignup() {
  openAuth('signup');
  return renderInApp(<AuthModal />);
}

async function fillSignup({ user }: ReturnType<typeof renderInApp>, values: Partial<Record<string, string>> = {}) {
  const all = {
    'E-mail': 'kaan@karat.test',
    Username: 'kaan_tr',
    Password: 'parola12',
    'Confirm password': 'parola12',
  };
  for (const [label, value] of Object.entries({ ...all, ...values })) {
    await user.clear(screen.getByLabelText(label));
    if (value !== '') await user.type(screen.getByLabelText(label), value);
  }
  await user.click(screen.getByRole('button', { name: 'Sign up' }));
}

async function fillLogin({ user }: ReturnType<typeof renderInApp>, username = 'kaan_tr', password = 'parola12') {
  if (username !== '') await user.type(screen.getByLabelText('Username'), username);
  if (password !== '') await user.type(screen.getByLabelText('Password'), password);
  await user.click(screen.getByRole('button', { name: 'Login' }));
}

test.each([
  ['E-mail', '', 'E-mail gerekli.'],
  ['E-mail', 'no-address', 'Geçersiz e-mail adresi.'],
  ['Username', '', 'Kullanıcı adı gerekli.'],
  ['Username', 'abc', 'Kullanıcı adı en az 4 karakterden oluşmalı'],
  ['Password', '', 'Parola gerekli.'],
  ['Password', '12345', 'Parola en az 6 karakterden oluşmalı'],
  ['Confirm password', 'another1', 'Parolalar birbiriyle uyumlu olmalı.'],
])('signup with %s "%s" says "%s" at that field and sends nothing', async (label, value, sentence) => {
  const requests = stubServer({});
  await fillSignup(drawSignup(), { [label]: value });
  expect(screen.getByText(sentence)).toBeTruthy();
  expect(screen.getByLabelText(label)).toHaveProperty('ariaInvalid', 'true');
  const note = document.getElementById(screen.getByLabelText(label).getAttribute('aria-describedby')!);
  expect(note?.textContent).toBe(sentence);
  expect(requests).toEqual([]);
});

test('focuses the first invalid field', async () => {
  stubServer({});
  await fillSignup(drawSignup(), { Username: 'abc', Password: '1' });
  expect(document.activeElement).toBe(screen.getByLabelText('Username'));
});

test('stores the token after a signup, closes the modal, greets and loads the player', async () => {
  const requests = stubServer({ ...me, 'POST /auth/signup': { body: signedIn } });
  await fillSignup(drawSignup());
  expect(await screen.findByText('Kayıt başarılı!')).toBeTruthy();
  expect(requests[0]?.body).toEqual({ email: 'kaan@karat.test', username: 'kaan_tr', password: 'parola12' });
  expect(localStorage.getItem('jwt_token')).toBe('token-of-kaan');
  expect(useModals.getState().isAuthOpen).toBe(false);
  await waitFor(() =>
    expect(useSession.getState()).toMatchObject({
      isLoggedIn: true,
      username: 'kaan_tr',
      email: 'kaan@karat.test',
      isAdmin: false,
      staffRole: null,
      balance: 1_500,
      jwt: 'token-of-kaan',
    }),
  );
  expect(document.cookie).toContain('username=kaan_tr');
});

test.each([
  ['a taken name', refusal(409, 'taken', 'Validation error'), 'Kullanıcı adı veya email zaten kullanımda.'],
  ['any other no', refusal(500, 'internal', 'Something went wrong.'), 'Kayıt başarısız.'],
  ['no network', 'unreachable' as const, 'Network error. Please try again later.'],
])('shows the sentence for %s at signup and keeps the form', async (_, answer, sentence) => {
  stubServer({ 'POST /auth/signup': answer });
  await fillSignup(drawSignup());
  expect(await screen.findByText(sentence)).toBeTruthy();
  expect(screen.getByLabelText('Username')).toHaveProperty('value', 'kaan_tr');
  expect(useSession.getState().isLoggedIn).toBe(false);
});

test('shows a server issue at its field until it is edited', async () => {
  const sentence = 'Kullanıcı adı yalnızca harf, rakam, nokta, tire ve alt çizgi içerebilir.';
  stubServer({ 'POST /auth/signup': refusal(400, 'invalid', sentence, [{ path: 'username', message: sentence }]) });
  const view = drawSignup();
  await fillSignup(view);
  expect(await screen.findByText(sentence)).toBeTruthy();
  await view.user.type(screen.getByLabelText('Username'), 'x');
  await waitFor(() => expect(screen.queryByText(sentence)).toBeNull());
});

test('marks a taken name at its field until it is edited', async () => {
  const issues = [{ path: 'username', message: 'Already in use.' }];
  stubServer({ 'POST /auth/signup': refusal(409, 'taken', 'Validation error', issues) });
  const view = drawSignup();
  await fillSignup(view);
  expect(await screen.findByText('Already in use. Please choose another one.')).toBeTruthy();
  expect(screen.getByLabelText('Username')).toHaveProperty('ariaInvalid', 'true');
  expect(document.activeElement).toBe(screen.getByLabelText('Username'));
  await view.user.type(screen.getByLabelText('Username'), 'x');
  await waitFor(() => expect(screen.getByLabelText('Username')).toHaveProperty('ariaInvalid', 'false'));
});

test('shows the password rule before it is broken', () => {
  stubServer({});
  drawSignup();
  expect(screen.getByText('At least 6 characters.')).toBeTruthy();
});

test('warns of a short but allowed password', async () => {
  stubServer({});
  const { user } = drawSignup();
  await user.type(screen.getByLabelText('Password'), '123456');
  const warning = 'Short passwords are easy to guess. 8 or more characters are safer.';
  expect(screen.getByText(warning)).toBeTruthy();
  await user.type(screen.getByLabelText('Password'), '78');
  expect(screen.queryByText(warning)).toBeNull();
});

test('greets after a login', async () => {
  stubServer({ ...me, 'POST /auth/login': { body: signedIn } });
  openAuth('login');
  await fillLogin(renderInApp(<AuthModal />));
  expect(await screen.findByText('Giriş basarılı! Hoşgeldiniz.')).toBeTruthy();
  expect(localStorage.getItem('jwt_token')).toBe('token-of-kaan');
});

test.each([
  ['abc', 'parola12', 'Kullanıcı adı en az 4 karakterden oluşmalı'],
  ['kaan_tr', '12345', 'Parola en az 6 karakterden oluşmalı'],
])('login as %s with %s says "%s"', async (username, password, sentence) => {
  const requests = stubServer({});
  openAuth('login');
  await fillLogin(renderInApp(<AuthModal />), username, password);
  expect(await screen.findByText(sentence)).toBeTruthy();
  expect(requests).toEqual([]);
});

test.each([
  [
    'the server message',
    refusal(401, 'wrong_credentials', 'Kullanıcı adı veya parola hatalı.'),
    'Kullanıcı adı veya parola hatalı.',
  ],
  ['its own words without one', { status: 502, body: '<html>' }, 'Login failed. Please try again.'],
  ['its own words without a network', 'unreachable' as const, 'Login failed. Please try again.'],
])('a failed login shows %s', async (_, answer, sentence) => {
  stubServer({ 'POST /auth/login': answer });
  openAuth('login');
  await fillLogin(renderInApp(<AuthModal />));
  expect(await screen.findByText(sentence)).toBeTruthy();
});

test.each([
  [12, 'Try again in 12 seconds.'],
  [1, 'Try again in 1 second.'],
  [301, 'Try again in 6 minutes.'],
])('shows a wait of %i seconds as "%s"', async (seconds, wait) => {
  const sentence = 'Too many failed attempts.';
  const answer = { ...refusal(429, 'too_many', sentence), headers: { 'retry-after': String(seconds) } };
  stubServer({ 'POST /auth/login': answer });
  openAuth('login');
  await fillLogin(renderInApp(<AuthModal />));
  expect(await screen.findByText(`${sentence} ${wait}`)).toBeTruthy();
});

test('links to the page for a forgotten password', async () => {
  openAuth('login');
  const { user } = renderInApp(<AuthModal />);
  const link = screen.getByRole('link', { name: 'Forgot your password?' });
  expect(link.getAttribute('href')).toBe('/reset-password');
  await user.click(link);
  expect(useModals.getState().isAuthOpen).toBe(false);
});

test.each([
  [
    '2026-03-01T12:00:00Z',
    'help@karat.example',
    'This account was banned on 01 March 2026.',
    'mailto:help@karat.example',
  ],
  [null, 'https://karat.example/help', 'Our staff banned this account.', 'https://karat.example/help'],
])('shows a ban since %s with the way to object: %s', async (since, contact, sentence, url) => {
  const { status, body } = refusal(403, 'banned', 'This account is banned.');
  stubServer({ 'POST /auth/login': { status, body: { ...body, ban: { since, contact } } } });
  openAuth('login');
  await fillLogin(renderInApp(<AuthModal />));
  expect(await screen.findByText('This account is banned.')).toBeTruthy();
  expect((await screen.findByText(new RegExp(`^${sentence}`))).textContent).toContain('write to');
  expect(screen.getByRole('link', { name: contact }).getAttribute('href')).toBe(url);
});

test('sends one request for a double click', async () => {
  const requests = stubServer({ 'POST /auth/login': () => new Promise(() => undefined) });
  openAuth('login');
  const view = renderInApp(<AuthModal />);
  await fillLogin(view);
  await view.user.click(screen.getByRole('button', { name: 'Signing in...' }));
  await view.user.type(screen.getByLabelText('Password'), '{Enter}');
  expect(requests).toHaveLength(1);
});

test('links each mode to the other, names the age limit, and sets autocomplete', async () => {
  openAuth('login');
  const { user } = renderInApp(<AuthModal />);
  expect(screen.getByText(/18 or older/)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Sign in with Steam' })).toBeTruthy();
  expect(screen.getByLabelText('Password')).toHaveProperty('autocomplete', 'current-password');
  await user.click(screen.getByRole('button', { name: 'Sign up' }));
  expect(screen.getByRole('dialog', { name: 'Sign up' })).toBeTruthy();
  expect(screen.getByLabelText('E-mail')).toHaveProperty('autocomplete', 'email');
  expect(screen.getByLabelText('Password')).toHaveProperty('autocomplete', 'new-password');
  await user.click(screen.getByRole('button', { name: 'Login' }));
  expect(screen.getByRole('dialog', { name: 'Login' })).toBeTruthy();
});
