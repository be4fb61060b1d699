import type { RoomSummary } from '@karat/contract/rooms';
import { act, screen, waitFor, within } from '@testing-library/react';
import { useLocation } from 'react-router';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { dispatch } from '#core/socket.ts';
import { useModals } from '#core/modals.ts';
import { loadSession } from '#core/session.ts';
import { setLanguage } from '#i18n/i18n.ts';
import { exampleSeat, summaryOf } from '#testing/rooms.ts';
import { demoPlayer, refusal, renderInApp, stubServer } from '#testing/test-utils.tsx';
import { stubSiteSettings } from '#testing/welcome.ts';
import { RoomsPage } from './rooms-page.tsx';

const ROOMS = 'GET /room/getActiveRooms';

type Answers = Parameters<typeof stubServer>[0];

function CurrentUrl() {
  const { pathname, search } = useLocation();
  return <output>{pathname + search}</output>;
}

async function open(rooms: RoomSummary[], answers: Answers = {}) {
  const requests = stubServer({
    'GET /auth/me': { body: { data: null } },
    [ROOMS]: { body: { data: rooms } },
    ...answers,
  });
  await loadSession();
  const view = renderInApp(
    <>
      <RoomsPage />
      <CurrentUrl />
    </>,
  );
  return { requests, ...view };
}

const cards = () => screen.findAllByRole('article');

test('shows owner, map, place and fee on a card, which links to the room', async () => {
  await open([summaryOf(5, { ticketPrice: 500 })]);
  const [card] = await cards();
  const inCard = within(card!);
  for (const words of ['deniz', '1v1', 'awp_lego', 'Istanbul', 'Waiting for players', '1 seat free']) {
    expect(inCard.getByText(words)).toBeTruthy();
  }
  // The entry fee, and what the winner gets of the whole pot.
  expect(inCard.getByText('500')).toBeTruthy();
  expect(inCard.getByText('950')).toBeTruthy();
  const join = inCard.getByRole('link', { name: 'Join deniz, 1v1' });
  expect([join.textContent, join.getAttribute('href')]).toEqual(['Join', '/room/5']);
});

test('shows the map in the background of a card', async () => {
  await open([summaryOf(5, { map: 'aim_redline' }), summaryOf(6)]);
  const pictures = (await cards()).map((card) => card.querySelector('img')!);
  expect(pictures.map((picture) => picture.getAttribute('src'))).toEqual([
    '/img/map/aim_redline-800.webp',
    '/img/map/awp_lego-800.webp',
  ]);
});

test('shows no amount without a fee, and lets visitors watch a full room', async () => {
  const players = [exampleSeat('deniz'), exampleSeat('ece', { team: 'team2' })];
  await open([summaryOf(5, { players })]);
  const [card] = await cards();
  expect(within(card!).getByText('Rating only')).toBeTruthy();
  expect(within(card!).getByText('ece')).toBeTruthy();
  expect(within(card!).getByRole('link', { name: 'Watch deniz, 1v1' })).toBeTruthy();
});

test('updates the list by events', async () => {
  await open([summaryOf(5)]);
  await cards();
  act(() => dispatch('ROOMS_CHANGED', { data: [summaryOf(6, { map: 'aim_redline' }), summaryOf(5)] }));
  expect(await screen.findByText('aim_redline')).toBeTruthy();
  act(() => dispatch('ROOMS_CHANGED', { data: [] }));
  expect(await screen.findByText('There are no rooms yet.')).toBeTruthy();
});

test('ignores a response that is older than an event', async () => {
  let answer: (rooms: { body: unknown }) => void = () => undefined;
  await open([], { [ROOMS]: () => new Promise((resolve) => (answer = resolve)) });
  act(() => dispatch('ROOMS_CHANGED', { data: [summaryOf(6, { map: 'aim_redline' })] }));
  await act(async () => answer({ body: { data: [] } }));
  expect(await screen.findByText('aim_redline')).toBeTruthy();
});

