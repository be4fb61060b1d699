import type { Welcome } from '@karat/contract/welcome';
import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useModals } from '#core/modals.ts';
import { loadSession } from '#core/session.ts';
import { dispatch } from '#core/socket.ts';
import { setLanguage } from '#i18n/i18n.ts';
import { drop, exampleCase, visit } from '#testing/cases.tsx';
import { exampleRank, ranksPage } from '#testing/leaderboard.ts';
import { resetRoulette } from '#testing/roulette-page.tsx';
import { bettingRound, pastRound } from '#testing/roulette.ts';
import { demoPlayer, stubServer } from '#testing/test-utils.tsx';
import { exampleWelcome, stubSiteSettings } from '#testing/welcome.ts';
import { HomePage } from './home-page.tsx';

const WELCOME = 'GET /user/getWelcome';
const cases = Array.from({ length: 11 }, (_, index) => ({
  ...exampleCase,
  id: index + 1,
  name: `Case ${'ABCDEFGHIJK'[index]}`,
  price: 250 * (index + 1),
}));

type Answers = Parameters<typeof stubServer>[0];

/** Opens the page as a visitor, or as a player with these first steps. */
async function open(welcome: Welcome | null, answers: Answers = {}) {
  const requests = stubServer({
    'GET /auth/me': { body: { data: welcome && demoPlayer } },
    'GET /room/getActiveRooms': { body: { data: [] } },
    'GET /roulette/getCurrentRound': { body: { data: bettingRound(7), own: { red: 0, green: 0, black: 0 } } },
    'GET /roulette/getRounds': { body: { data: [pastRound(6, 4)], pagination: {} } },
    'GET /case/getAllCases': {
      body: { data: cases, pagination: { totalResults: 16, resultsPerPage: 20, currentPage: 1 } },
    },
    'GET /case/getLatestDrops': { body: { data: [] } },
    'GET /user/getLeaderboard': ranksPage([exampleRank(1)]),
    'GET /case/getWonToday': { body: { data: [], figures: null } },
    [WELCOME]: { body: { data: welcome } },
    'POST /user/dismissWelcome': { body: { message: 'Closed.' } },
    ...answers,
  });
  await loadSession();
  return { requests, ...visit('/', <HomePage />, '/') };
}

const card = () => screen.findByRole('region', { name: /are yours|Your first steps/ });

beforeEach(() => {
  resetRoulette();
  stubSiteSettings('sandbox welcome=100000');
});
afterEach(() => {
  stubSiteSettings('');
  vi.useRealTimers();
});

test('invites a visitor to create an account, and says what they start with', async () => {
  const { user } = await open(null);
  expect(screen.getByText('New here? You start with 100.000 diamonds.')).toBeTruthy();
  expect(screen.getByText('Diamonds are play money. There is nothing to pay.')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Create account' }));
  expect(useModals.getState()).toMatchObject({ isAuthOpen: true, isLoginMode: false });
});

test('promises neither diamonds nor play money where diamonds have value', async () => {
  stubSiteSettings('real-value');
  await open(null);
  expect(screen.getByText('New here? Create an account to play.')).toBeTruthy();
  expect(screen.queryByText(/Play money\. Nothing/)).toBeNull();
  expect(screen.queryByText(/This is a sandbox\./)).toBeNull();
});

test('explains the sandbox chip until this browser hides the note', async () => {
  const { user, unmount } = await open(null);
  expect(screen.getByText(/^This is a sandbox\. Players marked/).textContent).toBe(
    'This is a sandbox. Players marked sandbox are programs.',
  );
  await user.click(screen.getByRole('button', { name: 'Hide this note' }));
  expect(screen.queryByText(/^This is a sandbox\./)).toBeNull();
  unmount();
  await open(null);
  expect(screen.queryByText(/^This is a sandbox\./)).toBeNull();
});

test('shows a new player the bonus and three open steps', async () => {
  await open(exampleWelcome({ amount: 777 }));
  const steps = within(await card());
  expect(steps.getByRole('heading', { name: '777 diamonds are yours' })).toBeTruthy();
  await waitFor(() =>
    expect(steps.getByRole('link', { name: /^Open a case/ }).getAttribute('href')).toBe('/case/Case%20A'),
  );
  expect(steps.getByRole('link', { name: /^Bet on a round/ }).getAttribute('href')).toBe('/#roulette');
  expect(steps.getByRole('button', { name: /^Play a duel/ })).toBeTruthy();
  expect(screen.queryByText(/^New here\?/)).toBeNull();
});

test('shows first steps without a bonus, and links to rooms without a sandbox', async () => {
  stubSiteSettings('real-value');
  await open(exampleWelcome({ amount: null }));
  const steps = within(await card());
  expect(steps.getByRole('heading', { name: 'Your first steps' })).toBeTruthy();
  expect(steps.getByRole('link', { name: /^Play a duel/ }).textContent).toContain('Join a room or create your own');
});

test('ticks a step after the event that completes it, and leaves after the last one', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  let welcome = exampleWelcome({ hasPlayed: true });
  await open(welcome, { [WELCOME]: () => ({ body: { data: welcome } }) });
  const region = await card();
  expect(within(region).getAllByRole('img', { name: 'Done' })).toHaveLength(1);

  welcome = { ...welcome, hasBet: true };
  act(() => dispatch('BALANCE_UPDATE', { balance: 1_400, version: 4 }));
  await waitFor(() => expect(within(region).getAllByRole('img', { name: 'Done' })).toHaveLength(2));

  welcome = { ...welcome, firstItem: 'P250 | Nevermore (Field-Tested)' };
  act(() => dispatch('LIVE_DROP', { drops: [{ ...drop(5), username: demoPlayer.username }] }));
  expect(await within(region).findByText('Your item: P250 Nevermore.')).toBeTruthy();
  expect(within(region).getByRole('status').textContent).toBe('All three done. Have fun!');
  await act(() => vi.advanceTimersByTimeAsync(4_000));
  await act(() => vi.advanceTimersByTimeAsync(240));
  expect(region.isConnected).toBe(false);
});

