import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useLoss } from '#core/loss.ts';
import { dispatch } from '#core/socket.ts';
import {
  CURRENT_ROUND_CALL,
  amountField,
  betButton,
  column,
  resetRoulette,
  receiveRound,
  openRoulette,
  statusTexts,
} from '#testing/roulette-page.tsx';
import { renderInApp } from '#testing/test-utils.tsx';
import { LossNote } from '#ui/loss-note.tsx';
import { bettingRound, bettor, closedRound, drawnRound, pastRound, settledRound } from '#testing/roulette.ts';
import { NO_STAKES } from './round-state.ts';

beforeEach(() => {
  resetRoulette();
  useLoss.setState({ loss: undefined });
});
afterEach(() => vi.useRealTimers());

test('shows countdown, colours with their payouts, hash and last results', async () => {
  await openRoulette();
  expect(await screen.findByText('Betting is open')).toBeTruthy();
  expect(screen.getByText('20 s')).toBeTruthy();
  const [red, green, black] = [await column('Red'), await column('Green'), await column('Black')];
  expect([red, green, black].map((each) => within(each).getByRole('img').getAttribute('aria-label'))).toEqual([
    'Pays 2 times your bet',
    'Pays 14 times your bet',
    'Pays 2 times your bet',
  ]);
  // Green in the middle.
  expect(red.compareDocumentPosition(green) & green.compareDocumentPosition(black)).toBe(4);
  expect(screen.getByTitle('7'.repeat(64))).toBeTruthy();
  expect(screen.getByText('Returns 93,33 % on every colour')).toBeTruthy();
  expect(screen.getByText('House edge 6,67 %')).toBeTruthy();
  const last = await screen.findByRole('region', { name: 'Last results' });
  expect(await within(last).findByText('Last 2')).toBeTruthy();
  expect(within(last).getByRole('link', { name: 'Round 6: green 0' }).getAttribute('href')).toBe('/fair/round/6');
  expect(within(last).getByRole('link', { name: 'Round 5: black 9' }).getAttribute('href')).toBe('/fair/round/5');
  expect(screen.getByRole('link', { name: 'Proof of round 6' }).getAttribute('href')).toBe('/fair/round/6');
});

test('the last results are one tab stop, with the arrow keys between them', async () => {
  const { user } = await openRoulette({ rounds: [pastRound(6, 0), pastRound(5, 9), pastRound(4, 3)] });
  const last = await screen.findByRole('region', { name: 'Last results' });
  const results = await within(last).findAllByRole('link');
  await user.tab();
  while (document.activeElement !== results[0]) await user.tab();
  await user.keyboard('{ArrowRight}{ArrowRight}');
  expect(document.activeElement).toBe(results[2]);
  await user.tab();
  expect(last.contains(document.activeElement)).toBe(false);
});

test('shows a skeleton until the round loads, and a retry if it cannot', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const answers = ['unreachable' as const];
  const { user } = await openRoulette(
    {},
    { [CURRENT_ROUND_CALL]: () => answers.shift() ?? { body: { data: bettingRound(7), own: NO_STAKES } } },
  );
  await user.click(await screen.findByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Betting is open')).toBeTruthy();
  log.mockRestore();
});

test('says that there was no round yet, and starts with the first one', async () => {
  await openRoulette({ round: null, rounds: [] });
  expect(await screen.findByText('The first round is being prepared.')).toBeTruthy();
  receiveRound(bettingRound(1));
  expect(await screen.findByText('Betting is open')).toBeTruthy();
  expect(await screen.findByText('No round has ended yet.')).toBeTruthy();
});

test('adds bets live, largest first, and counts the players who are not listed', async () => {
  const many = Array.from({ length: 30 }, (_, index) => bettor(`p${index}`, 'black', 100 - index));
  await openRoulette({ round: bettingRound(7, { bettors: many }) });
  expect(within(await column('Black')).getAllByRole('listitem')).toHaveLength(30);
  const totals = { ...bettingRound(7).totals, black: { amount: 9_000, bets: 40, players: 33 } };
  act(() => dispatch('ROULETTE_BET', { roundId: 7, bettors: [bettor('ada', 'black', 5_000)], totals }));
  const black = within(await column('Black'));
  // A letter replaces a picture that is not drawn yet.
  await waitFor(() => expect(black.getAllByRole('listitem')[0]!.textContent).toBe('ada5.000'));
  expect(black.getByText('33 players')).toBeTruthy();
  expect(black.getByText('and 3 others')).toBeTruthy();
});

