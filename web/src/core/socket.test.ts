import { expect, test, vi } from 'vitest';

type Listener = (...payload: unknown[]) => void;

const { io, listeners, socket } = vi.hoisted(() => {
  const listeners = new Map<string, Listener>();
  const socket = {
    connected: false,
    on: (name: string, listener: Listener) => listeners.set(name, listener),
    onAny() {},
    emit: vi.fn(),
  };
  return { io: vi.fn((_options: object) => socket), listeners, socket };
});
vi.mock('socket.io-client', () => ({ io }));

const { connectSocket, setServerLanguage, useConnection } = await import('./socket.ts');

test('connects by WebSocket with credentials, times out after 20 s, and retries without limit after 1 to 5 s', async () => {
  await connectSocket();
  expect(io).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({
      path: '/socket.io',
      transports: ['websocket'],
      withCredentials: true,
      reconnectionDelay: 1_000,
      reconnectionDelayMax: 5_000,
      reconnectionAttempts: Infinity,
      timeout: 20_000,
    }),
  );
});

test('logs a failed connection with its message and does nothing else', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const changed = vi.fn();
  useConnection.subscribe(changed);
  await connectSocket();
  listeners.get('connect_error')!(new Error('websocket error'));
  expect(log.mock.calls).toEqual([['Socket connection failed', 'websocket error']]);
  expect(changed).not.toHaveBeenCalled();
  log.mockRestore();
});

test('sends the language with the handshake, with a change, and after a change during the handshake', async () => {
  await connectSocket();
  const { auth } = io.mock.lastCall![0] as { auth: (answer: (payload: object) => void) => void };
  const answer = vi.fn();
  setServerLanguage('tr');
  auth(answer);
  expect(answer).toHaveBeenCalledExactlyOnceWith({ token: undefined, language: 'tr' });
  setServerLanguage('en');
  expect(socket.emit).not.toHaveBeenCalled();
  socket.connected = true;
  listeners.get('connect')!();
  expect(socket.emit.mock.calls).toEqual([['SET_LANGUAGE', { language: 'en' }]]);
  setServerLanguage('en');
  setServerLanguage('mixed');
  expect(socket.emit.mock.calls.slice(1)).toEqual([['SET_LANGUAGE', { language: 'mixed' }]]);
});