test('stores the filters in the URL, and offers to reset them when nothing matches', async () => {
  const { user } = await open([summaryOf(5), summaryOf(6, { map: 'aim_redline', ticketPrice: 100 })]);
  expect(await cards()).toHaveLength(2);
  await user.click(screen.getByRole('button', { name: /^Map: ?All$/ }));
  await user.click(await screen.findByRole('menuitemradio', { name: 'awp_lego' }));
  expect(await cards()).toHaveLength(1);
  await user.click(screen.getByRole('button', { name: /^Entry: ?All$/ }));
  await user.click(await screen.findByRole('menuitemradio', { name: 'Paid' }));
  expect(await screen.findByText('No rooms match these filters.')).toBeTruthy();
  expect(screen.getByText('/?map=awp_lego&fee=paid')).toBeTruthy();
  await user.click(screen.getByRole('link', { name: 'Show all rooms' }));
  expect(await cards()).toHaveLength(2);
  expect(screen.getByText('/', { selector: 'output' })).toBeTruthy();
});

test('logs a list that cannot be fetched without a toast, and offers a retry', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  await open([], { [ROOMS]: 'unreachable' });
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy();
  expect(log.mock.calls).toEqual([['Failed to load the rooms', 'The server could not be reached.']]);
  expect(screen.queryByText('Network error. Please try again later.')).toBeNull();
  log.mockRestore();
});

test('asks a visitor to sign in for Create Room, and opens the form for a player', async () => {
  const { user, unmount } = await open([]);
  await user.click(screen.getByRole('button', { name: 'Create Room' }));
  expect(useModals.getState()).toMatchObject({ isAuthOpen: true, isCreateRoomOpen: false });
  unmount();
  await open([], { 'GET /auth/me': { body: { data: demoPlayer } } });
  await user.click(screen.getByRole('button', { name: 'Create Room' }));
  expect(useModals.getState().isCreateRoomOpen).toBe(true);
});

test('writes the fee with the percent sign first in Turkish', async () => {
  await setLanguage('tr');
  await open([]);
  expect(await screen.findByText(/\(%5 komisyon\)\.$/)).toBeTruthy();
  await act(() => setLanguage('mixed'));
});

test('lists the own room first, and the rest of many rooms after a press', async () => {
  const own = { ...demoPlayer, steamId: 'steam-kaan_tr' };
  const others = Array.from({ length: 7 }, (_, index) => summaryOf(10 + index));
  const mine = summaryOf(5, { players: [exampleSeat('deniz'), exampleSeat('kaan_tr', { team: 'team2' })] });
  const { user } = await open([...others, mine], { 'GET /auth/me': { body: { data: own } } });
  const [first] = await cards();
  expect(within(first!).getByRole('link', { name: 'Your room' }).getAttribute('href')).toBe('/room/5');
  expect(await cards()).toHaveLength(6);
  await user.click(screen.getByRole('button', { name: 'Show 2 more rooms' }));
  expect(await cards()).toHaveLength(8);
});

test('moves no room while the list is in view', async () => {
  let isIntersecting = true;
  const watching = new Set<() => void>();
  class Observer {
    readonly onChange: (entries: { isIntersecting: boolean }[]) => void;
    constructor(onChange: (entries: { isIntersecting: boolean }[]) => void) {
      this.onChange = onChange;
      watching.add(() => this.onChange([{ isIntersecting }]));
    }
    observe(): void {
      this.onChange([{ isIntersecting }]);
    }
    disconnect(): void {}
  }
  vi.stubGlobal('IntersectionObserver', Observer);
  const list = () =>
    screen
      .getAllByRole('listitem')
      .map((place) => place.querySelector('a[href^="/room/"]')?.getAttribute('href') ?? place.textContent);
  const change = (...ids: number[]) =>
    act(async () => dispatch('ROOMS_CHANGED', { data: ids.map((id) => summaryOf(id)) }));
  const { user } = await open([summaryOf(5), summaryOf(6)]);
  await screen.findAllByRole('listitem');
  await change(7, 6);
  await waitFor(() => expect(list()).toEqual(['/room/7', '/room/6']));
  await change(6);
  await waitFor(() => expect(list()).toEqual(['This room has closed.', '/room/6']));
  await change(9, 8, 6);
  await waitFor(() => expect(list()).toEqual(['/room/9', '/room/6']));
  await user.click(screen.getByRole('button', { name: 'Show 1 more room' }));
  expect(list()).toEqual(['/room/9', '/room/6', '/room/8']);
  await change(8);
  isIntersecting = false;
  act(() => watching.forEach((tell) => tell()));
  await waitFor(() => expect(list()).toEqual(['/room/8']));
});

