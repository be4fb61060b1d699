import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { dispatch } from '#core/socket.ts';
import { useSession } from '#core/session.ts';
import { setLanguage } from '#i18n/i18n.ts';
import { visit } from '#testing/cases.tsx';
import { exampleRank, ranksPage } from '#testing/leaderboard.ts';
import { summaryOf } from '#testing/rooms.ts';
import { refusal, stubServer } from '#testing/test-utils.tsx';
import { LeaderboardPage } from './leaderboard-page.tsx';

const RANKS = 'GET /user/getLeaderboard';

function openPage(answer: Parameters<typeof stubServer>[0][string], url = '/leaderboard') {
  const requests = stubServer({ [RANKS]: answer });
  return { requests, ...visit('/leaderboard', <LeaderboardPage />, url) };
}

async function rows(): Promise<HTMLElement[]> {
  return within(await screen.findByRole('table', { name: 'Leaderboard' })).getAllByRole('row');
}

const top = [exampleRank(1), exampleRank(2), exampleRank(3)];

afterEach(() => {
  vi.useRealTimers();
  useSession.setState(useSession.getInitialState(), true);
});

test('shows place, level, name, kills and wins of each player, and crowns the first', async () => {
  const { requests } = openPage(ranksPage(top, { total: 3 }));
  const [head, first, second] = await rows();
  expect(head!.textContent).toBe('#LevelUsernameKillsWins');
  expect(within(first!).getByRole('img', { name: 'First place' })).toBeTruthy();
  expect(within(second!).queryByRole('img', { name: 'First place' })).toBeNull();
  expect(
    within(second!)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent),
  ).toEqual(['2', '4Rating 2.9002.900', expect.stringMatching(/player_2$/), '1.002', '48']);
  expect(screen.getByText('3 players')).toBeTruthy();
  expect(requests[0]?.path).toBe('/user/getLeaderboard?sort=elo&page=1&limit=20');
});

test('crowns all players who share the lead, without enlarging one', async () => {
  openPage(ranksPage([exampleRank(1), exampleRank(1, { username: 'as_good' }), exampleRank(3)]));
  const [, first, second, third] = await rows();
  expect(screen.getAllByRole('img', { name: 'First place' })).toHaveLength(2);
  expect([first, second].map((row) => row!.className)).toEqual([third!.className, third!.className]);
});

test('shows no crown when no player has a kill', async () => {
  const idle = { place: 1, total_kills: 0 };
  openPage(ranksPage([exampleRank(1, idle), exampleRank(2, idle)]), '/leaderboard?sort=kills');
  await rows();
  expect(screen.queryByRole('img', { name: 'First place' })).toBeNull();
});

test('colours the level by the rating', async () => {
  openPage(ranksPage([exampleRank(1, { elo: 5_000 }), exampleRank(2, { elo: 1_000 }), exampleRank(3, { elo: 999 })]));
  const [, ...players] = await rows();
  const levels = players.map((row, index) => within(row).getAllByText(['8', '2', '1'][index]!).at(-1)!);
  expect(levels.map(({ className }) => className)).toEqual([
    expect.stringContaining('text-t8'),
    expect.stringContaining('text-t2'),
    expect.stringContaining('text-t1'),
  ]);
});

test('stores sort order and page in the URL, and resets the page with the order', async () => {
  const { user, requests, router } = openPage(ranksPage(top, { total: 60 }), '/leaderboard?page=2');
  expect((await screen.findByRole('columnheader', { name: 'Level' })).getAttribute('aria-sort')).toBe('descending');
  await user.click(screen.getByRole('link', { name: 'Kills' }));
  await waitFor(() => expect(requests.at(-1)?.path).toBe('/user/getLeaderboard?sort=kills&page=1&limit=20'));
  expect(router.state.location.search).toBe('?sort=kills');
  expect(screen.getByRole('columnheader', { name: 'Kills' }).getAttribute('aria-sort')).toBe('descending');
  await user.click(await screen.findByRole('link', { name: 'Page 3' }));
  await waitFor(() => expect(router.state.location.search).toBe('?sort=kills&page=3'));
  await user.click(screen.getByRole('link', { name: 'Level' }));
  await waitFor(() => expect(router.state.location.search).toBe(''));
});

test('ignores an unknown sort order', async () => {
  const { requests } = openPage(ranksPage(top), '/leaderboard?sort=luck');
  await rows();
  expect(requests[0]?.path).toContain('sort=elo');
});

test('highlights the own row in place', async () => {
  openPage(ranksPage(top, { own: top[1]! }));
  expect((await rows()).filter(({ textContent }) => textContent.includes('Your place'))).toHaveLength(1);
  expect(document.querySelector('tfoot')).toBeNull();
});

test('pins the row of the player on pages that do not contain it', async () => {
  openPage(ranksPage(top, { total: 60, own: exampleRank(44) }));
  expect(await rows()).toHaveLength(5);
  expect(document.querySelector('tfoot')?.textContent).toMatch(/^44.*player_44Your place1\.0446$/);
});

test('explains to players without a rank how to get one', async () => {
  useSession.setState({ isLoggedIn: true });
  openPage(ranksPage(top));
  expect(await screen.findByText('Win a match to enter the leaderboard.')).toBeTruthy();
});

test('shows the columns and a link to the duels without players', async () => {
  openPage(ranksPage([]));
  expect(await screen.findByText('Nobody is on the leaderboard yet.')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Duellos' }).getAttribute('href')).toBe('/');
  const [head, ...players] = await rows();
  expect([head!.textContent, players]).toEqual(['#LevelUsernameKillsWins', []]);
});

test('links from past the end to the last page', async () => {
  const { router } = openPage(ranksPage([], { total: 41 }), '/leaderboard?page=9&sort=wins');
  await waitFor(() => expect(new URLSearchParams(router.state.location.search).get('page')).toBe('3'));
});

test('offers a retry after a failure', async () => {
  const answers = [refusal(500, 'internal', 'Something went wrong.'), ranksPage(top)];
  const { user } = openPage(() => answers.shift()!);
  await user.click(await screen.findByRole('button', { name: 'Try again' }));
  expect(await rows()).toHaveLength(4);
});

test('refreshes the list when a match ends, and once for many', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { requests } = openPage(ranksPage(top));
  await rows();
  const played = [1, 2].map((id) => summaryOf(id, { state: 'MATCH_ONGOING' }));
  act(() => dispatch('ROOMS_CHANGED', { data: played }));
  await act(() => vi.advanceTimersByTimeAsync(10_000));
  expect(requests).toHaveLength(2);
  act(() => dispatch('ROOMS_CHANGED', { data: [...played, summaryOf(3)] }));
  await act(() => vi.advanceTimersByTimeAsync(20_000));
  expect(requests).toHaveLength(2);
  act(() => dispatch('ROOMS_CHANGED', { data: [played[1]!] }));
  act(() => dispatch('ROOMS_CHANGED', { data: [] }));
  await act(() => vi.advanceTimersByTimeAsync(10_000));
  expect(requests).toHaveLength(3);
});

test('is translated into Turkish', async () => {
  await setLanguage('tr');
  openPage(ranksPage(top, { own: top[0]! }));
  expect(await screen.findByText('Sıranız')).toBeTruthy();
  expect(screen.getByRole('img', { name: 'Birinci sıra' })).toBeTruthy();
  await act(() => setLanguage('mixed'));
});
