import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

type Listener = (...payload: unknown[]) => void;

const { io, listeners, socket } = vi.hoisted(() => {
  const listeners = new Map<string, Listener>();
  const socket = {
    connected: false,
    on: (name: string, listener: Listener) => listeners.set(name, listener),
    onAny() {},
    emit: vi.fn(),
    connect: vi.fn(),
    disconnect: vi.fn(),
  };
  return { io: vi.fn((_options: object) => socket), listeners, socket };
});
vi.mock('socket.io-client', () => ({ io }));

const { connectSocket, dispatch, onEvent, setServerLanguage, shareSubscription, useConnection } =
  await import('./socket.ts');

/** What the tab sends with the handshake. */
function readHandshake(): Record<string, unknown> {
  const { auth } = io.mock.lastCall![0] as { auth: (answer: (payload: object) => void) => void };
  const answer = vi.fn();
  auth(answer);
  return answer.mock.lastCall![0] as Record<string, unknown>;
}

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
  setServerLanguage('tr');
  expect(readHandshake()).toEqual({ token: undefined, language: 'tr', topics: [] });
  setServerLanguage('en');
  expect(socket.emit).not.toHaveBeenCalled();
  socket.connected = true;
  listeners.get('connect')!();
  expect(socket.emit.mock.calls).toEqual([['SET_LANGUAGE', { language: 'en' }]]);
  setServerLanguage('en');
  setServerLanguage('mixed');
  expect(socket.emit.mock.calls.slice(1)).toEqual([['SET_LANGUAGE', { language: 'mixed' }]]);
});

describe('topics', () => {
  const sent = () =>
    socket.emit.mock.calls.filter(([name]) => name === 'SET_TOPICS').map(([, payload]) => payload as unknown);
  const stops: (() => void)[] = [];
  const listen = (name: 'LIVE_DROP' | 'MARKET_CHANGED' | 'ROOMS_CHANGED', catchUp: () => void = () => undefined) => {
    const stop = onEvent(name, () => undefined, catchUp);
    stops.push(stop);
    return stop;
  };

  beforeEach(async () => {
    vi.useFakeTimers();
    await connectSocket();
    socket.emit.mockClear();
  });
  afterEach(async () => {
    stops.splice(0).forEach((stop) => stop());
    await vi.advanceTimersByTimeAsync(60_000);
    socket.connected = false;
    vi.useRealTimers();
  });

  /** Connects to a server that confirms the topics of the handshake. */
  async function connect(): Promise<void> {
    const { topics } = readHandshake() as { topics: string[] };
    socket.connected = true;
    listeners.get('connect')!();
    dispatch('TOPICS', { topics });
    await vi.advanceTimersByTimeAsync(100);
  }

  test('are those that something listens to, named with the handshake', () => {
    const stop = listen('LIVE_DROP');
    listen('MARKET_CHANGED');
    onEvent('BALANCE_UPDATE', () => undefined);
    expect(readHandshake()).toMatchObject({ topics: ['LIVE_DROP', 'MARKET_CHANGED'] });
    stop();
    expect(readHandshake()).toMatchObject({ topics: ['MARKET_CHANGED'] });
  });

  test('that are subscribed to later are sent together, and caught up with once the server confirms them', async () => {
    await connect();
    const catchUp = vi.fn();
    listen('LIVE_DROP', catchUp);
    listen('MARKET_CHANGED', catchUp);
    await vi.advanceTimersByTimeAsync(100);
    expect(sent()).toEqual([{ topics: ['LIVE_DROP', 'MARKET_CHANGED'] }]);
    expect(catchUp).not.toHaveBeenCalled();
    dispatch('TOPICS', { topics: ['LIVE_DROP', 'MARKET_CHANGED'] });
    expect(catchUp).toHaveBeenCalledTimes(1);
    // Nothing was missed by a topic that the server already sends.
    dispatch('TOPICS', { topics: ['LIVE_DROP', 'MARKET_CHANGED'] });
    const late = vi.fn();
    listen('LIVE_DROP', late);
    await vi.advanceTimersByTimeAsync(100);
    expect([catchUp.mock.calls.length, late.mock.calls.length, sent().length]).toEqual([1, 0, 1]);
  });

  test('are caught up with on every connection, and not again when the server confirms the handshake', async () => {
    const catchUp = vi.fn();
    listen('ROOMS_CHANGED', catchUp);
    await connect();
    expect(catchUp).toHaveBeenCalledTimes(1);
    expect(sent()).toEqual([]);
  });

  test('that nothing listens to any more are dropped after a while', async () => {
    const stop = listen('LIVE_DROP');
    listen('MARKET_CHANGED');
    await connect();
    stop();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(sent()).toEqual([]);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(sent()).toEqual([{ topics: ['MARKET_CHANGED'] }]);
  });

  test('are never sent to a server that does not know them', async () => {
    readHandshake();
    socket.connected = true;
    listeners.get('connect')!();
    listen('LIVE_DROP');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(sent()).toEqual([]);
  });

  test('of a shared subscription last a while longer than its last user', async () => {
    const [start, stop] = [vi.fn(), vi.fn()];
    const use = shareSubscription(() => {
      start();
      return stop;
    });
    const [first, second] = [use(), use()];
    first();
    second();
    const third = use();
    await vi.advanceTimersByTimeAsync(60_000);
    expect([start.mock.calls.length, stop.mock.calls.length]).toEqual([1, 0]);
    third();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(stop).toHaveBeenCalledTimes(1);
    use()();
    expect(start).toHaveBeenCalledTimes(2);
  });
});

test('reconnects within the time that a closing server announces, and shows the loss', async () => {
  vi.useFakeTimers();
  await connectSocket();
  useConnection.setState({ isLost: false });
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
  [socket.connect, socket.disconnect].forEach((spy) => spy.mockClear());
  dispatch('RECONNECT', { withinMs: 20_000 });
  expect(socket.disconnect).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(socket.connect).not.toHaveBeenCalled();
  expect(useConnection.getState().isLost).toBe(true);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(socket.connect).toHaveBeenCalledTimes(1);
  vi.restoreAllMocks();
  vi.useRealTimers();
});
