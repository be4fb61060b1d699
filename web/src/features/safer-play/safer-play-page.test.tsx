import type { SaferPlay } from '@karat/contract/safer-play';
import { act, configure, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { usePreferences } from '#core/preferences.ts';
import { dispatch } from '#core/socket.ts';
import { loadSession } from '#core/session.ts';
import { setLanguage } from '#i18n/i18n.ts';
import { exampleLimits, exampleSaferPlay } from '#testing/safer-play.ts';
import { demoPlayer, renderInApp, refusal, stubServer } from '#testing/test-utils.tsx';
import { SaferPlayPage } from './safer-play-page.tsx';

const GET_LIMITS = 'GET /user/limits';
const SET = 'PUT /user/limits';
const CONFIRM = 'POST /user/confirmLimit';
const DROP = 'POST /user/dropPendingLimit';

configure({ asyncUtilTimeout: 4_000 });

beforeEach(async () => {
  await setLanguage('mixed');
  stubServer({ 'GET /auth/me': { body: { data: demoPlayer } } });
  await loadSession();
});

/** Renders the page over limits that can change without an event; each change returns them. */
function visit(saferPlay: SaferPlay, changes: Readonly<Record<string, () => SaferPlay>> = {}) {
  const server = { saferPlay };
  const answers = Object.entries(changes).map(([name, change]) => [
    name,
    () => {
      server.saferPlay = change();
      return { body: { message: 'ok', data: server.saferPlay } };
    },
  ]);
  const requests = stubServer({
    [GET_LIMITS]: () => ({ body: { data: server.saferPlay } }),
    ...(Object.fromEntries(answers) as Record<string, () => { body: unknown }>),
  });
  const bodies = (name: string) =>
    requests.filter(({ method, path }) => `${method} ${path}` === name).map(({ body }) => body);
  return { server, requests, bodies, ...renderInApp(<SaferPlayPage />) };
}

const panel = async (name: string) => within(await screen.findByRole('region', { name }));
const field = (label: string) => screen.findByLabelText(label);

describe('flows', () => {
  test('show a week first, and any other period on demand', async () => {
    const { user } = visit(exampleSaferPlay());
    const flows = await panel('Your activity');
    expect(flows.getByText('Wagered').parentElement!.textContent).toContain('12.500');
    expect(flows.getByText('Net result').parentElement!.textContent).toContain('−2.250');
    await user.click(flows.getByRole('radio', { name: '30 days' }));
    expect(flows.getByText('Net result').parentElement!.textContent).toContain('+3.100');
    await user.click(flows.getByRole('radio', { name: 'All time' }));
    expect(flows.getByText('Wagered').parentElement!.textContent).toContain('1.250.000');
    expect(flows.getByText('Withdrawn').parentElement!.textContent).toContain('2.400');
  });

  test('link to the balance history and its file', async () => {
    visit(exampleSaferPlay());
    const flows = await panel('Your activity');
    expect(flows.getByRole('link', { name: 'All transactions' }).getAttribute('href')).toBe('/profile#balance-history');
    expect(flows.getByRole('link', { name: 'Transactions as CSV' }).getAttribute('href')).toBe(
      '/user/downloadTransactions',
    );
  });
});

describe('limits', () => {
  test('show their value and their use', async () => {
    visit(
      exampleSaferPlay({
        limits: exampleLimits({ 'wager day': { allowed: 10_000, used: 2_500 }, 'loss week': { used: 40 } }),
      }),
    );
    const bar = await screen.findByRole('progressbar', { name: 'Daily wagers' });
    expect(bar.getAttribute('aria-valuenow')).toBe('25');
    expect(bar.getAttribute('aria-valuetext')).toBe('2.500 of 10.000 used');
    expect(screen.getByText('10.000 diamonds')).toBeTruthy();
    expect(screen.getByText('40 so far')).toBeTruthy();
    expect(screen.getAllByText('No limit')).toHaveLength(5);
    expect(screen.getAllByRole('progressbar')).toHaveLength(1);
  });

  test('are set in place and apply immediately', async () => {
    const { user, bodies } = visit(exampleSaferPlay(), {
      [SET]: () => exampleSaferPlay({ limits: exampleLimits({ 'loss day': { allowed: 1_500 } }) }),
    });
    await user.click(await screen.findByRole('button', { name: 'Set a limit: Daily losses' }));
    const amount = await field('Daily losses, in diamonds');
    expect(document.activeElement).toBe(amount);
    await user.type(amount, '1.500{Enter}');
    expect(await screen.findByText('Limit saved. It applies from now on.')).toBeTruthy();
    expect(bodies(SET)).toEqual([{ limits: [{ kind: 'loss', period: 'day', allowed: 1_500 }] }]);
    expect(await screen.findByText('1.500 diamonds')).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Change: Daily losses' }));
  });

  test('that are unreadable are not sent', async () => {
    const { user, bodies } = visit(exampleSaferPlay(), { [SET]: () => exampleSaferPlay() });
    await user.click(await screen.findByRole('button', { name: 'Set a limit: Weekly wagers' }));
    const amount = await field('Weekly wagers, in diamonds');
    await user.type(amount, '1,5');
    const save = screen.getByRole('button', { name: 'Save limit' });
    for (const press of [save, save]) {
      await user.click(press);
      expect(screen.getByText('Enter a whole number of diamonds.')).toBeTruthy();
      expect(amount.getAttribute('aria-invalid')).toBe('true');
      expect(document.activeElement).toBe(amount);
    }
    await user.clear(amount);
    await user.type(amount, '1000000001{Enter}');
    expect(screen.getByText('At most 1.000.000.000.')).toBeTruthy();
    expect(bodies(SET)).toEqual([]);
    await user.keyboard('{Escape}');
    expect(screen.queryByLabelText('Weekly wagers, in diamonds')).toBeNull();
  });

  test('that become less strict wait, with the day of the request and of the confirmation', async () => {
    const pending = { allowed: null, dueAt: '2026-03-04T14:05:00.000Z', isDue: false };
    const { user, bodies } = visit(exampleSaferPlay({ limits: exampleLimits({ 'deposit day': { allowed: 500 } }) }), {
      [SET]: () => exampleSaferPlay({ limits: exampleLimits({ 'deposit day': { allowed: 500, pending } }) }),
    });
    await user.click(await screen.findByRole('button', { name: 'Change: Daily deposits' }));
    await user.clear(await field('Daily deposits, in diamonds'));
    await user.keyboard('{Enter}');
    expect(await screen.findByText(/^Request saved\. Your limit stays the same/)).toBeTruthy();
    expect(bodies(SET)).toEqual([{ limits: [{ kind: 'deposit', period: 'day', allowed: null }] }]);
    expect(
      screen.getByText(/Requested on 03 March 2026, \d\d:\d\d: No limit\. You can confirm it from 04 March 2026/),
    ).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Confirm: Daily deposits' })).toBeNull();
  });

  const due = exampleLimits({
    'wager day': { allowed: 500, pending: { allowed: 900, dueAt: '2026-03-04T14:05:00.000Z', isDue: true } },
  });

  test('that are due apply only after a second confirmation', async () => {
    const { user, bodies } = visit(exampleSaferPlay({ limits: due }), {
      [CONFIRM]: () => exampleSaferPlay({ limits: exampleLimits({ 'wager day': { allowed: 900 } }) }),
    });
    await user.click(await screen.findByRole('button', { name: 'Confirm: Daily wagers' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Change this limit?' }));
    expect(dialog.getByText('Daily wagers: 500 diamonds now, 900 diamonds once you confirm.')).toBeTruthy();
    expect(bodies(CONFIRM)).toEqual([]);
    await user.click(dialog.getByRole('button', { name: 'Yes, change it' }));
    expect(await screen.findByText('900 diamonds')).toBeTruthy();
    expect(bodies(CONFIRM)).toEqual([{ kind: 'wager', period: 'day' }]);
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Change: Daily wagers' })),
    );
  });

  test('can stay as they are', async () => {
    const { user, bodies } = visit(exampleSaferPlay({ limits: due }), {
      [DROP]: () => exampleSaferPlay({ limits: exampleLimits({ 'wager day': { allowed: 500 } }) }),
    });
    await user.click(await screen.findByRole('button', { name: 'Keep current limit: Daily wagers' }));
    expect(await screen.findByText('Your limit stays the same.')).toBeTruthy();
    expect(bodies(DROP)).toEqual([{ kind: 'wager', period: 'day' }]);
    expect(screen.queryByText(/You asked for/)).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Change: Daily wagers' }));
  });

  test('changed in another tab are updated here', async () => {
    const { server } = visit(exampleSaferPlay());
    expect(await screen.findAllByText('No limit')).toHaveLength(6);
    server.saferPlay = exampleSaferPlay({ limits: exampleLimits({ 'wager week': { allowed: 7_000 } }) });
    act(() => dispatch('SAFER_PLAY_CHANGED', {}));
    expect(await screen.findByText('7.000 diamonds')).toBeTruthy();
  });

  test('that are refused stay in the field, with the reason until it is edited', async () => {
    const requests = stubServer({
      [GET_LIMITS]: { body: { data: exampleSaferPlay() } },
      [SET]: refusal(400, 'invalid', 'Limit is too large.'),
    });
    const { user } = renderInApp(<SaferPlayPage />);
    await user.click(await screen.findByRole('button', { name: 'Set a limit: Weekly losses' }));
    const amount = await field('Weekly losses, in diamonds');
    await user.type(amount, '5');
    await user.click(screen.getByRole('button', { name: 'Save limit' }));
    const reason = await screen.findByText('Limit is too large.');
    expect(amount.getAttribute('aria-describedby')).toBe(reason.id);
    expect(document.activeElement).toBe(amount);
    expect(requests.filter(({ method }) => method === 'PUT')).toHaveLength(1);
    await user.type(amount, '0');
    expect(screen.queryByText('Limit is too large.')).toBeNull();
  });
});

describe('reality check', () => {
  test('is chosen and saved', async () => {
    const { user, bodies } = visit(exampleSaferPlay(), {
      [SET]: () => exampleSaferPlay({ realityCheck: { minutes: 30, playingSince: null, dueAt: null } }),
    });
    const reality = await panel('Reality check');
    expect(reality.getByRole<HTMLInputElement>('radio', { name: 'Never' }).checked).toBe(true);
    expect(reality.getByRole<HTMLButtonElement>('button', { name: 'Save reminder' }).disabled).toBe(true);
    await user.click(reality.getByRole('radio', { name: 'Every 30 minutes' }));
    await user.click(reality.getByRole('button', { name: 'Save reminder' }));
    expect(await screen.findByText('Your reminder is saved.')).toBeTruthy();
    expect(bodies(SET)).toEqual([{ realityMinutes: 30 }]);
    const saved = await panel('Reality check');
    const chosen = saved.getByRole<HTMLInputElement>('radio', { name: 'Every 30 minutes' });
    expect(chosen.checked).toBe(true);
    // The button is disabled now and cannot keep the focus.
    expect(saved.getByRole<HTMLButtonElement>('button', { name: 'Save reminder' }).disabled).toBe(true);
    expect(document.activeElement).toBe(chosen);
  });

  test('shows how long this period of play has lasted', async () => {
    const playingSince = new Date(Date.now() - 12 * 60_000 - 5_000).toISOString();
    visit(exampleSaferPlay({ realityCheck: { minutes: 15, playingSince, dueAt: null } }));
    expect(await screen.findByText('You have been playing for 12 minutes.')).toBeTruthy();
  });
});

describe('the page', () => {
  test('shows an error when loading fails, with a retry', async () => {
    const answers = [{ status: 400, body: {} }, { body: { data: exampleSaferPlay() } }];
    stubServer({ [GET_LIMITS]: () => answers.shift()! });
    const { user } = renderInApp(<SaferPlayPage />);
    expect(await screen.findByText('Your limits could not be loaded.')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('region', { name: 'Your limits' })).toBeTruthy();
  });

  test('lists help in the reader’s language first', async () => {
    visit(exampleSaferPlay());
    const english = await panel('Get help');
    expect(english.getAllByRole('link')[0]!.getAttribute('href')).toBe('https://www.gamblingtherapy.org');
    await act(() => setLanguage('tr'));
    const turkish = await panel('Destek alın');
    expect(turkish.getAllByRole('link')[0]!.getAttribute('href')).toBe('https://www.yedam.org.tr');
  });
});

test('turns the question before large spends off and on again for this browser', async () => {
  const { user } = visit(exampleSaferPlay());
  const box = await screen.findByRole('checkbox', { name: 'Ask before large spends' });
  expect(box).toHaveProperty('checked', true);
  await user.click(box);
  expect(usePreferences.getState().confirmsLargeSpends).toBe(false);
  await user.click(box);
  expect(usePreferences.getState().confirmsLargeSpends).toBe(true);
});
