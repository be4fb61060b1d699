import type { Deps } from '#deps.ts';
import type { LiveSocket } from './live-socket.ts';
import type { Presence } from './presence.ts';

type SessionWatchDeps = Pick<Deps, 'log' | 'sessions'> & { readonly presence: Presence; readonly recheckMs: number };

/** Cuts the sockets of a session that has ended: at once when that is heard, and else by asking again and again. */
export function createSessionWatch({ log, sessions, presence, recheckMs }: SessionWatchDeps) {
  sessions.onEnd(({ sessionId, playerId }) => {
    for (const socket of presence.socketsOf(playerId)) {
      if (socket.caller?.sessionId === sessionId) socket.cut('session');
    }
  });

  async function check(socket: LiveSocket): Promise<void> {
    try {
      // Not by the token: an open tab alone must not keep a session from growing idle.
      const isOpen = socket.caller !== undefined && (await sessions.isOpen(socket.caller.sessionId));
      if (!isOpen) socket.cut('session');
    } catch (error) {
      // With the store away nobody can be asked; the next round will tell.
      log.debug({ err: error }, 'a live session could not be checked');
    }
  }

  return {
    /** Watches until the function it returns is called. */
    watch(socket: LiveSocket): () => void {
      const timer = setInterval(() => void check(socket), recheckMs).unref();
      // The session may have ended between the handshake and now, unheard.
      void check(socket);
      return () => clearInterval(timer);
    },
  };
}
