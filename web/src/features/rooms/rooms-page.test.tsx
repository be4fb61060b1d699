import type { RoomSummary } from '@karat/contract/rooms';
import { act, screen, within } from '@testing-library/react';
import { useLocation } from 'react-router';
import { expect, test, vi } from 'vitest';
import { dispatch } from '#core/socket.ts';
import { useModals } from '#core/modals.ts';
import { loadSession } from '#core/session.ts';
import { setLanguage } from '#i18n/i18n.ts';
import { exampleSeat, summaryOf } from '#testing/rooms.ts';
import { demoPlayer, renderInApp, stubServer } from '#testing/test-utils.tsx';
import { RoomsPage } from './rooms-page.tsx';

const ROOMS = 'GET /room/getActiveRooms';

type Answers = Parameters<typeof stubServer>[0];

function CurrentUrl() {
  const { pathname, search } = useLocation();
  return <output>{pathname + search}</output>;
}

async function open(rooms: RoomSummary[], answers: Answers = {}) {
  stubServer({
    'GET /auth/me': { body: { data: null } },
    'GET /case/getLatestDrops': { body: { data: [] } },
    'GET /roulette/getCurrentRound': { body: { data: null, own: { red: 0, green: 0, black: 0 } } },
    'GET /roulette/getRounds': { body: { data: [], pagination: {} } },
    [ROOMS]: { body: { data: rooms } },
    ...answers,
  });
  await loadSession();
  return renderInApp(
    <>
      <RoomsPage />
      <CurrentUrl />
    </>,
  );
}

const cards = () => screen.findAllByRole('article');

test('shows owner, map, place and fee on a card, which links to the room', async () => {
  await open([summaryOf(5, { ticketPrice: 500 })]);
  const [card] = await cards();
  const inCard = within(card!);
  for (const words of ['deniz', '1v1', 'awp_lego', 'Istanbul', 'Waiting for players', '500', 'Open seat']) {
    expect(inCard.getByText(words)).toBeTruthy();
  }
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
  expect(within(card!).queryByText('Pot:')).toBeNull();
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
