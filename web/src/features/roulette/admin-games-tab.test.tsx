import type { AdminRound, RoundDay } from '@karat/contract/roulette';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { dispatch } from '#core/socket.ts';
import { setLanguage } from '#i18n/i18n.ts';
import { adminRound, openRound, roundDay, roundEvent } from '#testing/admin-rounds.ts';
import { visit } from '#testing/cases.tsx';
import { signInStaff } from '#testing/staff.ts';
import { refusal, stubServer } from '#testing/test-utils.tsx';
import { formatAdminTime } from '#ui/dates.ts';
import { addDays } from '#ui/days.ts';
import { AdminGamesTab } from './admin-games-tab.tsx';
import { withBets } from './admin-queries.ts';

beforeEach(() => signInStaff());

const TODAY = '2026-03-03';
const LIST = 'GET /admin/getAllRouletteRounds';
const DAYS = 'GET /admin/getRoundDays';
const totalsOf = (date: string) => `GET /admin/getRoundTotalsByDate/${date}`;

const listed = (data: AdminRound[], totalResults = data.length, currentPage = 1) => ({
  body: { data, pagination: { totalResults, resultsPerPage: 10, currentPage } },
});
const totalled = (amount: number, winAmount: number) => ({
  body: { dailyBetAmount: [{ amount, winAmount, profit: amount - winAmount }] },
});
const month = (last: string, amount = 1_000): RoundDay[] =>
  Array.from({ length: 30 }, (_, index) => roundDay(addDays(last, index - 29), amount * (index + 1)));

// Fakes only the date; timers are real.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(`${TODAY}T23:30:00Z`) });
});
afterEach(() => {
  vi.useRealTimers();
});

type Answers = Parameters<typeof stubServer>[0];

function openPage(answers: Answers = {}, url = '/admin/games') {
  const requests = stubServer({
    [LIST]: listed([openRound(42), adminRound(41)]),
    [DAYS]: { body: { data: month(TODAY) } },
    [totalsOf(TODAY)]: totalled(30_000, 27_000),
    ...answers,
  });
  const requestedPaths = (path: string) =>
    requests.filter((each) => each.path.startsWith(path)).map((each) => each.path);
  return { requestedPaths, ...visit('/admin/games', <AdminGamesTab />, url) };
}

const table = () => screen.findByRole('table', { name: 'Rounds' });
/** The values of a row, without the labels that narrow screens show and screen readers skip. */
async function rowsOf(): Promise<string[][]> {
  const [head, ...rows] = within(await table()).getAllByRole('row');
  const labels = within(head!)
    .getAllByRole('columnheader')
    .map((cell) => cell.textContent);
  return rows.map((row) =>
    within(row)
      .getAllByRole('cell')
      .map((cell, index) => cell.textContent.slice(labels[index]!.length)),
  );
}
const tile = async (label: string) => (await screen.findAllByText(label, { selector: 'dt' }))[0]!.parentElement!;

describe('rounds', () => {
  test('show all their facts, but no number before the draw', async () => {
    const { requestedPaths } = openPage();
    const time = formatAdminTime('2026-03-03T14:05:09.000Z');
    expect(await rowsOf()).toEqual([
      ['#42', time, 'aaaaaaaaaa…', '–', 'Evet', 'Hayır', '0', '0', '–', '–'],
      ['#41', time, 'aaaaaaaaaa…', '4Red', 'Hayır', 'Evet', '12', '15.000', '12.400', '2.600'],
    ]);
    expect(screen.getByRole('link', { name: '#41' }).getAttribute('href')).toBe('/admin/game/41');
    expect(screen.getAllByText('Hayır')[0]!.getAttribute('lang')).toBe('tr');
    expect(requestedPaths('/admin/getAllRouletteRounds')).toEqual(['/admin/getAllRouletteRounds?page=1&limit=25']);
  });

  test('with a loss say so, and refunded ones have no profit', async () => {
    const refunded = adminRound(40, { state: 'REFUNDED', winnerNumber: null, winnerColor: null, winAmount: 0 });
    openPage({ [LIST]: listed([adminRound(41, { winAmount: 210_000 }), refunded]) });
    const [lost, returned] = await rowsOf();
    expect(lost!.slice(-2)).toEqual(['210.000', '-195.000']);
    expect([returned![3], ...returned!.slice(-2)]).toEqual(['Refunded', '–', '–']);
  });

  test('have pages of ten, whose links jump to the list and keep the day', async () => {
    const { user, requestedPaths, router } = openPage(
      { [LIST]: listed([adminRound(41)], 120), [totalsOf('2026-03-01')]: totalled(1, 0) },
      '/admin/games?date=2026-03-01',
    );
    const link = await screen.findByRole('link', { name: 'Page 12' });
    expect(link.getAttribute('href')).toBe('/admin/games?date=2026-03-01&page=12#rounds');
    await user.click(link);
    await waitFor(() => expect(requestedPaths('/admin/getAllRouletteRounds').at(-1)).toContain('page=12'));
    await user.click(screen.getByRole('button', { name: 'Next day' }));
    expect(router.state.location.search).toBe('?date=2026-03-02&page=12');
  });

  test('show an empty view before the first one', async () => {
    openPage({ [LIST]: listed([]) });
    expect(await screen.findByText('No rounds yet.')).toBeTruthy();
  });

  test('show an error when they cannot be fetched, with a retry', async () => {
    const answers = [refusal(500, 'internal', 'Something went wrong.'), listed([adminRound(41)])];
    const { user } = openPage({ [LIST]: () => answers.shift()! });
    expect(await screen.findByText('An error occurred while fetching data.')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await table()).toBeTruthy();
  });

  test('are translated into Turkish and English', async () => {
    await setLanguage('tr');
    openPage();
    expect((await screen.findAllByText('Kırmızı')).length).toBe(1);
    await act(() => setLanguage('en'));
    expect(screen.getAllByText('Yes')).toHaveLength(2);
    await act(() => setLanguage('mixed'));
  });
});

