import type { CurrentRound } from '@karat/contract/roulette';
import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { dispatch } from '#core/socket.ts';
import { useRoulette } from '#features/roulette/roulette.ts';
import { exampleRank, ranksPage } from '#testing/leaderboard.ts';
import { exampleOpenRound, exampleRound } from '#testing/rounds.ts';
import { renderInApp, stubServer } from '#testing/test-utils.tsx';
import { LiveHeader } from './live-header.tsx';

const BEGAN = Date.parse('2026-03-03T14:05:09.000Z');
const after = (seconds: number) => new Date(BEGAN + seconds * 1_000).toISOString();
const total = { amount: 0, bets: 0, players: 0 };

const betting: CurrentRound = {
  ...exampleOpenRound(9),
  now: after(0),
  closesAt: after(20),
  drawnAt: null,
  settledAt: null,
  spinMs: 7_000,
  pauseMs: 3_000,
  betMax: 1_000,
  bettors: [],
  totals: { red: total, green: total, black: total },
};
const rolling: CurrentRound = { ...betting, ...exampleRound(9), state: 'ROLLING', now: after(20), drawnAt: after(20) };
const settled: CurrentRound = { ...rolling, state: 'SETTLED', now: after(27), settledAt: after(27) };

const chips = () =>
  [...screen.getByRole('link', { name: /Roulette/ }).querySelectorAll('[aria-hidden] > span')].map(
    ({ textContent }) => textContent,
  );

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  useRoulette.setState(useRoulette.getInitialState(), true);
});
afterEach(() => vi.useRealTimers());

function stub(round: CurrentRound | null, top = [exampleRank(1), exampleRank(2), exampleRank(3)]) {
  const over = [8, 7, 6].map(exampleRound);
  return stubServer({
    'GET /user/getLeaderboard': ranksPage(top),
    'GET /roulette/getCurrentRound': { body: { data: round, own: { red: 0, green: 0, black: 0 } } },
    'GET /roulette/getRounds': {
      body: { data: round ? over : [], pagination: { totalResults: 3, resultsPerPage: 100, currentPage: 1 } },
    },
  });
}

test('counts the round down, spins and ends, and shows its number once the wheel has stopped', async () => {
  stub(betting);
  renderInApp(<LiveHeader />);
  expect(await screen.findByText('Betting closes in 20 s')).toBeTruthy();
  await waitFor(() => expect(chips().slice(0, 3)).toEqual([8, 7, 6].map((k) => String(exampleRound(k).winnerNumber))));
  const before = chips();
  act(() => void vi.advanceTimersByTime(5_000));
  expect(screen.getByText(/^Betting closes in 1[45] s$/)).toBeTruthy();

  act(() => dispatch('ROULETTE_ROUND', { round: rolling }));
  expect(screen.getByText('Rolling…')).toBeTruthy();
  expect(chips()).toEqual(before);

  act(() => dispatch('ROULETTE_ROUND', { round: settled }));
  expect(screen.getByText('Next round in a moment')).toBeTruthy();
  expect(chips()).toEqual([String(settled.winnerNumber), ...before.slice(0, -1)]);
});

test('reserves the places before the first round, and says that none is running', async () => {
  const requests = stub(null);
  renderInApp(<LiveHeader />);
  await waitFor(() => expect(requests).toHaveLength(3));
  expect(screen.getByText('No round right now')).toBeTruthy();
  expect(chips()).toEqual(Array(8).fill(''));
});

test('shows a skeleton while the round is loading, not that none is running', async () => {
  const answer = Promise.withResolvers<{ body: unknown }>();
  stubServer({
    'GET /user/getLeaderboard': ranksPage([]),
    'GET /roulette/getCurrentRound': () => answer.promise,
    'GET /roulette/getRounds': {
      body: { data: [], pagination: { totalResults: 0, resultsPerPage: 8, currentPage: 1 } },
    },
  });
  renderInApp(<LiveHeader />);
  const cell = screen.getByRole('link', { name: /Roulette/ });
  expect(cell.querySelector('.motion-shimmer')).not.toBeNull();
  expect(screen.queryByText('No round right now')).toBeNull();
  await act(async () => answer.resolve({ body: { data: betting, own: { red: 0, green: 0, black: 0 } } }));
  expect(await screen.findByText('Betting closes in 20 s')).toBeTruthy();
  expect(cell.querySelector('.motion-shimmer')).toBeNull();
});

test('links to the game even if nothing can be fetched', async () => {
  stubServer({
    'GET /roulette/getCurrentRound': 'unreachable',
    'GET /roulette/getRounds': 'unreachable',
    'GET /user/getLeaderboard': 'unreachable',
  });
  renderInApp(<LiveHeader />);
  await waitFor(() => expect(useRoulette.getState().isFailed).toBe(true));
  expect(screen.getByRole('link', { name: /Roulette/ }).getAttribute('href')).toBe('/roulette');
  expect(screen.getByRole('link', { name: /Top players/ }).getAttribute('href')).toBe('/leaderboard');
  expect(screen.queryByText('No matches won yet')).toBeNull();
  expect(screen.queryByText('No round right now')).toBeNull();
});

test('names the top three, and says when no match has been won', async () => {
  const requests = stub(betting);
  const { unmount } = renderInApp(<LiveHeader />);
  const cell = (await screen.findByText('player_1')).closest('a');
  expect(cell?.textContent).toMatch(/^Top playersplayer_1 · player_2 · player_3/);
  expect(requests.map(({ path }) => path)).toContain('/user/getLeaderboard?sort=elo&page=1&limit=3');
  unmount();
  stub(betting, []);
  renderInApp(<LiveHeader />);
  expect(await screen.findByText('No matches won yet')).toBeTruthy();
});
