import type { FromServer } from '@karat/contract/live';
import type { LiveSocket } from './live-socket.ts';

type Present = { readonly username: string; readonly sockets: Set<LiveSocket> };
type OnlineUsers = FromServer['ONLINE_USERS']['onlineUsers'];

/** Who is here: a player with several tabs is here once. */
export type Presence = ReturnType<typeof createPresence>;

/** `onChange` hears of comings and goings gathered, however many there are. */
export function createPresence({ gatherMs, onChange }: { gatherMs: number; onChange: () => void }) {
  const players = new Map<number, Present>();
  let timer: NodeJS.Timeout | undefined;

  function changed(): void {
    timer ??= setTimeout(() => {
      timer = undefined;
      onChange();
    }, gatherMs).unref();
  }

  return {
    enter(socket: LiveSocket): void {
      if (socket.caller === undefined) return;
      const { id, username } = socket.caller;
      const present = players.get(id);
      if (present !== undefined) return void present.sockets.add(socket);
      players.set(id, { username, sockets: new Set([socket]) });
      changed();
    },

    leave(socket: LiveSocket): void {
      if (socket.caller === undefined) return;
      const present = players.get(socket.caller.id);
      if (present?.sockets.delete(socket) !== true || present.sockets.size > 0) return;
      players.delete(socket.caller.id);
      changed();
    },

    /** The tabs of a player in the order they came. */
    socketsOf: (playerId: number): LiveSocket[] => [...(players.get(playerId)?.sockets ?? [])],
    isOnline: (playerId: number): boolean => players.has(playerId),
    count: (): number => players.size,
    users: (): OnlineUsers => [...players].map(([id, { username }]) => [id, username]),
    close: () => clearTimeout(timer),
  };
}