describe('while the page is open', () => {
  test('updates the first page on every change of a round, without showing an empty list', async () => {
    const server = { list: listed([openRound(42)]) };
    const { requestedPaths } = openPage({ [LIST]: () => server.list });
    await table();
    server.list = listed([adminRound(42, { winnerNumber: 0, winnerColor: 'green' })]);
    act(() => dispatch('ROULETTE_ROUND', roundEvent(adminRound(42))));
    expect(screen.getByRole('link', { name: '#42' })).toBeTruthy();
    expect(await screen.findByText('Green')).toBeTruthy();
    expect(requestedPaths('/admin/getAllRouletteRounds')).toHaveLength(2);
  });

  test('leaves later pages unchanged', async () => {
    const { requestedPaths } = openPage({ [LIST]: listed([adminRound(31)], 41, 2) }, '/admin/games?page=2');
    await table();
    await tile('Profit');
    act(() => dispatch('ROULETTE_ROUND', roundEvent(adminRound(42))));
    await waitFor(() => expect(requestedPaths('/admin/getRoundTotalsByDate')).toHaveLength(2));
    expect(requestedPaths('/admin/getAllRouletteRounds')).toHaveLength(1);
  });

  test('refreshes the totals when a round ends, not when one begins', async () => {
    const answers = [totalled(30_000, 27_000), totalled(31_000, 27_500)];
    const { requestedPaths } = openPage({ [totalsOf(TODAY)]: () => answers.shift()! });
    await waitFor(async () => expect((await tile('Profit')).textContent).toContain('3.000'));
    act(() => dispatch('ROULETTE_ROUND', roundEvent(openRound(43))));
    await waitFor(() => expect(requestedPaths('/admin/getAllRouletteRounds')).toHaveLength(2));
    expect(requestedPaths('/admin/getRoundTotalsByDate')).toHaveLength(1);
    act(() => dispatch('ROULETTE_ROUND', roundEvent(adminRound(42))));
    await waitFor(async () => expect((await tile('Profit')).textContent).toContain('3.500'));
    expect(requestedPaths('/admin/getRoundDays')).toHaveLength(2);
  });

  test('counts live bets as a fetched list would', async () => {
    openPage();
    await table();
    const of = (amount: number, bets: number) => ({ amount, bets, players: 1 });
    const totals = { red: of(1_000, 2), green: of(0, 0), black: of(50, 1) };
    act(() => dispatch('ROULETTE_BET', { roundId: 42, bettors: [], totals }));
    await waitFor(async () => expect((await rowsOf())[0]!.slice(6, 8)).toEqual(['3', '1.050']));
    const rounds = [openRound(42), adminRound(41)];
    const fetched = [openRound(42, { betCount: 3, amount: 1_050 }), adminRound(41)];
    expect(withBets(rounds, { roundId: 42, bettors: [], totals })).toEqual(fetched);
    const late = { red: of(1_000, 2), green: of(0, 0), black: of(0, 0) };
    expect(withBets(fetched, { roundId: 42, bettors: [], totals: late })).toEqual(fetched);
  });
});

