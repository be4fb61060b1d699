import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { loadSession } from '#core/session.ts';
import { demoPlayer, refusal, renderInApp, stubServer } from '#testing/test-utils.tsx';
import { SecondFactorPanel } from './factors.tsx';

const CODES = ['AAAA-BBBB-CCCC-DDDD', 'EEEE-FFFF-GGGG-HHHH'];
const SECRET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const uri = `otpauth://totp/Karat:kaan_tr?secret=${SECRET}&issuer=Karat`;

const OFF = { confirmedAt: null, recoveryCodesLeft: 0 };
const ON = { confirmedAt: '2026-03-01T12:00:00.000Z', recoveryCodesLeft: 10 };

let state: object;
beforeEach(() => {
  state = OFF;
});

type Answers = Parameters<typeof stubServer>[0];

async function open(answers: Answers = {}, player: object = demoPlayer) {
  const requests = stubServer({
    'GET /auth/me': { body: { data: player } },
    'GET /auth/getSecondFactor': () => ({ body: { data: state } }),
    'POST /auth/setUpSecondFactor': { body: { data: { secret: SECRET, uri } } },
    'POST /auth/confirmSecondFactor': () => {
      state = ON;
      return { body: { data: { recoveryCodes: CODES } } };
    },
    ...answers,
  });
  await loadSession();
  return { requests, ...renderInApp(<SecondFactorPanel />) };
}

type View = Awaited<ReturnType<typeof open>>;
const press = ({ user }: View, name: string) =>
  screen.findByRole('button', { name }).then((button) => user.click(button));

async function startSetUp(view: View): Promise<void> {
  await press(view, 'Set up');
  await view.user.type(await screen.findByLabelText('Password'), 'parola-1');
  await press(view, 'Continue');
}

test('sets up an app: password, QR code with the secret as text, code, recovery codes', async () => {
  const view = await open();
  await startSetUp(view);
  const picture = await screen.findByRole('img', { name: 'QR code with the secret for your app' });
  // Readers need dark modules on a light area, also on this dark site.
  expect([...picture.children].map((part) => part.getAttribute('fill'))).toEqual(['#fff', '#000']);
  expect(screen.getByText('ABCD EFGH IJKL MNOP QRST UVWX YZ23 4567')).toBeTruthy();
  await view.user.type(screen.getByLabelText('Code from the app'), '123456');
  await press(view, 'Turn on');
  expect(await screen.findByText(CODES[1]!)).toBeTruthy();
  await press(view, 'I have stored them');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(await screen.findByText(/^On since/)).toBeTruthy();
  expect(view.requests.flatMap(({ method, body }) => (method === 'POST' ? [body] : []))).toEqual([
    { password: 'parola-1' },
    { code: '123456' },
  ]);
});

test('shows a wrong password and a wrong code at their fields', async () => {
  const view = await open({ 'POST /auth/confirmSecondFactor': refusal(400, 'wrong_code', 'The code is wrong.') });
  await startSetUp(view);
  await view.user.type(await screen.findByLabelText('Code from the app'), '000000');
  await press(view, 'Turn on');
  expect(await screen.findByText('The code is wrong.')).toBeTruthy();
  expect(screen.getByLabelText('Code from the app')).toHaveProperty('ariaInvalid', 'true');
});

test('sends no empty code', async () => {
  state = ON;
  const view = await open();
  await press(view, 'Turn off');
  const dialog = await screen.findByRole('dialog');
  await view.user.click(within(dialog).getByRole('button', { name: 'Turn off' }));
  expect(await screen.findByText('Enter the code.')).toBeTruthy();
  expect(view.requests.some(({ method }) => method === 'POST')).toBe(false);
});

test('turns off with a code', async () => {
  state = ON;
  const view = await open({
    'POST /auth/turnOffSecondFactor': () => {
      state = OFF;
      return { body: { message: 'off' } };
    },
  });
  await press(view, 'Turn off');
  const dialog = await screen.findByRole('dialog');
  await view.user.type(within(dialog).getByLabelText('Code from the app, or a recovery code'), '123 456');
  await view.user.click(within(dialog).getByRole('button', { name: 'Turn off' }));
  expect(await screen.findByRole('button', { name: 'Set up' })).toBeTruthy();
  const sent = view.requests.find(({ path }) => path === '/auth/turnOffSecondFactor');
  expect(sent?.body).toEqual({ code: '123 456' });
});

test('replaces recovery codes and shows the new ones', async () => {
  state = ON;
  const view = await open({ 'POST /auth/replaceRecoveryCodes': { body: { data: { recoveryCodes: CODES } } } });
  await press(view, 'New recovery codes');
  const dialog = await screen.findByRole('dialog');
  await view.user.type(within(dialog).getByLabelText('Code from the app, or a recovery code'), CODES[0]!);
  await view.user.click(within(dialog).getByRole('button', { name: 'New recovery codes' }));
  expect(await screen.findByText(CODES[1]!)).toBeTruthy();
});

test('asks an account without a password for a new Steam sign-in', async () => {
  const stale = refusal(409, 'stale_sign_in', 'Please sign in with Steam again.');
  const view = await open({ 'POST /auth/setUpSecondFactor': stale }, { ...demoPlayer, hasPassword: false });
  await press(view, 'Set up');
  await press(view, 'Continue');
  expect(await screen.findByRole('button', { name: 'Sign in with Steam again' })).toBeTruthy();
  expect(screen.queryByLabelText('Password')).toBeNull();
});
