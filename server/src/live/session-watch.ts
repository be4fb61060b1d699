import type { Deps } from '#deps.ts';
import type { LiveSocket } from './live-socket.ts';
import type { Presence } from './presence.ts';

type SessionWatchDeps = Pick<Deps, 'log' | 'sessions'> & { readonly presence: Presence; readonly recheckMs: number };

/** Disconnects the sockets of an ended session: immediately when the end is announced, otherwise by regular checks. */
export function createSessionWatch({ log, sessions, presence, recheckMs }: SessionWatchDeps) {
  sessions.onEnd(({ sessionId, playerId }) => {
    for (const socket of presence.socketsOf(playerId)) {
      if (socket.caller?.sessionId === sessionId) socket.disconnect('session');
    }
  });

  async function check(socket: LiveSocket): Promise<void> {
    try {
      // By id, not by token, because an open tab alone must not keep a session from becoming idle.
      const isOpen = socket.caller !== undefined && (await sessions.isOpen(socket.caller.sessionId));
      if (!isOpen) socket.disconnect('session');
    } catch (error) {
      // While the database is down the session is unknown; the next check decides.
      log.debug({ err: error }, 'Check of a live session failed');
    }
  }

  return {
    /** Watches until the returned function is called. */
    watch(socket: LiveSocket): () => void {
      const timer = setInterval(() => void check(socket), recheckMs).unref();
      // The session may have ended between the handshake and now.
      void check(socket);
      return () => clearInterval(timer);
    },
  };
}
