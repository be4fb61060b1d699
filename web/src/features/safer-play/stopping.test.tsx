import type { SaferPlay } from '@karat/contract/safer-play';
import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { loadSession, useAccount, useSession } from '#core/session.ts';
import { setLanguage } from '#i18n/i18n.ts';
import { stubClock } from '#testing/clock.ts';
import { exampleSaferPlay } from '#testing/safer-play.ts';
import { demoPlayer, renderInApp, refusal, stubServer } from '#testing/test-utils.tsx';
import { SaferPlayPage } from './safer-play-page.tsx';

const BREAK = 'POST /user/takeBreak';
const EXCLUDE = 'POST /user/excludeMyself';
const DELETE = 'POST /user/deleteAccount';
const UNTIL = '2036-03-04T14:05:00.000Z';

beforeEach(async () => {
  await setLanguage('mixed');
  stubServer({ 'GET /auth/me': { body: { data: demoPlayer } } });
  await loadSession();
});

afterEach(() => vi.useRealTimers());

type Answers = Parameters<typeof stubServer>[0];

function visit(saferPlay: SaferPlay, answers: Answers = {}) {
  const requests = stubServer({ 'GET /user/limits': { body: { data: saferPlay } }, ...answers });
  const bodies = (name: string) =>
    requests.filter(({ method, path }) => `${method} ${path}` === name).map(({ body }) => body);
  return { bodies, ...renderInApp(<SaferPlayPage />) };
}

const done = (data: SaferPlay) => ({ body: { message: 'ok', data } });
const press = (name: string) => screen.findByRole('button', { name });

describe('a break', () => {
  test('explains what works and what does not, and then starts', async () => {
    const { user, bodies } = visit(exampleSaferPlay(), { [BREAK]: done(exampleSaferPlay({ breakUntil: UNTIL })) });
    await user.click(await screen.findByRole('radio', { name: '2 weeks' }));
    await user.click(await press('Take a break'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Take a break of 2 weeks?' }));
    expect(dialog.getByText('Opening cases, betting and joining rooms')).toBeTruthy();
    expect(dialog.getByText('Selling items and withdrawing your skins')).toBeTruthy();
    expect(bodies(BREAK)).toEqual([]);
    await user.click(dialog.getByRole('button', { name: 'Start the break' }));
    expect(await screen.findByText(/^Your break lasts until 04 March 2036/)).toBeTruthy();
    expect(bodies(BREAK)).toEqual([{ days: 14 }]);
    expect(await press('Make it longer')).toBeTruthy();
  });

  test('disappears when it ends while the page is open', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['Date', 'performance', 'setTimeout', 'clearTimeout'] });
    const endsMs = Date.now() + 60_000;
    const isOver = () => Date.now() >= endsMs;
    const breakUntil = new Date(endsMs).toISOString();
    const answerLimits = vi.fn(() => ({ body: { data: exampleSaferPlay(isOver() ? {} : { breakUntil }) } }));
    visit(exampleSaferPlay(), { 'GET /user/limits': answerLimits });
    stubClock(() => Date.now());
    expect(await screen.findByText(/^Your break lasts until /)).toBeTruthy();
    await act(() => vi.advanceTimersByTimeAsync(55_000));
    expect(answerLimits).toHaveBeenCalledTimes(1);
    await act(() => vi.advanceTimersByTimeAsync(8_000));
    await waitFor(() => expect(screen.queryByText(/^Your break lasts until /)).toBeNull());
    expect(await press('Take a break')).toBeTruthy();
  });

  test('sends nothing when cancelled', async () => {
    const { user, bodies } = visit(exampleSaferPlay());
    await user.click(await press('Take a break'));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Cancel' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(bodies(BREAK)).toEqual([]);
  });
});

