import type { FromServer, FromServerName } from '@karat/contract/live';
import { vi } from 'vitest';

type Listener = (...payload: unknown[]) => void;

const { fakeSocket } = vi.hoisted(() => {
  const listeners = new Map<string, Listener>();
  let anyListener: Listener = () => undefined;
  const fakeSocket = {
    connected: false,
    emitted: [] as { name: string; payload: unknown }[],
    on: (name: string, listener: Listener) => listeners.set(name, listener),
    onAny: (listener: Listener) => {
      anyListener = listener;
    },
    emit: (name: string, payload: unknown) => fakeSocket.emitted.push({ name, payload }),
    connect: () => fakeSocket,
    disconnect: () => fakeSocket,
    /** Simulates a connection, the first or a later one. */
    simulateConnect() {
      fakeSocket.connected = true;
      fakeSocket.emitted.length = 0;
      listeners.get('connect')?.();
    },
    /** Simulates a lost connection. */
    simulateDisconnect() {
      fakeSocket.connected = false;
      listeners.get('disconnect')?.('transport close');
    },
    receive<Name extends FromServerName>(name: Name, payload: FromServer[Name]) {
      anyListener(name, payload);
    },
  };
  return { fakeSocket };
});

vi.mock('socket.io-client', () => ({ io: () => fakeSocket }));

/** Replaces the Socket.IO client. Import this module before the tested one. */
export { fakeSocket };
