import { waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { connectSocket } from '#core/socket.ts';
import { endSession, clearSession, loadSession, useSession } from '#core/session.ts';
import { chatLine } from '#testing/chat.ts';
import { fakeSocket } from '#testing/fake-socket.ts';
import { demoPlayer, stubServer } from '#testing/test-utils.tsx';
import { globalChat, useChat } from './chat-state.ts';

const initial = useChat.getInitialState();
let isStarted = false;

beforeEach(async () => {
  useChat.setState(initial, true);
  stubServer({
    'GET /auth/me': { body: { data: demoPlayer } },
    'GET /user/getHiddenPlayers': { body: { data: [] } },
  });
  await loadSession();
  if (!isStarted) await connectSocket();
  isStarted = true;
});

const texts = () => useChat.getState().messages?.map(({ message }) => message);
const sentMessages = () =>
  fakeSocket.emitted.filter(({ name }) => name === 'SEND_MESSAGE').map(({ payload }) => payload);

/** Connects, up to the request of the list. */
async function connect() {
  fakeSocket.simulateConnect();
  await waitFor(() => expect(fakeSocket.emitted.map(({ name }) => name)).toContain('GET_CHAT_MESSAGES'));
}

function list(...ids: number[]) {
  fakeSocket.receive('CHAT_MESSAGES', { data: ids.map((id) => chatLine(id)), slowModeSeconds: 0, mutedUntil: null });
}

test('requests the list with each connection', async () => {
  await connect();
  list(1, 2);
  fakeSocket.simulateDisconnect();
  await connect();
  expect(texts()).toEqual(['line 1', 'line 2']);
});

test('lists a message once and in order, however often and late it arrives', async () => {
  await connect();
  list(1, 3);
  for (const id of [4, 2, 4, 3]) fakeSocket.receive('NEW_MESSAGE', chatLine(id));
  expect(texts()).toEqual(['line 1', 'line 2', 'line 3', 'line 4']);
});

test('catches up with messages and deletions after a reconnect', async () => {
  await connect();
  list(1, 2, 3);
  fakeSocket.simulateDisconnect();
  await connect();
  list(1, 3, 4);
  expect(texts()).toEqual(['line 1', 'line 3', 'line 4']);
});

test('removes the newest message if it was deleted while disconnected', async () => {
  await connect();
  list(1, 2);
  fakeSocket.receive('NEW_MESSAGE', chatLine(3));
  fakeSocket.simulateDisconnect();
  await connect();
  list(1, 2);
  expect(texts()).toEqual(['line 1', 'line 2']);
});

test('keeps events that arrive while the list is in flight', async () => {
  await connect();
  fakeSocket.receive('NEW_MESSAGE', chatLine(3));
  fakeSocket.receive('MESSAGE_DELETED', { id: 1 });
  fakeSocket.receive('SLOW_MODE', { seconds: 30 });
  fakeSocket.receive('MUTED', { mutedUntil: '2099-01-01T00:00:00.000Z' });
  list(1, 2);
  expect(texts()).toEqual(['line 2', 'line 3']);
  expect(useChat.getState()).toMatchObject({ slowModeSeconds: 30, mutedUntil: '2099-01-01T00:00:00.000Z' });
});

test('keeps the newest 200 messages', async () => {
  await connect();
  list(...Array.from({ length: 100 }, (_, index) => index + 1));
  for (let id = 101; id <= 230; id++) fakeSocket.receive('NEW_MESSAGE', chatLine(id));
  expect([texts()?.length, texts()?.[0], texts()?.at(-1)]).toEqual([200, 'line 31', 'line 230']);
});

// An event on top of a list must end in the same state as a fresh list.
test.each([
  ['NEW_MESSAGE', chatLine(3), { ids: [1, 2, 3] }],
  ['MESSAGE_DELETED', { id: 2 }, { ids: [1] }],
  ['SLOW_MODE', { seconds: 30 }, { slowModeSeconds: 30 }],
  ['MUTED', { mutedUntil: '2026-03-04T00:00:00.000Z' }, { mutedUntil: '2026-03-04T00:00:00.000Z' }],
] as const)('ends like a fresh list after %s', async (name, payload, now) => {
  const snapshot = () => {
    const { messages: lines, slowModeSeconds, mutedUntil } = useChat.getState();
    return { lines, slowModeSeconds, mutedUntil };
  };
  await connect();
  list(1, 2);
  fakeSocket.receive(name, payload);
  const afterEvent = snapshot();
  const {
    ids = [1, 2],
    slowModeSeconds = 0,
    mutedUntil = null,
  } = now as {
    ids?: number[];
    slowModeSeconds?: number;
    mutedUntil?: string;
  };
  fakeSocket.receive('CHAT_MESSAGES', { data: ids.map((id) => chatLine(id)), slowModeSeconds, mutedUntil });
  expect(snapshot()).toEqual(afterEvent);
});

test("shows a sent message immediately, and replaces it by the server's", async () => {
  await connect();
  list(1);
  globalChat.send('gg');
  const { pending } = useChat.getState();
  expect(pending.map(({ message }) => message)).toEqual(['gg']);
  expect(sentMessages()).toEqual([{ message: 'gg', key: pending[0]!.key }]);
  fakeSocket.receive(
    'NEW_MESSAGE',
    chatLine(2, { message: 'gg', key: pending[0]!.key, username: demoPlayer.username }),
  );
  expect(useChat.getState().pending).toEqual([]);
  expect(texts()).toEqual(['line 1', 'gg']);
});

test('sends a message written while disconnected after a reconnect, with the same key', async () => {
  await connect();
  list(1);
  fakeSocket.simulateDisconnect();
  globalChat.send('still here');
  expect(sentMessages()).toEqual([]);
  await connect();
  list(1);
  const [{ key } = { key: '' }] = useChat.getState().pending;
  expect(sentMessages()).toEqual([{ message: 'still here', key }]);
});

test('finds a message that arrived before the disconnect in the list, and does not send it again', async () => {
  await connect();
  list(1);
  globalChat.send('gg');
  const [{ key } = { key: '' }] = useChat.getState().pending;
  fakeSocket.simulateDisconnect();
  await connect();
  const delivered = chatLine(2, { message: 'gg', key, username: demoPlayer.username });
  fakeSocket.receive('CHAT_MESSAGES', { data: [chatLine(1), delivered], slowModeSeconds: 0, mutedUntil: null });
  expect(useChat.getState().pending).toEqual([]);
  expect(texts()).toEqual(['line 1', 'gg']);
  expect(sentMessages()).toEqual([]);
});

test('removes a refused message and returns its text to the draft', async () => {
  await connect();
  list(1);
  globalChat.send('look at spam.com');
  const [{ key } = { key: '' }] = useChat.getState().pending;
  fakeSocket.receive('ERROR', { message: 'Links are not allowed in the chat.', code: 'invalid', key });
  expect(useChat.getState()).toMatchObject({ pending: [], draft: 'look at spam.com' });
});

test('does not overwrite a new draft with a refused message', async () => {
  await connect();
  list(1);
  globalChat.send('look at spam.com');
  useChat.setState({ draft: 'something else' });
  const [{ key } = { key: '' }] = useChat.getState().pending;
  fakeSocket.receive('ERROR', { message: 'Links are not allowed in the chat.', code: 'invalid', key });
  expect(useChat.getState()).toMatchObject({ pending: [], draft: 'something else' });
});

test('ignores refusals without a message key', async () => {
  await connect();
  list(1);
  globalChat.send('gg');
  fakeSocket.receive('ERROR', { message: 'Too many requests. Please slow down.', code: 'too_many' });
  fakeSocket.receive('ERROR', { message: 'You just said that.', code: 'too_many', key: 'another' });
  expect(useChat.getState().pending).toHaveLength(1);
});

test('learns from a refusal how long the player is muted, by the local clock', async () => {
  await connect();
  list(1);
  globalChat.send('gg');
  const [{ key } = { key: '' }] = useChat.getState().pending;
  fakeSocket.receive('ERROR', { message: 'You are muted in the chat.', code: 'muted', key, retryAfterSeconds: 600 });
  const leftMs = Date.parse(useChat.getState().mutedUntil!) - Date.now();
  expect(Math.round(leftMs / 1_000)).toBe(600);
});

test('sends an unconfirmed message again, and finally returns it with a toast', async () => {
  await connect();
  list(1);
  vi.useFakeTimers();
  try {
    globalChat.send('gg');
    vi.advanceTimersByTime(8_000 * 2);
    expect(sentMessages()).toHaveLength(3);
    expect(new Set(sentMessages().map((payload) => JSON.stringify(payload))).size).toBe(1);
    vi.advanceTimersByTime(8_000);
    expect(useChat.getState()).toMatchObject({ pending: [], draft: 'gg' });
    expect(sentMessages()).toHaveLength(3);
  } finally {
    vi.useRealTimers();
  }
});

test('keeps the draft when the session ends, for the same player only', async () => {
  await connect();
  useChat.setState({ draft: 'half a sentence' });
  endSession();
  expect(useChat.getState().draft).toBe('half a sentence');
  clearSession();
  expect(useChat.getState().draft).toBe('');
});

test('sends a message of an ended session in the next one', async () => {
  await connect();
  list(1);
  endSession();
  globalChat.send('gg');
  expect(sentMessages()).toEqual([]);
  await loadSession();
  await connect();
  list(1);
  expect(sentMessages()).toHaveLength(1);
});

test('hides players that another tab has hidden, by a known or fetched name', async () => {
  await connect();
  await waitFor(() => expect(useChat.getState().hidden).toEqual([]));
  list(1, 2);
  fakeSocket.receive('HIDDEN_PLAYERS', { hiddenIds: [101] });
  expect(useChat.getState().hidden).toEqual([{ id: 101, username: 'player1', isSandbox: false }]);
  const payload = stubServer({
    'GET /user/getHiddenPlayers': { body: { data: [{ id: 900, username: 'gone', isSandbox: false }] } },
  });
  fakeSocket.receive('HIDDEN_PLAYERS', { hiddenIds: [900] });
  expect(useChat.getState().hidden).toEqual([{ id: 900, username: '', isSandbox: false }]);
  await waitFor(() => expect(useChat.getState().hidden).toEqual([{ id: 900, username: 'gone', isSandbox: false }]));
  expect(payload).toHaveLength(1);
});

test('starts empty for another player', async () => {
  await connect();
  list(1);
  fakeSocket.receive('MUTED', { mutedUntil: '2099-01-01T00:00:00.000Z' });
  fakeSocket.simulateDisconnect();
  globalChat.send('gg');
  useSession.setState({ username: 'selin' });
  expect(useChat.getState()).toMatchObject({ pending: [], mutedUntil: null, hidden: undefined });
  expect(texts()).toEqual(['line 1']);
});
