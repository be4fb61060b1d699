import type { PlayedGame } from '@karat/contract/games';
import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { dispatch } from '#core/socket.ts';
import { setLanguage } from '#i18n/i18n.ts';
import { visit } from '#testing/cases.tsx';
import { gamesPage, playedGame } from '#testing/games.ts';
import { bettingRound, closedRound, settledRound } from '#testing/roulette.ts';
import { renderInApp, refusal, stubServer } from '#testing/test-utils.tsx';
import { HistoryPage } from './history-page.tsx';
import { LastGames } from './last-games.tsx';

const GAMES = 'GET /user/getGameHistory';
const won = playedGame(2, { isWon: true, payout: 14_000 });
const even = playedGame(3, { payout: 1_000 });

function openPage(answer: Parameters<typeof stubServer>[0][string], url = '/oyungecmisim') {
  const requests = stubServer({ [GAMES]: answer });
  return { requests, ...visit('/oyungecmisim', <HistoryPage />, url) };
}

async function rowsOf(name: string): Promise<string[]> {
  const rows = within(await screen.findByRole('table', { name })).getAllByRole('row');
  return rows.map((row) => row.textContent);
}

describe('game history', () => {
  test('shows date, game, map and result of each game', async () => {
    const { requests } = openPage(gamesPage([even, won, playedGame(1)]));
    const [head, ...rows] = await rowsOf('Game history');
    expect(head).toBe('DateGameMapResult');
    expect(rows[0]).toMatch(/^Date03 March 2026, \d\d:05:09GameRoulette #103Map-Result/);
    expect(rows.map((row) => row.slice(row.indexOf('Result') + 'Result'.length))).toEqual([
      '1.000 → 1.0001.000 staked, 1.000 paid outEven',
      '1.000 → 14.0001.000 staked, 14.000 paid outWon',
      '1.000 → 01.000 staked, 0 paid outLost',
    ]);
    expect(screen.getByRole('link', { name: 'Roulette #102' }).getAttribute('href')).toBe('/fair/round/102');
    expect(screen.getByText('3 games')).toBeTruthy();
    expect(requests[0]?.path).toBe('/user/getGameHistory?page=1&limit=10');
  });

  test('shows the map of a duel, and links to its room', async () => {
    openPage(gamesPage([playedGame(1, { game: 'duel', map: 'awp_lego', reference: 7 })]));
    expect((await rowsOf('Game history'))[1]).toContain('GameDuellos #7Mapawp_legoResult');
    expect(screen.getByRole('link', { name: 'Duellos #7' }).getAttribute('href')).toBe('/room/7');
  });

  test('has pages of ten, stored in the URL', async () => {
    const { user, requests, router } = openPage(gamesPage([won], 25));
    await user.click(await screen.findByRole('link', { name: 'Page 3' }));
    await waitFor(() => expect(requests.at(-1)?.path).toBe('/user/getGameHistory?page=3&limit=10'));
    expect(router.state.location.search).toBe('?page=3');
  });

  test('links from past the end to the last page', async () => {
    const { router } = openPage(gamesPage([], 25, 9), '/oyungecmisim?page=9');
    await waitFor(() => expect(router.state.location.search).toBe('?page=3'));
  });

  test('links to a game when empty', async () => {
    openPage(gamesPage([]));
    expect(await screen.findByText('No games yet.')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Play roulette' }).getAttribute('href')).toBe('/roulette');
  });

  test('offers a retry after a failure', async () => {
    const answers = [refusal(500, 'internal', 'Something went wrong.'), gamesPage([won])];
    const { user } = openPage(() => answers.shift()!);
    await user.click(await screen.findByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Won')).toBeTruthy();
  });

  test('is translated into Turkish', async () => {
    await setLanguage('tr');
    openPage(gamesPage([even]));
    expect(await screen.findByText('Başa baş')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Rulet #103' })).toBeTruthy();
    await act(() => setLanguage('mixed'));
  });
});

describe('a round that ends while the page is open', () => {
  const round = bettingRound(102);

  test('adds its game to the first page, without a fetch for earlier states', async () => {
    const server: { games: PlayedGame[] } = { games: [playedGame(1)] };
    const { requests } = openPage(() => gamesPage(server.games));
    await screen.findByText('Lost');
    for (const each of [round, closedRound(round)]) act(() => dispatch('ROULETTE_ROUND', { round: each }));
    expect(requests).toHaveLength(1);
    server.games = [won, playedGame(1)];
    act(() => dispatch('ROULETTE_ROUND', { round: settledRound(round, 0) }));
    expect(await screen.findByText('Won')).toBeTruthy();
    expect(requests).toHaveLength(2);
  });

  test('leaves later pages unchanged', async () => {
    const { requests } = openPage(gamesPage([won], 25, 2), '/oyungecmisim?page=2');
    await screen.findByText('Won');
    act(() => dispatch('ROULETTE_ROUND', { round: settledRound(round, 0) }));
    await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
    expect(requests).toHaveLength(1);
  });
});

describe('last games', () => {
  const brief = (games: readonly PlayedGame[], total?: number) => {
    const requests = stubServer({ [GAMES]: gamesPage(games, total) });
    renderInApp(<LastGames />);
    return requests;
  };

  test('are five, with a link to all', async () => {
    const requests = brief([won], 6);
    expect((await rowsOf('Last games'))[1]).toContain('Roulette #102');
    expect(requests[0]?.path).toBe('/user/getGameHistory?page=1&limit=5');
    expect(screen.getByRole('link', { name: 'See all games' }).getAttribute('href')).toBe('/oyungecmisim');
  });

  test('have no link when there are no others', async () => {
    brief([won]);
    await screen.findByText('Won');
    expect(screen.queryByRole('link', { name: 'See all games' })).toBeNull();
  });

  test('of a new player are empty, with the same columns', async () => {
    brief([]);
    expect(await rowsOf('Last games')).toEqual(['DateGameMapResult']);
    expect(screen.getByText('No games yet.')).toBeTruthy();
  });
});
