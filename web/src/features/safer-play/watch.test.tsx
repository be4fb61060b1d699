import type { RealityCheck } from '@karat/contract/safer-play';
import { openCase } from '@karat/contract/cases';
import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { call } from '#core/api.ts';
import { dispatch } from '#core/socket.ts';
import { useModals } from '#core/modals.ts';
import { hideRolls, revealRolls } from '#core/reveals.ts';
import { clearSession, loadSession } from '#core/session.ts';
import { setLanguage } from '#i18n/i18n.ts';
import { stubClock } from '#testing/clock.ts';
import { exampleLimits, exampleSaferPlay } from '#testing/safer-play.ts';
import { demoPlayer, renderInApp, refusal, stubServer } from '#testing/test-utils.tsx';
import { RealityCheckModal } from './reality-check-modal.tsx';
import { NO_BREAKS, useBreaks } from './breaks.ts';
import { OFFER_DELAY_MS, startPlayWatch } from './watch.ts';

const CHECK = 'GET /user/getRealityCheck';
const ANSWER = 'POST /user/answerRealityCheck';
const LIMITS = 'GET /user/limits';
const OPEN = 'GET /case/openCase/Hive';
const MINUTE_MS = 60_000;

// Runs until the page is closed, as in the app.
startPlayWatch();

type Answers = Parameters<typeof stubServer>[0];

/** The delay of this computer's clock. */
const BEHIND_MS = 5 * MINUTE_MS;
const serverTime = () => Date.now() + BEHIND_MS;

/** A check as the server sends it, with the second that its clock may be off added. */
function checkOf(sinceMs: number, dueInMs: number): RealityCheck {
  const iso = (ms: number) => new Date(serverTime() + ms).toISOString();
  return { minutes: 30, playingSince: iso(-sinceMs - 2_000), dueAt: iso(dueInMs) };
}

const DUE_MS = -2_000;

const noPlay = {
  minutes: 0,
  playingSince: null,
  dueAt: null,
  wagered: 0,
  net: 0,
  breakUntil: null,
  excludedUntil: null,
};
const figures = { wagered: 12_500, net: -2_250 };

async function openPage(answers: Answers = {}) {
  const requests = stubServer({
    'GET /auth/me': { body: { data: demoPlayer } },
    [CHECK]: { body: { data: noPlay } },
    [LIMITS]: { body: { data: exampleSaferPlay() } },
    [OPEN]: { body: { reward: {} } },
    ...answers,
  });
  stubClock(serverTime);
  await loadSession();
  const requestsTo = (path: string) => requests.filter((each) => each.path.startsWith(path));
  return { requestsTo, ...renderInApp(<RealityCheckModal />) };
}

const isOpen = () => useModals.getState().isRealityCheckOpen;
const wager = () => call(openCase, { params: { caseName: 'Hive' }, query: {} }).catch(() => undefined);

