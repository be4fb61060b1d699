import type { PublicProfile } from '@karat/contract/profile';
import { fireEvent, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { loadSession } from '#core/session.ts';
import { setLanguage } from '#i18n/i18n.ts';
import { visit } from '#testing/cases.tsx';
import { exampleCurve, exampleProfile } from '#testing/players.ts';
import { demoPlayer, refusal, stubServer } from '#testing/test-utils.tsx';
import { PlayerPage } from './player-page.tsx';

const PROFILE = 'GET /player/getPublicProfile/lena';

afterEach(() => setLanguage('mixed'));

function open(changed: Partial<PublicProfile> = {}) {
  stubServer({ [PROFILE]: { body: { data: { ...exampleProfile, ...changed } } } });
  return visit('/player/:username', <PlayerPage />, '/player/lena');
}

const section = async (name: string) => screen.findByRole('region', { name });
const figure = async (label: string) => (await screen.findByText(label, { selector: 'dt' })).parentElement!.textContent;

describe('the head', () => {
  test('shows name, rating, rank and month', async () => {
    open();
    expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('Lena');
    expect(screen.getByText('Rating 2.612')).toBeTruthy();
    expect(screen.getByText('Rank 1')).toBeTruthy();
    expect(screen.getByText('Joined March 2026')).toBeTruthy();
    expect(screen.queryByRole('link', { name: /Steam Profile/ })).toBeNull();
    expect(screen.queryByRole('link', { name: 'Privacy' })).toBeNull();
  });

  test('marks a sandbox player, who has no rank', async () => {
    const { place: _, ...unranked } = exampleProfile;
    stubServer({ [PROFILE]: { body: { data: { ...unranked, isSandbox: true } } } });
    visit('/player/:username', <PlayerPage />, '/player/lena');
    expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('Lena sandbox');
    expect(screen.queryByText(/^Rank/)).toBeNull();
  });

  test('links to Steam if the player wants it, and lets the owner edit', async () => {
    stubServer({ 'GET /auth/me': { body: { data: { ...demoPlayer, username: 'Lena' } } } });
    await loadSession();
    open({ steamProfile: 'https://steam.example/7' });
    const link = await screen.findByRole('link', { name: /Steam Profile/ });
    expect([link.getAttribute('href'), link.getAttribute('rel')]).toEqual([
      'https://steam.example/7',
      'noopener noreferrer',
    ]);
    expect(screen.getByRole('link', { name: 'Privacy' }).getAttribute('href')).toBe('/profile#public-profile');
  });
});

test('shows matches, wins, win rate and kills per death', async () => {
  open();
  expect(await figure('Matches')).toBe('Matches97');
  expect(await figure('Won')).toBe('Won61');
  expect(await figure('Win rate')).toBe('Win rate62,9\u00a0%');
  expect(await figure('Kills per death')).toBe('Kills per death1,31');
});

test('shows a player without matches the drops first, and no figures', async () => {
  open({ totals: { matches: 0, wins: 0, kills: 0, deaths: 0 }, ratingCurve: [], lastMatches: [] });
  await section('Best drops');
  expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
    'Best drops',
    'Rating',
    'Last games',
    'Missions',
  ]);
  expect(screen.queryByText('Matches', { selector: 'dt' })).toBeNull();
});

test('has no kills per death without a death', async () => {
  open({ totals: { matches: 1, wins: 1, kills: 8, deaths: 0 } });
  expect(await figure('Won')).toBe('Won1');
  expect(screen.queryByText('Kills per death')).toBeNull();
});

test('writes percentages the Turkish way', async () => {
  await setLanguage('tr');
  open();
  expect(await figure('Kazanma oranı')).toBe('Kazanma oranı%62,9');
});