test('closes for good', async () => {
  const { requests, user } = await open(exampleWelcome());
  const region = await card();
  await user.click(within(region).getByRole('button', { name: 'Close the welcome card' }));
  await waitFor(() => expect(region.isConnected).toBe(false));
  expect(requests.filter(({ method }) => method === 'POST').map(({ path }) => path)).toEqual(['/user/dismissWelcome']);
});

test.each([
  ['dismissed', exampleWelcome({ isDismissed: true })],
  ['completed', exampleWelcome({ firstItem: 'P250 | Nevermore (Field-Tested)', hasBet: true, hasPlayed: true })],
])('shows no card that is already %s', async (_, welcome) => {
  await open(welcome);
  await screen.findByRole('heading', { name: 'Cases' });
  await waitFor(() => expect(document.querySelector('.invisible')).toBeNull());
  expect(screen.queryByText('Three ways to start, in any order.')).toBeNull();
});

test('shows six cases from cheap to expensive, and marks the cheapest until the first opening', async () => {
  const { unmount } = await open(null);
  const row = () => within(screen.getByRole('region', { name: 'Cases' }));
  await waitFor(() => expect(row().getAllByRole('listitem')).toHaveLength(6));
  expect(
    row()
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent?.match(/Case [A-Z]/)?.[0]),
  ).toEqual(['A', 'C', 'E', 'G', 'I', 'K'].map((letter) => `Case ${letter}`));
  expect(row().getByRole('link', { name: /^Start here/ }).textContent).toContain('Case A');
  expect(row().getByRole('link', { name: 'All 16 cases' }).getAttribute('href')).toBe('/cases');
  unmount();
  await open(exampleWelcome({ firstItem: 'P250 | Nevermore (Field-Tested)', isDismissed: true }));
  await waitFor(() => expect(row().getAllByRole('listitem')).toHaveLength(6));
  expect(row().queryByText('Start here')).toBeNull();
});

test('lists the best openings of today with what was paid and what they are worth', async () => {
  const best = {
    id: 3,
    username: 'Deniz',
    isSandbox: true,
    caseName: 'Hive',
    market_hash_name: 'AK-47 | Eco (Factory New)',
    image: '',
    skinRarity: 'Classified',
    paid: 750,
    worth: 37_710,
  };
  await open(null, { 'GET /case/getWonToday': { body: { data: [best], figures: { openings: 412, gains: 61 } } } });
  const panel = within(await screen.findByRole('region', { name: 'Won today' }));
  expect((await panel.findByRole('listitem')).textContent).toMatch(/AK-47 \| Eco.*Deniz.*sandbox.*Hive.*750.*37\.710/);
  expect(panel.getByText('Of 412 cases opened today, 61 were worth more than they cost.')).toBeTruthy();
});

test('lists the top players with their wins', async () => {
  await open(null);
  const panel = within(await screen.findByRole('region', { name: 'Top players' }));
  expect((await panel.findByRole('listitem')).textContent).toContain('player_1');
  expect(panel.getByText('49 wins')).toBeTruthy();
});

test('is written in Turkish', async () => {
  await setLanguage('tr');
  await open(null);
  expect(await screen.findByText('Yeni misiniz? 100.000 elmas ile başlarsınız.')).toBeTruthy();
  expect(await screen.findByRole('link', { name: 'Tüm kasalar (16)' })).toBeTruthy();
  await act(() => setLanguage('mixed'));
});
