import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { useModals } from '#core/modals.ts';
import { loadSession } from '#core/session.ts';
import { dispatch } from '#core/socket.ts';
import { betButton, amountField, resetRoulette } from '#testing/roulette-page.tsx';
import { bettingRound, bettor, drawnRound, pastRound, settledRound } from '#testing/roulette.ts';
import { demoPlayer, renderInApp, stubServer } from '#testing/test-utils.tsx';
import { HomeTable } from './home-table.tsx';
import { NO_STAKES } from './round-state.ts';

type Answers = Parameters<typeof stubServer>[0];
const round = bettingRound(7, { bettors: [bettor('ece', 'red', 600), bettor('deniz', 'green', 40)] });

async function open(answers: Answers = {}, { isSignedIn = true } = {}) {
  const requests = stubServer({
    'GET /auth/me': { body: { data: isSignedIn ? demoPlayer : null } },
    'GET /roulette/getCurrentRound': { body: { data: round, own: NO_STAKES } },
    'GET /roulette/getRounds': { body: { data: [pastRound(6, 4), pastRound(5, 0)], pagination: {} } },
    'POST /roulette/placeBet': { body: { message: 'Bet placed.', data: {} } },
    ...answers,
  });
  await loadSession();
  return { requests, ...renderInApp(<HomeTable />) };
}

beforeEach(resetRoulette);

test('shows a visitor the clock, the bets of others and the last results', async () => {
  const { user } = await open({}, { isSignedIn: false });
  const status = await screen.findByText(/^Betting closes in \d+ s/);
  expect(status.textContent).toMatch(/^Betting closes in \d+ s · 2 bets, total 640$/);
  expect((await betButton('red')).textContent).toMatch(/1 player.*600/);
  expect(screen.getByText('Round 6: red 4')).toBeTruthy();
  expect(screen.queryByRole('textbox')).toBeNull();
  expect(screen.getByText('You can watch without an account. Sign in to bet.')).toBeTruthy();
  await user.click(await betButton('red'));
  expect(useModals.getState().isAuthOpen).toBe(true);
});

test('starts without an amount, says what a bet pays, and places it', async () => {
  const { user, requests } = await open();
  const field = await amountField();
  expect((field as HTMLInputElement).value).toBe('');
  await user.click(await betButton('green'));
  expect(await screen.findByText('Enter an amount first.')).toBeTruthy();
  expect(document.activeElement).toBe(field);
  await user.type(field, '100');
  expect((await betButton('green')).textContent).toMatch(/Pays.*1\.400/);
  expect((await betButton('black')).textContent).toMatch(/Pays.*200/);
  await user.click(await betButton('green'));
  await waitFor(() =>
    expect(requests.find(({ path }) => path === '/roulette/placeBet')?.body).toMatchObject({
      playerBet: 'green',
      amount: 100,
      roundId: 7,
    }),
  );
});

test('follows the round: rolling without bets, then the winner and the lost stake', async () => {
  await open({ 'GET /roulette/getCurrentRound': { body: { data: round, own: { ...NO_STAKES, black: 100 } } } });
  expect((await betButton('black')).textContent).toMatch(/Your bet.*100/);
  act(() => dispatch('ROULETTE_ROUND', { round: drawnRound(round, 4) }));
  expect(await screen.findByText(/^Rolling…/)).toBeTruthy();
  expect((await betButton('red')).getAttribute('aria-disabled')).toBe('true');
  act(() => dispatch('ROULETTE_ROUND', { round: settledRound(round, 4) }));
  expect(await screen.findByText(/^Red 4 wins/)).toBeTruthy();
  expect(screen.getByText('−100').className).not.toContain('text-danger');
  expect(screen.getByText('No win this time.')).toBeTruthy();
});

test('shows what a won bet adds to the balance, without the stake', async () => {
  await open({ 'GET /roulette/getCurrentRound': { body: { data: round, own: { ...NO_STAKES, red: 100 } } } });
  await betButton('red');
  act(() => dispatch('ROULETTE_ROUND', { round: settledRound(round, 3) }));
  expect(await screen.findByText('+100')).toBeTruthy();
  expect(await screen.findByText('You win 100 diamonds.')).toBeTruthy();
});

test('says that the first round is being prepared, and offers a retry after a failure', async () => {
  const { unmount } = await open({ 'GET /roulette/getCurrentRound': { body: { data: null, own: NO_STAKES } } });
  expect(await screen.findByText('The first round is being prepared.')).toBeTruthy();
  unmount();
  resetRoulette();
  await open({ 'GET /roulette/getCurrentRound': 'unreachable' });
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy();
});