beforeEach(async () => {
  await setLanguage('mixed');
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['Date', 'performance', 'setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  act(() => clearSession());
  vi.useRealTimers();
});

test('opens when due, and not before', async () => {
  const check = checkOf(0, 30 * MINUTE_MS);
  const { requestsTo } = await openPage({ [CHECK]: { body: { data: { ...check, ...figures } } } });
  act(() => dispatch('REALITY_CHECK', check));
  await act(() => vi.advanceTimersByTimeAsync(29 * MINUTE_MS));
  expect(isOpen()).toBe(false);
  expect(requestsTo('/user/getRealityCheck')).toEqual([]);
  await act(() => vi.advanceTimersByTimeAsync(MINUTE_MS + 2_000));
  expect(await screen.findByRole('dialog', { name: 'You have been playing for 30 minutes' })).toBeTruthy();
  expect((await screen.findByText('Wagered in this time')).parentElement!.textContent).toContain('12.500');
  expect(screen.getByText('Net result').parentElement!.textContent).toContain('−2.250');
  // It shows the response that opened it.
  expect(requestsTo('/user/getRealityCheck')).toHaveLength(1);
});

test('asks the server before opening, and stays closed if the player has stopped', async () => {
  const { requestsTo } = await openPage();
  act(() => dispatch('REALITY_CHECK', checkOf(0, 5 * MINUTE_MS)));
  await act(() => vi.advanceTimersByTimeAsync(6 * MINUTE_MS));
  await waitFor(() => expect(requestsTo('/user/getRealityCheck')).toHaveLength(1));
  expect(isOpen()).toBe(false);
});

test('allows wagers after an answer, and counts the next interval from then', async () => {
  const due = checkOf(30 * MINUTE_MS, DUE_MS);
  const next = checkOf(30 * MINUTE_MS, 30 * MINUTE_MS);
  const answers: RealityCheck[] = [due];
  const { user, requestsTo } = await openPage({
    [CHECK]: () => ({ body: { data: { ...(answers.shift() ?? next), ...figures } } }),
    [ANSWER]: { body: { message: 'Continue.', data: next } },
  });
  act(() => dispatch('REALITY_CHECK', due));
  await user.click(await screen.findByRole('button', { name: 'Keep playing' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(requestsTo('/user/answerRealityCheck')).toHaveLength(1);
  await act(wager);
  await act(() => vi.advanceTimersByTimeAsync(29 * MINUTE_MS));
  expect(isOpen()).toBe(false);
  await act(() => vi.advanceTimersByTimeAsync(MINUTE_MS + 2_000));
  expect(await screen.findByRole('dialog', { name: 'You have been playing for 60 minutes' })).toBeTruthy();
});

test('stays closed if another tab answers while it waits for a spin', async () => {
  const due = checkOf(15 * MINUTE_MS, DUE_MS);
  await openPage({ [CHECK]: { body: { data: { ...due, ...figures } } } });
  act(() => hideRolls([41]));
  act(() => dispatch('REALITY_CHECK', due));
  act(() => dispatch('REALITY_CHECK', checkOf(15 * MINUTE_MS, 30 * MINUTE_MS)));
  act(() => revealRolls([41]));
  expect(isOpen()).toBe(false);
});

test('closes when another tab answers', async () => {
  const due = checkOf(30 * MINUTE_MS, DUE_MS);
  await openPage({ [CHECK]: { body: { data: { ...due, ...figures } } } });
  act(() => dispatch('REALITY_CHECK', due));
  expect(await screen.findByRole('dialog')).toBeTruthy();
  act(() => dispatch('REALITY_CHECK', checkOf(30 * MINUTE_MS, 30 * MINUTE_MS)));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('reopens with the next refused wager when only closed', async () => {
  const due = checkOf(45 * MINUTE_MS, DUE_MS);
  const { user, requestsTo } = await openPage({
    [CHECK]: { body: { data: { ...due, ...figures } } },
    [OPEN]: refusal(403, 'reality_check', 'Answer the reminder first.'),
  });
  act(() => dispatch('REALITY_CHECK', due));
  await screen.findByRole('dialog');
  await user.keyboard('{Escape}');
  expect(isOpen()).toBe(false);
  expect(requestsTo('/user/answerRealityCheck')).toEqual([]);
  await act(wager);
  expect(await screen.findByRole('dialog', { name: 'You have been playing for 45 minutes' })).toBeTruthy();
});

test('offers a break, and waits for the end of a running spin', async () => {
  const due = checkOf(15 * MINUTE_MS, DUE_MS);
  await openPage({ [CHECK]: { body: { data: { ...due, ...figures } } } });
  act(() => hideRolls([41]));
  act(() => dispatch('REALITY_CHECK', due));
  expect(isOpen()).toBe(false);
  act(() => revealRolls([41]));
  const link = await screen.findByRole('link', { name: 'Take a break' });
  expect(link.getAttribute('href')).toBe('/safer-play#break');
});

test('can be answered without its figures', async () => {
  await openPage({ [CHECK]: { status: 400, body: {} } });
  act(() => dispatch('REALITY_CHECK', checkOf(15 * MINUTE_MS, DUE_MS)));
  expect(await screen.findByText('Your results could not be loaded.')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Keep playing' })).toBeTruthy();
});

test('offers limits once after the first wager, to players without any', async () => {
  const { requestsTo } = await openPage();
  await act(wager);
  await act(() => vi.advanceTimersByTimeAsync(OFFER_DELAY_MS));
  const link = await screen.findByRole('link', { name: 'Set limits' });
  expect(link.getAttribute('href')).toBe('/safer-play#limits');
  await act(wager);
  await act(wager);
  expect(requestsTo('/user/limits')).toHaveLength(1);
  expect(screen.getAllByRole('link', { name: 'Set limits' })).toHaveLength(1);
});

test('offers no limits to players who have one, or before a wager succeeded', async () => {
  const answers = [refusal(409, 'insufficient_balance', 'Not enough.'), { body: { reward: {} } }];
  const { requestsTo } = await openPage({
    [OPEN]: () => answers.shift()!,
    [LIMITS]: { body: { data: exampleSaferPlay({ limits: exampleLimits({ 'wager day': { allowed: 100 } }) }) } },
  });
  await act(wager);
  expect(requestsTo('/user/limits')).toEqual([]);
  await act(wager);
  await waitFor(() => expect(requestsTo('/user/limits')).toHaveLength(1));
  expect(screen.queryByRole('link', { name: 'Set limits' })).toBeNull();
});

test('learns of a break from an event in any tab, and discards it with the session', async () => {
  const breakUntil = new Date(serverTime() + 60 * MINUTE_MS).toISOString();
  await openPage({ [CHECK]: { body: { data: { ...noPlay, breakUntil } } } });
  expect(useBreaks.getState()).toEqual(NO_BREAKS);
  act(() => dispatch('SAFER_PLAY_CHANGED', {}));
  await waitFor(() => expect(useBreaks.getState()).toEqual({ breakUntil, excludedUntil: null }));
  act(() => clearSession());
  expect(useBreaks.getState()).toEqual(NO_BREAKS);
});
