import type { FromServer } from '@karat/contract/live';
import type { LiveSocket } from './live-socket.ts';

type LocalPlayer = { readonly username: string; readonly sockets: Set<LiveSocket> };
type OnlineUsers = FromServer['ONLINE_USERS']['onlineUsers'];

/** Which players are online, in this process or another. A player with several tabs counts once. */
export type Presence = ReturnType<typeof createPresence>;

/** `onChange` is throttled: it is called once for many changes. */
export function createPresence({ throttleMs, onChange }: { throttleMs: number; onChange: () => void }) {
  const players = new Map<number, LocalPlayer>();
  /** Players of all processes, each with the number of processes they are connected to. */
  const online = new Map<number, { readonly username: string; processCount: number }>();
  let timer: NodeJS.Timeout | undefined;
  let localChanges = 0;

  function scheduleChange(): void {
    timer ??= setTimeout(() => {
      timer = undefined;
      onChange();
    }, throttleMs).unref();
  }

  function addPlayer(id: number, username: string): void {
    const entry = online.get(id);
    if (entry !== undefined) return void (entry.processCount += 1);
    online.set(id, { username, processCount: 1 });
    scheduleChange();
  }

  function removePlayer(id: number): void {
    const entry = online.get(id);
    if (entry === undefined || (entry.processCount -= 1) > 0) return;
    online.delete(id);
    scheduleChange();
  }

  function countLocalChange(): void {
    localChanges += 1;
    scheduleChange();
  }

  return {
    addSocket(socket: LiveSocket): void {
      if (socket.caller === undefined) return;
      const { id, username } = socket.caller;
      const present = players.get(id);
      if (present !== undefined) return void present.sockets.add(socket);
      players.set(id, { username, sockets: new Set([socket]) });
      addPlayer(id, username);
      countLocalChange();
    },

    removeSocket(socket: LiveSocket): void {
      if (socket.caller === undefined) return;
      const present = players.get(socket.caller.id);
      if (present?.sockets.delete(socket) !== true || present.sockets.size > 0) return;
      players.delete(socket.caller.id);
      removePlayer(socket.caller.id);
      countLocalChange();
    },

    /** A player has connected to a process, or has left one. */
    addPlayer,
    removePlayer,

    /** The sockets of a player in the order they connected. */
    socketsOf: (playerId: number): LiveSocket[] => [...(players.get(playerId)?.sockets ?? [])],
    isLocal: (playerId: number): boolean => players.has(playerId),
    localUsers: (): OnlineUsers => [...players].map(([id, { username }]) => [id, username]),
    /** Rises whenever a player comes online or goes offline in this process. */
    localChanges: (): number => localChanges,
    isOnline: (playerId: number): boolean => online.has(playerId),
    count: (): number => online.size,
    users: (): OnlineUsers => [...online].map(([id, { username }]) => [id, username]),
    close: () => clearTimeout(timer),
  };
}