describe('the rating curve', () => {
  const slider = () => screen.findByRole('slider', { name: 'Match' });

  test('is reachable by keyboard, match by match', async () => {
    open();
    const range = await slider();
    expect(range.getAttribute('aria-valuetext')).toBe('Match 40 · 28 March 2026, rating 1.400 (+10)');
    fireEvent.change(range, { target: { value: '0' } });
    expect((await slider()).getAttribute('aria-valuetext')).toBe('Match 11 · 11 March 2026, rating 1.110 (+10)');
  });

  test('can show all matches', async () => {
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'All' }));
    expect((await slider()).getAttribute('max')).toBe('39');
    expect(screen.getByRole('button', { name: 'All' }).getAttribute('aria-pressed')).toBe('true');
  });

  test('shows the nearest of the selected matches', async () => {
    const points = exampleCurve(40).filter(({ match }) => match > 30 || match % 10 === 0);
    const { user } = open({ ratingCurve: points });
    await user.click(await screen.findByRole('button', { name: 'All' }));
    fireEvent.change(await slider(), { target: { value: '3' } });
    expect((await slider()).getAttribute('aria-valuetext')).toContain('Match 10 ·');
  });

  test('starts after five matches', async () => {
    open({ ratingCurve: exampleCurve(4) });
    expect(await screen.findByText('The curve starts after five matches.')).toBeTruthy();
    expect(screen.queryByRole('slider')).toBeNull();
  });
});

test('shows drops, matches and missions', async () => {
  open();
  const drops = (await section('Best drops')).textContent;
  expect(drops).toContain('★ Karambit');
  expect(drops).toContain('203.138');
  const [won, lost] = within(await section('Last games')).getAllByRole('listitem');
  expect(within(won!).getByRole('link', { name: 'aim_redline' }).getAttribute('href')).toBe('/room/12');
  expect(within(won!).getByRole('link', { name: 'Ada' }).getAttribute('href')).toBe('/player/Ada');
  expect(won!.textContent).toContain('Won 8:6');
  expect(within(won!).getByText('Rating +24')).toBeTruthy();
  expect(lost!.textContent).toContain('Lost 5:8');
  expect(lost!.textContent).toContain('Kaan sandbox');
  expect(within(lost!).getByText('Rating −14')).toBeTruthy();
  const missions = await section('Missions');
  expect(missions.textContent).toContain('4 completed');
  expect(missions.textContent).toContain('Open ten4 times');
});

test('says what is empty', async () => {
  open({ bestDrops: [], lastMatches: [], missions: { completed: 0, latest: [] }, ratingCurve: [] });
  expect(await screen.findByText('No drops yet.')).toBeTruthy();
  expect(screen.getByText('No matches yet.')).toBeTruthy();
  expect(screen.getByText('No missions completed yet.')).toBeTruthy();
});

test.each([
  ['bestDrops', 'Best drops'],
  ['lastMatches', 'Last games'],
  ['missions', 'Missions'],
  ['ratingCurve', 'Rating'],
] as const)('leaves out %s without a word if it is hidden', async (part, heading) => {
  const { [part]: _, ...rest } = exampleProfile;
  stubServer({ [PROFILE]: { body: { data: rest } } });
  visit('/player/:username', <PlayerPage />, '/player/lena');
  await screen.findByRole('heading', { level: 1 });
  expect(screen.queryByRole('heading', { name: heading })).toBeNull();
  expect(screen.queryByText('Hidden by the player')).toBeNull();
});

test('says that everything is hidden', async () => {
  const { username, avatar, isSandbox } = exampleProfile;
  stubServer({ [PROFILE]: { body: { data: { username, avatar, isSandbox, isHidden: true } } } });
  visit('/player/:username', <PlayerPage />, '/player/lena');
  expect(await screen.findByText('Hidden by the player')).toBeTruthy();
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Lena');
});

test('says that a player is not available', async () => {
  stubServer({ [PROFILE]: refusal(404, 'not_found', 'This player is not available.') });
  visit('/player/:username', <PlayerPage />, '/player/lena');
  expect(await screen.findByRole('heading', { name: 'This player is not available.' })).toBeTruthy();
});

test('offers a retry after a failure', async () => {
  const answers = [refusal(400, 'invalid', 'x'), { body: { data: exampleProfile } }];
  stubServer({ [PROFILE]: () => answers.shift()! });
  const { user } = visit('/player/:username', <PlayerPage />, '/player/lena');
  await user.click(await screen.findByRole('button', { name: 'Try again' }));
  expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('Lena');
});
