import type { Rematch, Room } from '@karat/contract/rooms';
import { act, screen, within } from '@testing-library/react';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { connectSocket } from '#core/socket.ts';
import { fakeSocket } from '#testing/fake-socket.ts';
import { me, openRoom } from '#testing/room-page.tsx';
import { exampleRoom, exampleSeat, serverTime } from '#testing/rooms.ts';
import { refusal } from '#testing/test-utils.tsx';

beforeAll(() => connectSocket());
beforeEach(() => {
  localStorage.clear();
  fakeSocket.simulateDisconnect();
  fakeSocket.emitted.length = 0;
});

const REMATCH = 'POST /room/joinRematch/5';
const NEXT = 'GET /room/getGameRoom/6';
const offer = (changed: Partial<Rematch> = {}): Rematch => ({
  deadline: serverTime(600_000),
  roomId: null,
  players: [],
  ...changed,
});

const finished = (changed: Partial<Room> = {}): Room =>
  exampleRoom(5, {
    state: 'MATCH_FINISHED',
    players: [exampleSeat('deniz'), me()],
    winner: 'team1',
    score: { team1: 8, team2: 6 },
    now: serverTime(-1_000),
    rematch: offer(),
    ...changed,
  });

const nextRoom = { [NEXT]: { body: exampleRoom(6, { players: [exampleSeat('deniz'), me()], rematchOf: 5 }) } };
const joined = (isFull: boolean) => ({ [REMATCH]: { body: { roomId: 6, isFull, message: '' } } });
const button = (name: string) => screen.findByRole('button', { name });

test('a free rematch that is full at once leads to its room', async () => {
  const { user, posts } = await openRoom(finished(), { ...joined(true), ...nextRoom });
  await user.click(await button('Rematch'));
  expect(await screen.findByRole('heading', { name: 'Room #6' })).toBeTruthy();
  expect(posts().map(({ path }) => path)).toEqual(['/room/joinRematch/5']);
  expect(posts()[0]!.headers['Idempotency-Key']).toMatch(/^[0-9a-f]{32}$/);
});

test('a paid rematch tells fee, pot and prize first', async () => {
  const { user, posts } = await openRoom(finished({ ticketPrice: 500 }), { ...joined(true), ...nextRoom });
  await user.click(await button('Rematch · 500'));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByText(/entry fee of 500 diamonds now/)).toBeTruthy();
  expect(dialog.getByText(/each winner gets 950/)).toBeTruthy();
  expect(posts()).toEqual([]);
  await user.click(dialog.getByRole('button', { name: 'Pay 500 and play' }));
  expect(await screen.findByRole('heading', { name: 'Room #6' })).toBeTruthy();
});

test('shows why a rematch was refused', async () => {
  const sentence = 'You do not have enough diamonds.';
  const { user } = await openRoom(finished(), { [REMATCH]: refusal(409, 'insufficient_balance', sentence) });
  await user.click(await button('Rematch'));
  expect(await screen.findByText(sentence)).toBeTruthy();
  expect(screen.getByRole('heading', { name: 'Room #5' })).toBeTruthy();
});

test('waits for the other player, and moves when they accept', async () => {
  const room = finished({ rematch: offer({ roomId: 6, players: [me().steamId] }) });
  await openRoom(room, nextRoom);
  const status = await screen.findByText('has not accepted yet.');
  expect(status.closest('[role=status]')!.textContent).toContain('deniz');
  const players = [me().steamId, 'steam-deniz'];
  act(() => fakeSocket.receive('ROOM_DATA', { ...room, now: serverTime(), rematch: offer({ roomId: 6, players }) }));
  expect(await screen.findByRole('heading', { name: 'Room #6' })).toBeTruthy();
});

test('withdraws an offer by leaving the new room', async () => {
  const room = finished({ rematch: offer({ roomId: 6, players: [me().steamId] }) });
  const { user, posts } = await openRoom(room, { 'POST /room/leaveGameRoom/6': { body: { message: '' } } });
  await user.click(await button('Withdraw offer'));
  await expect.poll(() => posts().map(({ path }) => path)).toEqual(['/room/leaveGameRoom/6']);
});

test('shows the offer of the other player with its fee', async () => {
  const rematch = offer({ roomId: 6, players: ['steam-deniz'] });
  const { user } = await openRoom(finished({ ticketPrice: 500, rematch }), { ...joined(true), ...nextRoom });
  expect((await screen.findByText('wants a rematch.')).closest('[role=status]')!.textContent).toContain('deniz');
  await user.click(await button('Accept rematch · 500'));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Pay 500 and play' }));
  expect(await screen.findByRole('heading', { name: 'Room #6' })).toBeTruthy();
});

test('a match whose rematch was full before links to it, and does not move by itself', async () => {
  const rematch = offer({ roomId: 6, players: [me().steamId, 'steam-deniz'] });
  await openRoom(finished({ rematch }));
  const link = await screen.findByRole('link', { name: 'Go to the rematch' });
  expect(link.getAttribute('href')).toBe('/room/6');
  expect(screen.getByRole('heading', { name: 'Room #5' })).toBeTruthy();
});

test('offers no rematch to spectators, after its time, or after a cancelled match', async () => {
  const others = [exampleSeat('deniz'), exampleSeat('ece', { team: 'team2' })];
  for (const room of [
    finished({ players: others }),
    finished({ rematch: offer({ deadline: new Date(Date.now() - 1_000).toISOString() }) }),
    finished({ state: 'MATCH_CANCELLED', winner: null, endReason: 'draw', rematch: null }),
  ]) {
    const { unmount } = await openRoom(room);
    expect(await button('New room, same settings')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Rematch/ })).toBeNull();
    unmount();
  }
});

test('opens a new room with the same settings, after the fee was confirmed', async () => {
  const settings = { map: 'aim_redline', player_count: '1v1', server_location: 'tokyo', ticketPrice: 500 } as const;
  const { user, posts } = await openRoom(finished(settings), {
    'POST /room/createGameRoom': { body: { roomId: 6, message: '' } },
    ...nextRoom,
  });
  await user.click(await button('New room, same settings · 500'));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Pay 500 and open' }));
  expect(await screen.findByRole('heading', { name: 'Room #6' })).toBeTruthy();
  expect(posts().map(({ body }) => body)).toEqual([settings]);
});

test('the room of a rematch has reserved seats, which others cannot take', async () => {
  await openRoom(exampleRoom(5, { rematchOf: 4, players: [exampleSeat('deniz')] }));
  expect(await screen.findByText('The free seats are reserved for the rematch.')).toBeTruthy();
  expect(screen.getByText('Reserved')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^Join/ })).toBeNull();
});

test('the room of a rematch lets its players join who come by its link', async () => {
  const room = exampleRoom(5, { rematchOf: 4, reservedFor: [me().steamId], players: [exampleSeat('deniz')] });
  await openRoom(room);
  expect(await button('Join team 2')).toBeTruthy();
  expect(screen.queryByText('The free seats are reserved for the rematch.')).toBeNull();
});
