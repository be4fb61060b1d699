import { screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { connectSocket } from '#core/socket.ts';
import { useSession } from '#core/session.ts';
import { fakeSocket } from '#testing/fake-socket.ts';
import { renderInApp } from '#testing/test-utils.tsx';
import { openRoomChat, roomChat, useRoomChat } from './room-chat-state.ts';

const line = (id: number, key: string | null = null) => ({
  id,
  sender: { id: 7, username: 'deniz', isSandbox: false, profileImg: '', elo: 1_000, isAdmin: false, isStaff: false },
  message: `line ${id}`,
  timestamp: '2026-03-03T14:05:09.000Z',
  key,
});
const sentMessages = () => fakeSocket.emitted.filter(({ name }) => name === 'SEND_GAME_ROOM_MESSAGE');
const ids = () => useRoomChat.getState().messages?.map(({ id }) => id);

let close = () => {};

beforeAll(() => connectSocket());
beforeEach(() => {
  vi.useFakeTimers();
  fakeSocket.connected = true;
  fakeSocket.emitted.length = 0;
  useSession.setState({ isLoggedIn: true, username: 'kaan_tr' });
  close = openRoomChat(5);
});
afterEach(() => {
  close();
  vi.useRealTimers();
});

test('lists messages once and in order, and ignores other rooms', () => {
  fakeSocket.receive('NEW_GAME_ROOM_MESSAGE', { ...line(3), roomId: 5 });
  expect(ids()).toBeUndefined();
  fakeSocket.receive('GAME_ROOM_CHAT_MESSAGES', { roomId: 5, data: [line(1), line(2)] });
  fakeSocket.receive('NEW_GAME_ROOM_MESSAGE', { ...line(4), roomId: 5 });
  fakeSocket.receive('NEW_GAME_ROOM_MESSAGE', { ...line(3), roomId: 5 });
  fakeSocket.receive('NEW_GAME_ROOM_MESSAGE', { ...line(9), roomId: 6 });
  expect(ids()).toEqual([1, 2, 3, 4]);
});

test('sends messages written while disconnected after a reconnect', () => {
  fakeSocket.connected = false;
  roomChat.send('gl');
  expect(sentMessages()).toEqual([]);
  fakeSocket.connected = true;
  fakeSocket.receive('GAME_ROOM_CHAT_MESSAGES', { roomId: 5, data: [] });
  expect(sentMessages()).toHaveLength(1);
  const { key } = useRoomChat.getState().pending[0]!;
  fakeSocket.receive('NEW_GAME_ROOM_MESSAGE', { ...line(1, key), roomId: 5 });
  expect(useRoomChat.getState().pending).toEqual([]);
});

test('sends an unconfirmed message three times with one key, then returns it', async () => {
  renderInApp(null);
  roomChat.send('gl');
  vi.advanceTimersByTime(24_000);
  expect(new Set(sentMessages().map(({ payload }) => (payload as { key: string }).key)).size).toBe(1);
  expect(sentMessages()).toHaveLength(3);
  expect(useRoomChat.getState()).toMatchObject({ pending: [], draft: 'gl' });
  vi.useRealTimers();
  expect(await screen.findByText('The message was not sent. Please try again.')).toBeTruthy();
});
