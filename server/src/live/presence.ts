import type { FromServer } from '@karat/contract/live';
import type { LiveSocket } from './live-socket.ts';

type OnlinePlayer = { readonly username: string; readonly isSandbox: boolean };
type LocalPlayer = OnlinePlayer & { readonly sockets: Set<LiveSocket> };
type OnlineUsers = FromServer['ONLINE_USERS']['onlineUsers'];
/** A player of a process, as the processes tell each other. */
export type PresentPlayer = readonly [id: number, username: string, isSandbox: boolean];

/** Which players are online, in this process or another. A player with several tabs counts once. Sandbox players are not people. */
export type Presence = ReturnType<typeof createPresence>;

/** `onChange` is throttled: it is called once for many changes. */
export function createPresence({ throttleMs, onChange }: { throttleMs: number; onChange: () => void }) {
  const players = new Map<number, LocalPlayer>();
  /** Players of all processes, each with the number of processes they are connected to. */
  const online = new Map<number, OnlinePlayer & { processCount: number }>();
  let sandboxCount = 0;
  let timer: NodeJS.Timeout | undefined;
  let localChanges = 0;

  function scheduleChange(): void {
    timer ??= setTimeout(() => {
      timer = undefined;
      onChange();
    }, throttleMs).unref();
  }

  function addPlayer([id, username, isSandbox]: PresentPlayer): void {
    const entry = online.get(id);
    if (entry !== undefined) return void (entry.processCount += 1);
    online.set(id, { username, isSandbox, processCount: 1 });
    if (isSandbox) sandboxCount += 1;
    scheduleChange();
  }

  function removePlayer(id: number): void {
    const entry = online.get(id);
    if (entry === undefined || (entry.processCount -= 1) > 0) return;
    online.delete(id);
    if (entry.isSandbox) sandboxCount -= 1;
    scheduleChange();
  }

  function countLocalChange(): void {
    localChanges += 1;
    scheduleChange();
  }

  return {
    addSocket(socket: LiveSocket): void {
      if (socket.caller === undefined) return;
      const { id, username, isSandbox } = socket.caller;
      const present = players.get(id);
      if (present !== undefined) return void present.sockets.add(socket);
      players.set(id, { username, isSandbox, sockets: new Set([socket]) });
      addPlayer([id, username, isSandbox]);
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
    /** All sockets of players. */
    sockets: (): LiveSocket[] => [...players.values()].flatMap(({ sockets }) => [...sockets]),
    isLocal: (playerId: number): boolean => players.has(playerId),
    localPlayerIds: (): number[] => [...players.keys()],
    localPlayers: (): PresentPlayer[] => [...players].map(([id, { username, isSandbox }]) => [id, username, isSandbox]),
    /** Rises whenever a player comes online or goes offline in this process. */
    localChanges: (): number => localChanges,
    isOnline: (playerId: number): boolean => online.has(playerId),
    /** People, and sandbox players beside them. */
    count: (): FromServer['ONLINE_COUNT'] => ({ count: online.size - sandboxCount, sandbox: sandboxCount }),
    /** People only. */
    users: (): OnlineUsers =>
      [...online].flatMap(([id, { username, isSandbox }]) => (isSandbox ? [] : [[id, username]])),
    close: () => clearTimeout(timer),
  };
}
