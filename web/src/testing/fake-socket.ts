import type { FromServer, FromServerName } from '@karat/contract/live';
import { vi } from 'vitest';

type Listener = (...told: unknown[]) => void;

const { wire } = vi.hoisted(() => {
  const heard = new Map<string, Listener>();
  let hearAny: Listener = () => undefined;
  const wire = {
    connected: false,
    said: [] as { name: string; sent: unknown }[],
    on: (name: string, listener: Listener) => heard.set(name, listener),
    onAny: (listener: Listener) => {
      hearAny = listener;
    },
    emit: (name: string, sent: unknown) => wire.said.push({ name, sent }),
    connect: () => wire,
    disconnect: () => wire,
    /** Simulates a connection, the first or a later one. */
    open() {
      wire.connected = true;
      wire.said.length = 0;
      heard.get('connect')?.();
    },
    /** Simulates a lost connection. */
    cut() {
      wire.connected = false;
      heard.get('disconnect')?.('transport close');
    },
    tell<Name extends FromServerName>(name: Name, sent: FromServer[Name]) {
      hearAny(name, sent);
    },
  };
  return { wire };
});

vi.mock('socket.io-client', () => ({ io: () => wire }));

/** Replaces the Socket.IO client. Import this module before the tested one. */
export { wire };
