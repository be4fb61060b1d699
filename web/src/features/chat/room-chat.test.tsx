import type { ChatMessage } from '@karat/contract/chat';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { connectSocket, useConnection, dispatch } from '#core/socket.ts';
import { loadSession } from '#core/session.ts';
import { chatLine } from '#testing/chat.ts';
import { fakeSocket } from '#testing/fake-socket.ts';
import { type SentRequest, demoPlayer, renderInApp, refusal, stubServer } from '#testing/test-utils.tsx';
import { useChat } from './chat-state.ts';
import { useRoomChat } from './room-chat-state.ts';
import { RoomChat } from './room-chat.tsx';

const DELETE = 'POST /admin/deleteRoomMessage/1';
const initial = useChat.getInitialState();

// Loads lazy parts up front, so that no test waits for them.
beforeAll(async () => {
  await connectSocket();
  await Promise.all([
    import('./message-menu.tsx'),
    import('./admin-message-menu.tsx'),
    import('./admin-mute-modal.tsx'),
  ]);
});
beforeEach(() => {
  fakeSocket.connected = true;
  fakeSocket.emitted.length = 0;
  useChat.setState(initial, true);
});

async function signIn(overrides: object = {}, answers: Parameters<typeof stubServer>[0] = {}): Promise<SentRequest[]> {
  const requests = stubServer({ 'GET /auth/me': { body: { data: { ...demoPlayer, ...overrides } } }, ...answers });
  await loadSession();
  useChat.setState({ hidden: [] });
  requests.length = 0;
  return requests;
}

const list = (data: ChatMessage[]) => act(() => dispatch('GAME_ROOM_CHAT_MESSAGES', { roomId: 5, data }));
const log = () => screen.getByRole('log', { name: 'Room Chat' });
const input = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Message…' });

test('shows a skeleton, a text for an empty chat, and another when unreachable', () => {
  renderInApp(<RoomChat roomId={5} />);
  expect(screen.getByText('Loading...')).toBeTruthy();
  act(() => useConnection.setState({ isLost: true }));
  expect(screen.getByText('The chat is unavailable.')).toBeTruthy();
  act(() => useConnection.setState({ isLost: false }));
  list([]);
  expect(screen.getByText('No messages in this room yet.')).toBeTruthy();
});

test('applies a mute in rooms too, but not slow mode', async () => {
  await signIn();
  const { user } = renderInApp(<RoomChat roomId={5} />);
  list([chatLine(1)]);
  act(() => dispatch('SLOW_MODE', { seconds: 30 }));
  await user.type(input(), 'one{Enter}two{Enter}');
  expect(useRoomChat.getState().pending).toHaveLength(2);
  expect(screen.queryByText(/slow mode/i)).toBeNull();
  act(() => dispatch('MUTED', { mutedUntil: new Date(2099, 4, 6, 7, 8).toISOString() }));
  expect(screen.getByText('You are muted until 6 May at 07:08. You can read but not write.')).toBeTruthy();
  expect(input().disabled).toBe(true);
});

test('hides messages of hidden players in rooms', async () => {
  await signIn();
  useChat.setState({ hidden: [{ id: 101, username: 'player1', isSandbox: false }] });
  renderInApp(<RoomChat roomId={5} />);
  list([chatLine(1), chatLine(2)]);
  expect(screen.queryByText('line 1')).toBeNull();
  expect(screen.getByText('line 2')).toBeTruthy();
});

test('counts new messages for a reader further up, and scrolls down on a click', async () => {
  await signIn();
  const { user } = renderInApp(<RoomChat roomId={5} />);
  list([chatLine(1)]);
  Object.defineProperties(log(), {
    scrollHeight: { value: 2_000, configurable: true },
    clientHeight: { value: 300, configurable: true },
  });
  log().scrollTop = 100;
  fireEvent.scroll(log());
  act(() => dispatch('NEW_GAME_ROOM_MESSAGE', { ...chatLine(2), roomId: 5 }));
  expect(log().scrollTop).toBe(100);
  await user.click(screen.getByRole('button', { name: '1 new message' }));
  expect(log().scrollTop).toBe(2_000);
  expect(screen.queryByRole('button', { name: '1 new message' })).toBeNull();
});

test('lets staff delete a message, and keeps it after a refusal', async () => {
  const answers = [refusal(404, 'not_found', 'Message not found.'), { body: { message: 'Message deleted.' } }];
  const requests = await signIn(
    { username: 'boss', isAdmin: true, role: 'admin', staffRole: 'admin' },
    { [DELETE]: () => answers.shift()! },
  );
  const { user } = renderInApp(<RoomChat roomId={5} />);
  list([chatLine(1), chatLine(2)]);
  const takeOut = async () => {
    const row = screen.getByText('line 1').closest('li')!;
    await user.click(within(row).getByRole('button', { name: 'Options for this message from player1' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Delete message' }));
  };
  await takeOut();
  expect(await screen.findByText('Message not found.')).toBeTruthy();
  expect(screen.getByText('line 1')).toBeTruthy();
  await takeOut();
  await waitFor(() => expect(screen.queryByText('line 1')).toBeNull());
  expect(requests.map(({ path }) => path)).toEqual(['/admin/deleteRoomMessage/1', '/admin/deleteRoomMessage/1']);
});

test('removes a deleted message, and does not restore it from an older list', async () => {
  await signIn();
  renderInApp(<RoomChat roomId={5} />);
  act(() => dispatch('GAME_ROOM_MESSAGE_DELETED', { roomId: 5, id: 1 }));
  list([chatLine(1), chatLine(2), chatLine(3)]);
  expect(screen.queryByText('line 1')).toBeNull();
  act(() => dispatch('GAME_ROOM_MESSAGE_DELETED', { roomId: 6, id: 2 }));
  act(() => dispatch('GAME_ROOM_MESSAGE_DELETED', { roomId: 5, id: 3 }));
  expect(screen.getByText('line 2')).toBeTruthy();
  expect(screen.queryByText('line 3')).toBeNull();
});
