import type { AdminRound } from '@karat/contract/roulette';
import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { dispatch } from '#core/socket.ts';
import { setLanguage } from '#i18n/i18n.ts';
import { adminRound, bet, openRound, roundEvent } from '#testing/admin-rounds.ts';
import { visit } from '#testing/cases.tsx';
import { refusal, stubServer } from '#testing/test-utils.tsx';
import { formatAdminTime } from '#ui/dates.ts';
import { AdminGamePage } from './admin-game-page.tsx';

const ROUND = 'GET /admin/getRouletteRoundById/41';
const described = (data: AdminRound, totalResults = data.bets.length, currentPage = 1) => ({
  body: { data, pagination: { totalResults, resultsPerPage: 100, currentPage } },
});

function openPage(answers: Parameters<typeof stubServer>[0], url = '/admin/game/41') {
  const requests = stubServer(answers);
  return { requests, ...visit('/admin/game/:gameId', <AdminGamePage />, url) };
}

const detailValue = async (label: string) =>
  (await screen.findByText(label, { selector: 'dt' })).parentElement!.lastElementChild!;
const bets = () => screen.findByRole('table', { name: 'Bets of the game' });

test('shows hash, id, number and colour, and yes and no in Turkish', async () => {
  openPage({ [ROUND]: described(adminRound(41)) });
  expect(await screen.findByRole('heading', { level: 1, name: 'Game #41' })).toBeTruthy();
  expect((await detailValue('Hash')).textContent).toContain(adminRound(41).hash);
  expect((await detailValue('Game id')).textContent).toBe('#41');
  expect((await detailValue('Winning number')).textContent).toBe('4');
  expect((await detailValue('Winning colour')).textContent).toBe('Red');
  expect((await detailValue('Being played')).textContent).toBe('Hayır');
  expect((await detailValue('Completed')).textContent).toBe('Evet');
  expect((await detailValue('Payments completed')).textContent).toBe('Evet');
  expect((await detailValue('Profit')).textContent).toContain('2.600');
  expect((await detailValue('Payments completed')).firstElementChild!.getAttribute('lang')).toBe('tr');
  expect(screen.getByRole('link', { name: 'Proof of the round' }).getAttribute('href')).toBe('/fair/round/41');
});

test('shows a dash for the number before the draw', async () => {
  openPage({ [ROUND]: described(openRound(41)) });
  for (const label of ['Winning number', 'Winning colour', 'Total payouts', 'Profit'])
    expect((await detailValue(label)).textContent).toBe('–');
  expect((await detailValue('Being played')).textContent).toBe('Evet');
  expect((await detailValue('Completed')).textContent).toBe('Hayır');
  expect((await detailValue('Payments completed')).textContent).toBe('Hayır');
  expect(screen.getByText('Nobody bet in this game.')).toBeTruthy();
});

test('lists bets with date, username, amount, choice and winnings, names as text', async () => {
  const hostile = bet(2, { username: '<b>x</b>', playerBet: 'green', winAmount: null });
  const { requests } = openPage({ [ROUND]: described(adminRound(41, { bets: [hostile, bet(1)] })) });
  const [head, first, second] = within(await bets()).getAllByRole('row');
  expect(head!.textContent).toBe('DateUsernameAmountChoiceWinnings');
  const time = formatAdminTime('2026-03-03T14:05:12.000Z');
  expect(first!.textContent).toBe(`Date${time}Username<b>x</b>Amount500500 diamondsChoiceGreenWinnings–`);
  expect(second!.textContent).toContain('Winnings1.0001.000 diamonds');
  expect(within(first!).getByText('<b>x</b>').tagName).toBe('BDI');
  expect(requests[0]?.path).toBe('/admin/getRouletteRoundById/41?page=1&limit=100');
});

test('shows a hundred bets per page', async () => {
  openPage({ [ROUND]: described(adminRound(41, { bets: [bet(1)] }), 250) });
  expect((await screen.findByRole('link', { name: 'Page 3' })).getAttribute('href')).toBe('/admin/game/41?page=3#bets');
});

test('says why a game was refunded', async () => {
  const reason = 'The seed could not be read.';
  openPage({ [ROUND]: described(adminRound(41, { state: 'REFUNDED', refundReason: reason, winAmount: 0 })) });
  expect(await screen.findByText('All bets were refunded.')).toBeTruthy();
  expect(screen.getByText(`Reason: ${reason}`)).toBeTruthy();
  expect((await detailValue('Profit')).textContent).toBe('–');
});

test('updates with the draw and the payout, and ignores other games', async () => {
  const server = { round: described(openRound(41)) };
  const { requests } = openPage({ [ROUND]: () => server.round });
  await detailValue('Hash');
  act(() => dispatch('ROULETTE_ROUND', roundEvent(openRound(42))));
  server.round = described(openRound(41, { state: 'ROLLING', winnerNumber: 9, winnerColor: 'black' }));
  act(() => dispatch('ROULETTE_ROUND', roundEvent(openRound(41, { state: 'ROLLING' }))));
  await waitFor(async () => expect((await detailValue('Winning colour')).textContent).toBe('Black'));
  expect((await detailValue('Payments completed')).textContent).toBe('Hayır');
  server.round = described(adminRound(41, { winnerNumber: 9, winnerColor: 'black' }));
  act(() => dispatch('ROULETTE_ROUND', roundEvent(adminRound(41))));
  await waitFor(async () => expect((await detailValue('Payments completed')).textContent).toBe('Evet'));
  expect(requests).toHaveLength(3);
});

test('updates with new bets, many with one request', async () => {
  const server = { round: described(openRound(41)) };
  const { requests } = openPage({ [ROUND]: () => server.round });
  await detailValue('Hash');
  server.round = described(openRound(41, { bets: [bet(1, { winAmount: null })], betCount: 1, amount: 500 }));
  const of = { amount: 0, bets: 0, players: 0 };
  for (const roundId of [40, 41, 41, 41])
    act(() => dispatch('ROULETTE_BET', { roundId, bettors: [], totals: { red: of, green: of, black: of } }));
  expect(await screen.findByText('player_1', undefined, { timeout: 4_000 })).toBeTruthy();
  expect(requests).toHaveLength(2);
});

test('shows a skeleton while loading, and a failure with a retry', async () => {
  const answers = [refusal(500, 'internal', 'Something went wrong.'), described(adminRound(41))];
  const { user } = openPage({ [ROUND]: () => answers.shift()! });
  expect(screen.getByRole('status')).toBeTruthy();
  expect(await screen.findByText('Failed to fetch game info')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await detailValue('Hash')).toBeTruthy();
});

test.each(['404', '0', 'x', '1e3'])('/admin/game/%s names no game', async (id) => {
  openPage(
    { 'GET /admin/getRouletteRoundById/404': refusal(404, 'not_found', 'Round not found.') },
    `/admin/game/${id}`,
  );
  expect(await screen.findByText('Failed to fetch game info')).toBeTruthy();
  expect(screen.getByText('There is no game with this id.')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Back to games' }).getAttribute('href')).toBe('/admin/games');
});

test('shows yes and no in English', async () => {
  await setLanguage('en');
  openPage({ [ROUND]: described(adminRound(41)) });
  expect((await detailValue('Payments completed')).textContent).toBe('Yes');
  await act(() => setLanguage('mixed'));
});
