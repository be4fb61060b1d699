import type { FromServer } from '@karat/contract/live';
import type { LiveSocket } from './live-socket.ts';

type Present = { readonly username: string; readonly sockets: Set<LiveSocket> };
type OnlineUsers = FromServer['ONLINE_USERS']['onlineUsers'];

/** Which players are online, in this process or another. A player with several tabs counts once. */
export type Presence = ReturnType<typeof createPresence>;

/** `onChange` is throttled: it is called once for many changes. */
export function createPresence({ gatherMs, onChange }: { gatherMs: number; onChange: () => void }) {
  const players = new Map<number, Present>();
  /** Players of all processes, each with the number of processes they are connected to. */
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

    /** A player has connected to a process, or has left one. */
    appear,
    vanish,

    /** The sockets of a player in the order they connected. */
    socketsOf: (playerId: number): LiveSocket[] => [...(players.get(playerId)?.sockets ?? [])],
    isHere: (playerId: number): boolean => players.has(playerId),
    usersHere: (): OnlineUsers => [...players].map(([id, { username }]) => [id, username]),
    /** Rises whenever a player comes online or goes offline in this process. */
    movesHere: (): number => movesHere,
    isOnline: (playerId: number): boolean => online.has(playerId),
    count: (): number => online.size,
    users: (): OnlineUsers => [...online].map(([id, { username }]) => [id, username]),
    close: () => clearTimeout(timer),
  };
}