test('closes the buttons in time, and hides the number until the wheel stops', async () => {
  const round = bettingRound(7);
  const { user, bets } = await openRoulette({ round });
  await user.type(await amountField(), '10');
  receiveRound(closedRound(round));
  expect(await screen.findByText('No more bets')).toBeTruthy();
  const red = await betButton('red');
  expect(red.getAttribute('aria-disabled')).toBe('true');
  red.focus();
  await user.keyboard('{Enter}');
  expect(bets()).toEqual([]);
  receiveRound(drawnRound(round, 3));
  expect(await screen.findByText('Rolling…')).toBeTruthy();
  expect(statusTexts()).toContain('No more bets.');
  expect(screen.queryByText(/Red 3/)).toBeNull();
  expect(screen.queryByRole('link', { name: 'Round 7: red 3' })).toBeNull();
  expect((await column('Red')).dataset['outcome']).toBeUndefined();
  expect(document.activeElement).toBe(red);
});

test.each([
  ['wins', { red: 100, green: 5, black: 0 }, '+95', 'Red 3 wins. You win 95 diamonds.'],
  ['does not win', { red: 0, green: 5, black: 50 }, 'No win this time', 'Red 3 wins. No win this time.'],
])('shows the result once to a player who %s, after all payouts', async (_, ownStakes, shown, announced) => {
  const round = bettingRound(7, { bettors: [bettor('ada', 'red', 40), bettor('bob', 'black', 60)] });
  await openRoulette({ round: drawnRound(round, 3, 6_990), ownStakes });
  expect(await screen.findByText('Red 3 wins')).toBeTruthy();
  // The wheel has stopped, but payouts are pending.
  expect(statusTexts()).toContain('Red 3 wins.');
  receiveRound(settledRound(round, 3));
  await waitFor(() => expect(statusTexts()).toContain(announced));
  expect(screen.getAllByText(shown).length).toBeGreaterThan(0);
  expect((await column('Red')).dataset['outcome']).toBe('won');
  expect((await column('Black')).dataset['outcome']).toBe('lost');
  expect(within(await column('Red')).getByText('+40')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Round 7: red 3' })).toBeTruthy();
});

test.each([
  ['more', { red: 100, green: 0, black: 60 }, '+40', true],
  ['as much', { red: 100, green: 0, black: 100 }, '0', false],
  ['less', { red: 100, green: 0, black: 300 }, '−200', false],
])('shows what a round that pays %s than was staked changed, and celebrates only a gain', async (...row) => {
  const [, ownStakes, shown, isGain] = row;
  const round = bettingRound(7);
  await openRoulette({ round: drawnRound(round, 3, 6_990), ownStakes });
  receiveRound(settledRound(round, 3));
  const notice = (await screen.findByText(/^Your bets: \d/)).closest('p')!;
  const result = within(notice).getByText(shown);
  expect(notice.classList.contains('motion-win')).toBe(isGain);
  expect(result.classList.contains('text-success')).toBe(isGain);
});

test('shows the own bets of the round by colour until the result', async () => {
  const round = bettingRound(7);
  await openRoulette({ round, ownStakes: { red: 1_000, green: 0, black: 50 } });
  const ownBets = async () => (await screen.findByText('Your bets')).parentElement!.textContent;
  expect(await ownBets()).toBe('Your betsRed1.000Black50');
  receiveRound(drawnRound(round, 3));
  expect(await ownBets()).toBe('Your betsRed1.000Black50');
  receiveRound(settledRound(round, 3));
  await waitFor(() => expect(screen.queryByText('Your bets')).toBeNull());
});

test.each([
  ['the whole stake', { red: 0, green: 5, black: 1_995 }, 2_000],
  ['a part of it', { red: 10, green: 0, black: 300 }, undefined],
  ['nothing', { red: 10, green: 0, black: 0 }, undefined],
])('states the loss beside the balance to a player who lost %s', async (_, ownStakes, lost) => {
  const round = bettingRound(7);
  await openRoulette({ round: drawnRound(round, 3, 6_990), ownStakes });
  renderInApp(<LossNote />);
  expect(await screen.findByText('Red 3 wins')).toBeTruthy();
  receiveRound(settledRound(round, 3));
  await waitFor(() => expect(statusTexts().some((text) => /You win|You get back|No win/.test(text ?? ''))).toBe(true));
  expect(useLoss.getState().loss?.amount).toBe(lost);
  const notes = screen.queryAllByText('−2.000');
  // Once beside the balance and once below the wheel, in neither place in red.
  expect(notes).toHaveLength(lost === undefined ? 0 : 2);
  for (const note of notes) expect(note.classList).toContain('text-fg-2');
});

test('does not repeat a loss that was there when the page opened', async () => {
  const round = bettingRound(7);
  await openRoulette({ round: settledRound(round, 3), ownStakes: { red: 0, green: 0, black: 50 } });
  await waitFor(() => expect(statusTexts()).toContain('Red 3 wins. No win this time.'));
  expect(useLoss.getState().loss).toBeUndefined();
});

test('shows a late visitor the wheel in motion, then on its number', async () => {
  const round = bettingRound(7);
  await openRoulette({ round: drawnRound(round, 3, 2_000) });
  expect(await screen.findByText('Rolling…')).toBeTruthy();
  const wheel = screen.getByRole('region', { name: 'Wheel' });
  expect(wheel.dataset['phase']).toBe('spinning');
  const shownTile = () => wheel.querySelector<HTMLElement>('[data-tile]')?.dataset['tile'];
  receiveRound(settledRound(round, 3));
  await waitFor(() => expect(shownTile()).toBe('3'));
  receiveRound(bettingRound(8));
  await screen.findByText('Betting is open');
  expect(shownTile()).toBe('3');
});

test('says that a round was refunded, and where the diamonds are', async () => {
  const round = bettingRound(7);
  await openRoulette({ round, ownStakes: { red: 10, green: 0, black: 0 } });
  await screen.findByText('Betting is open');
  receiveRound({
    ...settledRound(round, 3),
    state: 'REFUNDED',
    seed: null,
    winnerNumber: null,
    winnerColor: null,
    drawnAt: null,
    refundReason: 'seed_lost',
  });
  expect(await screen.findByText('This round was refunded')).toBeTruthy();
  expect(statusTexts()).toContain('This round was refunded. The number could not be drawn. All bets were refunded.');
  expect(await screen.findByRole('link', { name: 'Round 7: refunded' })).toBeTruthy();
  expect(screen.queryByText('No win this time')).toBeNull();
});

test('says that the page is waiting when events stop, and continues when they return', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  await openRoulette();
  expect(await screen.findByText('Betting is open')).toBeTruthy();
  await act(() => vi.advanceTimersByTimeAsync(20_050));
  expect(await screen.findByText('No more bets')).toBeTruthy();
  await act(() => vi.advanceTimersByTimeAsync(3_050));
  await waitFor(() => expect(statusTexts()).toContain('Waiting for the round…'));
  receiveRound(bettingRound(8));
  expect(await screen.findByText('Betting is open')).toBeTruthy();
  expect((await betButton('red')).getAttribute('aria-disabled')).toBeNull();
});

test('the sound switch also mutes case openings', async () => {
  const { user } = await openRoulette();
  const sound = await screen.findByRole('button', { name: 'Sound' });
  expect(sound.getAttribute('aria-pressed')).toBe('true');
  await user.click(sound);
  expect(sound.getAttribute('aria-pressed')).toBe('false');
  expect(localStorage.getItem('case-preferences')).toContain('"isMuted":true');
  await user.click(sound);
});
