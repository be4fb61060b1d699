import { markLagging } from './channels.ts';
import type { RawSocket } from './connections.ts';
import { hangUp } from './hang-up.ts';
import { createSlowReaders } from './slow-readers.ts';

/** Why the server ended a connection by itself. */
export type CutReason = 'slow' | 'flood' | 'crowd' | 'session';

/** The ways in which a socket is made to leave, and how often each was taken. */
export function createCuts() {
  const counts: Record<CutReason, number> = { slow: 0, flood: 0, crowd: 0, session: 0 };
  const slowReaders = createSlowReaders({ lookEveryMs: 1_000 });

  return {
    /** Ends the talk on purpose: the browser hears it and does not come back by itself. */
    cut(raw: RawSocket, why: CutReason): void {
      if (!raw.connected) return;
      counts[why] += 1;
      raw.disconnect(true);
      hangUp(raw.conn.request.socket);
    },
    cutWhenSlow(raw: RawSocket): void {
      slowReaders.watch(raw.conn, {
        onLagging: (isLagging) => markLagging(raw, isLagging),
        // Without a goodbye, so that the browser comes back by itself and gets the state anew.
        onTooSlow: () => {
          counts.slow += 1;
          raw.conn.request.socket.destroy();
        },
      });
    },
    figures: () => ({
      lagging: slowReaders.laggingCount(),
      ...Object.fromEntries(Object.entries(counts).map(([why, count]) => [`cut_${why}`, count])),
    }),
    close: () => slowReaders.close(),
  };
}