test('marks the players of the sandbox on the cards', async () => {
  const players = [exampleSeat('deniz'), exampleSeat('Rival', { team: 'team2', isSandbox: true })];
  await open([summaryOf(5, { players })]);
  const [card] = await cards();
  expect(within(card!).getAllByText('sandbox')).toHaveLength(1);
  expect(within(card!).getByText('Rival').parentElement!.parentElement!.textContent).toBe('Rival sandbox');
});

describe('with a sandbox', () => {
  beforeEach(() => stubSiteSettings('sandbox'));
  afterEach(() => stubSiteSettings(''));

  const MATCH_CALLS = {
    'GET /auth/me': { body: { data: { ...demoPlayer, steamId: 'steam-kaan_tr' } } },
    'POST /room/createGameRoom': { body: { roomId: 9, message: 'You successfully created a room!' } },
    'POST /room/addSandboxOpponent/9': { body: { message: 'Sandbox players took the free seats.' } },
    'POST /room/setReadyState/9': { body: { message: 'You are ready.' } },
  };

  test('one press opens a free room, seats an opponent and gets ready', async () => {
    const { user, requests } = await open([], MATCH_CALLS);
    await user.click(screen.getByRole('button', { name: 'Play a sandbox player' }));
    expect(await screen.findByText('/room/9', { selector: 'output' })).toBeTruthy();
    const sent = requests.filter(({ method }) => method === 'POST');
    expect(sent.map(({ path }) => path)).toEqual([
      '/room/createGameRoom',
      '/room/addSandboxOpponent/9',
      '/room/setReadyState/9',
    ]);
    expect(sent[0]!.body).toMatchObject({ player_count: '1v1', ticketPrice: 0 });
    expect(sent[2]!.body).toMatchObject({ ready: true, entropy: expect.stringMatching(/^[0-9a-f]{32}$/) });
  });

  test('leads to the room and shows the reason when all opponents are busy', async () => {
    const busy = refusal(429, 'too_many', 'All sandbox players are busy. Please try again.');
    const { user, requests } = await open([], { ...MATCH_CALLS, 'POST /room/addSandboxOpponent/9': busy });
    await user.click(screen.getByRole('button', { name: 'Play a sandbox player' }));
    expect(await screen.findByText('/room/9', { selector: 'output' })).toBeTruthy();
    expect((await screen.findByRole('alert')).textContent).not.toBe('');
    expect(requests.some(({ path }) => path === '/room/setReadyState/9')).toBe(false);
  });

  test('asks a visitor to sign up first, and leads a seated player to the room', async () => {
    const { user, unmount } = await open([]);
    await user.click(screen.getByRole('button', { name: 'Play a sandbox player' }));
    expect(useModals.getState()).toMatchObject({ isAuthOpen: true, isLoginMode: false });
    unmount();
    await open([summaryOf(5, { players: [exampleSeat('kaan_tr')] })], MATCH_CALLS);
    await waitFor(() => expect(screen.getAllByRole('link', { name: 'Your room' })).toHaveLength(2));
    expect(screen.queryByRole('button', { name: 'Play a sandbox player' })).toBeNull();
  });
});

test('offers no match against a program without a sandbox', async () => {
  await open([]);
  expect(screen.queryByRole('button', { name: 'Play a sandbox player' })).toBeNull();
});