describe('totals', () => {
  test('are of today by default: bets, payouts, and the difference', async () => {
    const { requestedPaths } = openPage();
    expect((await tile('Total bets')).textContent).toContain('30.000');
    expect((await tile('Total payouts')).textContent).toContain('27.000');
    expect((await tile('Profit')).textContent).toContain('3.000');
    expect(requestedPaths('/admin/getRoundDays')).toEqual(['/admin/getRoundDays?from=2026-02-02&to=2026-03-03']);
  });

  test('of another day are one click away and in the URL; an old day ends the chart', async () => {
    const { requestedPaths, router } = openPage({ [totalsOf('2025-06-01')]: totalled(0, 0) });
    await tile('Profit');
    fireEvent.change(screen.getByLabelText('Day (UTC)'), { target: { value: '2025-06-01' } });
    await waitFor(() => expect(router.state.location.search).toBe('?date=2025-06-01'));
    await waitFor(() =>
      expect(requestedPaths('/admin/getRoundDays').at(-1)).toBe('/admin/getRoundDays?from=2025-05-03&to=2025-06-01'),
    );
  });

  test.each(['2026-02-31', '2026-03-04', 'x'])('?date=%s means today', async (date) => {
    openPage({}, `/admin/games?date=${date}`);
    expect((await tile('Total bets')).textContent).toContain('30.000');
  });

  test('show an error when they cannot be fetched, and the rounds still load', async () => {
    const failed = refusal(500, 'internal', 'Something went wrong.');
    openPage({ [DAYS]: failed, [totalsOf(TODAY)]: failed });
    expect(await screen.findAllByText('An error occurred while fetching data.')).toHaveLength(2);
    expect(await table()).toBeTruthy();
  });
});

describe('chart', () => {
  test('selects a day by a slider, which describes the day as text', async () => {
    const { requestedPaths, router } = openPage({ [totalsOf('2026-03-02')]: totalled(29_000, 26_100) });
    const slider = await screen.findByRole('slider', { name: 'Chart day' });
    expect(slider.getAttribute('aria-valuetext')).toBe(
      '03/03/2026: Total bets 30.000, Total payouts 27.000, Profit 3.000',
    );
    for (const value of ['20', '24', '28']) fireEvent.change(slider, { target: { value } });
    expect(slider.getAttribute('aria-valuetext')).toMatch(/^02\/03\/2026: /);
    await waitFor(() => expect(router.state.location.search).toBe('?date=2026-03-02'));
    await waitFor(async () => expect((await tile('Total bets')).textContent).toContain('29.000'));
    expect(requestedPaths('/admin/getRoundTotalsByDate')).toHaveLength(2);
    expect(screen.getByLabelText('Day (UTC)')).toHaveProperty('value', '2026-03-02');
  });

  test('sums up all days, and is also a table, newest day first', async () => {
    openPage();
    const title = 'Each day from 02/02/2026 to 03/03/2026';
    const figure = (await screen.findByText(title)).closest('figure')!;
    expect(within(figure).getByText('465.000')).toBeTruthy();
    expect(within(figure).getByText('46.500')).toBeTruthy();
    expect(within(figure).getByText('Show as table').tagName).toBe('SUMMARY');
    const rows = figure.querySelectorAll('tbody tr');
    expect(rows).toHaveLength(30);
    expect(rows[0]!.textContent).toBe('Day03/03/2026Rounds10Bets25Total bets30.000Total payouts27.000Profit3.000');
  });

  test('draws a bar for each figure of each day, a loss below zero', async () => {
    const days = month(TODAY, 0);
    days[28] = roundDay('2026-03-02', 10_000);
    days[29] = { ...roundDay(TODAY, 10_000), winAmount: 14_000, profit: -4_000 };
    openPage({ [DAYS]: { body: { data: days } } });
    await screen.findByRole('slider');
    const bars = (className: string) => document.querySelectorAll<SVGRectElement>(`svg rect.${className}`);
    expect([bars('fill-info').length, bars('fill-warn').length]).toEqual([2, 2]);
    const [gain, loss] = [bars('fill-success')[0]!, bars('fill-danger')[0]!];
    const [bottom, top] = [
      Number(gain.getAttribute('y')) + Number(gain.getAttribute('height')),
      Number(loss.getAttribute('y')),
    ];
    expect(top).toBeCloseTo(bottom);
  });

  test('says when there were no bets', async () => {
    openPage({ [DAYS]: { body: { data: month(TODAY, 0) } } });
    expect(await screen.findByText('No bets on these days.')).toBeTruthy();
  });
});
