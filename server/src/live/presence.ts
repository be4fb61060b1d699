import type { FromServer } from '@karat/contract/live';
import type { LiveSocket } from './live-socket.ts';

type Present = { readonly username: string; readonly sockets: Set<LiveSocket> };
type OnlineUsers = FromServer['ONLINE_USERS']['onlineUsers'];

/** Who is on the site, here or with another process: a player with several tabs is there once. */
export type Presence = ReturnType<typeof createPresence>;

/** `onChange` hears of comings and goings gathered, however many there are. */
export function createPresence({ gatherMs, onChange }: { gatherMs: number; onChange: () => void }) {
  const players = new Map<number, Present>();
  /** With the number of processes that they are with. */
  const online = new Map<number, { readonly username: string; places: number }>();
  let timer: NodeJS.Timeout | undefined;
  let movesHere = 0;

  function changed(): void {
    timer ??= setTimeout(() => {
      timer = undefined;
      onChange();
    }, gatherMs).unref();
  }

  function appear(id: number, username: string): void {
    const known = online.get(id);
    if (known !== undefined) return void (known.places += 1);
    online.set(id, { username, places: 1 });
    changed();
  }

  function vanish(id: number): void {
    const known = online.get(id);
    if (known === undefined || (known.places -= 1) > 0) return;
    online.delete(id);
    changed();
  }

  function movedHere(): void {
    movesHere += 1;
    changed();
  }

  return {
    enter(socket: LiveSocket): void {
      if (socket.caller === undefined) return;
      const { id, username } = socket.caller;
      const present = players.get(id);
      if (present !== undefined) return void present.sockets.add(socket);
      players.set(id, { username, sockets: new Set([socket]) });
      appear(id, username);
      movedHere();
    },

    leave(socket: LiveSocket): void {
      if (socket.caller === undefined) return;
      const present = players.get(socket.caller.id);
      if (present?.sockets.delete(socket) !== true || present.sockets.size > 0) return;
      players.delete(socket.caller.id);
      vanish(socket.caller.id);
      movedHere();
    },

    /** A player has come to another process, or has left one. */
    appear,
    vanish,

    /** The tabs of a player in the order they came. */
    socketsOf: (playerId: number): LiveSocket[] => [...(players.get(playerId)?.sockets ?? [])],
    isHere: (playerId: number): boolean => players.has(playerId),
    usersHere: (): OnlineUsers => [...players].map(([id, { username }]) => [id, username]),
    /** Rises with every player who comes to this process or leaves it. */
    movesHere: (): number => movesHere,
    isOnline: (playerId: number): boolean => online.has(playerId),
    count: (): number => online.size,
    users: (): OnlineUsers => [...online].map(([id, { username }]) => [id, username]),
    close: () => clearTimeout(timer),
  };
}
