import type { Deps } from '#deps.ts';
import type { LiveSocket } from './live-socket.ts';
import type { Presence } from './presence.ts';

type SessionWatchDeps = Pick<Deps, 'log' | 'sessions'> & { readonly presence: Presence; readonly recheckMs: number };

/** As many as one query reads. */
const CHECKED_AT_ONCE = 200;

/**
 * Disconnects the sockets of an ended session: immediately when the end is announced, otherwise by regular checks. The sockets of a
 * session whose rights changed connect again.
 */
export function createSessionWatch({ log, sessions, presence, recheckMs }: SessionWatchDeps) {
  sessions.onEnd(({ sessionId, playerId }) => {
    for (const socket of presence.socketsOf(playerId)) {
      if (socket.caller?.sessionId === sessionId) socket.disconnect('session');
    }
  });

  sessions.onChange(({ sessionId, playerId }) => {
    for (const socket of presence.socketsOf(playerId)) {
      if (socket.caller?.sessionId === sessionId) socket.reconnect();
    }
  });

  async function disconnectUnless(socket: LiveSocket, isOpen: Promise<boolean>): Promise<void> {
    try {
      if (!(await isOpen)) socket.disconnect('session');
    } catch (error) {
      // While the database is down the session is unknown; the next check decides.
      log.debug({ err: error }, 'Check of a live session failed');
    }
  }

  async function recheck(): Promise<void> {
    const sockets = presence.sockets();
    for (let at = 0; at < sockets.length; at += CHECKED_AT_ONCE) {
      const checked = sockets.slice(at, at + CHECKED_AT_ONCE);
      // By id, not by token, because an open tab alone must not keep a session from becoming idle.
      await Promise.all(checked.map((socket) => disconnectUnless(socket, sessions.isOpen(socket.caller!.sessionId))));
    }
    schedule();
  }

  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;
  function schedule(): void {
    if (!isClosed) timer = setTimeout(() => void recheck(), recheckMs).unref();
  }
  schedule();

  return {
    /** The session may have ended or changed between the handshake and now. It was read a moment ago, so this costs no query. */
    checkNew(socket: LiveSocket): void {
      const isOpen = socket.findCaller().then((found) => {
        if (found !== undefined && found.staffRole !== socket.caller?.staffRole) socket.reconnect();
        return found !== undefined;
      });
      void disconnectUnless(socket, isOpen);
    },
    close(): void {
      isClosed = true;
      clearTimeout(timer);
    },
  };
}
