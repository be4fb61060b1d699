import { markLagging } from './channels.ts';
import type { RawSocket } from './connections.ts';
import { forceCloseLater } from './force-close.ts';
import { createSlowReaders } from './slow-readers.ts';

/** Why the server disconnected a socket. */
export type DisconnectReason = 'slow' | 'flood' | 'too_many_tabs' | 'session';

/** Disconnects sockets, and counts how often for each reason. */
export function createDisconnects() {
  const counts: Record<DisconnectReason, number> = { slow: 0, flood: 0, too_many_tabs: 0, session: 0 };
  const slowReaders = createSlowReaders<RawSocket>({
    checkEveryMs: 1_000,
    onLagging: markLagging,
    // Without a close message, so that the browser reconnects by itself and loads the current state.
    onTooSlow(raw) {
      counts.slow += 1;
      raw.conn.request.socket.destroy();
    },
  });

  return {
    /** Tells the client that the disconnect is intended, so that the browser does not reconnect by itself. */
    disconnect(raw: RawSocket, reason: DisconnectReason): void {
      if (!raw.connected) return;
      counts[reason] += 1;
      raw.disconnect(true);
      forceCloseLater(raw.conn.request.socket);
    },
    /** Without a close message, so that the browser reconnects by itself. */
    reconnect: (raw: RawSocket): void => raw.conn.close(),
    disconnectWhenSlow: (raw: RawSocket): void => slowReaders.watch(raw.conn, raw),
    figures: () => ({
      lagging: slowReaders.laggingCount(),
      ...Object.fromEntries(Object.entries(counts).map(([reason, count]) => [`disconnect_${reason}`, count])),
    }),
    close: () => slowReaders.close(),
  };
}
