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
    /** The server lets the tab in, for the first time or again. */
    open() {
      wire.connected = true;
      wire.said.length = 0;
      heard.get('connect')?.();
    },
    /** The cable is cut. */
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

/** Stands where the wire of the live channel is; import it before what is tested. */
export { wire };
