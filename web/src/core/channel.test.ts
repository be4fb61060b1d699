import { expect, test, vi } from 'vitest';

type Listener = (...told: unknown[]) => void;

const { io, heard } = vi.hoisted(() => {
  const heard = new Map<string, Listener>();
  const socket = { connected: false, on: (name: string, listener: Listener) => heard.set(name, listener), onAny() {} };
  return { io: vi.fn((_options: object) => socket), heard };
});
vi.mock('socket.io-client', () => ({ io }));

const { startChannel, useConnection } = await import('./channel.ts');

test('the line is a websocket with credentials, tried again after 1 to 5 s, given up after 20 s, as often as it takes', async () => {
  await startChannel();
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

test('a connection that fails is logged with its message, and nothing else', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const changed = vi.fn();
  useConnection.subscribe(changed);
  await startChannel();
  heard.get('connect_error')!(new Error('websocket error'));
  expect(log.mock.calls).toEqual([['Socket connection failed', 'websocket error']]);
  expect(changed).not.toHaveBeenCalled();
  log.mockRestore();
});