describe('a self-exclusion', () => {
  test('requires two steps and a typed word', async () => {
    const { user, bodies } = visit(exampleSaferPlay(), { [EXCLUDE]: done(exampleSaferPlay({ excludedUntil: UNTIL })) });
    await user.click(await screen.findByRole('radio', { name: '2 years' }));
    await user.click(await press('Exclude myself'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Exclude yourself for 2 years?' }));
    await user.click(dialog.getByRole('button', { name: 'Continue' }));
    const word = dialog.getByLabelText('Type STOP to confirm');
    await user.type(word, 'yes');
    await user.click(dialog.getByRole('button', { name: 'Exclude me for 2 years' }));
    expect(dialog.getByText('Type the word STOP.')).toBeTruthy();
    expect(document.activeElement).toBe(word);
    expect(bodies(EXCLUDE)).toEqual([]);
    await user.clear(word);
    await user.type(word, 'stop');
    await user.click(dialog.getByRole('button', { name: 'Exclude me for 2 years' }));
    expect(bodies(EXCLUDE)).toEqual([{ months: 24 }]);
    expect((await screen.findAllByText(/^You have excluded yourself until 04 March 2036/)).length).toBeGreaterThan(0);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('restarts with its first step after it was cancelled', async () => {
    const { user } = visit(exampleSaferPlay());
    await user.click(await press('Exclude myself'));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Continue' }));
    await user.keyboard('{Escape}');
    await user.click(await press('Exclude myself'));
    expect(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Continue' })).toBeTruthy();
  });
});

describe('account deletion', () => {
  async function openForm(answers: Answers = {}) {
    const view = visit(exampleSaferPlay(), answers);
    await view.user.click(await press('Delete account'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete your account?' }));
    return { dialog, ...view };
  }

  test('lists what is deleted and what stays stored', async () => {
    const { dialog } = await openForm();
    expect(dialog.getByText('Your balance: 1.500 diamonds')).toBeTruthy();
    expect(dialog.getByText('Every skin in your inventory')).toBeTruthy();
    expect(dialog.getByText('Your transactions, without your name')).toBeTruthy();
  });

  test('requires name and password before sending', async () => {
    const { dialog, user, bodies } = await openForm();
    await user.type(dialog.getByLabelText('Type your username: kaan_tr'), 'another_player');
    await user.click(dialog.getByRole('button', { name: 'Delete permanently' }));
    expect(dialog.getByText('This is not your username.')).toBeTruthy();
    expect(dialog.getByText('Type your password.')).toBeTruthy();
    expect(document.activeElement).toBe(dialog.getByLabelText('Type your username: kaan_tr'));
    await user.clear(dialog.getByLabelText('Type your username: kaan_tr'));
    await user.type(dialog.getByLabelText('Type your username: kaan_tr'), 'kaan_tr');
    await user.click(dialog.getByRole('button', { name: 'Delete permanently' }));
    expect(document.activeElement).toBe(dialog.getByLabelText('Your password'));
    expect(bodies(DELETE)).toEqual([]);
  });

  async function fillIn({ dialog, user }: Awaited<ReturnType<typeof openForm>>) {
    await user.type(dialog.getByLabelText('Type your username: kaan_tr'), 'kaan_tr');
    await user.type(dialog.getByLabelText('Your password'), 'elmas-elmas');
    await user.click(dialog.getByRole('button', { name: 'Delete permanently' }));
  }

  test('ends the session and says so', async () => {
    const form = await openForm({ [DELETE]: { body: { message: 'ok' } } });
    await fillIn(form);
    expect(await screen.findByText('Your account has been deleted.')).toBeTruthy();
    expect(form.bodies(DELETE)).toEqual([{ username: 'kaan_tr', password: 'elmas-elmas' }]);
    expect(useSession.getState()).toMatchObject({ isLoggedIn: false, username: '' });
  });

  test.each([
    [409, 'account_busy', 'A trade offer of yours is still open.'],
    [400, 'wrong_password', 'The password is wrong.'],
  ])('shows why it was refused (%i %s) and changes nothing', async (status, code, message) => {
    const form = await openForm({ [DELETE]: refusal(status, code, message) });
    await fillIn(form);
    expect((await form.dialog.findByText(message)).role).toBe('alert');
    expect(useSession.getState().isLoggedIn).toBe(true);
    const password = form.dialog.getByLabelText('Your password');
    expect(password.getAttribute('aria-invalid')).toBe(String(code === 'wrong_password'));
    expect(document.activeElement === password).toBe(code === 'wrong_password');
    // The last error disappears with the next attempt.
    await form.user.type(password, '!');
    expect(form.dialog.queryByText(message)).toBeNull();
    expect(password.getAttribute('aria-invalid')).toBe('false');
  });

  test('requires a fresh Steam sign-in without a password', async () => {
    act(() => useAccount.setState(({ account }) => ({ account: account && { ...account, hasPassword: false } })));
    const { dialog, user, bodies } = await openForm({
      [DELETE]: refusal(409, 'stale_sign_in', 'Sign in again first.'),
    });
    expect(dialog.queryByLabelText('Your password')).toBeNull();
    await user.type(dialog.getByLabelText('Type your username: kaan_tr'), 'kaan_tr{Enter}');
    expect(await dialog.findByText('Sign in again first.')).toBeTruthy();
    expect(bodies(DELETE)).toEqual([{ username: 'kaan_tr' }]);
    expect(dialog.getByRole('button', { name: 'Sign in with Steam again' })).toBeTruthy();
  });
});
